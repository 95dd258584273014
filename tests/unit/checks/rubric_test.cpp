#include "checks/rubric.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "temp_dir.hpp"

using namespace plangrade;

namespace {

const char* const kGood = R"(lab: demo
title: {en: Demo, ko: 데모}
params: {limit: 5, word: hello}
steps:
  - id: one
    points: 3
    checks:
      - {id: a, value: {answer: a.json, at: /x}, equals: {param: limit}}
      - {id: b, value: {text: b.txt}, matches: "${word}"}
)";

std::vector<std::string> faults(const std::string& yaml, const RubricOptions& options = {}) {
    TempDir dir;
    dir.write("demo/rubric.yaml", yaml);
    try {
        load_rubric(dir.path(), "demo", options);
    } catch (const RubricError& error) {
        return error.reasons;
    }
    return {};
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
    return text;
}

}  // namespace

TEST_CASE("a good rubric loads; checks without points share the step's") {
    TempDir dir;
    dir.write("demo/rubric.yaml", kGood);
    RubricOptions options;
    options.language = "ko";
    options.params = {{"limit", 7}, {"stranger", 1}};
    const auto rubric = load_rubric(dir.path(), "demo", options);
    CHECK(rubric->title == "데모");
    CHECK(rubric->params["limit"] == 7);
    CHECK(rubric->max_points() == 3000);
    CHECK(rubric->steps[0].checks[0].points == 1500);
    REQUIRE(rubric->notes.size() == 1);
    CHECK(rubric->notes[0].find("'stranger'") != std::string::npos);
    CHECK(load_rubric(dir.path(), "demo", {})->digest != rubric->digest);
}

TEST_CASE("faults are named with their line") {
    const auto misspelt = faults(replaced(kGood, "points: 3", "ponts: 3"));
    CHECK(std::find(misspelt.begin(), misspelt.end(), "demo/rubric.yaml line 6: unknown key 'ponts'") !=
          misspelt.end());
    CHECK(faults(replaced(kGood, "id: b", "id: a")).front().find("check 'a' stands twice") != std::string::npos);
    CHECK(faults(replaced(kGood, "equals: {param: limit}", "equals: {param: limit}, points: 1"))
              .front()
              .find("add up to 1.0 points, the step has 3.0") != std::string::npos);
    CHECK(faults(replaced(kGood, "lab: demo", "lab: other")).front().find("'lab' must be the folder's name") !=
          std::string::npos);
    CHECK(faults(replaced(kGood, "${word}", "${wrod}")).front().find("${wrod} is no parameter") != std::string::npos);
    CHECK(faults(replaced(kGood, "- {id: a,", "- {id: a, needs: [z],")).front().find("needs 'z'") != std::string::npos);
    RubricOptions options;
    options.params = {{"limit", "five"}};
    CHECK(faults(kGood, options).front().find("parameter 'limit' must be a number") != std::string::npos);
}

TEST_CASE("choices: a parameter has one of the named values, and that is all that is said") {
    const std::string yaml = replaced(kGood, "steps:", "choices: {word: [hello, bye]}\nsteps:");
    CHECK(faults(yaml).empty());
    RubricOptions options;
    options.params = {{"word", "bye"}};
    CHECK(faults(yaml, options).empty());
    options.params = {{"word", "helo"}};
    CHECK(faults(yaml, options) ==
          std::vector<std::string>{"demo/rubric.yaml line 4: parameter 'word' is one of hello, bye, not \"helo\""});
    CHECK(faults(replaced(yaml, "choices: {word:", "choices: {wrod:")).front().find("'wrod' in 'choices'") !=
          std::string::npos);
}

TEST_CASE("given data that a lab does not have are refused") {
    RubricOptions options;
    options.given = {{"orders", "orders.csv"}};
    CHECK(faults(kGood, options).front().find("this lab has no given table 'orders'") != std::string::npos);
}

TEST_CASE("labs are found by name, and only by a plain one") {
    TempDir dir;
    dir.write("demo/rubric.yaml", kGood);
    dir.write("not-a-lab/readme", "");
    CHECK(list_labs(dir.path()) == std::vector<std::string>{"demo"});
    for (const char* name : {"", "..", "demo/../demo", "nothing"})
        CHECK_THROWS_AS(load_rubric(dir.path(), name, {}), RubricError);
}

TEST_CASE("for: makes one check for each value, when: decides by parameters") {
    TempDir dir;
    dir.write("demo/rubric.yaml", R"(lab: demo
params: {runtime: open-source}
steps:
  - id: s
    points: 4
    checks:
      - {id: "file-{side}", for: {side: [before, after]}, value: {text: "{side}/a.txt"}, exists: true}
      - {id: vendor, when: {runtime: vvr}, value: {text: v.txt}, exists: true}
      - {id: open, when: {runtime: open-source}, value: {text: o.txt}, exists: true}
)");
    const auto rubric = load_rubric(dir.path(), "demo", {});
    REQUIRE(rubric->steps[0].checks.size() == 3);
    CHECK(rubric->steps[0].checks[0].id == "file-before");
    CHECK(rubric->steps[0].checks[1].clauses[0].value.argument.text == "after/a.txt");
    CHECK(rubric->steps[0].checks[2].id == "open");
}
