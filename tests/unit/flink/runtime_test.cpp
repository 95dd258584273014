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
