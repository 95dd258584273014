// Whether a plan text is of a SQL statement: by its tables, and by words that the planner takes over as they are.
#pragma once

#include <optional>

#include "evidence/flink/flink_plan.hpp"
#include "evidence/flink/flink_sql.hpp"
#include "facts/flink/belongs.hpp"

namespace plangrade::flink {

/// What shows that the plan is of another statement than the script's INSERT: a sink that no INSERT writes, a table
/// that the SQL does not name (views of the script and of the catalog are looked into), a table, an aggregate function
/// or a compared literal of the SQL that the syntax tree lacks. A plan without a Sink is not compared by its sink; a
/// plan that can't be read tells nothing. Linear time.
std::optional<Mismatch> plan_and_sql_differ(const Plan& plan, const SqlScript& script, const SqlScript& catalog);

}  // namespace plangrade::flink
