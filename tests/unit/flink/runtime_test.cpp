#include "facts/flink/runtime.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

TEST_CASE("skew is read behind the keyed edge, not at the source") {
    const Job job = job_of("23-skew.json");
    const auto fact = skew(job);
    REQUIRE(fact);
    CHECK(fact->op == "GroupAggregate");
    CHECK(fact->records == std::vector<std::int64_t>{1843, 2137, 34109, 1911});
    CHECK(fact->busiest == 2);
    CHECK(fact->share == doctest::Approx(0.852725));
    CHECK_FALSE(skew(job_of("23-click-on.json")));  // one subtask
    CHECK(job_facts_json(job)["keyed_vertices"][0]["subtask"] == 2);
}

TEST_CASE("rows that left a scan, beside what was estimated") {
    const Plan plan = plan_of("23-skew.txt");
    const std::vector<ScanCost> costs = scan_costs(*tree(plan, kPhysical), job_of("23-skew.json"));
    REQUIRE(costs.size() == 1);
    CHECK(costs[0].table == "events");
    CHECK(costs[0].estimated == 1e8);
    CHECK(costs[0].sent == 40000);
    CHECK(costs[0].off_by_10_or_more == true);
}

TEST_CASE("a scan in a multiple input, and one chained to its sink, send nothing that counts") {
    const Plan plan = parse_flink_plan(
        "== Optimized Physical Plan ==\nHashJoin(build=[right])\n"
        ":- TableSourceScan(table=[[default_catalog, default_database, fact]]): rowcount = 10.0, cumulative cost = "
        "{1.0 rows}\n"
        "+- TableSourceScan(table=[[default_catalog, default_database, dim]]): rowcount = 100.0, cumulative cost = "
        "{1.0 rows}\n",
        {});
    const Job job = job_of("23-multiple-input-on.json");
    const std::vector<ScanCost> costs = scan_costs(*tree(plan, kPhysical), job);
    REQUIRE(costs.size() == 2);
    CHECK_FALSE(costs[0].sent);
    CHECK_FALSE(costs[0].off_by_10_or_more);
    REQUIRE(costs[1].sent);
    CHECK(costs[1].off_by_10_or_more == (*costs[1].sent >= 1000 || *costs[1].sent <= 10));
    CHECK_FALSE(scan_costs(*tree(plan, kPhysical), job_of("23-click-on.json"))[0].sent);
}

TEST_CASE("edges and vertices by operator") {
    const Job job = job_of("23-click-off.json");
    CHECK(ship_strategies(job) == std::map<std::string, std::uint64_t>{{"FORWARD", 3}, {"HASH", 1}});
    REQUIRE(vertex_with(job, "GroupAggregate"));
    CHECK(job.vertices[*vertex_with(job, "GroupAggregate")].name.starts_with("GroupAggregate["));
    CHECK_FALSE(vertex_with(job, "Join"));
}

namespace {

/// A source vertex with this operator, which sends `sent` rows to nothing that counts.
JobVertex source(const std::string& name, const std::string& text, std::int64_t sent) {
    JobVertex vertex;
    vertex.name = name;
    vertex.operators.push_back({name, std::nullopt, text});
    vertex.metrics.write_records = sent;
    vertex.out.push_back(0);
    return vertex;
}

std::optional<std::int64_t> sent_from(const Job& job, const std::string& path = "c, d, s") {
    const Plan plan =
        parse_flink_plan("== Optimized Physical Plan ==\nTableSourceScan(table=[[" + path + "]], fields=[k])\n", {});
    return scan_costs(*tree(plan, kPhysical), job).at(0).sent;
}

}  // namespace

TEST_CASE("the vertex of a scan is found by its table's whole name") {
    Job job;
    job.vertices = {source("Source: s", "TableSourceScan(table=[[c, d, s2]], fields=[k])", 2),
                    source("Source: s", "TableSourceScan(table=[[c, e, s]], fields=[k])", 3),
                    source("Source: s", "Source: TableSourceScan(table=[[c, d, s, filter=[=(a, 1)]]], fields=[k])", 4)};
    CHECK(sent_from(job) == 4);
    CHECK(sent_from(job, "c, e, s") == 3);
    CHECK_FALSE(sent_from(job, "c, d, t"));
    job.vertices = {source("Source: KafkaSource-c.d.s", "", 5), source("Source: t", "", 6)};
    CHECK(sent_from(job) == 5);
    CHECK(sent_from(job, "c, d, t") == 6);
    CHECK_FALSE(sent_from(job, "c, d, d"));
}

TEST_CASE("descriptions that break off are read to their ends") {
    Job job;
    for (const char* text : {"TableSourceScan(table=[[c, d, s", "TableSourceScan(table=[[",
                             "TableSourceScan(table=[[=", "TableSourceScan(table=[[c, d, s, filter=["}) {
        job.vertices = {source("Source: s", text, 7)};
        CAPTURE(text);
        CHECK(scan_costs(PlanTree{}, job).empty());
        CHECK((sent_from(job) == 7) == (std::string_view(text).find("d, s") != std::string_view::npos));
    }
}

TEST_CASE("scans of one table find their vertices in the job's order") {
    Job job;
    job.vertices = {source("Source: s", "TableSourceScan(table=[[c, d, s, filter=[=(a, 1)]]], fields=[k])", 1),
                    source("Source: s", "TableSourceScan(table=[[c, d, s, filter=[=(a, 2)]]], fields=[k])", 2)};
    const Plan plan = parse_flink_plan(
        "== Optimized Physical Plan ==\nUnion(all=[true])\n:- TableSourceScan(table=[[c, d, s]], fields=[k])\n:- "
        "TableSourceScan(table=[[c, d, s]], fields=[k])\n+- TableSourceScan(table=[[c, d, s]], fields=[k])\n",
        {});
    const auto costs = scan_costs(*tree(plan, kPhysical), job);
    REQUIRE(costs.size() == 3);
    CHECK(costs[0].sent == 1);
    CHECK(costs[1].sent == 2);
    CHECK(costs[2].sent == 2);
}

TEST_CASE("many scans and many vertices") {
    Job job;
    std::string text = "== Optimized Physical Plan ==\nUnion(all=[true])\n";
    for (int i = 0; i < 20'000; ++i) {
        const std::string scan = "TableSourceScan(table=[[c, d, t" + std::to_string(i) + "]], fields=[k])";
        job.vertices.push_back(source("Source: t", scan, i));
        text += (i == 19'999 ? "+- " : ":- ") + scan + "\n";
    }
    const auto costs = scan_costs(*tree(parse_flink_plan(text, {}), kPhysical), job);
    REQUIRE(costs.size() == 20'000);
    CHECK(costs.back().sent == 19'999);
}
