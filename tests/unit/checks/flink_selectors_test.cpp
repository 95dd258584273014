// Changes between plans and packs, estimates beside counters, and counters of samples.
#include <doctest/doctest.h>

#include "flink_lab.hpp"

using namespace plangrade;
using json = nlohmann::json;

namespace {

/// Samples of one vertex: `in` and `out` of its first operator, {} leaves a number out.
std::string samples(const std::vector<std::pair<json, json>>& counts) {
    json out = json::array();
    int time = 0;
    for (const auto& [in, written] : counts) {
        json metrics = json::array();
        if (!in.is_null()) metrics.push_back({{"id", "0.Agg[3].numRecordsIn"}, {"value", in}});
        if (!written.is_null()) metrics.push_back({{"id", "0.Agg[3].numRecordsOut"}, {"value", written}});
        out.push_back({{"t_ms", time += 10'000}, {"vertices", {{{"vertex", "v"}, {"metrics", metrics}}}}});
    }
    return out.dump();
}

const char* const kGrowth = "{samples: s.json, growth: {of: Agg.numRecordsOut, while: Agg.numRecordsIn}}";

/// A pack's five files; empty texts are left out.
void write_pack(FlinkLab& lab, const std::string& folder, const std::string& sql, const std::string& settings,
                const std::string& version = "2.3.0") {
    lab.write(folder + "/sql.sql", sql);
    lab.write(folder + "/catalog.sql", "CREATE TABLE t (a INT) WITH ('connector' = 'datagen');");
    if (!settings.empty()) lab.write(folder + "/table_config.json", settings);
    lab.write(folder + "/version.txt", version);
}

}  // namespace

TEST_CASE("whether a plan changed, and where") {
    FlinkLab lab;
    lab.plan("23-click.txt", "before.txt").plan("23-click.txt", "after.txt");
    const std::string changed = "{plan: before.txt, changed_in: after.txt}";
    CHECK(lab.data(changed) == false);
    CHECK(lab.value(changed).because == "no operator, attribute, Exchange or join strategy differs\n");
    // estimates, advice and modes that only one EXPLAIN was asked for are no change of the plan
    lab.plan("23-click-details.txt", "after.txt");
    CHECK(lab.data(changed) == false);
    CHECK(lab.data("{plan: after.txt, changed_in: before.txt}") == false);
    lab.write("after.txt", replaced(replaced(flink_sample("plans/23-click.txt"), "SUM(amount)", "MAX(amount)"),
                                    "SUM(amount)", "MAX(amount)"));
    const Value value = lab.value(changed);
    CHECK(value.data == true);
    CHECK(value.because.find("before.txt line 12 has GroupAggregate(") != std::string::npos);
    CHECK(value.because.find("after.txt line 12 has GroupAggregate(") != std::string::npos);
    lab.plan("114-two-phase.txt", "after.txt");
    CHECK(lab.data(changed) == true);
}

TEST_CASE("modes count where both EXPLAINs were asked for them") {
    FlinkLab lab;
    std::string other = flink_sample("plans/23-click-details.txt");
    other = replaced(other, "total], changelogMode=[I,UB,UA])", "total], changelogMode=[I,UA])");
    lab.plan("23-click-details.txt", "before.txt").write("after.txt", other);
    CHECK(lab.data("{plan: before.txt, changed_in: after.txt}") == true);
}

TEST_CASE("plans without a section in common, broken ones and missing ones decide nothing") {
    FlinkLab lab;
    const std::string text = flink_sample("plans/23-click.txt");
    const auto physical = text.find("== Optimized Physical"), execution = text.find("== Optimized Execution");
    lab.write("before.txt", text.substr(physical, execution - physical)).write("after.txt", text.substr(execution));
    const Value value = lab.value("{plan: before.txt, changed_in: after.txt}");
    CHECK(value.state == Value::State::unknown);
    CHECK(value.code == "no-common-section");
    lab.write("after.txt", replaced(text, "(amount > 0)])\n", "(amount > 0)\n"));
    lab.write("before.txt", text);
    CHECK(lab.code("{plan: before.txt, changed_in: after.txt}") == "broken");
    CHECK(lab.code("{plan: after.txt, changed_in: before.txt}") == "broken");
    CHECK(lab.code("{plan: before.txt, changed_in: none.txt}") == "missing-file");
    lab.plan("114-error.txt", "after.txt");
    CHECK(lab.code("{plan: before.txt, changed_in: after.txt}") == "error-instead-of-plan");
}

TEST_CASE("what the optimizer estimated beside what left the scan") {
    FlinkLab lab;
    lab.plan("23-click-details.txt").job("23-click-off.json");
    const std::string costs = "{plan: explain.txt, section: Optimized Physical Plan, costs_in: job.json}";
    CHECK(lab.data(costs) ==
          json::parse(R"([{"table": "clicks", "estimated": 1e8, "sent": 6000, "off_by_10_or_more": true}])"));
    // chained to its Calc, the scan's vertex sends what passed the filter
    lab.job("23-click-on.json");
    CHECK(lab.data(costs).at(0).at("sent") == 5620);
    // an estimate that is not ten times off
    lab.write("explain.txt", replaced(flink_sample("plans/23-click-details.txt"),
                                      "fields=[page, amount], changelogMode=[I]): rowcount = 1.0E8",
                                      "fields=[page, amount], changelogMode=[I]): rowcount = 56199.0"));
    CHECK(lab.data(costs).at(0).at("off_by_10_or_more") == false);
    lab.write("explain.txt", replaced(flink_sample("plans/23-click-details.txt"),
                                      "fields=[page, amount], changelogMode=[I]): rowcount = 1.0E8",
                                      "fields=[page, amount], changelogMode=[I]): rowcount = 56200.0"));
    CHECK(lab.data(costs).at(0).at("off_by_10_or_more") == true);
}

TEST_CASE("costs need estimates, and a job that does not contradict itself") {
    FlinkLab lab;
    lab.plan("23-click.txt").job("23-click-on.json");
    const std::string costs = "{plan: explain.txt, section: Optimized Physical Plan, costs_in: job.json}";
    CHECK(lab.code(costs) == "no-estimates");
    lab.plan("23-click-details.txt");
    lab.write("job.json",
              replaced(flink_sample("jobs/23-click-on.json"), R"("read-records":5620)", R"("read-records":5621)"));
    CHECK(lab.code(costs) == "broken");
    lab.write("job.json", "[");
    CHECK(lab.code(costs) == "unreadable");
    CHECK(lab.code("{plan: explain.txt, costs_in: none.json}") == "missing-file");
}

TEST_CASE("what changed between two packs") {
    FlinkLab lab;
    const std::string sql = "INSERT INTO o SELECT a FROM t;", settings = R"({"parallelism.default": "2"})";
    write_pack(lab, "before", sql, settings);
    write_pack(lab, "after", sql, settings);
    const Value none = lab.value("{pack: before, changes_to: after}");
    CHECK(none.data == json::array());
    CHECK(none.because.find("before and after have the same SQL") == 0);
    CHECK(lab.data("{pack: before, changes_to: after, count: true}") == 0);
    write_pack(lab, "after", sql, R"({"parallelism.default": "8"})");
    const Value one = lab.value("{pack: before, changes_to: after}");
    REQUIRE(one.data.size() == 1);
    CHECK(one.data[0].at("kind") == "config");
    CHECK(one.data[0].at("names").at(0) == "parallelism.default");
    CHECK(one.because == one.data[0].at("text").get<std::string>() + "\n");
    CHECK(lab.data("{pack: before, changes_to: after, at: /0/kind}") == "config");
    write_pack(lab, "after", sql + " -- the same", R"({"parallelism.default": "8"})", "1.20.3");
    CHECK(lab.data("{pack: before, changes_to: after, pick: kind}") == json{"config", "version"});
}

TEST_CASE("packs that are not there, and files under other names") {
    FlinkLab lab;
    write_pack(lab, "before", "INSERT INTO o SELECT a FROM t;", "{}");
    CHECK(lab.code("{pack: before, changes_to: after}") == "missing-file");
    CHECK(lab.code("{pack: after, changes_to: before}") == "missing-file");
    write_pack(lab, "after", "INSERT INTO o SELECT a FROM t;", "");
    CHECK(lab.data("{pack: before, changes_to: after, pick: kind}") == json{"config"});
    lab.write("before/s.json", R"({"a": "1"})").write("after/s.json", R"({"a": "1"})");
    CHECK(lab.data("{pack: before, settings_file: s.json, changes_to: after}") == json::array());
    lab.write("after/s.json", R"({"a": "2"})");
    CHECK(lab.data("{pack: before, settings_file: s.json, changes_to: after, at: /0/names/0}") == "a");
}

TEST_CASE("a counter of samples is a list with one number for each sample that has it") {
    FlinkLab lab;
    lab.write("s.json", flink_sample("pack/samples.json"));
    CHECK(lab.data("{samples: s.json}") == 6);
    const json in = lab.data("{samples: s.json, counter: GlobalGroupAggregate.numRecordsIn}");
    REQUIRE(in.size() == 6);
    CHECK(in.front() == 0);
    CHECK(lab.data("{samples: s.json, counter: GlobalGroupAggregate.numRecordsIn, last: true}") == 10);
    CHECK(lab.data("{samples: s.json, counter: GlobalGroupAggregate.numRecordsOut, last: true}") == 1);
    CHECK(lab.code("{samples: s.json, counter: GroupAggregate.numRecordsIn}") == "no-counter");
    CHECK(lab.code("{samples: s.json, counter: numRecordsIn}") == "no-counter");
    lab.write("s.json", samples({{1, 2}, {nullptr, 3}, {2.5, "4"}}));
    CHECK(lab.data("{samples: s.json, counter: Agg.numRecordsIn}") == json{1, 2.5});
    CHECK(lab.data("{samples: s.json, counter: Agg.numRecordsOut}") == json{2, 3, 4});
    lab.write("s.json", "{}");
    CHECK(lab.code("{samples: s.json, counter: Agg.numRecordsIn}") == "unreadable");
    CHECK(lab.code("{samples: t.json, counter: Agg.numRecordsIn}") == "missing-file");
}

TEST_CASE("growth counts between samples between which the input grew") {
    FlinkLab lab;
    lab.write("s.json", samples({{0, 0}, {10, 5}, {10, 9}, {30, 9}}));
    CHECK(lab.data(kGrowth) == json{5, 0});
    // a sample without the numbers is passed over
    lab.write("s.json", samples({{1, 1}, {nullptr, 7}, {nullptr, nullptr}, {2, 8}}));
    CHECK(lab.data(kGrowth) == json{7});
    lab.write("s.json", samples({{4, 1}, {4, 2}}));
    CHECK(lab.code(kGrowth) == "no-growth");
    lab.write("s.json", samples({{4, 1}}));
    CHECK(lab.code(kGrowth) == "no-growth");
    lab.write("s.json", samples({{4, nullptr}, {5, nullptr}}));
    CHECK(lab.code(kGrowth) == "no-counter");
    lab.write("s.json", "[]");
    CHECK(lab.code(kGrowth) == "no-counter");
}

TEST_CASE("selectors of one kind of artifact are not for another") {
    FlinkLab lab;
    lab.plan("23-click.txt").graph("23-click.json").write("s.json", samples({{1, 2}})).write("a.json", "{}");
    for (const char* value : {"{graph: plan.json, changed_in: explain.txt}", "{graph: plan.json, costs_in: a.json}",
                              "{graph: plan.json, counter: A.b}", "{plan: explain.txt, counter: A.b}",
                              "{answer: a.json, changes_to: x}", "{samples: s.json, get: nodes}"}) {
        CAPTURE(value);
        CHECK_FALSE(lab.value(value).known());
    }
    CHECK(lab.code("{plan: explain.txt, counter: A.b}") == "rubric-fault");
}

TEST_CASE("settings are texts by their full names, behind a JSON pointer") {
    FlinkLab lab;
    lab.write("c.json", R"({"parallelism.default": 2, "a/b": "x", "on": true})");
    CHECK(lab.data("{settings: c.json, at: /parallelism.default}") == "2");
    CHECK(lab.data("{settings: c.json, at: /a~1b}") == "x");
    CHECK(lab.data("{settings: c.json, at: /on}") == "true");
    CHECK(lab.code("{settings: c.json, at: /off}") == "missing-key");
    lab.write("c.json", "[1]");
    CHECK(lab.code("{settings: c.json, at: /a}") == "unreadable");
}
