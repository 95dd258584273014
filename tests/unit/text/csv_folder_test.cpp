#include <doctest/doctest.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "evidence/text/csv.hpp"
#include "temp_dir.hpp"

using namespace plangrade;

namespace {

Tree tree_of(const TempDir& dir) {
    Flaws flaws;
    return Tree::of_directory(dir.path(), {}, flaws, false);
}

CsvTable read(const TempDir& dir, const char* path, const Limits& limits = {}) {
    return read_csv(tree_of(dir), path, CsvDialect::spark, true, limits);
}

// Hadoop's checksum file of a text up to 512 bytes.
std::string crc_file(std::string_view text) {
    const auto crc = static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
    std::string out("crc\0\0\0\x02\0", 8);
    for (int shift = 24; shift >= 0; shift -= 8)
        out.push_back(static_cast<char>((crc >> static_cast<unsigned>(shift)) & 0xFFU));
    return out;
}

}  // namespace

TEST_CASE("part files are one table; hidden files are none") {
    const TempDir dir;
    dir.write("out/t/_SUCCESS", "");
    dir.write("out/t/.part-00000.csv.crc", "x");
    dir.write("out/t/part-00001.csv", "a,b\n3,4\n");
    dir.write("out/t/part-00000.csv", "a,b\n1,2\n");
    dir.write("out/t/part-00002.csv", "");
    const CsvTable csv = read(dir, "out/t/");
    CHECK(csv.path == "out/t");
    CHECK(csv.files ==
          std::vector<std::string>{"out/t/part-00000.csv", "out/t/part-00001.csv", "out/t/part-00002.csv"});
    CHECK(csv.success_marker);
    CHECK(csv.same_header);
    CHECK(csv.table.rows() == 2);
    CHECK(csv.table.at(1, 1).text == "4");
    CHECK(csv.flaws.empty());
    CHECK(to_json(csv)["rows"] == 2);
    CHECK(to_json(csv)["header"] == nlohmann::json({"a", "b"}));
}

TEST_CASE("one file is a table, too") {
    const TempDir dir;
    dir.write("out/t.csv", "a,b\n1,2\n");
    CHECK(read(dir, "out/t.csv").table.rows() == 1);
}

TEST_CASE("another header in a later file shows") {
    const TempDir dir;
    dir.write("t/part-0.csv", "a,b\n1,2\n");
    dir.write("t/part-1.csv", "b,a\n3,4\n");
    const CsvTable csv = read(dir, "t");
    CHECK_FALSE(csv.same_header);
    CHECK(csv.table.rows() == 3);
    CHECK(csv.flaws.list().at(0).code == "header-differs");
}

TEST_CASE("what is not there is named") {
    const TempDir dir;
    dir.write("empty/_SUCCESS", "");
    dir.write("deep/day=1/part-0.csv", "a\n1\n");
    CHECK(read(dir, "none").flaws.list().at(0).code == "missing");
    CHECK(read(dir, "empty").flaws.list().at(0).code == "no-data-file");
    CHECK(read(dir, "deep").flaws.list().at(0).code == "sub-folder");
    CHECK_FALSE(read(dir, "none").header);
}

TEST_CASE("a part file that was edited after Spark wrote it is named") {
    const TempDir dir;
    dir.write("t/part-0.csv", "a,b\n1,2\n");
    dir.write("t/.part-0.csv.crc", crc_file("a,b\n1,2\n"));
    dir.write("t/part-1.csv", "a,b\n3,5\n");
    dir.write("t/.part-1.csv.crc", crc_file("a,b\n3,4\n"));
    CHECK(read(dir, "t").stale_crc == std::vector<std::string>{"t/part-1.csv"});
}

TEST_CASE("the limit of bytes holds for all files together") {
    const TempDir dir;
    dir.write("t/part-0.csv", "a,b\n1,2\n");
    dir.write("t/part-1.csv", "a,b\n3,4\n");
    Limits limits;
    limits.table_bytes = 16;
    CHECK(read(dir, "t", limits).flaws.empty());
    limits.table_bytes = 15;
    const CsvTable csv = read(dir, "t", limits);
    CHECK(csv.flaws.fatal());
    CHECK(csv.flaws.list().at(0).file == "t/part-1.csv");
    CHECK(csv.flaws.list().at(0).message.find("limit table_bytes: 15 bytes") != std::string::npos);
}

TEST_CASE("a codec that is not read is named with its file") {
    const TempDir dir;
    dir.write("t/part-0.csv.snappy", "abc");
    const CsvTable csv = read(dir, "t");
    CHECK(csv.flaws.list().at(0).code == "unknown-codec");
    CHECK(csv.flaws.list().at(0).file == "t/part-0.csv.snappy");
}
