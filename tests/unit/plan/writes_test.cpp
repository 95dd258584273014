#include <doctest/doctest.h>

#include "facts/plan/scans.hpp"
#include "samples.hpp"

using namespace plangrade;
using Strings = std::vector<std::string>;

namespace {

WriteFact write_of_line(const std::string& line) {
    const Plan plan = spark::parse_spark_plan("== Physical Plan ==\n" + line + "\n");
    const std::vector<WriteFact> found = writes(*plan.physical());
    REQUIRE(found.size() == 1);
    return found.front();
}

}  // namespace

TEST_CASE("text and log's tree tell the same write") {
    for (const char* name : {"spark43-push-write.log.txt", "spark43-push-write.log.json"}) {
        CAPTURE(name);
        const Plan plan = plan_of(name);
        const std::vector<WriteFact> found = writes(*plan.physical());
        REQUIRE(found.size() == 1);
        CHECK(found[0].target == "file:/root/spk/plan/out/pushdown");
        CHECK(found[0].format == "csv");
        CHECK(found[0].mode == "Overwrite");
        CHECK(found[0].columns == Strings{"order_id", "qty", "channel"});
        CHECK(found[0].partition_columns.empty());
        CHECK_FALSE(found[0].table);
    }
}

TEST_CASE("partition columns are named without ids") {
    for (const char* name : {"spark43-partition-write.log.txt", "spark43-partition-write.log.json"}) {
        const Plan plan = plan_of(name);
        const WriteFact write = writes(*plan.physical()).front();
        CHECK(write.target == "file:/root/spk/plan/orders_by_day");
        CHECK(write.format == "parquet");
        CHECK(write.partition_columns == Strings{"order_date"});
        CHECK(write.columns->size() == 10);
    }
}

TEST_CASE("a write below an adaptive plan is found") {
    for (const char* name : {"spark43-write-after-shuffle.log.txt", "spark43-write-after-shuffle.log.json"}) {
        const Plan plan = plan_of(name);
        REQUIRE(writes(*plan.physical()).size() == 1);
        CHECK(writes(*plan.physical()).front().node != 0);
    }
}

TEST_CASE("odd targets, buckets, static partitions, tables and other commands") {
    WriteFact write = write_of_line(
        "Execute InsertIntoHadoopFsRelationCommand file:/a, b/out, [d=2026-01-09], false, [d#1, k#2L], 4 buckets, "
        "bucket columns: [k], "
        "Parquet, Append, `spark_catalog`.`default`.`t`, "
        "org.apache.spark.sql.execution.datasources.CatalogFileIndex@1, [id, d]");
    CHECK(write.target == "file:/a, b/out");
    CHECK(write.format == "parquet");
    CHECK(write.mode == "Append");
    CHECK(write.partition_columns == Strings{"d", "k"});
    CHECK(write.columns == Strings{"id", "d"});

    write = write_of_line(
        "Execute InsertIntoHadoopFsRelationCommand file:/o, false, JSON, Overwrite, [a, b, ... 5 more fields]");
    CHECK(write.format == "json");
    CHECK_FALSE(write.columns);

    write = write_of_line(
        "Execute CreateDataSourceTableAsSelectCommand `spark_catalog`.`default`.`t`, ErrorIfExists, [k, c]");
    CHECK(write.table);
    CHECK(write.target == "spark_catalog.default.t");
    CHECK(write.mode == "ErrorIfExists");
    CHECK(write.columns == Strings{"k", "c"});

    write = write_of_line("Execute SaveIntoDataSourceCommand org.x.Source@1f, [path=/o/p, x=1], Append");
    CHECK(write.target == "/o/p");
    CHECK(write.mode == "Append");
    const Plan plan = plan_of("spark43-formatted.txt");
    CHECK(writes(*plan.physical()).empty());

    // text shows the command's arguments inside of `Execute`, sparkPlanInfo doesn't
    write = write_of_line(
        "Execute CreateDataSourceTableAsSelectCommand\n   +- CreateDataSourceTableAsSelectCommand `t`, Overwrite, "
        "[a]\n         "
        "+- Relation [a#1] parquet");
    CHECK(write.target == "t");
    CHECK(write.node == 0);
    CHECK(write_of_line("Execute CreateDataSourceTableAsSelectCommand").target.empty());
}
