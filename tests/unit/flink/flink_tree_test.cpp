// What Flink can't have printed is said with its place.
#include "evidence/flink/flink_tree.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

/// The only flaw of a section with these lines: "code at line:column".
std::string flaw_of(const std::string& lines) {
    const Plan plan = parse_flink_plan("== Optimized Execution Plan ==\n" + lines, {});
    if (plan.flaws.size() != 1) return std::to_string(plan.flaws.size()) + " flaws";
    const PlanTree* found = tree(plan, kExecution);
    if (found != nullptr && found->whole) return "whole";
    return plan.flaws[0].code + " at " + plan.flaws[0].at;
}

}  // namespace

TEST_CASE("a well drawn tree with open columns") {
    CHECK(flaw_of("Join(a=[b])\n:- Join(a=[b])\n:  :- S1Scan(t=[x])\n:  +- S2Scan(t=[x])\n+- S3Scan(t=[x])\n") ==
          "0 flaws");
}

TEST_CASE("two last children") {
    CHECK(flaw_of("Sink(a=[b])\n+- Calc(a=[b])\n+- SScan(t=[x])\n") == "tree-shape at line 4, column 1");
}

TEST_CASE("a jump of more than one level") {
    CHECK(flaw_of("Sink(a=[b])\n      +- SScan(t=[x])\n") == "tree-shape at line 3, column 7");
}

TEST_CASE("a first child without a last one") {
    CHECK(flaw_of("Union(a=[b])\n:- SScan(t=[x])\n") == "tree-shape at line 3, column 4");
    CHECK(flaw_of("Union(a=[b])\n:- Calc(a=[b])\n:  +- SScan(t=[x])\n\nSink(a=[b])\n+- SScan(t=[x])\n") ==
          "tree-shape at line 3, column 4");
}

TEST_CASE("columns that don't fit the tree above") {
    CHECK(flaw_of("Join(a=[b])\n:- Calc(a=[b])\n   +- SScan(t=[x])\n+- SScan(t=[x])\n") ==
          "tree-shape at line 4, column 1");
    CHECK(flaw_of("Sink(a=[b])\n+- Calc(a=[b])\n:  +- SScan(t=[x])\n") == "tree-shape at line 4, column 1");
    CHECK(flaw_of("Sink(a=[b])\n +- SScan(t=[x])\n") == "tree-shape at line 3, column 2");
}

TEST_CASE("roots without an empty line, children without a root") {
    CHECK(flaw_of("Sink(a=[b])\nCalc(a=[b])\nSScan(t=[x])\n") == "tree-shape at line 3, column 1");
    CHECK(flaw_of("+- SScan(t=[x])\n") == "tree-shape at line 2, column 1");
}

TEST_CASE("cut lines, cut trees, wrapped lines, foreign text") {
    CHECK(flaw_of("Sink(a=[b])\n+- SScan(t=[x") == "cut-line at line 3, column 14");
    CHECK(flaw_of("Sink(a=[b])\n+- Calc(a=[b])\n") == "cut-tree at line 3, column 4");
    CHECK(flaw_of("Sink(a=[b])\n+- Exch") == "cut-tree at line 3, column 4");
    CHECK(flaw_of("HashJoin(a=[b])\n+- SScan(t=[x])\n") == "cut-tree at line 2, column 1");
    CHECK(flaw_of("Sink(a=[b])\n+- Calc(a=[b,\nc])\n   +- SScan(t=[x])\n") == "cut-line at line 3, column 14");
    CHECK(flaw_of("Sink(a=[b])\n+- Calc(a=[b])\n<-- look\n   +- SScan(t=[x])\n") == "stray-text at line 4, column 1");
    CHECK(flaw_of("Sink(a=[b])\n+- SScan(t=[x]) <-- look\n") == "trailing-text at line 3, column 16");
    CHECK(flaw_of("Sink(a=[b])\n+- (t=[x])\n") == "no-operator at line 3, column 4");
}

TEST_CASE("text behind the tree is no part of it") {
    CHECK(flaw_of("Sink(a=[b])\n+- SScan(t=[x])\n\nTook 3 s\n") == "0 flaws");
    CHECK(flaw_of("Sink(a=[b])\n+- SScan(t=[x])\nroot@host:~# \n") == "0 flaws");
}

TEST_CASE("a literal may hold a line feed") {
    const Plan plan = parse_flink_plan(
        "== Optimized Execution Plan ==\nCalc(where=[(a = 'x\ny, [')], select=[a])\n+- SScan(t=[x])\n", {});
    CHECK(plan.flaws.empty());
    const PlanTree* found = tree(plan, kExecution);
    REQUIRE(found != nullptr);
    CHECK(attribute_text(found->nodes[0], "where") == "(a = 'x\ny, [')");
    CHECK(found->nodes[0].attributes[1].at.line == 3);
    CHECK(found->nodes[0].attributes[1].at.column == 10);
}

TEST_CASE("faults of a multiple input's members are faults of the tree") {
    const std::string text = sample("plans/23-multiple-input.txt");
    const Plan plan = parse_flink_plan(replaced(text, "\\n:- Calc(", "\\n+- Calc("), {});
    REQUIRE_FALSE(plan.flaws.empty());
    CHECK_FALSE(tree(plan, kExecution)->whole);
    CHECK(tree(plan, kPhysical)->whole);
}
