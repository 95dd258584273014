#include "facts/flink/joins.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "evidence/flink/flink_node.hpp"
#include "facts/flink/tree_facts.hpp"

namespace plangrade::flink {
namespace {

/// Join operators by what they are called where plans are discussed.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kStrategies{{
    {"Join", "regular"},
    {"IntervalJoin", "interval"},
    {"TemporalJoin", "temporal"},
    {"LookupJoin", "lookup"},
    {"WindowJoin", "window"},
    {"DeltaJoin", "delta"},
    {"MultiJoin", "multi"},
    {"SortMergeJoin", "SortMergeJoin"},
    {"NestedLoopJoin", "NestedLoopJoin"},
}};

std::string strategy_of(const PlanNode& node) {
    if (node.op == "HashJoin")
        return attribute_text(node, "isBroadcast") == "true" ? "BroadcastHashJoin" : "ShuffleHashJoin";
    // 2.3 may choose at run time; the plan tells what it would have been
    if (node.op == "AdaptiveJoin" && attribute(node, "originalJoin") != nullptr)
        return std::string(attribute_text(node, "originalJoin"));
    for (const auto& [op, strategy] : kStrategies)
        if (node.op == op) return std::string(strategy);
    return node.op;
}

JoinSide side(const PlanTree& tree, const PlanNode& join, std::size_t input) {
    JoinSide out;
    if (join.children.size() <= input) return out;
    const PlanNode& node = tree.nodes[join.children[input]];
    if (const PlanAttribute* rows = attribute(node, "rowcount")) out.rows = plan_number(rows->value);
    if (node.op == "Exchange") out.exchange = std::string(attribute_text(node, "distribution"));
    return out;
}

std::optional<std::string> text(const PlanNode& node, std::string_view name) {
    if (attribute(node, name) == nullptr) return std::nullopt;
    return std::string(attribute_text(node, name));
}

JoinFact join_fact(const PlanTree& tree, std::uint32_t index) {
    const PlanNode& node = tree.nodes[index];
    JoinFact out;
    out.node = index;
    out.op = node.op;
    out.strategy = strategy_of(node);
    out.type = attribute_text(node, "joinType");
    out.condition = attribute_text(node, "where");
    out.build = text(node, "build");
    if (out.build == "left") out.probe = "right";
    if (out.build == "right") out.probe = "left";
    out.left = side(tree, node, 0);
    out.right = side(tree, node, 1);
    out.broadcast =
        out.strategy == "BroadcastHashJoin" || out.left.exchange == "broadcast" || out.right.exchange == "broadcast";
    out.async = text(node, "async");
    if (out.async == "false") out.async.reset();  // 1.14's way to say that it is none
    return out;
}

nlohmann::json side_json(const JoinSide& side) {
    return {{"rows", side.rows ? nlohmann::json(*side.rows) : nlohmann::json()},
            {"exchange", side.exchange ? nlohmann::json(*side.exchange) : nlohmann::json()}};
}

}  // namespace

std::vector<JoinFact> joins(const PlanTree& tree) {
    std::vector<JoinFact> out;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i)
        if (tree.nodes[i].op.ends_with("Join") && !tree.nodes[i].op.starts_with("Logical"))
            out.push_back(join_fact(tree, i));
    return out;
}

nlohmann::json join_json(const JoinFact& join) {
    const auto optional = [](const std::optional<std::string>& value) {
        return value ? nlohmann::json(*value) : nlohmann::json();
    };
    return {{"node", join.op},
            {"strategy", join.strategy},
            {"type", join.type},
            {"condition", join.condition},
            {"build", optional(join.build)},
            {"probe", optional(join.probe)},
            {"broadcast", join.broadcast},
            {"async", optional(join.async)},
            {"left", side_json(join.left)},
            {"right", side_json(join.right)}};
}

}  // namespace plangrade::flink
