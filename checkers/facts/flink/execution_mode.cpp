#include "facts/flink/execution_mode.hpp"

#include <algorithm>
#include <array>

namespace plangrade::flink {
namespace {

constexpr std::array<std::string_view, 14> kBatch{"HashAggregate",
                                                  "LocalHashAggregate",
                                                  "SortAggregate",
                                                  "LocalSortAggregate",
                                                  "HashJoin",
                                                  "SortMergeJoin",
                                                  "NestedLoopJoin",
                                                  "AdaptiveJoin",
                                                  "Sort",
                                                  "HashWindowAggregate",
                                                  "LocalHashWindowAggregate",
                                                  "SortWindowAggregate",
                                                  "LocalSortWindowAggregate",
                                                  "BoundedStreamScan"};
constexpr std::array<std::string_view, 20> kStreaming{"GroupAggregate",
                                                      "LocalGroupAggregate",
                                                      "GlobalGroupAggregate",
                                                      "IncrementalGroupAggregate",
                                                      "MiniBatchAssigner",
                                                      "ChangelogNormalize",
                                                      "DropUpdateBefore",
                                                      "Join",
                                                      "IntervalJoin",
                                                      "TemporalJoin",
                                                      "DeltaJoin",
                                                      "MultiJoin",
                                                      "TemporalSort",
                                                      "WatermarkAssigner",
                                                      "Deduplicate",
                                                      "WindowDeduplicate",
                                                      "GroupWindowAggregate",
                                                      "LocalWindowAggregate",
                                                      "GlobalWindowAggregate",
                                                      "SinkMaterializer"};

bool among(std::string_view op, const auto& names) {
    return std::find(names.begin(), names.end(), op) != names.end();
}

std::string_view mode_of(std::string_view op, const std::vector<PlanAttribute>& attributes) {
    const auto has = [&](std::string_view name) {
        return std::any_of(attributes.begin(), attributes.end(),
                           [&](const PlanAttribute& each) { return each.name == name; });
    };
    if (has("isMerge") || has("shuffle_mode") || among(op, kBatch)) return "batch";
    if (has("changelogMode") || among(op, kStreaming)) return "streaming";
    return "";
}

}  // namespace

std::string_view execution_mode(const PlanTree& tree) {
    for (const PlanNode& node : tree.nodes)
        if (const auto mode = mode_of(node.op, node.attributes); !mode.empty()) return mode;
    return "";
}

std::string_view execution_mode(const Graph& graph) {
    for (const GraphNode& node : graph.nodes)
        if (const auto mode = mode_of(node.op, node.attributes); !mode.empty()) return mode;
    for (const GraphEdge& edge : graph.edges) {
        if (edge.ship_strategy == "HASH") return "streaming";
        if (edge.ship_strategy.starts_with("HASH[")) return "batch";
    }
    return "";
}

}  // namespace plangrade::flink
