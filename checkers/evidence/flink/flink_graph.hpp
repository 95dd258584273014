// Flink's JSON execution plan (EXPLAIN JSON_EXECUTION_PLAN, StreamExecutionEnvironment.getExecutionPlan): the operators
// of the stream graph and the edges between them, before chaining. Source of the form: JSONGenerator of
// Flink 1.14, 1.20 and 2.3, measured on its output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/plan.hpp"
#include "limits.hpp"

namespace plangrade::flink {

/// An edge, from the operator that sends to the one that receives.
struct GraphEdge {
    std::uint32_t from = 0, to = 0;  ///< indexes into Graph::nodes
    std::string ship_strategy;       ///< "FORWARD", "HASH", "HASH[k, region]", "REBALANCE", "GLOBAL", "BROADCAST"
    std::string side;                ///< always "second" in Flink's own
};

/// One operator of the stream graph.
struct GraphNode {
    std::int64_t id = 0;   ///< counts on through a session; not the number in `type`
    std::string type;      ///< "Calc[6]", "Source: clicks[5]", "out[8]: Writer"; Flink 1.14: the whole description
    std::string pact;      ///< "Data Source", "Operator", "Data Sink"
    std::string contents;  ///< "[6]:Calc(select=[page])"
    std::int64_t parallelism = 0;
    std::string op;  ///< as the plan text names it: "LocalHashAggregate"; "" where contents has none
    std::optional<std::uint32_t> number;    ///< 6 of "[6]:Calc"; none in 1.14 and for sources and writers without one
    std::vector<PlanAttribute> attributes;  ///< of contents, as in plan texts, without positions
    std::vector<std::uint32_t> in, out;     ///< edges, by index into Graph::edges, in the order of the JSON
    bool source() const { return pact == "Data Source"; }
};

/// What kind of JSON was handed in.
enum class GraphKind {
    execution_plan,  ///< what this reader is for
    compiled_plan,   ///< COMPILE PLAN's: flinkVersion, nodes, edges
    rest_plan,       ///< /jobs/<jid>/plan
    rest_job,        ///< /jobs/<jid>
    unknown,
};

/// The graph, as far as it could be read.
struct Graph {
    GraphKind kind = GraphKind::unknown;
    std::vector<GraphNode> nodes;  ///< in the order of the JSON: sources first
    std::vector<GraphEdge> edges;
    bool after_text = false;  ///< the JSON stood behind EXPLAIN's text sections
    std::uint32_t line = 1;   ///< in which the JSON begins
    std::vector<Flaw> flaws;
    /// True where the graph was read and nothing of it is lost or contradicts itself.
    bool whole() const;
};

const char* to_string(GraphKind kind);

/// Reads the JSON alone, or behind EXPLAIN's text sections (below "== Physical Execution Plan =="), with all that
/// parse_flink_plan tolerates around it; an HTTP answer's head before it is skipped (flaw "http-head", a note). Never
/// throws on any bytes.
Graph parse_graph(std::string_view text, const Limits& limits);

/// {"kind": "flink-graph", "flaws", "json", "nodes": [...], "edges": [...]}
nlohmann::json graph_json(const Graph& graph);

}  // namespace plangrade::flink
