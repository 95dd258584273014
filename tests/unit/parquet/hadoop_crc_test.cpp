#include "evidence/parquet/hadoop_crc.hpp"

#include <doctest/doctest.h>

#include "temp_dir.hpp"

using namespace plangrade;
using namespace std::string_view_literals;

namespace {

// What Hadoop writes beside a file that holds "123456789" (the check value of CRC-32 is cbf43926).
constexpr auto kCrcOfDigits = "crc\0\0\0\2\0\xcb\xf4\x39\x26"sv;

std::optional<bool> fits(const TempDir& dir, const char* name) {
    Flaws flaws;
    const Tree tree = Tree::of_directory(dir.path(), {}, flaws, false);
    const TreeFile* file = tree.find(name);
    REQUIRE(file != nullptr);
    return hadoop_crc_fits(tree, *file);
}

}  // namespace

TEST_CASE("the checksum file stands beside its file, hidden") {
    CHECK(hadoop_crc_path("a/b/c.csv") == "a/b/.c.csv.crc");
    CHECK(hadoop_crc_path("c.csv") == ".c.csv.crc");
}

TEST_CASE("a file as it was written fits its checksum file, an edited one does not") {
    TempDir dir;
    dir.write("out/part-0.csv", "123456789");
    CHECK_FALSE(fits(dir, "out/part-0.csv").has_value());
    dir.write("out/.part-0.csv.crc", kCrcOfDigits);
    CHECK(fits(dir, "out/part-0.csv") == true);
    dir.write("out/part-0.csv", "123456780");
    CHECK(fits(dir, "out/part-0.csv") == false);
}

TEST_CASE("every piece has a checksum of its own") {
    TempDir dir;
    dir.write("f", "123456789123456789");
    dir.write(".f.crc", "crc\0\0\0\0\x09\xcb\xf4\x39\x26\xcb\xf4\x39\x26"sv);
    CHECK(fits(dir, "f") == true);
    SUBCASE("the second piece edited") {
        dir.write("f", "123456789123456780");
    }
    SUBCASE("cut at the end of a piece") {
        dir.write("f", "123456789");
    }
    SUBCASE("cut inside a piece") {
        dir.write("f", "12345678912345678");
    }
    SUBCASE("lines added") {
        dir.write("f", "1234567891234567891");
    }
    SUBCASE("all gone") {
        dir.write("f", "");
    }
    SUBCASE("half a checksum too much") {
        dir.write(".f.crc", "crc\0\0\0\0\x09\xcb\xf4\x39\x26\xcb\xf4\x39\x26\x01"sv);
    }
    CHECK(fits(dir, "f") == false);
}

TEST_CASE("an empty file has a checksum file of a header alone") {
    TempDir dir;
    dir.write("_SUCCESS", "");
    dir.write("._SUCCESS.crc", "crc\0\0\0\2\0"sv);
    CHECK(fits(dir, "_SUCCESS") == true);
}

TEST_CASE("a file longer than the read buffer is summed across it") {
    TempDir dir;
    // CRC-32 of 200 000 zero bytes, as one piece: python3 -c "import zlib; print(hex(zlib.crc32(bytes(200000))))"
    dir.write("f", std::string(200'000, '\0'));
    dir.write(".f.crc", "crc\0\0\3\x0d\x40\x5c\xe0\x58\x7b"sv);
    CHECK(fits(dir, "f") == true);
}

TEST_CASE("what is no checksum file says nothing") {
    TempDir dir;
    dir.write("f", "123456789");
    SUBCASE("empty") {
        dir.write(".f.crc", "");
    }
    SUBCASE("text") {
        dir.write(".f.crc", "no checksum file");
    }
    SUBCASE("pieces of no bytes") {
        dir.write(".f.crc", "crc\0\0\0\0\0\xcb\xf4\x39\x26"sv);
    }
    SUBCASE("pieces of negative length") {
        dir.write(".f.crc", "crc\0\xff\xff\xff\xff\xcb\xf4\x39\x26"sv);
    }
    CHECK_FALSE(fits(dir, "f").has_value());
}

TEST_CASE("the edited files of a folder are listed") {
    TempDir dir;
    dir.write("out/a.csv", "123456789");
    dir.write("out/.a.csv.crc", kCrcOfDigits);
    dir.write("out/day=1/b.csv", "12345678");
    dir.write("out/day=1/.b.csv.crc", kCrcOfDigits);
    dir.write("out/c.csv", "no checksum file");
    Flaws flaws;
    const Tree tree = Tree::of_directory(dir.path(), {}, flaws, false);
    CHECK(stale_crc(tree, "out") == std::vector<std::string>{"out/day=1/b.csv"});
    CHECK(stale_crc(tree, "elsewhere").empty());
}

TEST_CASE("checksum files that Spark 4.3.0 wrote fit") {
    Flaws flaws;
    const Tree tree =
        Tree::of_directory(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/parquet/spark43", {}, flaws, false);
    int fitting = 0;
    for (const TreeFile& file : tree.files())
        if (hadoop_crc_fits(tree, file) == true) ++fitting;
    CHECK(fitting == 4);
    CHECK(stale_crc(tree, "").empty());
}
