#include "evidence/spark/plan_text_node.hpp"

#include <doctest/doctest.h>

#include "evidence/spark/plan_text_split.hpp"

using namespace plangrade;
using namespace plangrade::spark::plan_text;

namespace {

PlanNode node_of(std::string_view line) {
    PlanNode node;
    read_line(node, line, Place{{1, 1}, 1});
    return node;
}

std::string value_of(std::string_view line, std::string_view name) {
    const PlanNode node = node_of(line);
    const PlanAttribute* attribute = node.find(name);
    return attribute == nullptr ? "none" : attribute->value;
}

}  // namespace

TEST_CASE("operators have one name in all modes") {
    CHECK(node_of("FileScan parquet [a#0] Batched: true").op == "Scan parquet");
    CHECK(node_of("FileScan csv spark_catalog.default.t[a#0] Batched: true").op == "Scan csv");
    CHECK(node_of("BatchScan parquet file:/x/y[a#0] ParquetScan DataFilters: [], Format: parquet").op ==
          "BatchScan parquet");
    CHECK(node_of("BatchScan testcat.ns.t[a#0] testcat.ns.t (branch=null)").op == "BatchScan");
    CHECK(
        node_of("Scan JDBCRelation(people) [numPartitions=1] [A#0] PushedFilters: [], ReadSchema: struct<A:int>").op ==
        "Scan JDBCRelation");
    CHECK(node_of("Scan In-memory table `a b` [a#0]").op == "InMemoryTableScan");
    CHECK(node_of("Execute InsertIntoHadoopFsRelationCommand file:/x, false").op ==
          "Execute InsertIntoHadoopFsRelationCommand");
    CHECK(node_of("HashAggregate(keys=[a#1], functions=[])").op == "HashAggregate");
    CHECK(node_of("'Project ['a]").op == "Project");
    CHECK(node_of("!Filter a").op == "Filter");
    CHECK(node_of("AQEShuffleRead coalesced").op == "AQEShuffleRead");
    CHECK(node_of("Scan ExistingRDD[a#1]").op == "Scan ExistingRDD");
    CHECK(node_of("").op.empty());
}

TEST_CASE("tables and paths of scans") {
    CHECK(value_of("FileScan parquet spark_catalog.default.t[a#0] Batched: true", "Table") ==
          "spark_catalog.default.t");
    CHECK(value_of("FileScan parquet [a#0] Batched: true", "Table") == "none");
    CHECK(value_of("BatchScan parquet file:/x[1]/y[a#0] ParquetScan Format: parquet", "Table") == "file:/x[1]/y");
    CHECK(value_of("BatchScan testcat.ns.t[a#0] x", "Table") == "testcat.ns.t");
    CHECK(value_of("Scan In-memory table ct [a#0]", "Table") == "ct");
}

TEST_CASE("attributes have formatted text's names") {
    CHECK(value_of("Filter (isnotnull(a#1) AND (a#1 > 2))", "Condition") == "(isnotnull(a#1) AND (a#1 > 2))");
    CHECK(value_of("Project [a#1, b#2 AS c#3]", "Output") == "[a#1, b#2 AS c#3]");
    CHECK(value_of("Project", "Output") == "[]");
    CHECK(value_of("HashAggregate(keys=[a#1, b#2], functions=[count(1), sum(c#3)])", "Keys") == "[a#1, b#2]");
    CHECK(value_of("HashAggregate(keys=[a#1, b#2], functions=[count(1), sum(c#3)])", "Functions") ==
          "[count(1), sum(c#3)]");
    CHECK(value_of("TakeOrderedAndProject(limit=5, orderBy=[k#1 ASC NULLS FIRST], output=[id#0L])", "limit") == "5");
    CHECK(value_of("SortMergeJoin [id#1L], [id#2L], Inner", "Left keys") == "[id#1L]");
    CHECK(value_of("BroadcastHashJoin [a#1, b#2], [c#3, d#4], LeftOuter, BuildRight, false", "Join type") ==
          "LeftOuter");
    CHECK(value_of("BroadcastNestedLoopJoin BuildRight, Inner", "Arguments") == "BuildRight, Inner");
    CHECK(value_of("AdaptiveSparkPlan isFinalPlan=true", "isFinalPlan") == "true");
    CHECK(value_of("Project [a#0], Statistics(sizeInBytes=1.0 KiB, rowCount=5)", "Statistics") ==
          "sizeInBytes=1.0 KiB, rowCount=5");
    CHECK(value_of("Project [a#0], Statistics(sizeInBytes=1.0 KiB, rowCount=5)", "Output") == "[a#0]");
    CHECK(value_of("ColumnarToRow", "Arguments") == "none");
}

TEST_CASE("a scan's line is split at its tags") {
    const char* const line =
        "FileScan parquet [a#0,b#1] Batched: true, DataFilters: [isnotnull(a#0), (a#0 = x, y])], Format: Parquet, "
        "Location: InMemoryFileIndex(1 paths)[file:/x], PartitionFilters: [], PushedFilters: [EqualTo(a,x, y])], "
        "ReadSchema: struct<a:string,b:int>";
    CHECK(value_of(line, "Output") == "[a#0,b#1]");
    CHECK(value_of(line, "Batched") == "true");
    CHECK(value_of(line, "DataFilters") == "[isnotnull(a#0), (a#0 = x, y])]");
    CHECK(value_of(line, "Location") == "InMemoryFileIndex(1 paths)[file:/x]");
    CHECK(value_of(line, "PushedFilters") == "[EqualTo(a,x, y])]");
    CHECK(value_of(line, "ReadSchema") == "struct<a:string,b:int>");
    CHECK(value_of("BatchScan parquet file:/x[a#0] ParquetScan DataFilters: [], PushedFilters: [], ReadSchema: "
                   "struct<a:int> RuntimeFilters: []",
                   "ReadSchema") == "struct<a:int>");
    CHECK(value_of("FileScan parquet [a#0] PushedFilters: [EqualTo(a,x(y)], ReadSchema: struct<a:string>",
                   "PushedFilters") == "[EqualTo(a,x(y)]");
}

TEST_CASE("what Spark cut is marked, and what a literal makes uncertain as well") {
    const PlanNode cut = node_of(
        "FileScan parquet [a#0,... 5 more fields] PushedFilters: [IsNotNull(a), EqualTo(a,..., ReadSchema: "
        "struct<a:string,b...");
    CHECK(cut.find("Output")->truncated);
    CHECK(cut.find("PushedFilters")->truncated);
    CHECK(cut.find("PushedFilters")->value == "[IsNotNull(a), EqualTo(a,...");
    CHECK(cut.find("ReadSchema")->truncated);
    const PlanNode literal =
        node_of("FileScan parquet [a#0] PushedFilters: [EqualTo(a,wait...)], ReadSchema: struct<a:string>");
    CHECK_FALSE(literal.find("PushedFilters")->truncated);
    const PlanNode twice =
        node_of("FileScan parquet [a#0] PushedFilters: [EqualTo(a,((x, ReadSchema: y)], ReadSchema: struct<a:string>");
    CHECK(twice.find("PushedFilters")->truncated);
    CHECK(is_cut("InMemoryFileIndex(3 paths)[file:/a, ...]"));
    CHECK(is_cut("InMemoryFileIndex [file:/a, ... 2 entries]"));
    CHECK(is_cut("[url=*********(redacted)]"));
    CHECK_FALSE(is_cut("[a, ... b]"));
}

TEST_CASE("arguments split outside brackets") {
    using Parts = std::vector<std::string_view>;
    CHECK(split_arguments("[a, b], (c, d), x") == Parts{"[a, b]", "(c, d)", "x"});
    CHECK(split_arguments("a], b") == Parts{"a]", "b"});
    CHECK(split_arguments("").empty());
    CHECK(closing_bracket("[a(b]c]", 0) == 4);
    CHECK(closing_bracket("[a(b", 0) == std::string_view::npos);
}

TEST_CASE("places inside of literals with line ends") {
    const std::string_view text = "Filter (a = x\ny) tail";
    const Place place{{7, 10}, 4};
    CHECK(place.of(text, 7).line == 7);
    CHECK(place.of(text, 7).column == 17);
    CHECK(place.of(text, 16).line == 8);
    CHECK(place.of(text, 16).column == 6);
    CHECK(Place{}.of(text, 3).line == 0);
}
