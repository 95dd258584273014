#include "evidence/flink/flink_job.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;
using Strings = std::vector<std::string>;

namespace {

Strings names(const JobVertex& vertex) {
    Strings out;
    for (const VertexOperator& op : vertex.operators) out.push_back(op.name);
    return out;
}

std::string contradiction_in(const std::string& text) {
    const Job job = parse_job(text, {});
    return job.contradiction() == nullptr ? "none" : job.contradiction()->at + " " + job.contradiction()->message;
}

}  // namespace

TEST_CASE("vertices, operators, edges, counters") {
    const Job job = job_of("23-click-on.json");
    CHECK(job.whole());
    CHECK(job.state == "FINISHED");
    CHECK(job.type == "STREAMING");
    CHECK(job.jid == "b34f52f492c3c476e5010f3d09aed808");
    REQUIRE(job.vertices.size() == 2);
    CHECK(names(job.vertices[0]) == Strings{"Source: clicks", "Calc"});
    CHECK(names(job.vertices[1]) == Strings{"GroupAggregate", "Calc", "Sink: page_stats"});
    CHECK(job.vertices[1].operators[0].number == 22U);
    CHECK(job.vertices[0].operators[1].text == "Calc(select=[page, amount], where=[(amount > 0)])");
    CHECK(job.vertices[0].metrics.read_records == 6000);
    CHECK(job.vertices[0].metrics.write_records == 5620);
    CHECK(job.vertices[0].has_source());
    CHECK_FALSE(job.vertices[1].has_source());
    REQUIRE(job.edges.size() == 1);
    CHECK(job.edges[0].ship_strategy == "HASH");
    CHECK(job.edges[0].from == 0);
    CHECK(job.status_counts.at("FINISHED") == 2);
}

TEST_CASE("1.14's names hold whole descriptions") {
    const Job job = job_of("114-click-on.json");
    CHECK(job.whole());
    CHECK(names(job.vertices[0]) == Strings{"Source: TableSourceScan", "Calc"});
    CHECK(job.vertices[0].operators[1].text == "Calc(select=[page, amount], where=[(amount > 0)])");
    CHECK_FALSE(job.vertices[0].metrics.busy_ms);
}

TEST_CASE("chains that branch, sources in multiple inputs, literals with arrows") {
    CHECK(chained_names("A[1] -> (B[2] -> C[3], Sink: d[4])") == Strings{"A[1]", "B[2]", "C[3]", "Sink: d[4]"});
    CHECK(chained_names("MultipleInput[21] [Source: fact[15], Source: dim[16]] -> Calc[19]") ==
          Strings{"MultipleInput[21]", "Source: fact[15]", "Source: dim[16]", "Calc[19]"});
    CHECK(chained_names("Calc(where=[(a <> 'x) -> y')]) -> Sink: Sink(table=[t])") ==
          Strings{"Calc(where=[(a <> 'x) -> y')])", "Sink: Sink(table=[t])"});
    CHECK(chained_names("") == Strings{});
    const Job job = job_of("23-multiple-input-on.json");
    CHECK(job.whole());
    CHECK(names(job.vertices[1]) == Strings{"MultipleInput", "Source: fact", "Calc", "bo: Writer"});
    CHECK(job.vertices[1].operators[1].text.starts_with(
        "TableSourceScan(table=[[default_catalog, default_database, fact"));
    CHECK(job.vertices[1].operators[0].text.find("members=[\\nHashJoin(") != std::string::npos);
}

TEST_CASE("a plan alone, and what is no job") {
    const nlohmann::json whole = nlohmann::json::parse(sample("jobs/23-click-on.json"));
    const Job plan = parse_job(nlohmann::json{{"plan", whole["plan"]}}.dump(), {});
    CHECK(plan.flaws.empty());
    CHECK_FALSE(plan.has_vertices);
    CHECK(plan.vertices.size() == 2);
    CHECK(plan.edges.size() == 1);
    CHECK(parse_job(sample("graphs/23-click.json"), {}).flaws.at(0).message ==
          "This is an execution plan, not a running job's answer; the answer of /jobs/<jid> is wanted.");
    CHECK(parse_job(R"({"errors": ["not found"]})", {}).flaws.at(0).code == "not-a-job");
    for (const char* text : {"", "[]", "3", "{}", "{\"vertices\": [3, {}], \"plan\": {\"nodes\": [1]}}"})
        CHECK_FALSE(parse_job(text, {}).whole());
}

TEST_CASE("answers that contradict themselves") {
    const std::string text = sample("jobs/23-click-on.json");
    CHECK(contradiction_in(text) == "none");
    CHECK(contradiction_in(replaced(text, "\"parallelism\":1,", "\"parallelism\":4,")) ==
          "/vertices/0/tasks The tasks of \"Source: clicks[19] -> Calc[20]\" add up to 1, its parallelism is 4; a "
          "vertex has one task for "
          "each.");
    CHECK(contradiction_in(replaced(text, "\"FINISHED\":2", "\"FINISHED\":3"))
              .starts_with("/status-counts The status counts add up to 3"));
    CHECK(contradiction_in(replaced(text, "\"status\":\"FINISHED\"", "\"status\":\"FAILED\""))
              .starts_with("/status-counts/FAILED"));
    CHECK(contradiction_in(replaced(text, "\"plan\":{\"jid\":\"b34f", "\"plan\":{\"jid\":\"c34f"))
              .starts_with("/plan/jid"));
    CHECK(contradiction_in(replaced(text, "Source: clicks[19] -> Calc[20]", "Source: clicks[19] -> Calc[21]"))
              .starts_with("/vertices/0/name"));
    CHECK(contradiction_in(replaced(text, "\"read-records\":5620", "\"read-records\":56")) ==
          "/vertices/1/metrics/read-records \"GroupAggregate[22] -> Calc[23] -> Sink: page_stats[24]\" has read 56 "
          "records, but the vertices "
          "before it have written 5620.");
    nlohmann::json removed = nlohmann::json::parse(text);
    removed["vertices"].erase(0);
    removed["status-counts"]["FINISHED"] = 1;
    CHECK(contradiction_in(removed.dump()) ==
          "/plan/nodes/0/inputs/0 The input names a vertex that the answer does not list.");
}

TEST_CASE("counters of a running job may differ: a note") {
    const Job job = job_of("23-running-edited.json");
    CHECK(job.state == "RUNNING");
    CHECK(job.contradiction() == nullptr);
    REQUIRE(job.flaws.size() == 1);
    CHECK(job.flaws[0].code == "uneven-counters");
    CHECK(job.flaws[0].severity == Severity::note);
    CHECK(job.flaws[0].message == "\"Calc[23]\" has read 1 records, but the vertices before it have written 10.");
}

TEST_CASE("subtasks, in runtime.json and in answers of their own") {
    const Job job = job_of("23-skew.json");
    CHECK(job.whole());
    REQUIRE(job.vertices[1].subtasks.size() == 4);
    CHECK(job.vertices[1].subtasks[2].metrics.read_records == 34109);
    Job added = job_of("23-click-on.json");
    add_vertex_answer(added, sample("jobs/23-click-on-vertex.json"), "vertices/1.json", {});
    CHECK(added.whole());
    CHECK(added.vertices[1].subtasks.size() == 1);
    add_vertex_answer(added,
                      replaced(sample("jobs/23-click-on-vertex.json"), "\"read-records\":5620", "\"read-records\":1"),
                      "vertices/1.json", {});
    REQUIRE(added.contradiction() != nullptr);
    CHECK(added.contradiction()->file == "vertices/1.json");
    CHECK(added.contradiction()->message.find("add up to 1, the job's answer says 5620") != std::string::npos);
}

TEST_CASE("edited subtasks don't fit the aggregated values") {
    const nlohmann::json json = nlohmann::json::parse(sample("jobs/23-skew.json"));
    nlohmann::json edited = json;
    edited["vertices"][1]["subtasks"][2]["metrics"]["read-records"] = 8000;
    edited["vertices"][1]["subtasks"][0]["metrics"]["read-records"] = 1843 + 26109;
    const Job job = parse_job(edited.dump(), {});
    REQUIRE(job.contradiction() != nullptr);
    CHECK(job.contradiction()->at == "/vertices/1/aggregated/metrics/read-records/min");
    nlohmann::json foreign = json;
    foreign["vertices"][0]["id"] = "0";
    CHECK(contradiction_in(foreign.dump()).starts_with("/vertices/0 The answer is of a vertex 0"));
}

TEST_CASE("evidence as JSON") {
    const nlohmann::json json = job_json(job_of("23-skew.json"));
    CHECK(json["kind"] == "flink-job");
    CHECK(json["vertices"][1]["subtasks"][2]["metrics"]["read_records"] == 34109);
    CHECK(json["edges"][0]["ship_strategy"] == "HASH");
}

TEST_CASE("an answer's own keys tell which versions have them") {
    CHECK(job_of("23-click-on.json").version_hint == "2.x");
    CHECK(job_of("114-click-on.json").version_hint == "1.14");
    const std::string vertex = R"("vertices": [{"id": "a", "name": "Source: s[1]", "parallelism": 1)";
    CHECK(parse_job("{\"jid\": \"j\", \"job-type\": \"BATCH\", " + vertex + "}]}", {}).version_hint == "1.20");
    CHECK(parse_job("{\"jid\": \"j\", " + vertex + R"(, "slotSharingGroupId": "g"}]})", {}).version_hint == "1.20");
    CHECK(parse_job("{\"jid\": \"j\", \"job-type\": \"BATCH\", \"pending-operators\": 0, " + vertex + "}]}", {})
              .version_hint == "2.x");
    CHECK(parse_job("{\"jid\": \"j\", " + vertex + "}]}", {}).version_hint == "1.14");
    CHECK(parse_job(R"({"plan": {"jid": "j", "nodes": [{"id": "a", "parallelism": 1}]}})", {}).version_hint.empty());
    CHECK(parse_job("{}", {}).version_hint.empty());
}
