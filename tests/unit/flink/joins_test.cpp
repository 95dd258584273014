#include "facts/flink/joins.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

JoinFact first_join(const std::string& name, std::string_view title) {
    const Plan plan = plan_of(name);
    const PlanTree* found = tree(plan, title);
    REQUIRE(found != nullptr);
    REQUIRE_FALSE(joins(*found).empty());
    return joins(*found).front();
}

JoinFact join_of(const std::string& node) {
    const Plan plan =
        parse_flink_plan("== Optimized Execution Plan ==\n" + node +
                             "\n:- AScan(t=[x])\n+- Exchange(distribution=[broadcast])\n   +- BScan(t=[x])\n",
                         {});
    return joins(*tree(plan, kExecution)).at(0);
}

}  // namespace

TEST_CASE("a broadcast hash join is a HashJoin with isBroadcast") {
    const JoinFact join = first_join("23-multiple-input.txt", kPhysical);
    CHECK(join.op == "HashJoin");
    CHECK(join.strategy == "BroadcastHashJoin");
    CHECK(join.type == "InnerJoin");
    CHECK(join.build == "right");
    CHECK(join.probe == "left");
    CHECK(join.broadcast);
    CHECK(join.left.rows == 2e7);
    CHECK_FALSE(join.left.exchange);
    CHECK(join.right.rows == 15);
    CHECK(join.right.exchange == "broadcast");
    CHECK(join_json(join)["right"]["exchange"] == "broadcast");
}

TEST_CASE("without it, it is a shuffle hash join; an adaptive one tells what it was") {
    const JoinFact physical = first_join("23-shuffle-join.txt", kPhysical);
    CHECK(physical.strategy == "ShuffleHashJoin");
    CHECK_FALSE(physical.broadcast);
    CHECK(physical.left.exchange == "hash[k]");
    const JoinFact execution = first_join("23-shuffle-join.txt", kExecution);
    CHECK(execution.op == "AdaptiveJoin");
    CHECK(execution.strategy == "ShuffleHashJoin");
}

TEST_CASE("the other joins") {
    CHECK(join_of("NestedLoopJoin(joinType=[InnerJoin], build=[right])").broadcast);
    CHECK(join_of("NestedLoopJoin(build=[right])").strategy == "NestedLoopJoin");
    CHECK(join_of("SortMergeJoin(a=[b])").strategy == "SortMergeJoin");
    CHECK_FALSE(join_of("SortMergeJoin(a=[b])").build);
    CHECK(join_of("Join(a=[b])").strategy == "regular");
    CHECK(join_of("IntervalJoin(a=[b])").strategy == "interval");
    CHECK(first_join("120-temporal-join.txt", kExecution).strategy == "temporal");
    CHECK(first_join("vvr-window-join.txt", kExecution).strategy == "window");
    const JoinFact lookup = first_join("114-lookup-join.txt", kExecution);
    CHECK(lookup.strategy == "lookup");
    CHECK_FALSE(lookup.async);  // async=[false]
    CHECK(join_of("LookupJoin(async=[ORDERED, KEY_ORDERED: true, 180000ms, 100])").async ==
          "ORDERED, KEY_ORDERED: true, 180000ms, 100");
}
