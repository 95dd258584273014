// Misspelt facts, keys and parameters of Flink's words are found when a rubric is read, with their line.
#include <doctest/doctest.h>

#include "checks/expression.hpp"
#include "checks/flink_facts.hpp"

using namespace plangrade;

namespace {

/// "line: message" of the first problem; "" where there is none.
std::string problem(const std::string& yaml) {
    std::vector<RubricProblem> problems;
    compile_value(parse_yaml(yaml, problems), problems);
    return problems.empty() ? "" : std::to_string(problems.front().line) + ": " + problems.front().message;
}

bool says(const std::string& problem, const std::string& what) {
    return problem.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("every fact of the table can be asked for, and no other") {
    for (const FlinkFact& fact : flink_facts()) {
        CAPTURE(fact.name);
        const std::string source(fact.source);
        CHECK(problem("{" + source + ": f, get: " + std::string(fact.name) + "}").empty());
        CHECK_FALSE(problem("{" + source + ": f, get: " + std::string(fact.name) + "s_}").empty());
        CHECK_FALSE(fact.doc.empty());
    }
}

TEST_CASE("a misspelt fact is named with its line and those that there are") {
    const std::string found = problem("plan: explain.txt\nsection: Optimized Execution Plan\nget: exchange\n");
    CHECK(found.starts_with("3: "));
    CHECK(says(found, "'get' of 'plan' takes one of"));
    CHECK(says(found, "exchanges"));
    CHECK(says(problem("{graph: plan.json, get: vertice}"), "'get' of 'graph' takes one of"));
    CHECK(says(problem("{graph: plan.json, get: skew}"), "'get' of 'graph'"));  // a job's
    CHECK(says(problem("{job: job.json, get: nodes}"), "'get' of 'job'"));      // a graph's
    CHECK(problem("{graph: plan.json, get: vertices}").empty());
    CHECK(problem("{job: job.json, get: vertices}").empty());
}

TEST_CASE("behind find any attribute of an operator may be asked for") {
    CHECK(problem("{plan: explain.txt, find: {op: Exchange}, get: distribution}").empty());
    CHECK(problem("{graph: plan.json, find: {op: LookupJoin}, get: ship_strategy}").empty());
}

TEST_CASE("a misspelt key of find, growth or another map is named with its line") {
    const std::string found = problem("plan: explain.txt\nfind:\n  op: Exchange\n  wher: {a: b}\n");
    CHECK(found == "4: unknown key 'wher' of 'find'");
    CHECK(problem("{plan: explain.txt, find: {op: {matches: \"Sink$\"}, first: true}}").empty());
    CHECK(says(problem("{plan: explain.txt, find: Exchange}"), "'find' takes a map"));
    CHECK(says(problem("{plan: explain.txt, find: {first: maybe}}"), "takes true or false"));
    CHECK(says(problem("{samples: s.json, growth: {of: A.b, wile: A.c}}"), "unknown key 'wile' of 'growth'"));
    CHECK(says(problem("{samples: s.json, growth: A.b}"), "'growth' takes a map"));
    CHECK(problem("{samples: s.json, growth: {of: A.b, while: A.c}}").empty());
}

TEST_CASE("parameters of sources") {
    CHECK(problem("{graph: plan.json, ddl: a.sql, legacy_sources: l, version: \"2.3\", after_text: refuse}").empty());
    CHECK(says(problem("{graph: plan.json, after_text: no!}"), "one of accept|refuse"));
    CHECK(says(problem("{graph: plan.json, dll: a.sql}"), "unknown selector 'dll' of 'graph'"));
    CHECK(says(problem("{graph: ../plan.json}"), "relative path"));
    CHECK(says(problem("{pack: before, changes_to: /after}"), "relative path"));
    CHECK(says(problem("{job: job.json, vertices: ..}"), "relative path"));
    CHECK(problem("{pack: before, stats_file: s.txt, changes_to: after}") != "");
    CHECK(problem("{pack: before, statistics_file: s.txt, changes_to: after}").empty());
}

TEST_CASE("an operator is a name or a pattern that compiles") {
    CHECK(problem("{plan: p.txt, find: {op: {matches: \"Sink$\"}}}").empty());
    CHECK(says(problem("{plan: p.txt, find: {op: {matches: \"Sink(\"}}}"), "not a pattern"));
    CHECK(says(problem("{plan: p.txt, find: {op: {like: Sink}}}"), "'op' is an operator's name or"));
}

TEST_CASE("growth needs both of its counters") {
    CHECK(says(problem("{samples: s.json, growth: {of: A.b}}"), "needs 'while'"));
    CHECK(says(problem("{samples: s.json, growth: {while: A.b}}"), "needs 'of'"));
}
