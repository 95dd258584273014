#include "evidence/spark/plan_text_details.hpp"

#include <doctest/doctest.h>

#include "evidence/spark/plan_text.hpp"
#include "evidence/spark/plan_text_tree.hpp"

using namespace plangrade;
using namespace plangrade::spark::plan_text;

TEST_CASE("numbered names of formatted trees") {
    CHECK(numbered_name("Scan parquet  (1)")->name == "Scan parquet");
    CHECK(numbered_name("Scan parquet  (1)")->number == 1);
    CHECK(numbered_name("AQEShuffleRead (6), coalesced")->suffix == "coalesced");
    CHECK(numbered_name("ShuffleQueryStage (5), Statistics(sizeInBytes=16.4 KiB, rowCount=700)")->number == 5);
    CHECK(numbered_name("Scan parquet a (2) b (3)")->name == "Scan parquet a (2) b");
    CHECK(numbered_name("Project (unknown)"));
    CHECK_FALSE(numbered_name("Project (unknown)")->number);
    CHECK_FALSE(numbered_name("Range (0, 5, step=1)"));
    CHECK_FALSE(numbered_name("Filter (a#1 > 2)"));
    CHECK_FALSE(numbered_name("Union"));
}

TEST_CASE("an operator of both plans gets its details in both") {
    const Plan plan = spark::parse_spark_plan(
        "== Physical Plan ==\nAdaptiveSparkPlan (3)\n+- == Final Plan ==\n   Union (2)\n   +- Scan csv  (1)\n+- == "
        "Initial Plan ==\n   Scan csv  (1)\n\n\n"
        "(1) Scan csv \nOutput [1]: [a#1]\nReadSchema: struct<a:int>\n\n(2) Union\n\n(3) AdaptiveSparkPlan\nOutput "
        "[1]: [a#1]\nArguments: isFinalPlan=true\n");
    CHECK(plan.flaws.empty());
    CHECK(plan.is_final == true);
    const std::vector<PlanTree>& trees = plan.sections[0].trees;
    REQUIRE(trees.size() == 2);
    CHECK(trees[0].nodes[2].find("ReadSchema")->value == "struct<a:int>");
    CHECK(trees[1].nodes[0].find("ReadSchema")->value == "struct<a:int>");
    CHECK(trees[1].nodes[0].find("ReadSchema")->at.line == 12);
}

TEST_CASE("headings of details: reuse marks, names with brackets, details of no operator") {
    const Plan plan = spark::parse_spark_plan(
        "== Physical Plan ==\nUnion (3)\n:- Scan parquet t (x) (1)\n+- ReusedExchange (2)\n\n\n(1) Scan parquet t (x) "
        "[codegen id : 4]\nOutput: []\n\n"
        "(2) ReusedExchange [Reuses operator id: 1]\nOutput [1]: [a#1]\n\n(3) Union\n\n(9) Filter\nCondition : a\n");
    const PlanTree& tree = *plan.physical();
    CHECK(tree.nodes[1].codegen == 4);
    CHECK(tree.nodes[1].find("Output")->value == "[]");
    CHECK(tree.nodes[2].find("Output")->value == "[a#1]");
    REQUIRE(plan.flaws.size() == 1);
    CHECK(plan.flaws[0].code == "details-without-node");
    CHECK(plan.flaws[0].at == "line 15");
}

TEST_CASE("repeated numbers can't multiply a large block without bound") {
    std::string text = "== Physical Plan ==\nUnion (1)\n";
    for (int i = 0; i < 2000; ++i) text += ":- Filter (1)\n";
    text += "\n\n(1) Union\nCondition : " + std::string(20'000, 'x') + "\n";
    const Plan plan = spark::parse_spark_plan(text);
    std::size_t bytes = 0;
    for (const PlanNode& node : plan.physical()->nodes)
        for (const PlanAttribute& attribute : node.attributes) bytes += attribute.value.size();
    CHECK(bytes <= 8 * text.size() + 65536);
}

TEST_CASE("many operators and blocks of one number are read in linear time") {
    std::string text = "== Physical Plan ==\nUnion (1)\n";
    for (int i = 0; i < 30'000; ++i) text += ":- Filter (1)\n";
    text += "\n\n";
    for (int i = 0; i < 30'000; ++i) text += "(1) Filter\nCondition : b\n";
    const Plan plan = spark::parse_spark_plan(text);
    CHECK(plan.physical()->nodes.size() == 30'001);
    CHECK(plan.physical()->nodes[7].find("Condition")->value == "b");
}
