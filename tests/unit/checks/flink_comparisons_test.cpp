// Whether artifacts are of one statement and one run, sound, and named by a student.
#include <doctest/doctest.h>

#include "flink_lab.hpp"

using namespace plangrade;
using json = nlohmann::json;

namespace {

const char* const kPlanGraph = "{value: {graph: plan.json}, same_statement_as: {plan: explain.txt}}";
const char* const kGraphJob = "{value: {job: job.json}, same_statement_as: {graph: plan.json}}";

std::string click_sql(const std::string& from = "clicks", const std::string& to = "clicks") {
    return replaced(
        "INSERT INTO page_stats SELECT page, COUNT(*) AS cnt, SUM(amount) AS total FROM clicks WHERE amount > "
        "0 GROUP BY page;",
        from, to);
}

/// A running job whose aggregate has read and written so many records, and samples that ended with so many.
Outcome agree(std::int64_t read, std::int64_t written, std::int64_t in, std::int64_t out,
              const std::string& op = "GlobalGroupAggregate") {
    const json vertex{{"id", "v"},
                      {"name", op + "[3]"},
                      {"parallelism", 1},
                      {"status", "RUNNING"},
                      {"metrics", {{"read-records", read}, {"write-records", written}}}};
    const json job{{"jid", "a"}, {"name", "n"}, {"state", "RUNNING"}, {"vertices", {vertex}}};
    const json metrics{{{"id", "0." + op + "[3].numRecordsIn"}, {"value", std::to_string(in)}},
                       {{"id", "0." + op + "[3].numRecordsOut"}, {"value", std::to_string(out)}}};
    FlinkLab lab;
    lab.write("job.json", job.dump());
    lab.write("s.json", json{{{"t_ms", 1}, {"vertices", {{{"vertex", "v"}, {"metrics", metrics}}}}}}.dump());
    return lab.test("{value: {job: job.json}, agrees_with: {samples: s.json}}");
}

bool names(const std::string& answer, const std::string& list) {
    FlinkLab lab;
    lab.write("a.json", json{{"what", answer}}.dump());
    return lab.passes("{value: {answer: a.json, at: /what}, names_one_of: " + list + "}");
}

}  // namespace

TEST_CASE("graph and plan text, in both orders") {
    FlinkLab lab;
    lab.plan("23-click.txt").graph("23-click.json");
    CHECK(lab.passes(kPlanGraph));
    CHECK(lab.passes("{value: {plan: explain.txt}, same_statement_as: {graph: plan.json}}"));
    lab.graph("23-union.json");
    const Outcome other = lab.test(kPlanGraph);
    CHECK(other.status == Status::fail);
    CHECK(other.code == "other-statement");
    CHECK(other.args.at("file") == "plan.json");
    CHECK(other.args.at("other") == "explain.txt");
    CHECK(other.args.at("right").get<std::string>().find("Calc") == 0);
    CHECK(other.args.contains("other_line"));
    const Outcome turned = lab.test("{value: {plan: explain.txt}, same_statement_as: {graph: plan.json}}");
    CHECK(turned.args.at("left") == other.args.at("right"));
    CHECK(turned.args.at("line") == other.args.at("other_line"));
}

TEST_CASE("graph and job, job and job") {
    FlinkLab lab;
    lab.graph("23-click.json").job("23-click-on.json").job("23-click-off.json", "off.json");
    CHECK(lab.passes(kGraphJob));
    CHECK(lab.passes("{value: {graph: plan.json}, same_statement_as: {job: off.json}}"));
    CHECK(lab.passes("{value: {job: job.json}, same_statement_as: {job: off.json}}"));
    lab.job("23-two-sinks-on.json");
    CHECK(lab.test(kGraphJob).code == "other-statement");
    CHECK(lab.test("{value: {job: job.json}, same_statement_as: {job: off.json}}").code == "other-statement");
    lab.write("job.json", replaced(flink_sample("jobs/23-click-off.json"), R"("ship_strategy":"HASH")",
                                   R"("ship_strategy":"FORWARD")"));
    const Outcome shipped = lab.test(kGraphJob);
    CHECK(shipped.code == "other-statement");
    CHECK(shipped.args.at("left").get<std::string>().starts_with("an edge FORWARD out of Calc("));
    CHECK(shipped.args.at("right").get<std::string>().starts_with("an edge HASH out of Calc("));
}

TEST_CASE("plan text and SQL") {
    FlinkLab lab;
    lab.plan("23-click.txt").write("sql.sql", click_sql());
    lab.write("catalog.sql",
              "CREATE TABLE clicks (page STRING, amount INT) WITH ('connector' = 'filesystem');\n"
              "CREATE TABLE views (page STRING, amount INT) WITH ('connector' = 'filesystem');\n"
              "CREATE TABLE page_stats (page STRING, cnt BIGINT, total BIGINT) WITH ('connector' = 'print');");
    const std::string same = "{value: {plan: explain.txt}, same_statement_as: {script: sql.sql, ddl: catalog.sql}}";
    CHECK(lab.passes(same));
    CHECK(lab.passes("{value: {plan: explain.txt}, same_statement_as: {script: sql.sql}}"));
    lab.write("sql.sql", click_sql("clicks", "views"));
    CHECK(lab.test(same).code == "other-statement");
    lab.write("sql.sql", click_sql("page_stats", "totals"));
    CHECK(lab.test(same).code == "other-statement");
    lab.write("sql.sql", click_sql("SUM(", "MAX("));
    CHECK(lab.test(same).code == "other-statement");
    lab.write("sql.sql", click_sql("> 0", "> 10"));
    CHECK(lab.test(same).args.at("right") == "the number 10");
    CHECK(lab.test("{value: {plan: explain.txt}, same_statement_as: {script: none.sql}}").code == "missing-file");
}

TEST_CASE("artifacts that contradict themselves are of no statement; broken texts are compared as far as they go") {
    FlinkLab lab;
    lab.graph("23-click.json").plan("23-click.txt");
    lab.write("job.json",
              replaced(flink_sample("jobs/23-click-on.json"), R"("read-records":5620)", R"("read-records":5621)"));
    CHECK(lab.test(kGraphJob).code == "broken");
    lab.write("plan.json", replaced(flink_sample("graphs/23-click.json"), "\"id\" : 16,", "\"id\" : 15,"));
    CHECK(lab.test(kPlanGraph).code == "broken");
    lab.graph("23-click.json");
    std::string cut = flink_sample("plans/23-click.txt");
    cut.resize(cut.size() - 60);
    lab.write("explain.txt", cut);
    CHECK(lab.passes(kPlanGraph));
    for (int i = 0; i < 3; ++i) cut = replaced(cut, "database.page_stats", "database.totals");
    lab.write("explain.txt", cut);
    CHECK(lab.test(kPlanGraph).code == "other-statement");
}

TEST_CASE("sides that can't be compared are the rubric's fault, sides that are missing are the hand-in's") {
    FlinkLab lab;
    lab.graph("23-click.json").plan("23-click.txt").write("a.json", R"({"x": 1})");
    const Outcome two = lab.test("{value: {graph: plan.json}, same_statement_as: {graph: plan.json}}");
    CHECK(two.status == Status::error);
    CHECK(two.code == "rubric-fault");
    CHECK(lab.test("{value: {answer: a.json, at: /x}, same_statement_as: {graph: plan.json}}").code == "rubric-fault");
    CHECK(lab.test(kGraphJob).code == "missing-file");
    CHECK(lab.test("{value: {graph: plan.json}, same_statement_as: {job: none.json}}").code == "missing-file");
}

TEST_CASE("sound: a text that Flink can have printed") {
    const char* const kSound = "{value: {plan: explain.txt}, sound: true}";
    FlinkLab lab;
    for (const char* name : {"23-click.txt", "23-click-details.txt", "23-click-sql-client.txt", "114-literals.txt",
                             "120-subquery.txt", "23-multiple-input.txt", "23-dedup.txt", "vvr-window-join.txt"}) {
        CAPTURE(name);
        lab.plan(name);
        CHECK(lab.passes(kSound));
    }
    const std::string text = flink_sample("plans/23-click.txt");
    lab.write("explain.txt", replaced(text, "(amount > 0)])\n", "(amount > 0)\n"));
    Outcome bad = lab.test(kSound);
    CHECK(bad.code == "broken");
    CHECK(bad.args.at("at").get<std::string>().find("line 22") == 0);
    lab.write("explain.txt", replaced(text, "condition=[>($2, 0)])", "condition=[>($2, 0)]"));
    CHECK(lab.test(kSound).args.at("at").get<std::string>().find("line 6") == 0);
    lab.plan("23-edited-execution.txt");
    bad = lab.test(kSound);
    CHECK(bad.code == "sections-differ");
    CHECK(bad.args.at("left") == "GroupAggregate");
    CHECK(bad.args.at("right") == "GlobalGroupAggregate");
    CHECK(bad.args.at("line") == 12);
    CHECK(bad.args.at("other_line") == 20);
    lab.plan("114-error.txt");
    CHECK(lab.test(kSound).code == "error-instead-of-plan");
}

TEST_CASE("sound: graphs and jobs") {
    FlinkLab lab;
    lab.graph("23-click.json").job("23-click-off.json");
    CHECK(lab.passes("{value: {graph: plan.json}, sound: true}"));
    CHECK(lab.passes("{value: {job: job.json}, sound: true}"));
    lab.write("plan.json", replaced(flink_sample("graphs/23-click.json"), "\"id\" : 15,\n      \"ship",
                                    "\"id\" : 99,\n      \"ship"));
    CHECK(lab.test("{value: {graph: plan.json}, sound: true}").code == "broken");
    lab.job("23-click-on.json", "plan.json");
    CHECK_FALSE(lab.passes("{value: {graph: plan.json}, sound: true}"));
    lab.write("job.json", replaced(flink_sample("jobs/23-click-off.json"), R"("FINISHED":5)", R"("FINISHED":4)"));
    CHECK(lab.test("{value: {job: job.json}, sound: true}").code == "broken");
}

TEST_CASE("the same plan, whatever its ids and estimates are") {
    const char* const kSame = "{value: {plan: a.txt}, same_plan_as: {plan: b.txt}}";
    FlinkLab lab;
    lab.plan("23-click.txt", "a.txt").plan("23-click.txt", "b.txt");
    CHECK(lab.passes(kSame));
    std::string other = flink_sample("plans/23-click.txt");
    other = replaced(other, "+- GroupAggregate(groupBy=[page], select=[page, COUNT(*) AS cnt, SUM(amount)",
                     "+- GroupAggregate(groupBy=[page], select=[page, COUNT(*) AS cnt, MAX(amount)");
    lab.write("b.txt", other);
    const Outcome differs = lab.test(kSame);
    CHECK(differs.code == "plan-differs");
    CHECK(differs.args.at("line") == 12);
}

TEST_CASE("a job's counters go on from those of its samples") {
    CHECK(agree(10, 4, 10, 4).code == "counters-agree");
    CHECK(agree(20, 9, 10, 4).code == "counters-agree");
    // each row read since is two rows sent at most
    CHECK(agree(20, 24, 10, 4).code == "counters-agree");
    Outcome bad = agree(20, 25, 10, 4);
    CHECK(bad.code == "counters-disagree");
    CHECK(bad.args.at("what") == "write-records");
    CHECK(bad.args.at("left") == 25);
    CHECK(bad.args.at("right") == 4);
    bad = agree(9, 4, 10, 4);
    CHECK(bad.code == "counters-disagree");
    CHECK(bad.args.at("what") == "read-records");
    CHECK(bad.args.at("op") == "GlobalGroupAggregate");
    CHECK(agree(10, 3, 10, 4).args.at("what") == "write-records");
    // what is no aggregate may send any number of rows for one
    CHECK(agree(20, 900, 10, 4, "Correlate").code == "counters-agree");
}

TEST_CASE("samples of another job have no counter in common") {
    FlinkLab lab;
    lab.job("23-click-off.json").write("s.json", flink_sample("pack/samples.json"));
    const Outcome none = lab.test("{value: {job: job.json}, agrees_with: {samples: s.json}}");
    CHECK(none.status == Status::fail);
    CHECK(none.code == "no-common-counter");
    lab.graph("23-click.json");
    CHECK(lab.test("{value: {graph: plan.json}, agrees_with: {samples: s.json}}").code == "rubric-fault");
    CHECK(lab.test("{value: {job: job.json}, agrees_with: {samples: t.json}}").code == "missing-file");
}

TEST_CASE("a text that names what differs, as a word of its own") {
    const std::string list = "[parallelism.default, default]";
    CHECK(names("parallelism.default", list));
    CHECK(names("I raised `parallelism.default` from 2 to 8.", list));
    CHECK(names("Parallelism.Default", list));
    CHECK_FALSE(names("parallelism", list));
    CHECK_FALSE(names("parallelism.defaults", list));
    CHECK_FALSE(names("my_default", "[default]"));
    CHECK_FALSE(names("", list));
    CHECK(names("table src", "[src]"));
    CHECK_FALSE(names("srcs and src2", "[src]"));
    CHECK_FALSE(names("   ", "[]"));
    CHECK(names("anything", "[]"));
    CHECK(names("改了源表 orders 的统计", "[源表]"));
    CHECK_FALSE(names("改了写入表", "[源表]"));
}

TEST_CASE("a text that is none can't name anything") {
    FlinkLab lab;
    lab.write("a.json", R"({"what": 5})");
    CHECK(lab.test("{value: {answer: a.json, at: /what, type: string}, names_one_of: [a]}").code == "wrong-type");
}
