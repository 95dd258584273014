#include "evidence/spark/plan_info.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

using namespace plangrade;
using spark::read_plan_info;

namespace {

Plan sample(const std::string& name) {
    std::ifstream in(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/plans/" + name, std::ios::binary);
    return read_plan_info(std::string(std::istreambuf_iterator<char>(in), {}));
}

std::string node(const std::string& name, const std::string& children, const std::string& more = "") {
    return "{\"nodeName\":\"" + name + "\",\"simpleString\":\"" + name + " x\",\"children\":[" + children + "]" + more +
           "}";
}

}  // namespace

TEST_CASE("code generation's nodes are lifted, their id stays") {
    const Plan plan = sample("spark43-aqe.log.json");
    CHECK(plan.flaws.empty());
    CHECK(plan.is_final == true);
    const PlanTree& tree = *plan.physical();
    REQUIRE(tree.nodes.size() == 9);
    CHECK(tree.nodes[2].op == "HashAggregate");
    CHECK(tree.nodes[2].codegen == 2);
    CHECK(tree.nodes[3].op == "AQEShuffleRead");
    CHECK_FALSE(tree.nodes[3].codegen);
    CHECK(tree.nodes[6].codegen == 1);
    CHECK(tree.nodes[8].op == "Scan parquet");
    CHECK(tree.nodes[8].parent == 7);
    CHECK(tree.nodes[0].at.line == 0);
}

TEST_CASE("metadata is whole where simpleString is cut") {
    const Plan plan = sample("spark43-partition-write.log.json");
    const PlanNode& scan = plan.physical()->nodes.back();
    CHECK(scan.text.find("...") != std::string::npos);
    CHECK_FALSE(scan.find("ReadSchema")->truncated);
    CHECK(scan.find("ReadSchema")->value.ends_with(",order_date:date>"));
    CHECK(scan.find("Format")->value == "Parquet");
    CHECK(scan.find("Output")->value.starts_with("[order_id#0L,"));
}

TEST_CASE("metrics keep name, accumulator and type") {
    const Plan plan = sample("spark43-count-of-day.log.json");
    const PlanNode& scan = plan.physical()->nodes.back();
    bool found = false;
    for (const PlanMetric& metric : scan.metrics)
        if (metric.name == "number of partitions read") {
            found = true;
            CHECK(metric.accumulator > 0);
            CHECK(metric.type == "sum");
        }
    CHECK(found);
}

TEST_CASE("subqueries stand before the other children, as in text") {
    const Plan plan = read_plan_info(
        node("Filter", node("Range", "") + "," + node("Subquery", "") + "," + node("ReusedSubquery", "")));
    REQUIRE(plan.physical()->nodes.size() == 4);
    CHECK(plan.physical()->nodes[1].op == "Subquery");
    CHECK(plan.physical()->nodes[2].op == "ReusedSubquery");
    CHECK(plan.physical()->nodes[3].op == "Range");
}

TEST_CASE("what is no plan is a flaw") {
    for (const char* json : {"", "[]", "{}", "null", "{\"nodeName\":1}", "{\"nodeName\":\"InputAdapter\"}",
                             "{\"nodeName\":\"a\"", "\xFF"}) {
        CAPTURE(json);
        const Plan plan = read_plan_info(json);
        CHECK((plan.physical() == nullptr || plan.physical()->nodes.front().op.empty()));
        if (plan.physical() == nullptr) CHECK(plan.flaws.front().code == "not-a-plan");
    }
    const Plan odd = read_plan_info(node("Union", "1, \"x\", " + node("Range", "")));
    CHECK(odd.physical()->nodes.size() == 2);
    CHECK_FALSE(odd.physical()->whole);
    CHECK(odd.flaws.front().code == "not-a-node");
}

TEST_CASE("a key that stands twice is said") {
    const Plan plan = read_plan_info(node("Range", "", ",\"metadata\":{},\"metadata\":{\"a\":\"b\"}"));
    REQUIRE(plan.flaws.size() == 1);
    CHECK(plan.flaws[0].code == "duplicate-key");
}

TEST_CASE("deep JSON is refused by the limit, not by the stack") {
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += "{\"nodeName\":\"F\",\"children\":[";
    for (int i = 0; i < 100'000; ++i) deep += "]}";
    const Plan plan = read_plan_info(deep);
    REQUIRE(plan.flaws.size() == 1);
    CHECK(plan.flaws[0].code == "limit");
    CHECK(plan.flaws[0].message.find("plan_depth: 2000") != std::string::npos);

    std::string allowed;
    for (int i = 0; i < 1500; ++i) allowed += "{\"nodeName\":\"F\",\"children\":[";
    for (int i = 0; i < 1500; ++i) allowed += "]}";
    CHECK(read_plan_info(allowed).physical()->nodes.size() == 1500);
}

TEST_CASE("the number of operators is limited") {
    Limits limits;
    limits.plan_nodes = 3;
    const Plan plan = read_plan_info(
        node("Union", node("A", "") + "," + node("B", "") + "," + node("C", "") + "," + node("D", "")), limits);
    CHECK(plan.physical()->nodes.size() == 3);
    REQUIRE(plan.flaws.size() == 1);
    CHECK(plan.flaws[0].code == "limit");
}
