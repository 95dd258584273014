#include "facts/flink/tree_facts.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;
using Strings = std::vector<std::string>;

namespace {

PlanTree tree_in(const std::string& name, std::string_view title) {
    const Plan plan = plan_of(name);
    const PlanTree* found = tree(plan, title);
    REQUIRE(found != nullptr);
    return *found;
}

}  // namespace

TEST_CASE("exchanges, with the operators above and below") {
    const std::vector<ExchangeFact> found = exchanges(tree_in("23-click.txt", kExecution));
    REQUIRE(found.size() == 1);
    CHECK(found[0].distribution == "hash[page]");
    CHECK(found[0].keys == Strings{"page"});
    CHECK(found[0].above == "GroupAggregate");
    CHECK(found[0].below == "Calc");
    CHECK(found[0].readers == Strings{"GroupAggregate"});
    const std::vector<ExchangeFact> shared = exchanges(tree_in("23-statement-set.txt", kExecution));
    REQUIRE(shared.size() == 1);
    CHECK(shared[0].above.empty());
    CHECK(shared[0].readers == Strings{"GroupAggregate", "GroupAggregate"});
    CHECK(exchanges(tree_in("120-split-minibatch.txt", kExecution))[1].keys == Strings{"page", "$f2"});
}

TEST_CASE("scans and what was pushed into them") {
    const std::vector<ScanFact> found = scans(tree_in("23-click-details.txt", kPhysical));
    REQUIRE(found.size() == 1);
    CHECK(found[0].path == Strings{"default_catalog", "default_database", "clicks"});
    CHECK(found[0].table == "clicks");
    CHECK(found[0].filter == ">(amount, 0)");
    CHECK(found[0].projection == "page, amount");
    CHECK(found[0].rows == 1e8);
    CHECK(scans(tree_in("114-literals.txt", kExecution))[0].filter ==
          "and(and(notEquals(page, 'a,b]'), notEquals(page, 'it''s (x) -> y')), greaterThan(amount, 0))");
    CHECK_FALSE(scans(tree_in("23-window.txt", kExecution))[0].filter);
}

TEST_CASE("changelog from the source to the sink") {
    const PlanTree tree = tree_in("23-click-details.txt", kPhysical);
    const std::vector<ChangelogFact> found = changelog(tree);
    REQUIRE(found.size() == 6);
    CHECK(found.front().op == "TableSourceScan");
    CHECK(found[3].modes == "I,UB,UA");
    CHECK(found.back().modes == "NONE");
    CHECK(tree.nodes[first_update_node(tree).value()].op == "GroupAggregate");
    CHECK(sink_receives(tree) == "I,UB,UA");
    CHECK(sinks(tree) == Strings{"default_catalog.default_database.page_stats"});
    CHECK(is_linear(tree));
    const PlanTree cdc = tree_in("23-warning.txt", kPhysical);
    CHECK_FALSE(first_update_node(cdc));  // the source itself sends updates
    CHECK(sink_receives(cdc) == "I,UA,D");
    const PlanTree plain = tree_in("23-click.txt", kPhysical);
    CHECK(changelog(plain).empty());
    CHECK_FALSE(sink_receives(plain));
}

TEST_CASE("upserts: normalised, materialized") {
    CHECK(count(tree_in("120-temporal-join.txt", kExecution), "ChangelogNormalize") == 1);
    CHECK_FALSE(upsert_materialize(plan_of("23-click.txt")));
    CHECK(
        upsert_materialize(parse_flink_plan("== Optimized Execution Plan ==\nSink(table=[t], "
                                            "upsertMaterialize=[true])\n+- TableSourceScan(table=[[a, b, c]])\n",
                                            {})));
}

TEST_CASE("two phases, in streaming, through an incremental aggregate, in batch") {
    const PlanTree stream = tree_in("114-two-phase.txt", kExecution);
    std::vector<TwoPhase> found = two_phase(stream);
    REQUIRE(found.size() == 1);
    CHECK(found[0].global_op == "GlobalGroupAggregate");
    CHECK(found[0].local_op == "LocalGroupAggregate");
    CHECK(found[0].distribution == "hash[page]");
    CHECK(count(stream, "MiniBatchAssigner") == 1);
    CHECK(aggregates(stream) == Strings{"GlobalGroupAggregate", "LocalGroupAggregate"});
    found = two_phase(tree_in("120-split-minibatch.txt", kExecution));
    REQUIRE(found.size() == 1);
    CHECK(found[0].local_op == "LocalGroupAggregate");
    found = two_phase(tree_in("23-multiple-input.txt", kExecution));
    REQUIRE(found.size() == 1);
    CHECK(found[0].global_op == "HashAggregate");
    CHECK(two_phase(tree_in("23-window.txt", kExecution)).size() == 1);
    CHECK(two_phase(tree_in("23-click.txt", kExecution)).empty());
}

TEST_CASE("distinct split") {
    const PlanTree tree = tree_in("120-split-minibatch.txt", kExecution);
    const DistinctSplit split = distinct_split(tree);
    CHECK(split.whole());
    CHECK(split.buckets == std::vector<std::int64_t>{1024});
    CHECK(split.bucket_columns == Strings{"$f2"});
    CHECK(split.exchanges == Strings{"hash[page]", "hash[page, $f2]"});
    CHECK(tree.nodes[split.partial.value()].op == "LocalGroupAggregate");
    CHECK(tree.nodes[split.final.value()].op == "GlobalGroupAggregate");
    CHECK_FALSE(distinct_split(tree_in("23-click.txt", kExecution)).whole());
}

TEST_CASE("numbers as Java prints them") {
    CHECK(plan_number("1.0E8") == 1e8);
    CHECK(plan_number("100.0") == 100);
    CHECK(plan_number("3.612499999999999E7") == 3.612499999999999e7);
    CHECK_FALSE(plan_number("Infinity"));
    CHECK_FALSE(plan_number("1,0"));
    CHECK_FALSE(plan_number(""));
}

TEST_CASE("facts as JSON") {
    const nlohmann::json json = plan_facts_json(plan_of("23-click-details.txt"));
    CHECK(json["physical"]["first_update_node"] == "GroupAggregate");
    CHECK(json["execution"]["sink_receives"].is_null());
    CHECK(plan_facts_json(plan_of("114-error.txt"))["physical"].is_null());
}

TEST_CASE("Flink gives each reuse id once: readers are the first's that has it") {
    const Plan plan = parse_flink_plan(
        "== Optimized Execution Plan ==\nUnion(all=[true])\n"
        ":- Join(where=[a])\n:  :- Exchange(distribution=[hash[a]])(reuse_id=[1])\n:  :  +- Calc(select=[a])\n"
        ":  +- Reused(reference_id=[1])\n"
        "+- Rank(k=[b])\n   +- Exchange(distribution=[hash[b]])(reuse_id=[1])\n      +- Calc(select=[b])\n",
        {});
    const auto found = exchanges(*tree(plan, kExecution));
    REQUIRE(found.size() == 2);
    CHECK(found[0].readers == std::vector<std::string>{"Join", "Join"});
    CHECK(found[1].readers == std::vector<std::string>{"Rank"});
}
