#include "facts/plan/scans.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade;
using Strings = std::vector<std::string>;

namespace {

std::vector<ScanFact> scans_in(const std::string& name) {
    const Plan plan = plan_of(name);
    REQUIRE(plan.physical() != nullptr);
    return scans(*plan.physical());
}

ScanFact scan_of_line(const std::string& line) {
    const Plan plan = spark::parse_spark_plan("== Physical Plan ==\n" + line + "\n");
    const std::vector<ScanFact> found = scans(*plan.physical());
    REQUIRE(found.size() == 1);
    return found.front();
}

}  // namespace

TEST_CASE("all ways of printing tell the same scan") {
    for (const char* name : {"spark43-formatted.txt", "spark43-extended.txt", "spark43-explain.log.json"}) {
        CAPTURE(name);
        const std::vector<ScanFact> found = scans_in(name);
        REQUIRE(found.size() == 1);
        const ScanFact& scan = found.front();
        CHECK(scan.format == "parquet");
        CHECK(scan.table.empty());
        CHECK(scan.location == Strings{"file:/root/spk/plan/orders_pq"});
        CHECK_FALSE(scan.location_truncated);
        CHECK(scan.pushed_filters == Strings{"IsNotNull(status)", "EqualTo(status,refunded)"});
        CHECK(scan.partition_filters == Strings{});
        CHECK(scan.read_schema == "struct<order_id:bigint,qty:int,status:string>");
    }
}

TEST_CASE("formatted text leaves empty lists out, and data filters always") {
    const ScanFact scan = scans_in("spark43-count-of-day.log.txt").front();
    CHECK(scan.pushed_filters == Strings{});
    CHECK(scan.partition_filters == Strings{"isnotnull(order_date#20)", "(order_date#20 = 2026-02-14)"});
    CHECK_FALSE(scan.data_filters);
    CHECK(scan.read_schema == "struct<>");
    CHECK(scans_in("spark43-count-of-day.log.json").front().data_filters == Strings{});
}

TEST_CASE("details that were cut off say nothing of what is missing") {
    const std::string text = plan_sample("spark43-count-of-day.log.txt");
    const Plan plan = spark::parse_spark_plan(text.substr(0, text.find("PartitionFilters:")));
    CHECK_FALSE(plan.physical()->whole);
    const ScanFact scan = scans(*plan.physical()).front();
    CHECK_FALSE(scan.pushed_filters);
    CHECK_FALSE(scan.partition_filters);
}

TEST_CASE("a list that Spark cut is unknown") {
    const ScanFact scan = scans_in("spark35-long-simple.txt").front();
    CHECK_FALSE(scan.pushed_filters);
    CHECK(scan.partition_filters == Strings{});
    REQUIRE(scans_in("spark35-long-formatted.txt").front().pushed_filters);
    CHECK(scans_in("spark35-wide-simple.txt").front().read_schema == std::nullopt);
}

TEST_CASE("literals with brackets are split in simple text too") {
    const Strings wanted{"IsNotNull(status)", "IsNotNull(qty)", "EqualTo(status,a(b)", "GreaterThan(qty,1)"};
    CHECK(scans_in("spark35-literal2-simple.txt").front().pushed_filters == wanted);
    CHECK(scans_in("spark35-literal2-formatted.txt").front().pushed_filters == wanted);
    CHECK(scan_of_line(
              "FileScan parquet [s#1] PushedFilters: [IsNotNull(s), EqualTo(s,a, b])], ReadSchema: struct<s:string>")
              .pushed_filters == Strings{"IsNotNull(s)", "EqualTo(s,a, b])"});
}

TEST_CASE("locations: several paths, the first of several, and none that is whole") {
    CHECK(scans_in("spark35-two-simple.txt").front().location->size() == 2);
    CHECK_FALSE(scans_in("spark35-two-simple.txt").front().location_truncated);
    const ScanFact first = scans_in("spark35-two-formatted.txt").front();
    CHECK(first.location == Strings{"file:/data/lab/data"});
    CHECK(first.location_truncated);
    const ScanFact cut =
        scan_of_line("FileScan csv [a#1] Location: InMemoryFileIndex(3 paths)[file:/a, ...], ReadSchema: struct<>");
    CHECK(cut.location == Strings{"file:/a"});
    CHECK(cut.location_truncated);
    const ScanFact half = scan_of_line(
        "FileScan csv [a#1] Location: InMemoryFileIndex(1 paths)[file:/a/very/long/pa..., ReadSchema: struct<>");
    CHECK_FALSE(half.location);
    CHECK(half.location_truncated);
    CHECK(scan_of_line("FileScan csv [a#1] Location: InMemoryFileIndex(1 paths)[file:/a, b/c], ReadSchema: struct<>")
              .location == Strings{"file:/a, b/c"});
    CHECK(scan_of_line("FileScan csv [a#1] Location: InMemoryFileIndex[file:/a, file:/b], ReadSchema: struct<>")
              .location == Strings{"file:/a", "file:/b"});
}

TEST_CASE("tables, the second source API, and what is no file scan") {
    const ScanFact table = scans_in("spark35-table-simple.txt").front();
    CHECK(table.format == "parquet");
    CHECK(table.table == "spark_catalog.default.tabp");
    CHECK(scans_in("spark35-table-formatted.txt").front().table == "spark_catalog.default.tabp");
    const ScanFact batch = scans_in("spark35-v2-simple.txt").front();
    CHECK(batch.format == "parquet");
    CHECK(batch.pushed_filters == scans_in("spark35-v2-formatted.txt").front().pushed_filters);
    CHECK(batch.pushed_filters->size() == 4);
    const Plan other = spark::parse_spark_plan(
        "== Physical Plan ==\nUnion\n:- Scan ExistingRDD[a#1]\n:- LocalTableScan [a#2]\n+- Scan OneRowRelation[]\n");
    CHECK(scans(*other.physical()).empty());
    CHECK(scans_in("spark35-scalar-simple.txt").size() == 3);
}
