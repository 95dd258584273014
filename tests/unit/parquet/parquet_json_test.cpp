#include <doctest/doctest.h>

#include <limits>

#include <nlohmann/json.hpp>

#include "samples.hpp"
#include "temp_dir.hpp"

using namespace plangrade;
using namespace plangrade::parquet;

namespace {

nlohmann::json column(const nlohmann::json& artifact, const std::string& name) {
    for (const auto& column : artifact.at("columns"))
        if (column.at("name") == name) return column;
    return {};
}

}  // namespace

TEST_CASE("a file's facts as JSON") {
    const nlohmann::json out = to_json(read_bytes(sample("numbers.parquet")));
    CHECK(out.at("artifact") == "sample.parquet");
    CHECK(out.at("kind") == "parquet");
    CHECK(out.at("flaws").empty());
    CHECK(out.at("rows") == 3);
    CHECK(column(out, "day").at("statistics") ==
          nlohmann::json{{"complete", true}, {"nulls", 1}, {"min", "1969-12-31"}, {"max", "2026-02-14"}});
    CHECK(column(out, "price").at("statistics").at("min") == "-1.50");
    CHECK(column(out, "u64_big").at("statistics") == nlohmann::json{{"complete", false}, {"nulls", 1}});
    CHECK(column(out, "word").at("type") == "string");
    CHECK(column(out, "f32").at("statistics").at("max") == 2.5);
}

TEST_CASE("numbers that are no dates, and decimals of small value, are shown as they are") {
    ParquetFile file;
    file.columns.resize(3);
    file.columns[0].logical = "date";
    file.columns[0].stats.min_int = std::numeric_limits<std::int64_t>::min();
    file.columns[0].stats.max_int = -719'528;
    file.columns[1].logical = "decimal(5,3)";
    file.columns[1].stats.min_int = -7;
    file.columns[1].stats.max_int = 0;
    file.columns[2].logical = "decimal(18,0)";
    file.columns[2].stats.min_int = std::numeric_limits<std::int64_t>::min();
    file.columns[2].stats.max_int = 5;
    const auto columns = to_json(file).at("columns");
    CHECK(columns[0].at("statistics").at("min") == std::numeric_limits<std::int64_t>::min());
    CHECK(columns[0].at("statistics").at("max") == "0000-01-01");
    CHECK(columns[1].at("statistics").at("min") == "-0.007");
    CHECK(columns[1].at("statistics").at("max") == "0.000");
    CHECK(columns[2].at("statistics").at("min") == "-9223372036854775808");
}

TEST_CASE("a folder's facts as JSON, its flaws with their files") {
    TempDir dir;
    dir.write("t/day=1/a.parquet", sample("required.parquet"));
    dir.write("t/day=1/b.parquet", "not parquet");
    Flaws flaws;
    const nlohmann::json out = to_json(read_parquet_dataset(Tree::of_directory(dir.path(), {}, flaws, false), "t", {}));
    CHECK(out.at("kind") == "parquet");
    CHECK(out.at("sound") == false);
    CHECK(out.at("rows") == 2);
    CHECK(out.at("files").size() == 2);
    CHECK(out.at("partition_rows") == nlohmann::json{{"day=1", 2}});
    REQUIRE(out.at("flaws").size() == 1);
    CHECK(out.at("flaws")[0].at("file") == "t/day=1/b.parquet");
    CHECK(out.at("flaws")[0].at("severity") == "fatal");
    CHECK_FALSE(out.dump().empty());
}
