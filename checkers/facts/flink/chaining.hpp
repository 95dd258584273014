// How many vertices a graph becomes, and how its rows travel.
// Source of the rule: StreamingJobGraphGenerator.isChainable of Flink 1.20 and 2.3, and 38 statements run with chaining
// on and off on each: every job had the number of vertices that this rule says.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flink/flink_graph.hpp"
#include "evidence/flink/flink_sql.hpp"

namespace plangrade::flink {

/// What the JSON doesn't tell and chaining depends on.
struct ChainingHints {
    bool chaining = true;      ///< pipeline.operator-chaining.enabled (1.14: pipeline.operator-chaining)
    std::optional<int> major;  ///< Flink's major version: operators of 1.x's file sink start vertices of their own
    /// Tables, by the last part of their name, whose source is known to be a SourceFunction (true) or known not to be.
    std::map<std::string, bool, std::less<>> legacy_sources;
};

/// Adds what the tables' connectors tell: datagen is a SourceFunction; filesystem and kafka are not; others are
/// unknown.
void add_tables(ChainingHints& hints, const std::vector<SqlTable>& tables);

/// The number of vertices that a job of this graph has.
struct VertexPrediction {
    std::size_t least = 0, most = 0;  ///< equal where the hints leave nothing open
    std::vector<std::string> open;    ///< what would have to be known, one sentence each; empty where least == most
    /// For each node of the graph the number of its vertex, from 0 in the order of the graph; of the `least` reading.
    std::vector<std::uint32_t> vertex_of;
    bool certain() const { return least == most; }
    bool allows(std::size_t vertices) const { return least <= vertices && vertices <= most; }
};

/// Without chaining each node is a vertex. With it an edge is chained where it is FORWARD between equal parallelisms
/// and
/// - its target has one input edge, or is a MultipleInput into which a source with one output moves; but
/// - a Sink V2 writer or an asynchronous LookupJoin never joins a chain that a SourceFunction begins;
/// - 1.x: compact-coordinator and PartitionCommitter begin vertices.
/// Linear time. A graph that is not whole() gives a prediction for what was read of it.
VertexPrediction predict_vertices(const Graph& graph, const ChainingHints& hints);

/// Number of edges by ship strategy, as written: {"FORWARD": 3, "HASH[k]": 1}.
std::map<std::string, std::uint64_t> ship_strategies(const Graph& graph);

/// Edges that are not FORWARD.
std::uint64_t non_forward_edges(const Graph& graph);

/// Table that a source node reads, by the last part of its name; "" where it tells none.
std::string source_table(const GraphNode& node);

/// The edge over which rows come to a sink: behind it only the sink's own operators (SinkMaterializer, writer) follow.
struct SinkEdge {
    std::uint32_t sink = 0;  ///< index of the last node
    std::string ship_strategy;
    std::int64_t upstream_parallelism = 0, sink_parallelism = 0;
};
/// One for each edge into each sink, in the order of the graph.
std::vector<SinkEdge> edges_into_sinks(const Graph& graph);

/// Ship strategies of the edges into the nodes of an operator ("LookupJoin"), in the order of the graph.
std::vector<std::string> edges_into(const Graph& graph, std::string_view op);

nlohmann::json chaining_json(const Graph& graph, const ChainingHints& hints);

}  // namespace plangrade::flink
