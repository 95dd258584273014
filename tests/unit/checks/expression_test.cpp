#include "checks/expression.hpp"

#include <doctest/doctest.h>

using namespace plangrade;

namespace {

std::string value_problem(const std::string& yaml) {
    std::vector<RubricProblem> problems;
    compile_value(parse_yaml(yaml, problems), problems);
    return problems.empty() ? "" : problems.front().message;
}

std::string test_problem(const std::string& yaml) {
    std::vector<RubricProblem> problems;
    compile_test(parse_yaml(yaml, problems), {"value"}, problems);
    return problems.empty() ? "" : problems.front().message;
}

}  // namespace

TEST_CASE("a value is a source and then selectors in the written order") {
    std::vector<RubricProblem> problems;
    const Expression e =
        compile_value(parse_yaml("{plan: run, of: aqe, find: {op: Filter}, get: Condition}", problems), problems);
    CHECK(problems.empty());
    REQUIRE(e.source != nullptr);
    CHECK(e.source->name == "plan");
    CHECK(e.text("of") == "aqe");
    REQUIRE(e.selectors.size() == 2);
    CHECK(e.selectors[0].word->name == "find");
    CHECK(e.selectors[1].word->name == "get");
}

TEST_CASE("tables are written inside table:") {
    CHECK(value_problem("{table: {csv: out/x, header: false}, get: header}").empty());
    CHECK(value_problem("{csv: out/x}") == "write {table: {csv: ...}}");
    CHECK(value_problem("{table: {xml: out/x}}").find("'table' takes") == 0);
}

TEST_CASE("what can't be a value is refused with the reason") {
    CHECK(value_problem("{answr: out/x.json}").find("unknown source 'answr'") == 0);
    CHECK(value_problem("{answer: ../x.json}").find("relative path") != std::string::npos);
    CHECK(value_problem("{answer: /etc/passwd}").find("relative path") != std::string::npos);
    CHECK(value_problem("{answer: x.json, nothing: 1}").find("unknown selector 'nothing'") == 0);
    CHECK(value_problem("{equals: 1}").find("a value begins with a source") != std::string::npos);
    CHECK(value_problem("{answer: x.json, type: str}").find("one of") != std::string::npos);
    CHECK(value_problem("[1, 2]").empty());
}

TEST_CASE("a test has one comparison, known keys and patterns that are patterns") {
    CHECK(test_problem("{value: 1, equals: 1, within: 0.1}").empty());
    CHECK(test_problem("{value: 1}").find("no comparison") == 0);
    CHECK(test_problem("{value: 1, equals: 1, matches: a}").find("two comparisons") == 0);
    CHECK(test_problem("{value: 1, equals: 1, witin: 0.1}") == "unknown key 'witin'");
    CHECK(test_problem("{value: 1, matches: \"(\"}").find("not a pattern") == 0);
    CHECK(test_problem("{value: 1, every: {matches: \"(\"}}").find("not a pattern") == 0);
}

TEST_CASE("paths stay inside the submission") {
    CHECK(is_relative_path("out/aqe.json"));
    CHECK(is_relative_path("보고서.md"));
    for (const char* bad : {"", "/x", "a//b", "a/../b", ".", "a/.", "a\\b", "a\nb"}) CHECK_FALSE(is_relative_path(bad));
}
