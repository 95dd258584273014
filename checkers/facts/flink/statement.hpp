// Whether a plan text is of a SQL statement: by its tables, and by words that the planner takes over as they are.
#pragma once

#include <optional>

#include "evidence/flink/flink_plan.hpp"
#include "evidence/flink/flink_sql.hpp"
#include "facts/flink/belongs.hpp"

namespace plangrade::flink {

/// What shows that the plan is of none of the script's statements: a sink that no INSERT writes, or no INSERT at all; a
/// scanned table that the statement and the views of script and catalog do not name, or one that it reads and the
/// syntax tree does not; an aggregate function that only one of them calls; a literal that the statement compares a
/// column with and the syntax tree lacks; then fields, clauses and numbers (statement_parts.hpp). Of several statements
/// those are compared that write the plan's sink, and one has to fit.
///
/// Nothing is said where there may be another reason: functions are not compared beside views, OVER, MATCH_RECOGNIZE
/// and subqueries, which the planner rewrites. A plan without a Sink is not compared by its sink; a plan that can't be
/// read tells nothing, nor does a script of more than 100 different statements that write the plan's sink. Time is
/// bounded: what 256 MiB of searching in the tree did not tell counts as alike.
std::optional<Mismatch> plan_and_sql_differ(const Plan& plan, const SqlScript& script, const SqlScript& catalog);

}  // namespace plangrade::flink
