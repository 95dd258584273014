#include <doctest/doctest.h>

#include "samples.hpp"
#include "temp_dir.hpp"

using namespace plangrade;
using namespace plangrade::parquet;

namespace {

ParquetDataset read_folder(const TempDir& dir, std::string_view path, const Limits& limits = {}) {
    Flaws flaws;
    return read_parquet_dataset(Tree::of_directory(dir.path(), {}, flaws, false), path, limits);
}

std::string first_code(const ParquetDataset& dataset) {
    return dataset.flaws.empty() ? "" : dataset.flaws.list()[0].code;
}

}  // namespace

TEST_CASE("a table that Spark 4.3.0 partitioned by day") {
    Flaws flaws;
    const Tree tree =
        Tree::of_directory(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/parquet/spark43", {}, flaws, false);
    const ParquetDataset dataset = read_parquet_dataset(tree, "orders_by_day/", {});
    REQUIRE(dataset.sound);
    CHECK(dataset.flaws.empty());
    CHECK(dataset.path == "orders_by_day");
    CHECK(dataset.files.size() == 3);
    CHECK(dataset.success_marker);
    CHECK(dataset.rows == 428);
    CHECK(dataset.partition_columns == std::vector<std::string>{"order_date"});
    CHECK(dataset.partition_rows == std::map<std::string, std::int64_t>{{"order_date=2026-01-01", 207},
                                                                        {"order_date=2026-01-02", 198},
                                                                        {"order_date=__HIVE_DEFAULT_PARTITION__", 23}});
    REQUIRE(dataset.columns.size() == 9);
    CHECK(dataset.columns[0].sql_type() == "bigint");
    CHECK(dataset.columns[0].stats.min_int == 100005);
    CHECK(dataset.columns[0].stats.max_int == 119982);
    CHECK(dataset.columns[3].stats.nulls == 1);
    CHECK(dataset.columns[6].sql_type() == "timestamp");
    CHECK(dataset.columns[7].stats.max_int == 99950);
    CHECK(dataset.files[0].path.starts_with("orders_by_day/order_date=2026-01-01/part-00000"));
}

TEST_CASE("a single file is a table of one, and the root can be a table") {
    TempDir dir;
    dir.write("one.parquet", sample("required.parquet"));
    CHECK(read_folder(dir, "one.parquet").sound);
    CHECK(read_folder(dir, "./one.parquet").rows == 2);
    CHECK(read_folder(dir, "").sound);
    CHECK(read_folder(dir, ".").files.size() == 1);
}

TEST_CASE("no folder and no data files are different flaws") {
    TempDir dir;
    dir.write("t/_SUCCESS", "");
    dir.write("t/.part-0.parquet.crc", "crc");
    const ParquetDataset empty = read_folder(dir, "t");
    CHECK_FALSE(empty.sound);
    CHECK(empty.success_marker);
    CHECK(first_code(empty) == "no-data-files");
    const ParquetDataset missing = read_folder(dir, "orders_pq");
    CHECK_FALSE(missing.sound);
    REQUIRE(missing.flaws.list().size() == 1);
    CHECK(first_code(missing) == "missing");
    CHECK(missing.flaws.list()[0].file == "orders_pq");
}

TEST_CASE("hidden files are passed over, all others are data whatever their extension") {
    TempDir dir;
    dir.write("t/part-0", sample("required.parquet"));
    dir.write("t/_metadata", "nonsense");
    dir.write("t/_temporary/0/part-1.parquet", "nonsense");
    CHECK(read_folder(dir, "t").sound);
    dir.write("t/notes.txt", "a,b\n1,2\n");
    const ParquetDataset dataset = read_folder(dir, "t");
    CHECK_FALSE(dataset.sound);
    REQUIRE(dataset.flaws.list().size() == 1);
    CHECK(dataset.flaws.list()[0].file == "t/notes.txt");
    CHECK(first_code(dataset) == "not-parquet");
    CHECK(dataset.rows == 2);
}

TEST_CASE("files of different schemas are named with the first difference") {
    TempDir dir;
    dir.write("t/a.parquet", sample("required.parquet"));
    dir.write("t/b.parquet", sample("no_rows.parquet"));
    const ParquetDataset dataset = read_folder(dir, "t");
    CHECK_FALSE(dataset.sound);
    CHECK(first_code(dataset) == "schemas-differ");
    CHECK(dataset.flaws.list()[0].file == "t/b.parquet");
    CHECK(dataset.flaws.list()[0].message.find("t/a.parquet") != std::string::npos);
    CHECK(dataset.flaws.list()[0].message.find("column 1 is n (INT32) here and id (INT32) there") != std::string::npos);
    CHECK_FALSE(dataset.columns[0].stats.complete);
    CHECK_FALSE(dataset.columns[0].stats.nulls_known);
}

TEST_CASE("statistics of several files are joined") {
    TempDir dir;
    dir.write("t/a", sample("many_groups.parquet"));
    dir.write("t/b", sample("many_groups.parquet"));
    const ParquetDataset dataset = read_folder(dir, "t");
    CHECK(dataset.sound);
    CHECK(dataset.rows == 200);
    CHECK(dataset.columns[1].stats.nulls == 100);
    CHECK(dataset.columns[0].stats.max_int == 99);
}

TEST_CASE("partition folders have several levels, escapes, and one kind") {
    TempDir dir;
    const std::string file = sample("required.parquet");
    dir.write("t/y=2026/at=10%3A00/a", file);
    dir.write("t/y=2026/at=11%3A00/b", file);
    dir.write("t/y=2027/at=11%3A00/c", file);
    const ParquetDataset good = read_folder(dir, "t");
    CHECK(good.sound);
    CHECK(good.partition_columns == std::vector<std::string>{"y", "at"});
    CHECK(good.partition_rows ==
          std::map<std::string, std::int64_t>{{"at=10:00", 2}, {"at=11:00", 4}, {"y=2026", 4}, {"y=2027", 2}});
    SUBCASE("another depth") {
        dir.write("t/y=2028/d", file);
    }
    SUBCASE("another column") {
        dir.write("t/y=2028/hour=1/d", file);
    }
    SUBCASE("no folder") {
        dir.write("t/d", file);
    }
    const ParquetDataset mixed = read_folder(dir, "t");
    CHECK_FALSE(mixed.sound);
    CHECK(first_code(mixed) == "mixed-partitions");
}

TEST_CASE("files in plain folders are not part of a table without partitions") {
    TempDir dir;
    dir.write("t/a", sample("required.parquet"));
    dir.write("t/old/a", sample("required.parquet"));
    const ParquetDataset dataset = read_folder(dir, "t");
    CHECK(dataset.rows == 2);
    CHECK(dataset.other_files == std::vector<std::string>{"t/old/a"});
    CHECK(first_code(dataset) == "not-read-by-spark");
}

TEST_CASE("a column that is in the file and in its folder is noted") {
    TempDir dir;
    dir.write("t/id=7/a", sample("required.parquet"));
    const ParquetDataset dataset = read_folder(dir, "t");
    CHECK(dataset.sound);
    CHECK(first_code(dataset) == "partition-column-in-file");
}

TEST_CASE("more files than the limit are refused with its name") {
    TempDir dir;
    for (const char* name : {"t/a", "t/b", "t/c"}) dir.write(name, sample("required.parquet"));
    Limits limits;
    limits.parquet_files = 2;
    const ParquetDataset dataset = read_folder(dir, "t", limits);
    CHECK_FALSE(dataset.sound);
    CHECK(dataset.files.size() == 2);
    CHECK(dataset.flaws.list()[0].message.find("parquet_files: 2") != std::string::npos);
}
