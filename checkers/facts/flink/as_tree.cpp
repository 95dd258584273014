#include "facts/flink/as_tree.hpp"

#include "evidence/flink/flink_node.hpp"

namespace plangrade::flink {
namespace {

void add(PlanNode& node, std::string name, std::string value) {
    PlanAttribute attribute;
    attribute.name = std::move(name);
    attribute.value = std::move(value);
    node.attributes.push_back(std::move(attribute));
}

/// 1.14 names an operator by its whole description.
std::string short_name(const VertexOperator& op) {
    const std::string& text = op.text.empty() ? op.name : op.text;
    if (text.find('(') == std::string::npos) return op.name;  // "out[187]: Writer" describes nothing
    const NodeText read = read_node(text);
    return read.op.empty() ? op.name : read.op;
}

void add_root(PlanTree& tree, PlanNode node) {
    tree.roots.push_back(static_cast<std::uint32_t>(tree.nodes.size()));
    tree.nodes.push_back(std::move(node));
}

PlanNode operator_of(const JobVertex& vertex, const VertexOperator& op) {
    PlanNode node;
    node.op = short_name(op);
    node.number = op.number;
    node.text = op.text.empty() ? op.name : op.text;
    for (const NodeAttribute& attribute : read_node(node.text).attributes) add(node, attribute.name, attribute.value);
    add(node, "vertex", vertex.name);
    add(node, "parallelism", std::to_string(vertex.parallelism));
    if (vertex.metrics.read_records) add(node, "read-records", std::to_string(*vertex.metrics.read_records));
    if (vertex.metrics.write_records) add(node, "write-records", std::to_string(*vertex.metrics.write_records));
    return node;
}

}  // namespace

PlanTree as_tree(const Graph& graph) {
    PlanTree tree;
    tree.title = "JSON execution plan";
    tree.whole = graph.whole();
    for (const GraphNode& from : graph.nodes) {
        PlanNode node;
        node.op = from.op.empty() ? from.type : from.op;
        node.text = from.contents;
        node.number = from.number;
        node.attributes = from.attributes;
        add(node, "parallelism", std::to_string(from.parallelism));
        for (const std::uint32_t edge : from.in) add(node, "ship_strategy", graph.edges[edge].ship_strategy);
        add_root(tree, std::move(node));
    }
    return tree;
}

PlanTree as_tree(const Job& job) {
    PlanTree tree;
    tree.title = "job";
    tree.whole = job.whole();
    for (const JobVertex& vertex : job.vertices) {
        bool first = true;
        for (const VertexOperator& op : vertex.operators) {
            PlanNode node = operator_of(vertex, op);
            if (first)
                for (const std::uint32_t edge : vertex.in) add(node, "ship_strategy", job.edges[edge].ship_strategy);
            first = false;
            add_root(tree, std::move(node));
        }
    }
    return tree;
}

}  // namespace plangrade::flink
