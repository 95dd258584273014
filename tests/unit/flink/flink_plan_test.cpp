#include "evidence/flink/flink_plan.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

PlanTree tree_of(const Plan& plan, std::string_view title) {
    const PlanTree* found = tree(plan, title);
    REQUIRE(found != nullptr);
    return *found;
}

PlanNode node_of(const PlanTree& tree, std::string_view op) {
    for (const PlanNode& node : tree.nodes)
        if (node.op == op) return node;
    FAIL("no " << op);
    return tree.nodes.front();
}

}  // namespace

TEST_CASE("sections, trees, attributes and their places") {
    const Plan plan = plan_of("23-click.txt");
    CHECK(plan.mode == PlanMode::flink);
    CHECK(plan.flaws.empty());
    REQUIRE(plan.sections.size() == 3);
    CHECK(plan.sections[0].title == kAst);
    CHECK(plan.sections[1].title == kPhysical);
    CHECK(plan.sections[2].title == kExecution);
    const PlanTree execution = tree_of(plan, kExecution);
    CHECK(execution.whole);
    CHECK(outline(execution) == "Sink0 Calc1 GroupAggregate2 Exchange3 Calc4 TableSourceScan5");
    const PlanNode exchange = node_of(execution, "Exchange");
    CHECK(exchange.text == "Exchange(distribution=[hash[page]])");
    CHECK(attribute_text(exchange, "distribution") == "hash[page]");
    CHECK(exchange.at.line == 21);
    CHECK(exchange.at.column == 10);
    REQUIRE(exchange.attributes.size() == 1);
    CHECK(exchange.attributes[0].at.column == 19);
    const PlanNode calc = node_of(execution, "Calc");
    CHECK(attribute_text(calc, "select") == "page, CAST(cnt AS BIGINT) AS cnt, CAST(total AS BIGINT) AS total");
}

TEST_CASE("costs, changelog modes and advice") {
    const Plan plan = plan_of("23-click-details.txt");
    CHECK(plan.flaws.empty());
    const PlanSection* physical = section(plan, kPhysical);
    REQUIRE(physical != nullptr);
    CHECK(physical->title == kPhysicalWithAdvice);
    REQUIRE(physical->remarks.size() == 1);
    CHECK(physical->remarks[0].kind == "ADVICE");
    CHECK(physical->remarks[0].number == 1U);
    CHECK(physical->remarks[0].text.starts_with("You might want to enable local-global"));
    for (const PlanNode& node : physical->trees.front().nodes) {
        CAPTURE(node.text);
        CHECK(attribute(node, "rowcount") != nullptr);
        CHECK(attribute(node, "cumulative cost") != nullptr);
        CHECK(attribute(node, "changelogMode") != nullptr);
    }
    const PlanNode aggregate = node_of(physical->trees.front(), "GroupAggregate");
    CHECK(attribute_text(aggregate, "advice") == "1");
    CHECK(attribute_text(aggregate, "changelogMode") == "I,UB,UA");
}

TEST_CASE("a warning's related plan belongs to no node of the section") {
    const Plan plan = plan_of("23-warning.txt");
    CHECK(plan.flaws.empty());
    const PlanSection* physical = section(plan, kPhysical);
    REQUIRE(physical != nullptr);
    REQUIRE(physical->remarks.size() == 2);
    CHECK(physical->remarks[1].kind == "WARNING");
    REQUIRE(physical->trees.size() == 2);
    CHECK(physical->trees[0].nodes.size() == 5);
    CHECK(physical->trees[1].title == "related rel plan");
    CHECK(outline(physical->trees[1]) == "Calc0 TableSourceScan1");
}

TEST_CASE("a statement set's trees are roots beside each other, a shared part first") {
    const PlanTree execution = tree_of(plan_of("23-statement-set.txt"), kExecution);
    CHECK(execution.whole);
    CHECK(execution.roots.size() == 3);
    CHECK(outline(execution) ==
          "Exchange0 Calc1 TableSourceScan2 Sink0 GroupAggregate1 Reused2 Sink0 GroupAggregate1 Reused2");
    CHECK(attribute_text(execution.nodes[0], "reuse_id") == "1");
    CHECK(attribute_text(execution.nodes[5], "reference_id") == "1");
}

TEST_CASE("a multiple input's members are a tree of their own") {
    const Plan plan = plan_of("23-multiple-input.txt");
    CHECK(plan.flaws.empty());
    const PlanSection* execution = section(plan, kExecution);
    REQUIRE(execution->trees.size() == 2);
    CHECK(outline(execution->trees[0]) ==
          "HashAggregate0 Exchange1 LocalHashAggregate2 Calc3 MultipleInput4 Exchange5 Calc6 TableSourceScan7 "
          "TableSourceScan5 Exchange5 TableSourceScan6");
    const PlanTree& members = execution->trees[1];
    REQUIRE(members.owner == 4U);
    CHECK(outline(members) == "HashJoin0 Calc1 HashJoin2 TableSourceScan3 Exchange3 Exchange1");
    CHECK(members.nodes[3].number == 2U);
    CHECK(members.nodes[5].number == 1U);
    CHECK(members.whole);
}

TEST_CASE("literals, ranges, subqueries and window properties of three versions") {
    for (const char* name :
         {"114-literals.txt", "23-ranges.txt", "120-subquery.txt", "23-window.txt", "114-lookup-join.txt",
          "120-temporal-join.txt", "vvr-window-join.txt", "120-split-minibatch.txt"}) {
        CAPTURE(name);
        const Plan plan = plan_of(name);
        CHECK(plan.flaws.empty());
        for (const PlanSection& part : plan.sections)
            for (const PlanTree& found : part.trees) CHECK(found.whole);
    }
    const Plan subquery = plan_of("120-subquery.txt");
    const PlanTree ast = tree_of(subquery, kAst);
    CHECK(outline(ast) == "LogicalProject0 LogicalFilter1 LogicalTableScan2");
    const PlanNode filter = node_of(ast, "LogicalFilter");
    CHECK(attribute_text(filter, "condition").starts_with("IN($1, {\nLogicalProject"));
    const PlanNode calc = node_of(tree_of(plan_of("23-ranges.txt"), kExecution), "Calc");
    CHECK(attribute_text(calc, "where") == "SEARCH(amount, Sarg[[5..10), 50, (90..+∞)])");
}

TEST_CASE("the JSON section is text") {
    const Plan plan = plan_of("23-ranges.txt");
    const PlanSection* json = section(plan, kJson);
    REQUIRE(json != nullptr);
    CHECK(json->trees.empty());
    CHECK(nlohmann::json::parse(json->text)["nodes"].size() == 3);
}

TEST_CASE("what students hand in is read the same") {
    const std::string plain = sample("plans/23-click.txt");
    const std::string want = outline(tree_of(parse_flink_plan(plain, {}), kExecution));
    std::string crlf, indented, spaced, doubled;
    for (const char c : plain) {
        crlf += c == '\n' ? "\r\n" : std::string(1, c);
        doubled += c == '\n' ? "\n\n" : std::string(1, c);
        spaced += c == ' ' ? "\xC2\xA0" : std::string(1, c);
        indented += c == '\n' ? "\n    " : std::string(1, c);
    }
    for (const std::string& text :
         {crlf, "\xEF\xBB\xBF" + plain, indented, "    " + indented, spaced,
          "12:00:01 INFO Main - " + plain + "1 row in set\n", sample("plans/23-click-sql-client.txt")}) {
        const Plan plan = parse_flink_plan(text, {});
        CHECK(plan.sections.size() == 3);
        for (const char* title : {"Abstract Syntax Tree", "Optimized Physical Plan", "Optimized Execution Plan"})
            CHECK(tree_of(plan, title).whole);
        CHECK(outline(tree_of(plan, kExecution)) == want);
        for (const Flaw& flaw : plan.flaws) CHECK(flaw.severity == Severity::note);
    }
    CHECK(tree_of(parse_flink_plan(doubled, {}), kExecution).whole);
}

TEST_CASE("a session with several EXPLAINs keeps them apart") {
    const std::string one = sample("plans/23-click-sql-client.txt"), two = sample("plans/23-click.txt");
    const Plan plan = parse_flink_plan(one + "\n" + two, {});
    REQUIRE(plan.sections.size() == 6);
    CHECK(plan.sections[2].output == 0);
    CHECK(plan.sections[3].output == 1);
    CHECK(section(plan, kExecution) == &plan.sections[2]);
}

TEST_CASE("an error instead of a plan") {
    const Plan plan = plan_of("114-error.txt");
    CHECK(plan.sections.empty());
    CHECK(plan.flaws.empty());
    CHECK(plan.error.starts_with("org.apache.flink.table.api.TableException: Table sink "));
    CHECK(plan.error_at.line == 2);
}

TEST_CASE("other files are named") {
    CHECK(parse_flink_plan("{\"nodes\": []}", {}).flaws.at(0).code == "json");
    CHECK(parse_flink_plan("== Physical Plan ==\n*(1) Scan x\n", {}).flaws.back().code == "spark-plan");
    CHECK(parse_flink_plan("hello", {}).flaws.at(0).code == "not-flink-plan");
    CHECK(parse_flink_plan("", {}).flaws.at(0).code == "not-flink-plan");
    CHECK(parse_flink_plan("== Optimized Execution Plan ==\n\n", {}).flaws.at(0).code == "no-tree");
}

TEST_CASE("long texts take linear time, deep and wide ones end at a limit") {
    const auto start = std::chrono::steady_clock::now();
    std::string text = "== Optimized Execution Plan ==\nSink(a=[b])\n";
    while (text.size() < 10'000'000) text += "+- Calc(select=['a', f(x)], where=[(a = 'b')])\n";
    const Plan wide = parse_flink_plan(text, {});
    CHECK_FALSE(wide.flaws.empty());
    std::string unclosed = "== Optimized Execution Plan ==\n";
    while (unclosed.size() < 2'000'000) unclosed += "A('()(({\n";
    parse_flink_plan(unclosed, {});
    std::string brackets = "== Optimized Execution Plan ==\nA";
    while (brackets.size() < 2'000'000) brackets += "('()";
    parse_flink_plan(brackets, {});
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
    Limits limits;
    limits.plan_depth = 2;
    const Plan deep =
        parse_flink_plan("== Optimized Execution Plan ==\nA(a=[b])\n+- B(a=[b])\n   +- C(a=[b])\n", limits);
    REQUIRE(deep.flaws.size() == 1);
    CHECK(deep.flaws[0].code == "limit");
    CHECK(deep.flaws[0].at == "line 4, column 7");
}

TEST_CASE("evidence as JSON") {
    const nlohmann::json json = plan_json(plan_of("23-warning.txt"));
    CHECK(json["kind"] == "flink-plan");
    CHECK(json["sections"][1]["trees"][0]["nodes"][1]["op"] == "GroupAggregate");
    CHECK(json["sections"][1]["trees"][0]["nodes"][1]["depth"] == 1);
    CHECK(json["sections"][1]["remarks"][1]["kind"] == "WARNING");
    CHECK(json["error"].is_null());
}
