#include "checks/yaml.hpp"

#include <doctest/doctest.h>

using namespace plangrade;

namespace {

std::string first_problem(const std::string& text) {
    std::vector<RubricProblem> problems;
    parse_yaml(text, problems);
    return problems.empty() ? "" : std::to_string(problems[0].line) + ": " + problems[0].message;
}

}  // namespace

TEST_CASE("scalars are typed by JSON's own forms, and by nothing else") {
    std::vector<RubricProblem> problems;
    const Node node =
        parse_yaml("a: 5\nb: \"5\"\nc: true\nd: 2026-02-14\ne: 0.5\nf: 007\ng: null\nh: [x, 1]\n", problems);
    CHECK(problems.empty());
    CHECK(node.json() ==
          nlohmann::json::parse(R"({"a":5,"b":"5","c":true,"d":"2026-02-14","e":0.5,"f":"007","g":null,"h":["x",1]})"));
}

TEST_CASE("what YAML readers disagree about is refused with its line") {
    CHECK(first_problem("a: 1\nb: no\n").starts_with("2: 'no' is read differently"));
    CHECK(first_problem("a: yes\n").starts_with("1: 'yes'"));
    CHECK(first_problem("a: \"no\"\n").empty());
    CHECK(first_problem("a: 1\na: 2\n") == "2: key 'a' stands twice");
    CHECK(first_problem("a: &x 1\n").find("anchors") != std::string::npos);
    CHECK(first_problem("a: !!int 1\n").find("tags") != std::string::npos);
    CHECK(first_problem("").find("empty") != std::string::npos);
    CHECK(first_problem("a: [1\n").find("not YAML") != std::string::npos);
}

TEST_CASE("parameters are put in by name; a lone one keeps its type, SQL is left alone") {
    std::vector<RubricProblem> problems;
    Node node = parse_yaml("a: ${n}\nb: \"n is ${n}\"\nsql: \"${n}\"\nmatches: \"${s}\"\n", problems);
    interpolate(node, {{"n", 5}, {"s", "a.b"}}, problems);
    CHECK(problems.empty());
    CHECK(node.find("a")->json() == 5);
    CHECK(node.find("b")->json() == "n is 5");
    CHECK(node.find("sql")->text == "${n}");
    CHECK(node.find("matches")->text == "a\\.b");
    Node other = parse_yaml("a: ${unknown}\n", problems);
    interpolate(other, nlohmann::json::object(), problems);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].message == "${unknown} is no parameter of this rubric");
}
