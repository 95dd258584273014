// What `get` reads out of Flink's plan texts.
#include <doctest/doctest.h>

#include "flink_lab.hpp"

using namespace plangrade;
using json = nlohmann::json;

namespace {

const std::string kPhysical = "section: Optimized Physical Plan";

/// A fact of one sample: `get("23-click.txt", "operators")`, with further selectors in front.
json get(const std::string& sample, const std::string& fact, const std::string& before = "") {
    FlinkLab lab;
    lab.plan(sample);
    return lab.data("{plan: explain.txt" + (before.empty() ? "" : ", " + before) + ", get: " + fact + "}");
}

json list(const std::string& text) {
    return json::parse(text);
}

}  // namespace

TEST_CASE("sections and EXPLAINs of a text") {
    const json three = list(R"(["Abstract Syntax Tree", "Optimized Physical Plan", "Optimized Execution Plan"])");
    CHECK(get("23-click.txt", "sections") == three);
    CHECK(get("23-click-details.txt", "sections") == three);
    CHECK(get("vvr-window-join.txt", "sections") == list(R"(["Optimized Execution Plan"])"));
    CHECK(get("23-click.txt", "explains") == 1);
    FlinkLab twice;
    twice.write("explain.txt", flink_sample("plans/23-click.txt") + flink_sample("plans/23-dedup.txt"));
    CHECK(twice.data("{plan: explain.txt, get: explains}") == 2);
    CHECK(twice.data("{plan: explain.txt, get: sections}") == three);
    CHECK(twice.data("{plan: explain.txt, get: sinks}") == list(R"(["page_stats"])"));
}

TEST_CASE("what Flink said instead of a plan") {
    const json error = get("114-error.txt", "error");
    REQUIRE(error.is_string());
    CHECK(error.get<std::string>().find("doesn't support consuming update changes") != std::string::npos);
    FlinkLab lab;
    lab.plan("23-click.txt");
    CHECK(lab.code("{plan: explain.txt, get: error}") == "no-error");
    lab.plan("114-error.txt");
    CHECK(lab.code("{plan: explain.txt, get: operators}") == "error-instead-of-plan");
    CHECK(lab.code("{plan: explain.txt, section: Optimized Execution Plan}") == "error-instead-of-plan");
}

TEST_CASE("operators stand from the top, in the execution plan unless a section is named") {
    CHECK(get("23-click.txt", "operators") ==
          list(R"(["Sink", "Calc", "GroupAggregate", "Exchange", "Calc", "TableSourceScan"])"));
    CHECK(get("23-shuffle-join.txt", "operators").at(1) == "AdaptiveJoin");
    CHECK(get("23-shuffle-join.txt", "operators", kPhysical).at(1) == "HashJoin");
    CHECK(get("23-dedup.txt", "operators").at(2) == "Deduplicate");
    CHECK(get("23-dedup.txt", "operators", kPhysical).at(2) == "Rank");
    FlinkLab lab;
    lab.plan("23-click.txt");
    const Value value = lab.value("{plan: explain.txt, get: operators}");
    CHECK(value.item_lines == std::vector<std::uint32_t>{18, 19, 20, 21, 22, 23});
}

TEST_CASE("exchanges with their neighbours and readers") {
    CHECK(get("23-click.txt", "exchanges") ==
          list(R"([{"distribution": "hash[page]", "keys": ["page"], "above": "GroupAggregate", "below": "Calc",
                    "readers": ["GroupAggregate"]}])"));
    const json split = get("120-split-minibatch.txt", "exchanges, pick: [distribution, above, below]");
    CHECK(split == list(R"([["hash[page]", "GlobalGroupAggregate", "IncrementalGroupAggregate"],
                            ["hash[page, $f2]", "IncrementalGroupAggregate", "LocalGroupAggregate"]])"));
    CHECK(get("120-subquery.txt", "exchanges", kPhysical).at(0).at("distribution") == "broadcast");
    CHECK(get("120-subquery.txt", "exchanges", kPhysical).at(0).at("keys") == json::array());
}

TEST_CASE("scans with what was pushed into them") {
    const json scan = get("23-click-details.txt", "scans", kPhysical).at(0);
    CHECK(scan.at("table") == "clicks");
    CHECK(scan.at("path") == list(R"(["default_catalog", "default_database", "clicks"])"));
    CHECK(scan.at("filter") == ">(amount, 0)");
    CHECK(scan.at("filter_columns") == list(R"(["amount"])"));
    CHECK(scan.at("projection") == "page, amount");
    CHECK(scan.at("rows") == 1e8);
    const json none = get("23-dedup.txt", "scans").at(0);
    CHECK(none.at("filter").is_null());
    CHECK(none.at("filter_columns") == json::array());
    CHECK(none.at("rows").is_null());
    CHECK(get("114-literals.txt", "scans").at(0).at("filter_columns") == list(R"(["amount", "page"])"));
    CHECK(get("120-subquery.txt", "scans", kPhysical).at(1).at("filter_columns") == list(R"(["region"])"));
}

TEST_CASE("columns of a pushed filter, without its functions, literals and types") {
    const auto columns = [](const std::string& filter) {
        FlinkLab lab;
        lab.write("explain.txt", "== Optimized Execution Plan ==\nTableSourceScan(table=[[c, d, t, filter=[" + filter +
                                     "]]], fields=[a])\n");
        return lab.data("{plan: explain.txt, get: scans, at: /0/filter_columns}");
    };
    CHECK(columns("and(>(amount, 0), =(page, 'a b, c'))") == list(R"(["amount", "page"])"));
    CHECK(columns(">(amount, 10.5:DECIMAL(3, 1))") == list(R"(["amount"])"));
    CHECK(columns("=(region, _UTF-16LE'EU':VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\")") == list(R"(["region"])"));
    CHECK(columns("and(=(UPPER(SIZE), 'it''s x'), >(a1$x, 5:BIGINT NOT NULL))") == list(R"(["SIZE", "a1$x"])"));
    CHECK(columns("greaterThan(1e5, \u6570\u91CF)") == list("[\"\u6570\u91CF\"]"));
    CHECK(columns("") == json::array());
}

TEST_CASE("tables read and written") {
    CHECK(get("23-click.txt", "tables") == list(R"(["clicks"])"));
    CHECK(get("23-click.txt", "sinks") == list(R"(["page_stats"])"));
    CHECK(get("23-multiple-input.txt", "tables") == list(R"(["dim", "fact"])"));
    CHECK(get("23-multiple-input.txt", "sinks") == json::array());
    CHECK(get("23-statement-set.txt", "sinks") == list(R"(["jdbc_sink", "bh2"])"));
    CHECK(get("vvr-window-join.txt", "tables") == list(R"(["LeftTable", "RightTable"])"));
}

TEST_CASE("aggregates and their two phases") {
    CHECK(get("23-click.txt", "aggregates") == list(R"(["GroupAggregate"])"));
    CHECK(get("23-click.txt", "two_phase") == json::array());
    CHECK(get("114-two-phase.txt", "aggregates") == list(R"(["GlobalGroupAggregate", "LocalGroupAggregate"])"));
    CHECK(
        get("114-two-phase.txt", "two_phase") ==
        list(R"([{"global": "GlobalGroupAggregate", "local": "LocalGroupAggregate", "distribution": "hash[page]"}])"));
    CHECK(get("23-multiple-input.txt", "two_phase") ==
          list(R"([{"global": "HashAggregate", "local": "LocalHashAggregate", "distribution": "hash[region]"}])"));
    CHECK(get("23-dedup.txt", "aggregates") == json::array());
}

TEST_CASE("COUNT(DISTINCT) in two layers, or not") {
    CHECK(get("120-split-minibatch.txt", "distinct_split") ==
          list(R"({"buckets": [1024], "columns": ["$f2"], "hashed": ["user_id"], "partial": true, "final": true,
                   "exchanges": ["hash[page]", "hash[page, $f2]"]})"));
    CHECK(
        get("23-click.txt", "distinct_split") ==
        list(
            R"({"buckets": [], "columns": [], "hashed": [], "partial": false, "final": false, "exchanges": ["hash[page]"]})"));
}

TEST_CASE("joins, and the join") {
    const json broadcast = get("120-subquery.txt", "join", kPhysical);
    CHECK(broadcast.at("node") == "HashJoin");
    CHECK(broadcast.at("strategy") == "BroadcastHashJoin");
    CHECK(broadcast.at("type") == "LeftSemiJoin");
    CHECK(broadcast.at("build") == "right");
    CHECK(broadcast.at("probe") == "left");
    CHECK(broadcast.at("broadcast") == true);
    CHECK(broadcast.at("left") == list(R"({"rows": 1e8, "exchange": null})"));
    CHECK(broadcast.at("right") == list(R"({"rows": 15.0, "exchange": "broadcast"})"));
    const json shuffle = get("23-shuffle-join.txt", "join", kPhysical);
    CHECK(shuffle.at("strategy") == "ShuffleHashJoin");
    CHECK(shuffle.at("broadcast") == false);
    CHECK(shuffle.at("right").at("exchange") == "hash[k]");
    CHECK(get("23-shuffle-join.txt", "joins").at(0).at("node") == "AdaptiveJoin");
    CHECK(get("114-lookup-join.txt", "join").at("strategy") == "lookup");
    CHECK(get("vvr-window-join.txt", "joins, pick: node") == list(R"(["WindowJoin"])"));
    CHECK(get("23-click.txt", "join").is_null());
    CHECK(get("23-click.txt", "joins") == json::array());
}

TEST_CASE("of several joins any is the join") {
    FlinkLab lab;
    lab.plan("23-multiple-input.txt");
    const Value join = lab.value("{plan: explain.txt, section: Optimized Physical Plan, get: join}");
    REQUIRE(join.known());
    CHECK(join.data.at("left").at("rows") == 2e7);
    REQUIRE(join.alternatives.size() == 1);
    CHECK(join.alternatives[0].at("left").at("rows") == 1e8);
}

TEST_CASE("changelog modes from the sources up") {
    CHECK(get("23-click-details.txt", "changelog", kPhysical) ==
          list(R"([["TableSourceScan", "I"], ["Calc", "I"], ["Exchange", "I"], ["GroupAggregate", "I,UB,UA"],
                   ["Calc", "I,UB,UA"], ["Sink", "NONE"]])"));
    CHECK(get("23-click-details.txt", "first_update_node", kPhysical) == "GroupAggregate");
    CHECK(get("23-click-details.txt", "sink_receives", kPhysical) == "I,UB,UA");
    CHECK(get("23-dedup.txt", "first_update_node", kPhysical) == "Rank");
    CHECK(get("23-dedup.txt", "sink_receives", kPhysical) == "I,UA,D");
    // the source itself sends updates
    CHECK(get("23-warning.txt", "first_update_node", kPhysical).is_null());
    // without CHANGELOG_MODE
    CHECK(get("23-click.txt", "changelog") == json::array());
    CHECK(get("23-click.txt", "first_update_node").is_null());
    CHECK(get("23-click.txt", "sink_receives").is_null());
}

TEST_CASE("operators of a streaming plan that lack their mode") {
    CHECK(get("23-click-details.txt", "modes_missing", kPhysical) == json::array());
    CHECK(get("23-click.txt", "modes_missing").size() == 6);
    CHECK(get("23-multiple-input.txt", "modes_missing", kPhysical) == json::array());
    FlinkLab lab;
    lab.write("explain.txt", replaced(flink_sample("plans/23-click-details.txt"),
                                      "Exchange(distribution=[hash[page]], changelogMode=[I])",
                                      "Exchange(distribution=[hash[page]])"));
    CHECK(lab.data("{plan: explain.txt, section: Optimized Physical Plan, get: modes_missing}") ==
          list(R"(["Exchange"])"));
}

TEST_CASE("upserts: ChangelogNormalize and the sink's materializer") {
    CHECK(get("23-click.txt", "upsert_materialize") == false);
    CHECK(get("23-click.txt", "changelog_normalize") == 0);
    FlinkLab lab;
    lab.write("explain.txt",
              "== Optimized Execution Plan ==\nSink(table=[c.d.t], fields=[a], upsertMaterialize=[true])\n"
              "+- ChangelogNormalize(key=[a])\n   +- Exchange(distribution=[hash[a]])\n      +- "
              "TableSourceScan(table=[[c, d, s]], fields=[a])\n");
    CHECK(lab.data("{plan: explain.txt, get: upsert_materialize}") == true);
    CHECK(lab.data("{plan: explain.txt, get: changelog_normalize}") == 1);
}

TEST_CASE("the execution mode, streaming where nothing tells") {
    CHECK(get("23-click.txt", "execution_mode") == "streaming");
    CHECK(get("23-multiple-input.txt", "execution_mode") == "batch");
    FlinkLab lab;
    lab.write("explain.txt",
              "== Optimized Execution Plan ==\nCalc(select=[a])\n+- TableSourceScan(table=[[c, d, s]], "
              "fields=[a])\n");
    CHECK(lab.data("{plan: explain.txt, get: execution_mode}") == "streaming");
}

TEST_CASE("advice: the first kind, the others are as right, null where there is none") {
    CHECK(get("23-click-details.txt", "advice") == "ADVICE");
    CHECK(get("23-click.txt", "advice").is_null());
    FlinkLab lab;
    lab.plan("23-warning.txt");
    const Value advice = lab.value("{plan: explain.txt, get: advice}");
    CHECK(advice.data == "ADVICE");
    CHECK(advice.alternatives == std::vector<json>{"WARNING"});
}

TEST_CASE("a tree that Flink can't have printed gives no facts, and its line is named") {
    FlinkLab lab;
    lab.write("explain.txt", replaced(flink_sample("plans/23-click.txt"), "(amount > 0)])\n", "(amount > 0)\n"));
    const Value value = lab.value("{plan: explain.txt, get: operators}");
    CHECK(value.state == Value::State::malformed);
    CHECK(value.code == "broken");
    CHECK(value.from.line == 22);
    CHECK(lab.data("{plan: explain.txt, section: Optimized Physical Plan, get: operators}").size() == 6);
    lab.write("explain.txt", "");
    CHECK_FALSE(lab.value("{plan: explain.txt, get: operators}").known());
    CHECK(lab.code("{plan: other.txt, get: operators}") == "missing-file");
}

TEST_CASE("operators that `find` narrows have their attributes without brackets") {
    FlinkLab lab;
    lab.plan("23-click-details.txt");
    const std::string physical = "{plan: explain.txt, section: Optimized Physical Plan, ";
    CHECK(lab.data(physical + "find: {op: Exchange}, get: distribution}") == "hash[page]");
    CHECK(lab.data(physical + "find: {op: Exchange}, get: rowcount}") == 5e7);
    CHECK(lab.data(physical + "find: {op: {matches: Aggregate$}, first: true}, get: changelogMode}") == "I,UB,UA");
    CHECK(lab.data(physical + "find: {op: Calc, where: {where: {matches: amount}}}, get: select}") == "page, amount");
    CHECK(lab.code(physical + "find: {op: Calc, where: {where: {matches: price}}}}") == "no-node");
    CHECK(lab.code(physical + "find: {lacks: rowcount}}") == "no-node");
    CHECK(lab.data(physical + "find: {lacks: groupBy}, count: true}") == 5);
    const Value two = lab.value(physical + "find: {op: Calc}, get: select}");
    CHECK(two.data == "page, CAST(cnt AS BIGINT) AS cnt, CAST(total AS BIGINT) AS total");
    CHECK(two.alternatives == std::vector<json>{"page, amount"});
}
