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

namespace {

std::string click() {
    return sample("plans/23-click.txt");
}

/// The click plan without its sections from this title on.
std::string up_to(std::string_view title) {
    const std::string text = click();
    return text.substr(0, text.find("== " + std::string(title)));
}

std::optional<Mismatch> against_click(const std::string& text) {
    return plan_and_graph_differ(parse_flink_plan(text, {}), graph_of("23-click.json"));
}

std::optional<Mismatch> with_job(std::string_view from, std::string_view to) {
    return graph_and_job_differ(graph_of("23-click.json"),
                                parse_job(replaced(sample("jobs/23-click-off.json"), from, to), {}));
}

}  // namespace

TEST_CASE("a whole text is compared with the graph by its execution plan") {
    CHECK_FALSE(against_click(click()));
    for (const char* name : {"114-literals.txt", "114-lookup-join.txt", "120-subquery.txt", "23-shuffle-join.txt",
                             "23-statement-set.txt", "23-warning.txt", "23-window.txt"}) {
        CAPTURE(name);
        CHECK_FALSE(plan_and_graph_differ(plan_of(name), parse_graph(sample(std::string("plans/") + name), {})));
    }
    const auto other = against_click(replaced(click(), "where=[(amount > 0)]", "where=[(amount > 5)]"));
    REQUIRE(other);
    CHECK(other->left == "Calc(select=[page, amount], where=[(amount > 5)])");
    CHECK(other->left_line == 22);
    CHECK(plan_and_graph_differ(plan_of("23-click.txt"), graph_of("23-self-join.json")));
}

TEST_CASE("the plan of a SELECT alone may lack what the graph of its INSERT has more") {
    const std::string execution =
        "GroupAggregate(groupBy=[page], select=[page, COUNT(*) AS cnt, SUM(amount) AS total])\n"
        "+- Exchange(distribution=[hash[page]])\n"
        "   +- Calc(select=[page, amount], where=[(amount > 0)])\n"
        "      +- TableSourceScan(table=[[default_catalog, default_database, clicks, filter=[>(amount, 0)], "
        "project=[page, amount], metadata=[]]], fields=[page, amount])\n";
    const std::string title = "== Optimized Execution Plan ==\n";
    CHECK_FALSE(against_click(title + execution));
    CHECK(against_click(title + replaced(execution, "amount > 0", "amount > 1")));
    CHECK(against_click(title + replaced(execution, "database, clicks", "database, views")));
    // with a Sink all of the graph has to be there
    const auto lacking = against_click(
        title + "Sink(table=[default_catalog.default_database.page_stats], fields=[page, cnt, total])\n+- " +
        "TableSourceScan(table=[[default_catalog, default_database, clicks, filter=[>(amount, 0)], project=[page, "
        "amount], metadata=[]]], fields=[page, amount])\n");
    REQUIRE(lacking);
    CHECK(lacking->left.empty());
    CHECK(lacking->right.starts_with("Calc("));
}

TEST_CASE("without a whole execution plan tables are compared") {
    CHECK_FALSE(against_click(up_to("Optimized Execution Plan")));
    CHECK_FALSE(against_click(up_to("Optimized Physical Plan")));
    const auto scan =
        against_click(replaced(replaced(up_to("Optimized Execution Plan"), "database, clicks]", "database, views]"),
                               "database, clicks,", "database, views,"));
    REQUIRE(scan);
    CHECK(scan->left == "a scan of views");
    CHECK(scan->right == "a scan of clicks");
    std::string sink = up_to("Optimized Execution Plan");
    for (int i = 0; i < 2; ++i) sink = replaced(sink, "database.page_stats", "database.totals");
    const auto other = against_click(sink);
    REQUIRE(other);
    CHECK(other->left == "a Sink into totals");
    CHECK(other->right == "a Sink into page_stats");
    // broken: a line that no tree of Flink's can have
    std::string broken = click();
    broken.insert(broken.rfind("      +- Calc"), "              +- Calc(select=[odd])\n");
    const Plan plan = parse_flink_plan(broken, {});
    REQUIRE_FALSE(tree(plan, kExecution)->whole);
    CHECK_FALSE(plan_and_graph_differ(plan, graph_of("23-click.json")));
    CHECK_FALSE(against_click(""));
    CHECK_FALSE(plan_and_graph_differ(plan_of("114-error.txt"), graph_of("23-click.json")));
}

TEST_CASE("a batch text and the graph of a streaming job are compared by their tables") {
    const std::string batch =
        "== Optimized Execution Plan ==\n"
        "Sink(table=[default_catalog.default_database.page_stats], fields=[page, cnt, total])\n"
        "+- HashAggregate(isMerge=[true], groupBy=[page], select=[page, Final_COUNT(count1$0) AS cnt, "
        "Final_SUM(sum$1) AS total])\n"
        "   +- Exchange(distribution=[hash[page]])\n"
        "      +- LocalHashAggregate(groupBy=[page], select=[page, Partial_COUNT(*) AS count1$0, Partial_SUM(amount) "
        "AS "
        "sum$1])\n"
        "         +- Calc(select=[page, amount], where=[(amount > 0)])\n"
        "            +- TableSourceScan(table=[[default_catalog, default_database, clicks]], fields=[page, amount])\n";
    CHECK_FALSE(against_click(batch));
    const auto scan = against_click(replaced(batch, "database, clicks", "database, views"));
    REQUIRE(scan);
    CHECK(scan->left == "a scan of views");
    CHECK(against_click(replaced(batch, "database.page_stats", "database.totals")));
}

TEST_CASE("a lookup join's table is no source of the graph") {
    const std::string text = sample("plans/114-lookup-join.txt");
    const Graph graph = parse_graph(text, {});
    const Plan ast = parse_flink_plan(text.substr(0, text.find("== Optimized Physical Plan")), {});
    CHECK_FALSE(plan_and_graph_differ(ast, graph));
    const Plan physical = parse_flink_plan(text.substr(0, text.find("== Optimized Execution Plan")), {});
    CHECK_FALSE(plan_and_graph_differ(physical, graph));
}

TEST_CASE("ship strategies of graph and job") {
    CHECK_FALSE(with_job(R"("ship_strategy":"HASH")", R"("ship_strategy":"HASH")"));
    const auto edited = with_job(R"("ship_strategy":"HASH")", R"("ship_strategy":"REBALANCE")");
    REQUIRE(edited);
    CHECK(edited->left.starts_with("an edge HASH out of Calc(select=[page, amount]"));
    CHECK(edited->right.starts_with("an edge REBALANCE out of Calc(select=[page, amount]"));
    CHECK(with_job(R"("ship_strategy":"FORWARD")", R"("ship_strategy":"HASH")"));
    // the adaptive batch scheduler runs FORWARD and REBALANCE as RESCALE, but never HASH
    CHECK_FALSE(with_job(R"("ship_strategy":"FORWARD")", R"("ship_strategy":"RESCALE")"));
    CHECK(with_job(R"("ship_strategy":"HASH")", R"("ship_strategy":"RESCALE")"));
}

TEST_CASE("an edge of several from one operator to one other: any of the graph's will do") {
    const Graph graph = graph_of("23-multiple-input.json");
    CHECK_FALSE(graph_and_job_differ(graph, job_of("23-multiple-input-on.json")));
    const auto edited =
        graph_and_job_differ(graph, parse_job(replaced(sample("jobs/23-multiple-input-on.json"),
                                                       R"("ship_strategy":"BROADCAST")", R"("ship_strategy":"HASH")"),
                                              {}));
    REQUIRE(edited);
    CHECK(edited->left.starts_with("an edge BROADCAST out of TableSourceScan("));
}

TEST_CASE("a graph becomes as many vertices as chaining makes of it, or one for each operator") {
    const Graph graph = graph_of("23-click.json");
    // Source -> Calc and GroupAggregate -> Calc -> Sink: 2 vertices chained, 5 unchained; 3 are neither
    Job job = job_of("23-click-off.json");
    CHECK_FALSE(graph_and_job_differ(graph, job));
    Job three = job;
    REQUIRE(three.vertices.size() == 5);
    for (const std::size_t from : {4, 3}) {
        auto& into = three.vertices[2].operators;
        const auto& moved = three.vertices[from].operators;
        into.insert(into.end(), moved.begin(), moved.end());
        three.vertices[from].operators.clear();
    }
    three.vertices.resize(3);
    three.edges.resize(2);
    const JobEdge first{0, 1, 0, "FORWARD", ""}, second{1, 2, 0, "HASH", ""};
    three.edges = {first, second};
    const auto counts = graph_and_job_differ(graph, three);
    REQUIRE(counts);
    CHECK(counts->left == "5 operators, which become 2 vertices with chaining");
    CHECK(counts->right == "3 vertices");
}

TEST_CASE("an operator of another name or with other attributes is another statement") {
    const auto other = with_job("COUNT(*) AS cnt, SUM(amount) AS total])", "COUNT(*) AS cnt, MAX(amount) AS total])");
    REQUIRE(other);
    CHECK(other->left.find("SUM(amount)") != std::string::npos);
    CHECK(other->right.empty());
    const auto jobs =
        jobs_differ(job_of("23-click-on.json"),
                    parse_job(replaced(sample("jobs/23-click-off.json"), "SUM(amount) AS", "MAX(amount) AS"), {}));
    REQUIRE(jobs);
}

TEST_CASE("thousands of equal operators and edges are compared in no time") {
    // n operators A, n operators B and n operators C; the graph's edges go from A to B, the job's from A to C
    constexpr std::uint32_t kMany = 20'000;
    Graph graph;
    Job job;
    const char* const kContents[] = {"A(x=[1])", "B(x=[1])", "C(x=[1])"};
    for (std::uint32_t i = 0; i < 3 * kMany; ++i) {
        GraphNode node;
        node.op = std::string(1, kContents[i / kMany][0]);
        node.contents = kContents[i / kMany];
        node.parallelism = 1;
        graph.nodes.push_back(node);
        JobVertex vertex;
        vertex.operators.push_back({node.op, std::nullopt, node.contents});
        vertex.parallelism = 1;
        job.vertices.push_back(vertex);
    }
    for (std::uint32_t i = 0; i < kMany; ++i) {
        graph.edges.push_back({i, kMany + i, "HASH", "second"});
        graph.nodes[i].out.push_back(i);
        graph.nodes[kMany + i].in.push_back(i);
        job.edges.push_back({i, 2 * kMany + i, 0, "HASH", ""});
    }
    CHECK_FALSE(graph_and_job_differ(graph, job));
    job.edges.push_back({0, kMany, 0, "FORWARD", ""});
    CHECK(graph_and_job_differ(graph, job));
}

TEST_CASE("a streaming job has its graph's parallelism, a batch job may have less") {
    const Graph graph = graph_of("23-click.json");
    Job job = job_of("23-click-off.json");
    REQUIRE_FALSE(graph_and_job_differ(graph, job));
    for (JobVertex& vertex : job.vertices) vertex.parallelism = 4;
    const auto found = graph_and_job_differ(graph, job);
    REQUIRE(found);
    CHECK(found->left.ends_with(" with parallelism " + std::to_string(graph.nodes[1].parallelism)));
    CHECK(found->right.ends_with(" with parallelism 4"));
    CHECK(found->left.substr(0, 10) == found->right.substr(0, 10));
    job.type = "BATCH";
    CHECK_FALSE(graph_and_job_differ(graph, job));
    job.type = "STREAMING";
    job.scheduler = "Adaptive";
    CHECK_FALSE(graph_and_job_differ(graph, job));
    // an operator alone
    job = job_of("23-click-off.json");
    job.vertices[2].parallelism += 1;
    CHECK(graph_and_job_differ(graph, job));
    // unknown on one side
    job.vertices[2].parallelism = -1;
    CHECK_FALSE(graph_and_job_differ(graph, job));
}

TEST_CASE("scans read the same in both sections") {
    const std::string text = click();
    const auto second = text.find("TableSourceScan(", text.find("== Optimized Execution"));
    REQUIRE(second != std::string::npos);
    const auto edited = [&](std::string_view from, std::string_view to) {
        return sections_differ(parse_flink_plan(text.substr(0, second) + replaced(text.substr(second), from, to), {}));
    };
    CHECK_FALSE(edited("clicks", "clicks"));
    const auto other = edited("clicks", "views");
    REQUIRE(other);
    CHECK(other->left.find("clicks") != std::string::npos);
    CHECK(other->right.find("views") != std::string::npos);
    CHECK(other->right_line > other->left_line);
    CHECK(edited("filter=[>(amount, 0)]", "filter=[]"));
    CHECK(edited("project=[page, amount]", "project=[page]"));
    CHECK_FALSE(edited("fields=[", "fields=["));
}
