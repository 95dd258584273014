#include "facts/flink/execution_mode.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

PlanTree tree_of(const std::string& body, std::string_view title = kExecution) {
    const Plan plan = parse_flink_plan("== " + std::string(title) + " ==\n" + body, {});
    const PlanTree* found = tree(plan, title);
    REQUIRE(found != nullptr);
    return *found;
}

Graph graph_with(const std::string& contents, const std::string& ship) {
    return parse_graph(
        R"J({"nodes": [{"id": 1, "type": "Source: s[1]", "pact": "Data Source", "contents": "[1]:Scan", "parallelism": 1},
            {"id": 2, "type": "X[2]", "pact": "Operator", "contents": "[2]:)J" +
            contents + R"J(", "parallelism": 2, "predecessors": [{"id": 1, "ship_strategy": ")J" + ship +
            R"J(", "side": "second"}]}]})J",
        {});
}

}  // namespace

TEST_CASE("streaming and batch plans of real Flinks") {
    for (const char* name : {"23-click.txt", "114-two-phase.txt", "120-split-minibatch.txt", "23-dedup.txt",
                             "120-dedup.txt", "23-statement-set.txt", "vvr-window-join.txt"}) {
        CAPTURE(name);
        const Plan plan = plan_of(name);
        CHECK(execution_mode(*tree(plan, kExecution)) == "streaming");
    }
    for (const char* name : {"23-shuffle-join.txt", "120-subquery.txt", "23-multiple-input.txt"}) {
        CAPTURE(name);
        const Plan plan = plan_of(name);
        CHECK(execution_mode(*tree(plan, kPhysical)) == "batch");
        CHECK(execution_mode(parse_graph(sample(std::string("plans/") + name), {})) != "streaming");
    }
    const Plan details = plan_of("23-click-details.txt");
    CHECK(execution_mode(*tree(details, kPhysical)) == "streaming");
}

TEST_CASE("graphs of real Flinks") {
    CHECK(execution_mode(graph_of("23-click.json")) == "streaming");
    CHECK(execution_mode(graph_of("114-click.json")) == "streaming");
    CHECK(execution_mode(graph_of("120-materialize.json")) == "streaming");
    CHECK(execution_mode(graph_of("23-self-join.json")) == "streaming");
    CHECK(execution_mode(graph_of("23-union.json")).empty());
    CHECK(execution_mode(Graph{}).empty());
}

TEST_CASE("an operator or an attribute that only one mode has decides") {
    CHECK(execution_mode(tree_of("HashJoin(joinType=[InnerJoin], where=[=(a, b)])\n:- Calc(select=[a])\n+- "
                                 "Calc(select=[b])\n")) == "batch");
    CHECK(execution_mode(tree_of("Join(joinType=[InnerJoin], where=[=(a, b)])\n:- Calc(select=[a])\n+- "
                                 "Calc(select=[b])\n")) == "streaming");
    CHECK(execution_mode(tree_of("SortAggregate(isMerge=[false], groupBy=[k])\n")) == "batch");
    CHECK(execution_mode(tree_of("Exchange(distribution=[hash[k]], shuffle_mode=[BATCH])\n")) == "batch");
    CHECK(execution_mode(tree_of("Calc(select=[a], changelogMode=[I])\n")) == "streaming");
    CHECK(execution_mode(tree_of("Exchange(distribution=[hash[k]])\n")).empty());
    CHECK(execution_mode(tree_of("Sink(table=[c.d.t], fields=[a])\n+- Calc(select=[a])\n   +- "
                                 "TableSourceScan(table=[[c, d, t]], fields=[a])\n"))
              .empty());
    CHECK(execution_mode(PlanTree{}).empty());
}

TEST_CASE("a graph's keyed edge names its key in batch mode only") {
    CHECK(execution_mode(graph_with("Calc(select=[k])", "HASH")) == "streaming");
    CHECK(execution_mode(graph_with("Calc(select=[k])", "HASH[k]")) == "batch");
    CHECK(execution_mode(graph_with("Calc(select=[k])", "REBALANCE")).empty());
    CHECK(execution_mode(graph_with("GroupAggregate(groupBy=[k])", "FORWARD")) == "streaming");
    CHECK(execution_mode(graph_with("HashAggregate(isMerge=[false], groupBy=[k])", "FORWARD")) == "batch");
}
