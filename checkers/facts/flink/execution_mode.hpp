// Whether a plan is a streaming or a batch plan: by operators and attributes that only one of them has.
#pragma once

#include <string_view>

#include "evidence/flink/flink_graph.hpp"
#include "evidence/plan.hpp"

namespace plangrade::flink {

/// "streaming", "batch", or "" where the tree does not tell (a scan, a Calc and a Sink are the same in both).
/// Source: names and explain terms of the batch and stream operators of Flink 1.14, 1.20 and 2.3.
std::string_view execution_mode(const PlanTree& tree);

/// The same of a JSON graph; there a keyed edge of a batch plan names its key (HASH[k]) and a streaming plan's does
/// not.
std::string_view execution_mode(const Graph& graph);

}  // namespace plangrade::flink
