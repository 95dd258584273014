// Whether artifacts are of one statement: a plan's two sections, plan and graph, graph and job, two jobs. Flink writes
// the same words for an operator wherever it names it, so what one has and the other lacks shows that they are not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "evidence/flink/flink_graph.hpp"
#include "evidence/flink/flink_job.hpp"
#include "evidence/flink/flink_plan.hpp"

namespace plangrade::flink {

/// The first operator that only one side has, as it is written there.
struct Mismatch {
    std::string left, right;                      ///< "" on the side that lacks it
    std::uint32_t left_line = 0, right_line = 0;  ///< in plan texts; 0 elsewhere
};

/// Physical against execution plan: the planner translates one into the other operator by operator, except for multiple
/// inputs, adaptive joins and reused parts (then nothing is said) and Rank, which 2.x may turn into Deduplicate.
/// Then what scans read, and what was pushed into them. A difference means that one section was edited.
std::optional<Mismatch> sections_differ(const Plan& plan);

/// Execution plan against graph. Left out: what only one of them can have (Exchange, Union, Reused; constraint
/// enforcers, materializers, the file sink's helpers), sources and sinks that the graph gives only a name.
std::optional<Mismatch> plan_and_graph_differ(const PlanTree& execution, const Graph& graph);

/// The whole text against the graph. Where it has no whole execution plan, or is of another execution mode than the
/// graph, only tables read and written are compared, as far as both tell them. The plan of a SELECT alone, without a
/// Sink, may lack what the graph has more.
std::optional<Mismatch> plan_and_graph_differ(const Plan& plan, const Graph& graph);

/// Operators of a graph against those of a job, without their numbers; then their parallelism, in streaming; then ship
/// strategies of the job's edges (the adaptive batch scheduler runs FORWARD and REBALANCE as RESCALE), and whether the
/// graph can become that many vertices, with chaining or without.
std::optional<Mismatch> graph_and_job_differ(const Graph& graph, const Job& job);

/// Operators of two jobs, without their numbers: the same statement has the same.
std::optional<Mismatch> jobs_differ(const Job& left, const Job& right);

}  // namespace plangrade::flink
