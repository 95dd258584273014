#include "facts/flink/as_tree.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

std::vector<std::string> all(const PlanNode& node, std::string_view name) {
    std::vector<std::string> out;
    for (const PlanAttribute& attribute : node.attributes)
        if (attribute.name == name) out.push_back(attribute.value);
    return out;
}

const PlanNode& node_of(const PlanTree& tree, std::string_view op) {
    for (const PlanNode& node : tree.nodes)
        if (node.op == op) return node;
    FAIL("no operator ", op);
    return tree.nodes.front();
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a graph's operators are nodes without parents") {
    const PlanTree tree = as_tree(graph_of("23-click.json"));
    CHECK(tree.whole);
    CHECK(tree.title == "JSON execution plan");
    CHECK(outline(tree) == "TableSourceScan0 Calc0 GroupAggregate0 Calc0 Sink0");
    CHECK(tree.roots.size() == 5);
    const PlanNode& aggregate = node_of(tree, "GroupAggregate");
    CHECK(aggregate.number == 16);
    CHECK(all(aggregate, "groupBy") == Texts{"[page]"});
    CHECK(all(aggregate, "parallelism") == Texts{"1"});
    CHECK(all(aggregate, "ship_strategy") == Texts{"HASH"});
    CHECK(all(node_of(tree, "TableSourceScan"), "ship_strategy").empty());
}

TEST_CASE("each edge into an operator has its ship strategy") {
    CHECK(all(node_of(as_tree(graph_of("23-multiple-input.json")), "MultipleInput"), "ship_strategy") ==
          Texts{"BROADCAST", "FORWARD"});
    CHECK(all(node_of(as_tree(graph_of("23-self-join.json")), "Join"), "ship_strategy") == Texts{"HASH", "HASH"});
}

TEST_CASE("operators without a description go by their type") {
    const PlanTree tree = as_tree(graph_of("120-file-sink.json"));
    CHECK(outline(tree) ==
          "TableSourceScan0 Calc0 streaming-writer0 compact-coordinator0 compact-operator0 PartitionCommitter0 end: "
          "Writer0");
    CHECK(all(tree.nodes[4], "ship_strategy") == Texts{"BROADCAST"});
}

TEST_CASE("a graph that is not whole makes a tree that is not") {
    const Graph broken = parse_graph(
        R"({"nodes": [{"id": 1, "type": "a", "pact": "Operator", "contents": "a", "parallelism": 1, "predecessors": [{"id": 9, "ship_strategy": "HASH", "side": "second"}]}]})",
        {});
    CHECK_FALSE(broken.whole());
    CHECK_FALSE(as_tree(broken).whole);
    CHECK(as_tree(Graph{}).nodes.empty());
    CHECK(as_tree(Job{}).nodes.empty());
}

TEST_CASE("a job's operators know their vertex, its counters and, the first of a chain, its edges") {
    const Job job = job_of("23-click-on.json");
    const PlanTree tree = as_tree(job);
    CHECK(tree.whole);
    CHECK(tree.title == "job");
    // chained operators go by the names that the vertex has for them
    REQUIRE(tree.nodes.size() == 5);
    const PlanNode& aggregate = node_of(tree, "GroupAggregate");
    CHECK(aggregate.number == 22);
    CHECK(all(aggregate, "vertex") == Texts{"GroupAggregate[22] -> Calc[23] -> Sink: page_stats[24]"});
    CHECK(all(aggregate, "read-records") == Texts{"5620"});
    CHECK(all(aggregate, "write-records") == Texts{"0"});
    CHECK(all(aggregate, "parallelism") == Texts{"1"});
    CHECK(all(aggregate, "groupBy") == Texts{"[page]"});
    CHECK(all(aggregate, "ship_strategy") == Texts{"HASH"});
    CHECK(all(tree.nodes[3], "vertex") == all(aggregate, "vertex"));
    CHECK(all(tree.nodes[3], "ship_strategy").empty());
    CHECK(all(tree.nodes[0], "write-records") == Texts{"5620"});
}

TEST_CASE("1.14 names operators by their descriptions; their trees have short names all the same") {
    const PlanTree tree = as_tree(job_of("114-click-on.json"));
    CHECK(node_of(tree, "GroupAggregate").find("groupBy") != nullptr);
    CHECK(all(node_of(tree, "GroupAggregate"), "read-records") == Texts{"5620"});
    CHECK(node_of(as_tree(graph_of("114-click.json")), "GroupAggregate").find("groupBy") != nullptr);
}

TEST_CASE("a vertex of several inputs and writers without a description") {
    const PlanTree inputs = as_tree(job_of("23-multiple-input-on.json"));
    CHECK(all(node_of(inputs, "MultipleInput"), "ship_strategy") == Texts{"BROADCAST"});
    const PlanTree sinks = as_tree(job_of("23-two-sinks-on.json"));
    const PlanNode& writer = node_of(sinks, "out2: Writer");
    CHECK(all(writer, "ship_strategy") == Texts{"FORWARD"});
    CHECK(all(writer, "read-records") == Texts{"400"});
}
