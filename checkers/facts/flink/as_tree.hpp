// Flink's JSON graph and its running jobs in the one plan model, so that what searches plans searches them too.
#pragma once

#include "evidence/flink/flink_graph.hpp"
#include "evidence/flink/flink_job.hpp"
#include "evidence/plan.hpp"

namespace plangrade::flink {

/// One node for each operator of the graph, in its order; no parents and no children: a graph is no tree. Attributes
/// are those of the operator, then "parallelism" and, one for each edge into it, "ship_strategy".
PlanTree as_tree(const Graph& graph);

/// One node for each operator of each vertex, in the job's order. Attributes are those of the operator's description,
/// then of its vertex "vertex" (its name), "parallelism", "read-records", "write-records" where they are known, and
/// for the first operator of a chain "ship_strategy", one for each edge into the vertex.
PlanTree as_tree(const Job& job);

}  // namespace plangrade::flink
