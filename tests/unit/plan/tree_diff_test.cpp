#include <doctest/doctest.h>

#include "facts/plan/diff.hpp"
#include "samples.hpp"

using namespace plangrade;

namespace {

std::optional<TreeDifference> between(const Plan& left, const Plan& right) {
    REQUIRE(left.physical() != nullptr);
    REQUIRE(right.physical() != nullptr);
    return first_tree_difference(*left.physical(), *right.physical());
}

std::optional<TreeDifference> between(const std::string& left, const std::string& right) {
    return between(plan_of(left), plan_of(right));
}

}  // namespace

TEST_CASE("simple text, formatted text and the log's tree of one query are the same tree") {
    CHECK_FALSE(between("spark43-aqe_final.txt", "spark43-aqe.log.json"));
    CHECK_FALSE(between("spark43-aqe_final.txt", "spark43-aqe.log.txt"));
    CHECK_FALSE(between("spark43-aqe.log.txt", "spark43-aqe.log.json"));
    CHECK_FALSE(between("spark35-aqe_final.txt", "spark35-aqe.log.json"));
    CHECK_FALSE(between("spark43-extended.txt", "spark43-explain.log.json"));
    CHECK_FALSE(between("spark43-extended.txt", "spark43-formatted.txt"));
    CHECK_FALSE(between("spark43-partition-write.log.txt", "spark43-partition-write.log.json"));
    CHECK_FALSE(between("spark35-create-view.log.txt", "spark35-create-view.log.json"));
}

TEST_CASE("subqueries, caches, several paths and other sources are the same tree in simple and formatted text") {
    for (const char* name : {"scalar", "dpp", "cachetable", "literal2", "long", "v2", "two", "table"}) {
        CAPTURE(name);
        const std::string base = std::string("spark35-") + name;
        CHECK_FALSE(between(base + "-simple.txt", base + "-formatted.txt"));
    }
}

TEST_CASE("the plan before it ran is another tree") {
    const auto difference = between("spark43-aqe_final.txt", "spark43-aqe-start.log.json");
    REQUIRE(difference);
    CHECK(difference->what == "Arguments");
    CHECK(difference->left_value == "isFinalPlan=true");
    CHECK(difference->right_value == "isFinalPlan=false");
    CHECK(difference->left_at.line == 2);
}

TEST_CASE("another operator, attribute or number of children is found at its place") {
    const auto plan = [](const char* text) { return spark::parse_spark_plan(text); };
    const Plan base =
        plan("== Physical Plan ==\nUnion\n:- Filter (a#3 > 1)\n:  +- Range (0, 5)\n+- LocalTableScan [b#4]\n");
    CHECK_FALSE(between(
        base, plan("== Physical Plan ==\nUnion\n:- Filter (a#9 > 1)\n:  +- Range (0, 5)\n+- LocalTableScan [b#1]\n")));

    auto difference = between(
        base, plan("== Physical Plan ==\nUnion\n:- Filter (a#3 > 2)\n:  +- Range (0, 5)\n+- LocalTableScan [b#4]\n"));
    REQUIRE(difference);
    CHECK(difference->what == "Condition");
    CHECK(difference->left_value == "(a#1 > 1)");
    CHECK(difference->left_at.line == 3);
    CHECK(difference->left_at.column == 11);

    difference = between(
        base, plan("== Physical Plan ==\nUnion\n:- Project [a#3]\n:  +- Range (0, 5)\n+- LocalTableScan [b#4]\n"));
    REQUIRE(difference);
    CHECK(difference->what == "operator");
    CHECK(difference->right_value == "Project");

    difference = between(base, plan("== Physical Plan ==\nUnion\n:- Filter (a#3 > 1)\n:  +- Range (0, 5)\n"));
    REQUIRE(difference);
    CHECK(difference->what == "children");
    CHECK(difference->left_value == "2");
    CHECK(difference->right_value == "1");
}

TEST_CASE("plan ids, stage numbers and cut values don't count") {
    const auto plan = [](const char* text) { return spark::parse_spark_plan(text); };
    const Plan left = plan(
        "== Physical Plan ==\nShuffleQueryStage 0\n+- Exchange hashpartitioning(a#1, 200), ENSURE_REQUIREMENTS, "
        "[plan_id=7]\n"
        "   +- FileScan parquet [a#1] ReadSchema: struct<a:int,b:in...\n");
    const Plan right = plan(
        "== Physical Plan ==\nShuffleQueryStage 3\n+- Exchange hashpartitioning(a#5, 200), ENSURE_REQUIREMENTS, "
        "[plan_id=99]\n"
        "   +- FileScan parquet [a#5] ReadSchema: struct<a:int,c:int>\n");
    CHECK_FALSE(between(left, right));
    const Plan other = plan(
        "== Physical Plan ==\nShuffleQueryStage 0\n+- Exchange hashpartitioning(a#1, 10), ENSURE_REQUIREMENTS, "
        "[plan_id=7]\n"
        "   +- FileScan parquet [a#1] ReadSchema: struct<a:int,c:int>\n");
    CHECK(between(left, other));
}

TEST_CASE("a plan that became a ResultQueryStage is done, whether or not the log says so") {
    const auto plan = [](const char* text) { return spark::parse_spark_plan(text); };
    const Plan text = plan(
        "== Physical Plan ==\nAdaptiveSparkPlan isFinalPlan=true\n+- ResultQueryStage 1\n   +- EmptyRelation "
        "[plan_id=3]\n      +- Project [a#1]\n");
    CHECK_FALSE(between(text, plan("== Physical Plan ==\nAdaptiveSparkPlan isFinalPlan=false\n+- ResultQueryStage 0\n  "
                                   " +- EmptyRelation [plan_id=9]\n")));
    const Plan before = plan("== Physical Plan ==\nAdaptiveSparkPlan isFinalPlan=true\n+- Exchange SinglePartition\n");
    CHECK(between(before,
                  plan("== Physical Plan ==\nAdaptiveSparkPlan isFinalPlan=false\n+- Exchange SinglePartition\n")));
}
