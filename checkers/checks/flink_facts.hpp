// What `get` reads out of Flink's artifacts: one table of named facts, from which the manual and the lint come too.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "checks/context.hpp"

namespace plangrade {

/// A named fact of one kind of source.
struct FlinkFact {
    std::string_view source;  ///< "plan", "graph", "job"
    std::string_view name;
    std::string_view doc;
    Value (*read)(Context&, Value);
};

/// Facts of Flink's plan texts, graphs and jobs, ordered by source.
std::span<const FlinkFact> flink_facts();

/// `get: NAME` of a value that came from a Flink source.
Value get_of_flink(Context& context, Value value, const std::string& name);

/// True where `get` and other selectors have to ask Flink's facts: a Flink plan text that `find` has not narrowed, a
/// graph, a job.
bool is_flink(const Value& value);

/// Why nothing can be read from this artifact: a tree that Flink can't have printed, an answer that contradicts itself.
/// The value as malformed, or nullopt where it is sound.
std::optional<Value> broken(const Value& value);

/// The same for what does not rest on how a job's rows spread over subtasks.
std::optional<Value> broken_structure(const Value& value);

/// The tree that selectors of a Flink plan look at: the chosen section's, else the execution plan's, else the physical
/// plan's; nullptr: there is none.
const PlanTree* flink_tree(const PlanPart& part);

/// What is wrong with a plan text's tree; nullptr: it is whole, or only Flink's own error message is there.
const Flaw* flaw_of_tree(const Plan& plan, const PlanTree& tree);

// the facts, by file: flink_plan_facts.cpp, flink_run_facts.cpp
std::span<const FlinkFact> flink_plan_facts();
std::span<const FlinkFact> flink_run_facts();

}  // namespace plangrade
