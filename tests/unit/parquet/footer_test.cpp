#include "evidence/parquet/footer.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::parquet;

namespace {

ParquetFile with_groups(std::int64_t rows, std::initializer_list<Compact> groups, std::size_t pages = 100) {
    return read_bytes(file_of(footer_of({root(1), leaf("id")}, rows, groups), pages));
}

ParquetFile with_chunk(const ChunkSays& says) {
    return with_groups(3, {row_group({chunk(says)}, 3)});
}

bool partial(const ParquetFile& file, const std::string& code) {
    return file.sound && file.flaws.size() == 1 && file.flaws[0].severity == Severity::partial &&
           file.flaws[0].code == code;
}

}  // namespace

TEST_CASE("row groups add up, and columns have their statistics") {
    const Compact statistics =
        Compact().i64(3, 1).text(5, std::string_view("\x09\0\0\0", 4)).text(6, std::string_view("\x02\0\0\0", 4));
    const ParquetFile file =
        with_groups(8, {row_group({chunk({}, &statistics)}, 3), row_group({chunk({.values = 5}, &statistics)}, 5)});
    REQUIRE(file.sound);
    CHECK(file.flaws.empty());
    CHECK(file.rows == 8);
    CHECK(file.row_groups == 2);
    CHECK(file.columns[0].codec == "SNAPPY");
    CHECK(file.columns[0].stats.min_int == 2);
    CHECK(file.columns[0].stats.max_int == 9);
    CHECK(file.columns[0].stats.nulls == 2);
}

TEST_CASE("counts of rows that contradict each other are refused") {
    CHECK(fatal_code(with_groups(4, {row_group({chunk({})}, 3)})) == "bad-row-count");
    CHECK(fatal_code(with_groups(-3, {row_group({chunk({})}, 3)})) == "bad-row-count");
    CHECK(fatal_code(with_groups(-3, {row_group({chunk({})}, -3)})) == "bad-row-count");
    CHECK(fatal_code(with_groups(3, {})) == "bad-row-count");
    CHECK(fatal_code(with_groups(0, {Compact().structures(1, {chunk({})})})) == "bad-row-count");
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    CHECK(fatal_code(with_groups(-2, {row_group({chunk({})}, kMost), row_group({chunk({})}, kMost)})) ==
          "bad-row-count");
    CHECK(with_groups(3, {row_group({chunk({})}, 4)}).rows == 0);
}

TEST_CASE("a count of rows that was left out is counted from the row groups") {
    const ParquetFile file = read_bytes(sample("parquet-testing/repeated_no_annotation.parquet"));
    CHECK(partial(file, "bad-row-count"));
    CHECK(file.rows == 6);
}

TEST_CASE("every row group has one chunk for each column") {
    CHECK(fatal_code(with_groups(3, {row_group({}, 3)})) == "bad-schema");
    CHECK(fatal_code(with_groups(3, {row_group({chunk({}), chunk({})}, 3)})) == "bad-schema");
    CHECK(fatal_code(with_groups(3, {Compact().i64(2, 0).i64(3, 3)})) == "bad-schema");
}

TEST_CASE("negative numbers, missing descriptions and data elsewhere are refused") {
    CHECK(fatal_code(with_chunk({.values = -3})) == "bad-column-chunk");
    CHECK(fatal_code(with_chunk({.bytes = -1})) == "bad-column-chunk");
    CHECK(fatal_code(with_chunk({.data_at = -4})) == "bad-column-chunk");
    CHECK(fatal_code(with_chunk({.dictionary_at = -4})) == "bad-column-chunk");
    CHECK(fatal_code(with_groups(3, {row_group({Compact().i64(2, 0)}, 3)})) == "bad-column-chunk");
    CHECK(fatal_code(with_groups(3, {row_group({Compact().i64(2, 0).structure(3, Compact().i32(1, 1))}, 3)})) ==
          "bad-column-chunk");
    CHECK(fatal_code(with_groups(3, {row_group({Compact().text(1, "other.parquet").i64(2, 0)}, 3)})) ==
          "data-elsewhere");
}

TEST_CASE("pages lie between byte 4 and the footer") {
    CHECK(with_chunk({.bytes = 100}).flaws.empty());
    CHECK(partial(with_chunk({.bytes = 101}), "bad-column-chunk"));
    CHECK(partial(with_chunk({.bytes = std::numeric_limits<std::int64_t>::max()}), "bad-column-chunk"));
    CHECK(with_chunk({.data_at = 54, .dictionary_at = 24}).flaws.empty());
    CHECK(with_chunk({.bytes = 80, .data_at = 54, .dictionary_at = 24}).flaws.empty());
    CHECK(partial(with_chunk({.bytes = 81, .data_at = 54, .dictionary_at = 24}), "bad-column-chunk"));
    CHECK(fatal_code(with_chunk({.data_at = 104})) == "no-data");
    CHECK(fatal_code(with_chunk({.data_at = 0})) == "no-data");
    CHECK(fatal_code(with_groups(3, {row_group({chunk({})}, 3)}, 0)) == "no-data");
    CHECK(with_groups(0, {row_group({chunk({.values = 0, .data_at = 0})}, 0)}).flaws.empty());
}

TEST_CASE("a chunk of another type, name or count of values is said and its statistics are not used") {
    const Compact statistics =
        Compact().i64(3, 1).text(5, std::string_view("\x09\0\0\0", 4)).text(6, std::string_view("\x02\0\0\0", 4));
    for (const ChunkSays& says : {ChunkSays{.type = 2}, ChunkSays{.name = "di"}, ChunkSays{.values = 4}}) {
        const ParquetFile file = with_groups(3, {row_group({chunk(says, &statistics)}, 3)});
        CHECK(file.sound);
        REQUIRE(file.flaws.size() == 1);
        CHECK(file.flaws[0].at == "row group 1, column id");
        CHECK_FALSE(file.columns[0].stats.complete);
    }
}

TEST_CASE("a footer that lacks a part, or ends early, is refused at every length") {
    CHECK(fatal_code(read_bytes(file_of(Compact().i32(1, 1).done()))) == "bad-footer");
    const std::string footer = footer_of({root(1), leaf("id")}, 3, {row_group({chunk({})}, 3)});
    REQUIRE(read_bytes(file_of(footer)).sound);
    for (std::size_t length = 1; length < footer.size(); ++length) {
        const ParquetFile file = read_bytes(file_of(footer.substr(0, length)));
        CHECK_FALSE(file.sound);
        CHECK_FALSE(file.flaws.empty());
    }
}

TEST_CASE("the place of a broken byte is told as a byte of the file") {
    const ParquetFile file = read_bytes(file_of(std::string("\x15\x02\x1e\x00", 4)));
    REQUIRE(file.flaws.size() == 1);
    CHECK(file.flaws[0].at == "byte 107");
}

TEST_CASE("bytes after the footer's end are noted") {
    const ParquetFile file = read_bytes(file_of(footer_of({root(1), leaf("id")}, 0, {}) + "rest"));
    CHECK(file.sound);
    REQUIRE(file.flaws.size() == 1);
    CHECK(file.flaws[0].message == "4 bytes of the footer follow its end");
}

TEST_CASE("key-value metadata is bounded, and orders that do not fit are not used") {
    std::string entries;
    for (int i = 0; i < 150; ++i)
        entries += Compact().text(1, "key" + std::to_string(1000 + i)).text(2, std::string(5000, 'v')).done();
    Compact footer;
    footer.i32(1, 1).structures(2, {root(1), leaf("id")}).i64(3, 0).structures(4, {});
    footer.raw(std::string("\x19\xfc\x96\x01", 4) + entries +
               std::string("\x29\x2c\x1c\0\0\x1c\0\0", 8));  // field 5, then field 7
    const ParquetFile file = read_bytes(file_of(footer.done()));
    REQUIRE(file.sound);
    CHECK(file.metadata.size() == 100);
    CHECK(file.metadata.begin()->second.size() == 4096 + 3);
    REQUIRE(file.flaws.size() == 2);
    CHECK(file.flaws[0].code == "metadata-cut");
    CHECK(file.flaws[1].code == "column-orders");
}

TEST_CASE("a footer that a checker of footers must accept, and one it must refuse") {
    const ParquetFile dictionary = read_bytes(sample("parquet-testing/ARROW-RS-GH-6229-DICTHEADER.parquet"));
    CHECK(dictionary.sound);
    CHECK(dictionary.rows == 25);
    const ParquetFile broken = read_bytes(sample("parquet-testing/PARQUET-1481.parquet"));
    CHECK(fatal_code(broken) == "bad-schema");
    CHECK(broken.flaws[0].message.find("-7") != std::string::npos);
}

TEST_CASE("encrypted columns under a plain footer are named") {
    const ParquetFile file = read_bytes(sample("parquet-testing/encrypt_columns_plaintext_footer.parquet.encrypted"));
    CHECK(partial(file, "encrypted-columns"));
    CHECK(file.rows == 50);
    CHECK(file.columns.size() == 8);
}
