#include "facts/table/given_data.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "table_text.hpp"

using namespace plangrade;

TEST_CASE("type names") {
    CHECK(column_type("int") == ColumnType::integer);
    CHECK(column_type("BIGINT") == ColumnType::bigint);
    CHECK(column_type("decimal(10,2)") == ColumnType::decimal);
    CHECK(column_type("string") == ColumnType::text);
    CHECK(column_type("timestamp") == ColumnType::timestamp);
    CHECK_FALSE(column_type("map"));
}

TEST_CASE("declared and inferred types, nulls and ranges") {
    Flaws flaws;
    const auto given =
        given_of("orders",
                 "order_id,big,code,qty,day,price,empty\n"
                 "3,9000000000,007,5,2026-02-14 10:00:00,12.50,\n"
                 "1,-1,1,,2026-01-01,x,\n"
                 "2,0,2,\"\",soon,,\n",
                 {{"qty", ColumnType::integer}, {"price", ColumnType::decimal}, {"gone", ColumnType::text}}, flaws);
    CHECK(given->rows() == 3);
    CHECK(given->column_names().size() == 7);
    const auto type = [&given](const char* name) { return given->columns()[*given->column(name)].type; };
    CHECK(type("order_id") == ColumnType::integer);
    CHECK(type("big") == ColumnType::bigint);
    CHECK(type("code") == ColumnType::text);
    CHECK(type("qty") == ColumnType::integer);
    CHECK(type("day") == ColumnType::text);
    CHECK(type("empty") == ColumnType::text);
    CHECK(given->columns()[*given->column("qty")].declared);
    CHECK_FALSE(given->columns()[0].declared);
    CHECK(given->stats(0).min_int == 1);
    CHECK(given->stats(0).max_int == 3);
    CHECK(given->stats(1).min_int == -1);
    CHECK(given->stats(*given->column("qty")).nulls == 2);
    CHECK(given->stats(*given->column("qty")).min_int == 5);
    const GivenColumnStats& day = given->stats(*given->column("day"));
    CHECK(day.min_date == "2026-01-01");
    CHECK(day.max_date == "2026-02-14");
    CHECK(day.no_date == 1);
    CHECK(given->stats(*given->column("price")).nulls == 2);  // "x" is no decimal
    CHECK_FALSE(given->column("gone"));
    CHECK(given->integers(0) == std::vector<std::int64_t>{3, 1, 2});
    REQUIRE(flaws.list().size() == 2);
    CHECK(flaws.list()[0].code == "not-of-its-type");
    CHECK(flaws.list()[0].at == "row 2");
    CHECK(flaws.list()[1].code == "absent-column");
}

TEST_CASE("a value beyond a declared int is null, as Spark reads it") {
    Flaws flaws;
    const auto given = given_of("t", "n\n3000000000\n+7\n007\n 8\n", {{"n", ColumnType::integer}}, flaws);
    CHECK(given->stats(0).nulls == 2);
    CHECK(given->stats(0).max_int == 7);
    CHECK(given_of("t", "n\n3000000000\n", {{"n", ColumnType::bigint}}, flaws)->stats(0).max_int == 3'000'000'000);
}

TEST_CASE("compressed data, links, and files that are no table") {
    const TempDir dir;
    std::filesystem::copy(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/seeds/csv_fuzz/orders.csv.gz",
                          dir.path() / "orders.csv.gz");
    std::filesystem::create_symlink(dir.path() / "orders.csv.gz", dir.path() / "link.csv.gz");
    Flaws flaws;
    const GivenTable given =
        GivenTable::load("orders", dir.path() / "link.csv.gz", CsvDialect::spark_given, {}, {}, flaws);
    CHECK(given.rows() == 19);
    CHECK(flaws.empty());
    const GivenTable empty = GivenTable::load("e", dir.write("e.csv", ""), CsvDialect::spark_given, {}, {}, flaws);
    CHECK(flaws.fatal());
    CHECK(flaws.list().at(0).code == "empty");
    CHECK(empty.rows() == 0);
    CHECK_THROWS_AS(GivenTable::load("n", dir.path() / "none.csv", CsvDialect::spark_given, {}, {}, flaws),
                    std::system_error);
}

TEST_CASE("a table with a header and no rows") {
    Flaws flaws;
    const auto given = given_of("t", "a,b\n", {{"a", ColumnType::integer}}, flaws);
    CHECK(given->rows() == 0);
    CHECK(given->columns().size() == 2);
    CHECK(flaws.empty());
}
