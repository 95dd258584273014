#include "grade.hpp"

#include <doctest/doctest.h>

#include "temp_dir.hpp"

using namespace plangrade;

namespace {

/// A lab over answers, texts and a given table: no engine needed.
struct Lab {
    TempDir rubrics;
    TempDir hand_in;
    Limits limits;

    explicit Lab(const std::string& steps, const std::string& given = "a,b\n1,x\n2,y\n2,y\n") {
        rubrics.write("demo/given/t.csv", given);
        rubrics.write("demo/rubric.yaml",
                      "lab: demo\nparams: {min: 2}\ngiven:\n  t: {file: given/t.csv, dialect: rfc4180, columns: {a: "
                      "int, b: text}}\nsteps:\n" +
                          steps);
    }
    Verdict verdict() const {
        Flaws flaws;
        return grade(*load_rubric(rubrics.path(), "demo", {}), Tree::of_directory(hand_in.path(), limits, flaws, false),
                     limits);
    }
};

const char* const kCount = R"(  - id: s
    points: 2
    checks:
      - {id: num, value: {answer: a.json, at: /n, type: integer}, equals: {table: {sql: "SELECT count(*) FROM t WHERE a >= :min"}}}
)";

const CheckResult& check(const Verdict& verdict, std::size_t step = 0, std::size_t index = 0) {
    return verdict.steps[step].checks[index];
}

}  // namespace

TEST_CASE("an answer is compared with what the given data say") {
    Lab lab(kCount);
    lab.hand_in.write("a.json", R"({"n": 2})");
    CHECK(lab.verdict().passed());
    CHECK(lab.verdict().score == 2000);
    lab.hand_in.write("a.json", R"({"n": 2.0})");
    CHECK(lab.verdict().passed());
    lab.hand_in.write("a.json", R"({"n": 3})");
    CHECK(check(lab.verdict()).status == Status::fail);
    CHECK(check(lab.verdict()).message == "a.json, /n is 3; right would be 2.");
}

TEST_CASE("what is missing or of another type is named") {
    Lab lab(kCount);
    CHECK(check(lab.verdict()).code == "missing-file");
    lab.hand_in.write("sub/a.json", "{}");
    CHECK(check(lab.verdict()).message.find("There is sub/a.json") != std::string::npos);
    lab.hand_in.write("a.json", R"({"m": 2})");
    CHECK(check(lab.verdict()).message == "a.json has no /n. The keys are m.");
    lab.hand_in.write("a.json", R"({"n": "2"})");
    CHECK(check(lab.verdict()).message == "a.json, /n is \"2\" (a string); the lab asks for an integer.");
    lab.hand_in.write("a.json", R"({"n": 2, "n": 3})");
    CHECK(check(lab.verdict()).code == "unreadable");
}

TEST_CASE("a step that rests on a run is undecided without one, and earns nothing") {
    Lab lab(R"(  - id: s
    points: 2
    run: {app: demo-app, execution: {writes: out}, script: demo.py}
    checks:
      - {id: num, value: {answer: a.json, at: /n}, equals: 2}
)");
    lab.hand_in.write("a.json", R"({"n": 2})");
    const Verdict verdict = lab.verdict();
    CHECK(verdict.steps[0].status == Status::error);
    CHECK(verdict.score == 0);
    CHECK(check(verdict).code == "no-logs");
    CHECK(check(verdict).message.find("spark.eventLog.enabled=true") != std::string::npos);
    CHECK(check(verdict, 0, 1).status == Status::skipped);
    lab.hand_in.write("a.json", R"({"n": 3})");
    CHECK(lab.verdict().steps[0].status == Status::fail);
}

TEST_CASE("a check waits for those it needs, a step for the steps it needs") {
    Lab lab(R"(  - id: one
    points: 2
    checks:
      - {id: first, value: {text: a.txt}, matches: yes!}
      - {id: second, needs: [first], value: {text: b.txt}, exists: true}
  - id: two
    points: 1
    needs: [one]
    checks:
      - {id: third, value: {text: b.txt}, exists: true}
)");
    lab.hand_in.write("a.txt", "no");
    lab.hand_in.write("b.txt", "b");
    const Verdict verdict = lab.verdict();
    CHECK(check(verdict).status == Status::fail);
    CHECK(check(verdict, 0, 1).code == "waits");
    CHECK(verdict.steps[1].status == Status::skipped);
    CHECK(verdict.score == 0);
    lab.hand_in.write("a.txt", "yes!");
    CHECK(lab.verdict().score == 3000);
}

TEST_CASE("a check that only flags costs nothing") {
    Lab lab(R"(  - id: one
    points: 1
    checks:
      - {id: a, value: {text: a.txt}, exists: true}
      - {id: odd, flag: true, value: {text: a.txt}, matches: signed}
)");
    lab.hand_in.write("a.txt", "plain");
    const Verdict verdict = lab.verdict();
    CHECK(verdict.passed());
    REQUIRE(verdict.flags.size() == 1);
    CHECK(verdict.flags[0].kind == "check-odd");
}

TEST_CASE("logic words: every, any, none, not, all_of, any_of") {
    Lab lab(R"(  - id: one
    points: 6
    checks:
      - {id: every, value: {answer: a.json, at: /list}, every: {matches: "^a"}}
      - {id: any, value: {answer: a.json, at: /list}, any: {equals: ab}}
      - {id: none, value: {answer: a.json, at: /list}, none: {equals: x}}
      - {id: not, value: {answer: a.json, at: /n}, not: {equals: 1}}
      - {id: both, value: {answer: a.json, at: /n}, all_of: [{at_least: 2}, {at_most: 2}]}
      - {id: either, value: {answer: a.json, at: /n}, any_of: [{equals: 5}, {equals: 2}]}
)");
    lab.hand_in.write("a.json", R"({"list": ["aa", "ab"], "n": 2})");
    CHECK(lab.verdict().passed());
    lab.hand_in.write("a.json", R"({"list": ["ba", "x"], "n": 1})");
    const Verdict verdict = lab.verdict();
    for (const CheckResult& each : verdict.steps[0].checks) CHECK_MESSAGE(each.status == Status::fail, each.id);
}

TEST_CASE("rows are a multiset; the difference names what is missing and what is too many") {
    Lab lab(R"(  - id: one
    points: 1
    checks:
      - {id: rows, value: {table: {csv: out}}, same_rows_as: {table: {sql: "SELECT a, b FROM t"}}}
)");
    lab.hand_in.write("out/part-0.csv", "a,b\n2,y\n1,x\n");
    lab.hand_in.write("out/part-1.csv", "a,b\n2,y\n");
    CHECK(lab.verdict().passed());
    lab.hand_in.write("out/part-1.csv", "a,b\n3,z\n");
    const Verdict verdict = lab.verdict();
    CHECK(check(verdict).code == "rows-differ");
    CHECK(check(verdict).args["missing"] == 1);
    CHECK(check(verdict).args["extra_rows"][0] == "3,z");
    const std::string student = to_json(view(verdict, Audience::student)).dump();
    CHECK(student.find("2,y") == std::string::npos);
    CHECK(student.find("3,z") != std::string::npos);
}

TEST_CASE("the same bytes give the byte-identical verdict") {
    Lab lab(kCount);
    lab.hand_in.write("a.json", R"({"n": 3})");
    CHECK(to_json(lab.verdict()).dump() == to_json(lab.verdict()).dump());
}

TEST_CASE("a query over a column that the given data lack is the rubric's fault, not a student's") {
    Lab lab(R"(  - id: s
    points: 1
    checks:
      - {id: rows, value: {answer: a.json, at: /x}, equals: {table: {sql: "SELECT count(*) FROM t WHERE c = :min"}}}
      - {id: typo, value: {answer: a.json, at: /x}, equals: {table: {sql: "SELECT count(*) FROM t WHERE a = :mni"}}}
)");
    try {
        lab.verdict();
        FAIL("the rubric was taken");
    } catch (const RubricError& error) {
        REQUIRE(error.reasons.size() >= 2);
        CHECK(error.reasons[0].find("line 9: the query can't be answered") != std::string::npos);
        CHECK(error.reasons[1].find(":mni, which is no parameter") != std::string::npos);
    }
}

TEST_CASE("given data for a table that the lab does not have are refused") {
    Lab lab(kCount);
    RubricOptions options;
    options.given["tt"] = lab.rubrics.path() / "demo/given/t.csv";
    CHECK_THROWS_AS(load_rubric(lab.rubrics.path(), "demo", options), RubricError);
    options.given = {{"t", "/no/such/file.csv"}};
    CHECK_THROWS_AS(load_rubric(lab.rubrics.path(), "demo", options), RubricError);
}

TEST_CASE("a hand-in with something beside its folder, or with its whole path, is graded all the same") {
    Lab lab(R"(  - id: s
    points: 2
    checks:
      - {id: a, value: {answer: out/a.json, at: /x}, equals: 1}
      - {id: b, value: {text: report.md}, exists: true}
)");
    lab.hand_in.write("root/spk/plan/out/a.json", R"({"x": 1})");
    lab.hand_in.write("root/spk/plan/report.md", "text");
    lab.hand_in.write("read me.txt", "beside");
    const Verdict verdict = lab.verdict();
    CHECK(verdict.passed());
    REQUIRE(verdict.notes.size() == 1);
    CHECK(verdict.notes[0].find("root/spk/plan") != std::string::npos);
    CHECK(check(verdict).actual.from.file == "out/a.json");
}
