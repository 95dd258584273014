// What `get` reads out of Flink's JSON graphs and jobs.
#include <doctest/doctest.h>

#include "flink_lab.hpp"

using namespace plangrade;
using json = nlohmann::json;

namespace {

json of_graph(const std::string& sample, const std::string& rest) {
    FlinkLab lab;
    lab.graph(sample);
    return lab.data("{graph: plan.json, " + rest + "}");
}

json of_job(const std::string& sample, const std::string& rest) {
    FlinkLab lab;
    lab.job(sample);
    return lab.data("{job: job.json, " + rest + "}");
}

/// A job behind whose HASH edge these subtasks read so many records.
std::string job_with(const std::vector<std::int64_t>& records) {
    std::int64_t total = 0;
    json subtasks = json::array();
    for (std::size_t i = 0; i < records.size(); ++i) {
        total += records[i];
        subtasks.push_back(
            {{"subtask", i}, {"attempt", 0}, {"status", "RUNNING"}, {"metrics", {{"read-records", records[i]}}}});
    }
    const auto vertex = [](const char* id, const char* name, std::size_t parallelism, std::int64_t read,
                           std::int64_t written) {
        return json{{"id", id},
                    {"name", name},
                    {"parallelism", parallelism},
                    {"status", "RUNNING"},
                    {"metrics", {{"read-records", read}, {"write-records", written}}}};
    };
    const json job{
        {"jid", "a"},
        {"name", "n"},
        {"state", "RUNNING"},
        {"vertices",
         {vertex("v1", "Source: s[1]", 1, 0, total), vertex("v2", "GroupAggregate[3]", records.size(), total, 0)}},
        {"plan",
         {{"jid", "a"},
          {"nodes",
           {{{"id", "v1"}, {"parallelism", 1}, {"description", "[1]:TableSourceScan(table=[[c, d, s]], fields=[k])"}},
            {{"id", "v2"},
             {"parallelism", records.size()},
             {"description", "[3]:GroupAggregate(groupBy=[k], select=[k])"},
             {"inputs",
              {{{"id", "v1"}, {"num", 0}, {"ship_strategy", "HASH"}, {"exchange", "pipelined_bounded"}}}}}}}}}};
    const json answer{
        {"id", "v2"}, {"name", "GroupAggregate[3]"}, {"parallelism", records.size()}, {"subtasks", subtasks}};
    return json{{"job", job}, {"vertices", {answer}}}.dump();
}

Value skew_of(const std::vector<std::int64_t>& records) {
    FlinkLab lab;
    lab.write("job.json", job_with(records));
    return lab.value("{job: job.json, get: skew}");
}

}  // namespace

TEST_CASE("a graph's operators, edges and tables") {
    CHECK(of_graph("23-click.json", "get: nodes") == 5);
    CHECK(of_graph("23-union.json", "get: nodes") == 3);
    CHECK(of_graph("23-click.json", "get: ship_strategies") == json{{"FORWARD", 3}, {"HASH", 1}});
    CHECK(of_graph("23-multiple-input.json", "get: ship_strategies") == json{{"BROADCAST", 1}, {"FORWARD", 3}});
    CHECK(of_graph("23-click.json", "get: non_forward_edges") == 1);
    CHECK(of_graph("23-self-join.json", "get: non_forward_edges") == 2);
    CHECK(of_graph("23-union.json", "get: non_forward_edges") == 0);
    CHECK(of_graph("23-click.json", "get: tables") == json{"clicks"});
    CHECK(of_graph("23-multiple-input.json", "get: tables") == json{"dim", "fact"});
    FlinkLab lab;
    lab.graph("23-click.json");
    CHECK(lab.value("{graph: plan.json, get: non_forward_edges}").because ==
          "Calc[14] -> GroupAggregate[16] is HASH\n");
}

TEST_CASE("vertices that a graph becomes; what the JSON leaves open makes any number of the range right") {
    CHECK(of_graph("23-click.json", "get: vertices") == 2);
    FlinkLab lab;
    lab.graph("23-two-sinks.json");
    const Value open = lab.value("{graph: plan.json, get: vertices}");
    CHECK(open.data == 1);
    CHECK(open.alternatives == std::vector<json>{2});
    CHECK_FALSE(open.because.empty());
    // datagen is a SourceFunction: a writer never joins its chain
    lab.write("ddl.sql", "CREATE TABLE gen (id INT) WITH ('connector' = 'datagen');");
    const Value known = lab.value("{graph: plan.json, ddl: ddl.sql, get: vertices}");
    CHECK(known.data == 2);
    CHECK(known.alternatives.empty());
    lab.write("ddl.sql", "CREATE TABLE gen (id INT) WITH ('connector' = 'kafka');");
    CHECK(lab.value("{graph: plan.json, ddl: ddl.sql, get: vertices}").data == 1);
    CHECK(lab.value("{graph: plan.json, ddl: ddl.sql, get: vertices}").alternatives.empty());
    // the lab itself tells that only clicks is one
    CHECK(lab.value("{graph: plan.json, legacy_sources: legacy, get: vertices}").data == 1);
    CHECK(lab.value("{graph: plan.json, legacy_sources: legacy, get: vertices}").alternatives.empty());
}

TEST_CASE("Flink 1.x begins vertices with the file sink's helpers") {
    FlinkLab lab;
    lab.graph("120-file-sink.json");
    lab.write("ddl.sql", "CREATE TABLE clicks (page STRING) WITH ('connector' = 'filesystem');");
    const json one = lab.data("{graph: plan.json, ddl: ddl.sql, version: 1.20.3, get: vertices}");
    const json two = lab.data("{graph: plan.json, ddl: ddl.sql, version: 2.3.0, get: vertices}");
    CHECK(one == 4);
    CHECK(two == 2);
}

TEST_CASE("edges into sinks") {
    CHECK(of_graph("23-click.json", "get: into_sinks") ==
          json::parse(R"([{"ship_strategy": "FORWARD", "upstream_parallelism": 1, "sink_parallelism": 1}])"));
    CHECK(of_graph("23-two-sinks.json", "get: into_sinks, pick: ship_strategy") == json{"FORWARD", "FORWARD"});
    CHECK(of_graph("120-materialize.json", "get: into_sinks, pick: ship_strategy").size() == 1);
}

TEST_CASE("operators of a graph are found with their edges' ship strategies") {
    CHECK(of_graph("23-click.json", "find: {op: GroupAggregate}, get: ship_strategy") == "HASH");
    CHECK(of_graph("23-click.json", "find: {op: GroupAggregate}, get: parallelism") == 1);
    CHECK(of_graph("23-async-lookup.json", "find: {op: LookupJoin}, get: ship_strategy") == "FORWARD");
    CHECK(of_graph("23-click.json", "find: {op: Calc}, count: true") == 2);
}

TEST_CASE("a job's vertices, id, state and edges") {
    CHECK(of_job("23-click-on.json", "get: vertices") == 2);
    CHECK(of_job("23-click-off.json", "get: vertices") == 5);
    CHECK(of_job("23-click-on.json", "get: jid") == "b34f52f492c3c476e5010f3d09aed808");
    CHECK(of_job("23-click-off.json", "get: jid") == "c1c0783cd7bd098a4588b03312104249");
    CHECK(of_job("23-click-on.json", "get: state") == "FINISHED");
    CHECK(of_job("23-click-on.json", "get: ship_strategies") == json{{"HASH", 1}});
    CHECK(of_job("23-click-off.json", "get: ship_strategies") == json{{"FORWARD", 3}, {"HASH", 1}});
    CHECK(of_job("23-click-off.json", "find: {op: GroupAggregate}, get: write-records") == 11232);
    CHECK(of_job("23-click-off.json", "find: {op: GroupAggregate}, get: read-records") == 5620);
    CHECK(of_job("23-click-off.json", "find: {op: GroupAggregate}, get: ship_strategy") == "HASH");
    CHECK(of_job("114-click-on.json", "get: vertices") == 2);
}

TEST_CASE("the skewed vertex is the one behind the HASH edge, not the source that reads everything") {
    FlinkLab lab;
    lab.job("23-skew.json");
    const Value skew = lab.value("{job: job.json, get: skew}");
    REQUIRE(skew.known());
    CHECK(skew.data == json::parse(R"({"vertex": "GroupAggregate", "records": [1843, 2137, 34109, 1911], "subtask": 2,
                                       "share": 0.8527})"));
    std::vector<json> names;
    for (const json& each : skew.alternatives) {
        names.push_back(each.at("vertex"));
        CHECK(each.at("subtask") == 2);
    }
    CHECK(names == std::vector<json>{"GroupAggregate", "GroupAggregate[13]",
                                     "GroupAggregate[13] -> Calc[14] -> ConstraintEnforcer[15] -> totals[15]: Writer"});
    CHECK(skew.because.find("subtask 2: 34109 records") != std::string::npos);
    CHECK(of_job("23-click-on.json", "get: skew").is_null());  // one subtask has no neighbours
}

TEST_CASE("equally busy subtasks are equally right") {
    const Value skew = skew_of({7, 9, 3, 9});
    REQUIRE(skew.known());
    CHECK(skew.data.at("subtask") == 1);
    CHECK(skew.data.at("share") == 0.3214);
    std::set<std::int64_t> subtasks;
    for (const json& each : skew.alternatives) subtasks.insert(each.at("subtask").get<std::int64_t>());
    CHECK(subtasks == std::set<std::int64_t>{1, 3});
    CHECK(skew_of({0, 0}).data.is_null());
    CHECK(skew_of({5, 5, 5, 5}).data.at("share") == 0.25);
}

TEST_CASE("thousands of equal subtasks don't fill the memory, and any of them is right") {
    const Value skew = skew_of(std::vector<std::int64_t>(10'000, 3));
    REQUIRE(skew.known());
    std::size_t numbers = 0;
    std::set<std::int64_t> subtasks;
    for (const json& each : skew.alternatives) {
        subtasks.insert(each.at("subtask").get<std::int64_t>());
        if (each.contains("records")) numbers += each.at("records").size();
    }
    CHECK(subtasks.size() == 10'000);
    CHECK(numbers < 1'000'000);
}

TEST_CASE("an artifact that contradicts itself gives no facts") {
    FlinkLab lab;
    lab.write("job.json",
              replaced(flink_sample("jobs/23-click-on.json"), R"("read-records":5620)", R"("read-records":5621)"));
    const Value value = lab.value("{job: job.json, get: vertices}");
    CHECK(value.state == Value::State::malformed);
    CHECK(value.code == "broken");
    CHECK(value.args.at("at") == "/vertices/1/metrics/read-records");
    lab.write("plan.json", replaced(flink_sample("graphs/23-click.json"), "\"id\" : 16,", "\"id\" : 15,"));
    CHECK(lab.code("{graph: plan.json, get: nodes}") == "broken");
    CHECK(lab.code("{graph: none.json, get: nodes}") == "missing-file");
    lab.write("plan.json", "{");
    CHECK(lab.code("{graph: plan.json, get: nodes}") == "unreadable");
}

TEST_CASE("a spread that is told in two ways spoils what rests on it, not the vertices' own counters") {
    // the aggregated maximum against the subtasks
    const json skew = json::parse(flink_sample("jobs/23-skew.json"));
    json edited = skew;
    bool found = false;
    for (json& vertex : edited.at("vertices"))
        if (vertex.contains("aggregated") && vertex.at("name").get<std::string>().starts_with("GroupAggregate")) {
            vertex["aggregated"]["metrics"]["read-records"]["max"] = 34110;
            found = true;
        }
    REQUIRE(found);
    FlinkLab lab;
    lab.write("job.json", edited.dump()).plan("23-skew.txt");
    CHECK(lab.code("{job: job.json, get: skew}") == "broken");
    CHECK(lab.value("{job: job.json, get: skew}").args.at("flaw_code") == "spread-contradiction");
    CHECK(lab.value("{plan: explain.txt, section: Optimized Physical Plan, costs_in: job.json}").code != "broken");
    CHECK(lab.test("{value: {job: job.json}, sound: true}").status == Status::fail);
    lab.job("23-skew.json");
    CHECK(lab.passes("{value: {job: job.json}, sound: true}"));
}

TEST_CASE("JSON behind EXPLAIN's text is read, or refused where the lab asks for the JSON alone") {
    FlinkLab lab;
    lab.plan("23-warning.txt", "plan.json");
    CHECK(lab.data("{graph: plan.json, get: nodes}") == 5);
    CHECK(lab.code("{graph: plan.json, after_text: refuse, get: nodes}") == "unreadable");
    lab.graph("23-click.json");
    CHECK(lab.data("{graph: plan.json, after_text: refuse, get: nodes}") == 5);
}

TEST_CASE("vertices' own answers may stand in a folder beside the job") {
    FlinkLab lab;
    lab.job("23-click-on.json").job("23-click-on-vertex.json", "vertices/1.json");
    CHECK(lab.passes("{value: {job: job.json, vertices: vertices}, sound: true}"));
    lab.job("23-click-off.json");
    CHECK(lab.test("{value: {job: job.json, vertices: vertices}, sound: true}").status == Status::fail);
}
