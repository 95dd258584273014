// Any bytes as an execution plan's JSON, alone or behind EXPLAIN's text.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "facts/flink/belongs.hpp"
#include "facts/flink/chaining.hpp"
#include "require.hpp"

using namespace plangrade;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Limits limits;
    limits.plan_nodes = 1000;
    const flink::Graph graph = flink::parse_graph(text, limits);
    require(graph.whole() || !graph.flaws.empty());
    require(!flink::graph_json(graph).dump().empty());
    const flink::VertexPrediction on = flink::predict_vertices(graph, {});
    require(on.least <= on.most && on.most <= graph.nodes.size());
    require(on.vertex_of.size() == graph.nodes.size());
    require(on.certain() == on.open.empty());
    require(!flink::chaining_json(graph, {}).dump().empty());
    const Plan plan = flink::parse_flink_plan(text, limits);
    if (const PlanTree* tree = flink::tree(plan, flink::kExecution)) flink::plan_and_graph_differ(*tree, graph);
    return 0;
}
