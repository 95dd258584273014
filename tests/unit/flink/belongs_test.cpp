#include "facts/flink/belongs.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

TEST_CASE("the two sections of real plans tell the same operators") {
    for (const char* name :
         {"114-literals.txt", "114-two-phase.txt", "120-temporal-join.txt", "120-dedup.txt", "23-dedup.txt",
          "23-click.txt", "23-multiple-input.txt", "23-statement-set.txt", "23-shuffle-join.txt", "23-warning.txt"}) {
        CAPTURE(name);
        CHECK_FALSE(sections_differ(plan_of(name)));
    }
}

TEST_CASE("lines pasted into one section only") {
    const auto found = sections_differ(plan_of("23-edited-execution.txt"));
    REQUIRE(found);
    CHECK(found->left == "GroupAggregate");
    CHECK(found->right == "GlobalGroupAggregate");
    CHECK(found->left_line == 12);
    CHECK(found->right_line == 20);
}

TEST_CASE("plan and graph of one statement") {
    for (const char* name : {"114-literals.txt", "114-lookup-join.txt", "120-subquery.txt", "120-temporal-join.txt",
                             "23-multiple-input.txt", "23-ranges.txt", "23-shuffle-join.txt", "23-statement-set.txt",
                             "23-warning.txt", "23-window.txt"}) {
        CAPTURE(name);
        const Plan plan = plan_of(name);
        const Graph graph = parse_graph(sample(std::string("plans/") + name), {});
        REQUIRE(graph.whole());
        CHECK_FALSE(plan_and_graph_differ(*tree(plan, kExecution), graph));
    }
    const Plan click = plan_of("23-click.txt");
    CHECK_FALSE(plan_and_graph_differ(*tree(click, kExecution), graph_of("23-click.json")));
    const auto other = plan_and_graph_differ(*tree(click, kExecution), graph_of("114-click.json"));
    REQUIRE(other);
    CHECK(other->left.starts_with("Calc(select=[page, CAST(cnt AS BIGINT)"));
    CHECK(other->left_line == 19);
}

TEST_CASE("graph and job, chained or not; two jobs") {
    const Graph graph = graph_of("23-click.json");
    const Job on = job_of("23-click-on.json"), off = job_of("23-click-off.json");
    CHECK_FALSE(graph_and_job_differ(graph, on));
    CHECK_FALSE(graph_and_job_differ(graph, off));
    CHECK_FALSE(jobs_differ(on, off));
    CHECK_FALSE(graph_and_job_differ(graph_of("114-click.json"), job_of("114-click-on.json")));
    CHECK_FALSE(graph_and_job_differ(graph_of("23-multiple-input.json"), job_of("23-multiple-input-on.json")));
    CHECK_FALSE(graph_and_job_differ(graph_of("23-two-sinks.json"), job_of("23-two-sinks-on.json")));
    REQUIRE(graph_and_job_differ(graph, job_of("23-two-sinks-on.json")));
    REQUIRE(jobs_differ(on, job_of("23-skew.json")));
}
