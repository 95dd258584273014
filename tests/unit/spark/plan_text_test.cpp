#include "evidence/spark/plan_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

using namespace plangrade;
using spark::parse_spark_plan;

namespace {

std::string sample(const std::string& name) {
    std::ifstream in(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/plans/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> titles(const Plan& plan) {
    std::vector<std::string> out;
    for (const PlanSection& section : plan.sections) out.push_back(section.title);
    return out;
}

std::vector<std::string> ops(const PlanTree& tree) {
    std::vector<std::string> out;
    for (const PlanNode& node : tree.nodes) out.push_back(node.op);
    return out;
}

bool has_flaw(const Plan& plan, std::string_view code) {
    return std::any_of(plan.flaws.begin(), plan.flaws.end(), [&](const Flaw& flaw) { return flaw.code == code; });
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("extended text: four sections, each with its tree") {
    const Plan plan = parse_spark_plan(sample("spark43-optimized.txt"));
    CHECK(plan.mode == PlanMode::extended);
    CHECK(plan.flaws.empty());
    CHECK(titles(plan) ==
          Strings{"Parsed Logical Plan", "Analyzed Logical Plan", "Optimized Logical Plan", "Physical Plan"});
    CHECK(ops(plan.section("Parsed Logical Plan")->trees.front()) ==
          Strings{"Project", "Filter", "Filter", "Relation"});
    CHECK(ops(plan.section("Analyzed Logical Plan")->trees.front()) ==
          Strings{"Project", "Filter", "Filter", "Relation"});
    CHECK(ops(plan.section("Optimized Logical Plan")->trees.front()) == Strings{"Project", "Filter", "Relation"});
    CHECK(ops(*plan.physical()) == Strings{"Project", "Filter", "ColumnarToRow", "Scan parquet"});
    CHECK(plan.section("Analyzed Logical Plan")->text.starts_with("order_id: bigint, three: int\nProject ["));
    CHECK(plan.section("Optimized Logical Plan")->trees.front().nodes[0].find("Output")->value ==
          "[order_id#0L, 3 AS three#11]");
    CHECK_FALSE(plan.is_final);
}

TEST_CASE("places point into the text") {
    const std::string text = sample("spark43-extended.txt");
    const Plan plan = parse_spark_plan(text);
    const PlanNode& scan = plan.physical()->nodes.back();
    CHECK(scan.at.line == 21);
    CHECK(scan.at.column == 10);
    const PlanAttribute* filters = scan.find("PushedFilters");
    REQUIRE(filters != nullptr);
    std::size_t line_start = 0;
    for (std::uint32_t line = 1; line < filters->at.line; ++line) line_start = text.find('\n', line_start) + 1;
    CHECK(text.substr(line_start + filters->at.column - 1, filters->value.size()) == filters->value);
    CHECK(plan.physical()->nodes[0].codegen == 1);
    CHECK_FALSE(scan.codegen);
}

TEST_CASE("formatted text: numbers, details and code generation ids") {
    const Plan plan = parse_spark_plan(sample("spark35-formatted.txt"));
    CHECK(plan.mode == PlanMode::formatted);
    CHECK(plan.flaws.empty());
    const PlanTree& tree = *plan.physical();
    CHECK(ops(tree) == Strings{"Project", "Filter", "ColumnarToRow", "Scan parquet"});
    CHECK(tree.nodes[3].number == 1);
    CHECK(tree.nodes[3].find("PushedFilters")->value == "[IsNotNull(status), EqualTo(status,refunded)]");
    CHECK(tree.nodes[3].find("PushedFilters")->at.line == 12);
    CHECK(tree.nodes[1].codegen == 1);
    CHECK(tree.nodes[1].find("Condition")->value == "(isnotnull(status#4) AND (status#4 = refunded))");
    CHECK(tree.nodes[0].find("Output")->value == "[order_id#0, qty#3]");
    CHECK(tree.nodes[3].parent == 2);
}

TEST_CASE("adaptive plans: the final plan first, then the initial one, in both modes") {
    for (const char* name : {"spark43-aqe_final.txt", "spark43-aqe.log.txt"}) {
        CAPTURE(name);
        const Plan plan = parse_spark_plan(sample(name));
        CHECK(plan.is_final == true);
        const std::vector<PlanTree>& trees = plan.section("Physical Plan")->trees;
        REQUIRE(trees.size() == 2);
        CHECK(trees[0].title == "Final Plan");
        CHECK(ops(trees[0]) == Strings{"AdaptiveSparkPlan", "ResultQueryStage", "HashAggregate", "AQEShuffleRead",
                                       "ShuffleQueryStage", "Exchange", "HashAggregate", "ColumnarToRow",
                                       "Scan parquet"});
        CHECK(trees[1].title == "Initial Plan");
        CHECK(ops(trees[1]) == Strings{"HashAggregate", "Exchange", "HashAggregate", "Scan parquet"});
        CHECK(trees[0].nodes[3].find("Arguments")->value == "coalesced");
        CHECK(trees[0].nodes[5].find("Arguments")->value ==
              "hashpartitioning(customer_id#1, 200), ENSURE_REQUIREMENTS, [plan_id=27]");
        CHECK(trees[0].nodes[2].find("Keys")->value == "[customer_id#1]");
        CHECK(trees[0].nodes[2].find("functions")->value == "[count(1)]");
        CHECK(trees[0].nodes[0].find("isFinalPlan")->value == "true");
    }
    const Plan before = parse_spark_plan(
        "== Physical Plan ==\nAdaptiveSparkPlan isFinalPlan=false\n+- Exchange SinglePartition\n   +- Range (0, 5)\n");
    CHECK(before.is_final == false);
    CHECK(before.physical()->title == "Physical Plan");
    CHECK(before.physical()->nodes[2].parent == 1);
    const Plan current = parse_spark_plan(
        "== Physical Plan ==\nAdaptiveSparkPlan isFinalPlan=false\n+- == Current Plan ==\n   Union\n+- == Initial Plan "
        "==\n   Union\n");
    CHECK(current.physical()->title == "Current Plan");
    CHECK(current.physical()->nodes.size() == 2);
}

TEST_CASE("subqueries: children in simple text, trees of their own in formatted text") {
    const Plan simple = parse_spark_plan(sample("spark35-scalar-simple.txt"));
    CHECK(simple.flaws.empty());
    const PlanTree& tree = *simple.physical();
    CHECK(tree.nodes.size() == 26);
    CHECK(tree.nodes[2].op == "Filter");
    REQUIRE(tree.nodes[2].children.size() == 3);
    CHECK(tree.nodes[tree.nodes[2].children[0]].op == "Subquery");
    CHECK(tree.nodes[tree.nodes[2].children[1]].op == "Subquery");
    CHECK(tree.nodes[tree.nodes[2].children[2]].op == "ColumnarToRow");

    const Plan formatted = parse_spark_plan(sample("spark35-scalar-formatted.txt"));
    CHECK(formatted.flaws.empty());
    const std::vector<PlanTree>& trees = formatted.section("Physical Plan")->trees;
    CHECK(trees[0].title == "Final Plan");
    CHECK(trees[0].nodes.size() == 5);
    CHECK(std::count_if(trees.begin(), trees.end(),
                        [](const PlanTree& one) { return one.title.starts_with("Subquery:"); }) == 2);
    const auto subquery =
        std::find_if(trees.begin(), trees.end(), [](const PlanTree& one) { return one.title == "Subquery:1"; });
    REQUIRE(subquery != trees.end());
    CHECK(subquery->nodes[0].find("Hosting operator id")->value == "3");
    CHECK(subquery->nodes[0].find("Hosting Expression")->value.starts_with("Subquery subquery#"));
}

TEST_CASE("cached plans, cost and codegen text") {
    const Plan cached = parse_spark_plan(sample("spark35-cachetable-simple.txt"));
    const Strings names = ops(*cached.physical());
    CHECK(std::count(names.begin(), names.end(), "InMemoryTableScan") == 1);
    CHECK(std::count(names.begin(), names.end(), "InMemoryRelation") == 1);
    const auto scan = std::find_if(cached.physical()->nodes.begin(), cached.physical()->nodes.end(),
                                   [](const PlanNode& node) { return node.op == "InMemoryTableScan"; });
    CHECK(scan->find("Table")->value == "ct");

    const Plan cost = parse_spark_plan(sample("spark43-cost.txt"));
    CHECK(cost.mode == PlanMode::cost);
    const PlanNode& filter = cost.section("Optimized Logical Plan")->trees.front().nodes[1];
    CHECK(filter.find("Condition")->value == "(isnotnull(qty#3) AND ((qty#3 > 1) AND (qty#3 > 3)))");
    CHECK(filter.find("Statistics")->value.starts_with("sizeInBytes="));

    const Plan codegen = parse_spark_plan(sample("spark35-filter-codegen.txt"));
    CHECK(codegen.mode == PlanMode::codegen);
    REQUIRE(codegen.sections.size() == 1);
    CHECK(codegen.sections[0].title.starts_with("Subtree 1 / 1 "));
    CHECK(ops(codegen.sections[0].trees.front()) == Strings{"Project", "Filter", "ColumnarToRow", "Scan parquet"});
    CHECK(codegen.physical() == nullptr);
    CHECK(codegen.flaws.empty());
}

TEST_CASE("texts that were pasted are read, with a note") {
    const std::string text = sample("spark35-formatted.txt");
    const auto lines_replaced = [&](std::string_view end) {
        std::string out;
        for (const char c : text) out += c == '\n' ? std::string(end) : std::string(1, c);
        return out;
    };
    for (const std::string& pasted :
         {lines_replaced("\r\n"), "\xEF\xBB\xBF" + text, ">>> df.explain('formatted')\n" + text,
          "    " + lines_replaced("\n    "), "24/05/01 12:00:01 WARN Utils: x\n" + text + "None\n",
          "```\n" + text + "```\n", lines_replaced("\r")}) {
        const Plan plan = parse_spark_plan(pasted);
        REQUIRE(plan.physical() != nullptr);
        CHECK(ops(*plan.physical()) == Strings{"Project", "Filter", "ColumnarToRow", "Scan parquet"});
        CHECK(plan.physical()->nodes[3].find("ReadSchema")->value == "struct<order_id:int,qty:int,status:string>");
        for (const Flaw& flaw : plan.flaws) CHECK(flaw.severity == Severity::note);
    }
    CHECK(has_flaw(parse_spark_plan("\xEF\xBB\xBF" + text), "byte-order-mark"));
    CHECK(has_flaw(parse_spark_plan("hello\n" + text), "text-before-plan"));
    CHECK(has_flaw(parse_spark_plan("  " + lines_replaced("\n  ")), "indented"));
    CHECK(has_flaw(parse_spark_plan(text + text), "several-plans"));
    CHECK(parse_spark_plan(text + text).sections[1].output == 1);
}

TEST_CASE("places count the indentation and the mark that were taken off") {
    const Plan plan = parse_spark_plan("\xEF\xBB\xBF  == Physical Plan ==\n  Filter (a#1 > 2)\n  +- Range (0, 5)\n");
    CHECK(plan.sections[0].at.column == 6);
    CHECK(plan.physical()->nodes[0].at.column == 3);
    CHECK(plan.physical()->nodes[0].find("Condition")->at.column == 10);
    CHECK(plan.physical()->nodes[1].at.line == 3);
    CHECK(plan.physical()->nodes[1].at.column == 6);
}

TEST_CASE("what is no plan is named") {
    const auto message = [](std::string_view text) {
        const Plan plan = parse_spark_plan(text);
        REQUIRE(plan.flaws.size() == 1);
        CHECK(plan.flaws[0].severity == Severity::fatal);
        CHECK(plan.flaws[0].code == "not-a-plan");
        CHECK(plan.sections.empty());
        return plan.flaws[0].message;
    };
    const auto says = [&](std::string_view text, std::string_view what) {
        CAPTURE(text);
        CHECK(message(text).find(what) != std::string::npos);
    };
    says("", "it is empty");
    says("  \n \n", "it is empty");
    says("{\"pushed_filters\": []}", "JSON");
    says("from pyspark.sql import SparkSession\n", "Python");
    says("order_id,qty\n1,2\n", "CSV");
    says("== Abstract Syntax Tree ==\nLogicalProject\n", "Flink");
    says("'== Physical Plan ==\\n*(1) Project'", "\\n");
    says("*(1) Project [a#1]\n+- Range (0, 5)\n", "lost its heading");
    says("+----+\n|plan|\n+----+\n|== Physical Plan ==\n", "show()");
    says(std::string_view("\xFF\xFE=\0=\0", 6), "UTF-16");
    says("hello\n", "some other text");
}

TEST_CASE("a text that isn't whole says so") {
    const std::string text = sample("spark35-formatted.txt");
    const Plan no_details = parse_spark_plan(text.substr(0, text.find("(1) Scan parquet \n")));
    CHECK(has_flaw(no_details, "node-without-details"));
    CHECK_FALSE(no_details.physical()->whole);
    const Plan cut = parse_spark_plan(text.substr(0, text.find("(3) Filter")));
    CHECK(has_flaw(cut, "node-without-details"));
    CHECK(has_flaw(parse_spark_plan("== Physical Plan ==\n\n"), "empty-section"));
    const Plan limited =
        parse_spark_plan("== Physical Plan ==\nProject [a#1]\n+- Filter (a#1 >... 4711 more characters");
    CHECK(has_flaw(limited, "truncated"));
    CHECK_FALSE(limited.physical()->whole);
}

TEST_CASE("literals with line ends stay in their operator") {
    const Plan simple = parse_spark_plan("== Physical Plan ==\nFilter (s#1 = a\nb: c)\n+- Range (0, 5)\n");
    REQUIRE(simple.physical()->nodes.size() == 2);
    CHECK(simple.physical()->nodes[0].find("Condition")->value == "(s#1 = a\nb: c)");
    const Plan formatted = parse_spark_plan(
        "== Physical Plan ==\nFilter (2)\n+- Range (1)\n\n\n(1) Range\nOutput [1]: [s#1]\n\n(2) Filter\nInput [1]: "
        "[s#1]\nCondition : (s#1 = a\nb: c)\n");
    CHECK(formatted.physical()->nodes[0].find("Condition")->value == "(s#1 = a\nb: c)");
    // a literal that looks like an attribute makes the block's values unknown, never wrong
    const Plan forged = parse_spark_plan(sample("spark35-newline-formatted.txt"));
    CHECK(forged.physical()->nodes[3].find("ReadSchema")->truncated);
}

TEST_CASE("limits of operators and depth are kept and said") {
    Limits limits;
    limits.plan_nodes = 10;
    std::string wide = "== Physical Plan ==\nUnion\n";
    for (int i = 0; i < 50; ++i) wide += ":- Range (0, 5)\n";
    const Plan many = parse_spark_plan(wide, limits);
    CHECK(many.physical()->nodes.size() == 10);
    CHECK(has_flaw(many, "limit"));
    CHECK_FALSE(many.physical()->whole);

    std::string deep = "== Physical Plan ==\nFilter a\n";
    for (int i = 0; i < 3000; ++i) deep += std::string(3 * static_cast<std::size_t>(i), ' ') + "+- Filter a\n";
    const Plan depth = parse_spark_plan(deep);
    CHECK(depth.physical()->nodes.size() == 2000);
    CHECK(has_flaw(depth, "limit"));
}

TEST_CASE("the analyzed plan of a command has no schema line") {
    const Plan plan = parse_spark_plan(
        "== Analyzed Logical Plan ==\nCreateViewCommand `t`\n   +- Relation [a#1] parquet\n\n== Optimized Logical Plan "
        "==\nX\n");
    CHECK(plan.flaws.empty());
    CHECK(ops(plan.sections[0].trees.front()) == Strings{"CreateViewCommand", "Relation"});
    CHECK(parse_spark_plan("== Analyzed Logical Plan ==\nShowTables\n\n== Physical Plan ==\nX\n")
              .sections[0]
              .trees.size() == 1);
}

TEST_CASE("odd trees are read without harm") {
    CHECK(parse_spark_plan("== Physical Plan ==\n+- == Final Plan ==\n").physical() == nullptr);
    CHECK(parse_spark_plan("== Physical Plan ==\n:- Filter a\n").physical() == nullptr);
    const Plan plan =
        parse_spark_plan("== Physical Plan ==\nUnion\n+- == Initial Plan ==\n+- == Final Plan ==\n   x\n");
    CHECK(plan.physical() != nullptr);
    CHECK(parse_spark_plan("== Analyzed Logical Plan ==\nProject [a#1]\n").sections[0].trees.size() == 1);
    CHECK(parse_spark_plan("== Analyzed Logical Plan ==\nProject [a#1]\n+- Range (0, 5)\n")
              .sections[0]
              .trees[0]
              .nodes.size() == 2);
}

TEST_CASE("a cached query's formatted plan of Spark 4 says columnarIn behind the operator's number") {
    const Plan plan = spark::parse_spark_plan(
        "== Physical Plan ==\n"
        "InMemoryTableScan (1) (columnarIn=false, columnarOut=true)\n"
        "   +- InMemoryRelation (2)\n"
        "         +- Scan parquet  (3)\n\n\n"
        "(1) InMemoryTableScan\nOutput [1]: [qty#3]\n\n"
        "(2) InMemoryRelation\nArguments: [qty#3], StorageLevel(disk, memory, deserialized, 1 replicas)\n\n"
        "(3) Scan parquet \nOutput [1]: [qty#3]\nReadSchema: struct<qty:int>\n");
    CHECK(plan.mode == PlanMode::formatted);
    REQUIRE(plan.physical() != nullptr);
    REQUIRE(!plan.physical()->nodes.empty());
    CHECK(plan.physical()->nodes[0].op == "InMemoryTableScan");
    CHECK(plan.physical()->nodes[0].number == 1);
}
