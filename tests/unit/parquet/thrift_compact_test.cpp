#include "evidence/parquet/thrift_compact.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using namespace plangrade::parquet;
using namespace std::string_view_literals;

namespace {

ThriftReader skip_all(std::string_view bytes, std::uint64_t depth = 32) {
    ThriftReader reader(bytes, depth);
    reader.structure(ThriftType::structure, [&](int, ThriftType type) { reader.skip_field(type); });
    return reader;
}

}  // namespace

TEST_CASE("fields have numbers by difference or in full, and values of every type") {
    // 1: i32 -1, 3: i64 300, 100 (in full): binary "ab", 101: true, 102: false, 103: i8 -2
    constexpr auto kBytes =
        "\x15\x01\x26\xd8\x04\x08\xc8\x01\x02"
        "ab\x11\x12\x13\xfe\x00"sv;
    ThriftReader reader(kBytes, 1);
    std::vector<int> ids;
    std::vector<std::int64_t> numbers;
    reader.structure(ThriftType::structure, [&](int id, ThriftType type) {
        ids.push_back(id);
        if (type == ThriftType::binary)
            CHECK(reader.binary(type) == "ab");
        else if (id == 101 || id == 102)
            CHECK(reader.boolean(type) == (id == 101));
        else
            numbers.push_back(reader.integer(type));
    });
    CHECK(reader.ok());
    CHECK(reader.left() == 0);
    CHECK(ids == std::vector<int>{1, 3, 100, 101, 102, 103});
    CHECK(numbers == std::vector<std::int64_t>{-1, 300, -2});
}

TEST_CASE("what is not wanted is skipped, whatever it is") {
    // double, uuid, map<i32,binary> of one, empty map, list<bool> of two, set<i32> of one, structure in a structure
    constexpr auto kBytes =
        "\x17"
        "12345678\x1d"
        "0123456789abcdef\x1b\x01\x58\x02\x01z\x1b\x00\x19\x21\x01\x02\x1a\x15\x02\x1c\x1c\x00\x00\x00"sv;
    const ThriftReader reader = skip_all(kBytes);
    CHECK(reader.error() == "");
    CHECK(reader.left() == 0);
}

TEST_CASE("bytes that end too early are an error with its place, at every length") {
    constexpr auto kBytes =
        "\x15\x02\x18\x03"
        "abc\x19\x25\x02\x04\x00"sv;
    REQUIRE(skip_all(kBytes).ok());
    for (std::size_t length = 0; length < kBytes.size(); ++length) {
        const ThriftReader reader = skip_all(kBytes.substr(0, length));
        CHECK_FALSE(reader.ok());
        CHECK(reader.error_offset() <= length);
    }
}

TEST_CASE("a count is believed only up to the bytes that are left") {
    CHECK(skip_all("\x19\xf5\xff\xff\xff\xff\x0f\x02\x00"sv).error().find("more elements") != std::string::npos);
    CHECK(skip_all("\x1b\xff\xff\xff\x0f\x55\x02\x02\x00"sv).error().find("more entries") != std::string::npos);
    CHECK(skip_all("\x18\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv).error().find("longer than the bytes") !=
          std::string::npos);
}

TEST_CASE("numbers wider than their type, or than 64 bits, are errors") {
    CHECK_FALSE(skip_all("\x16\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00"sv).ok());
    ThriftReader wide("\xff\xff\xff\xff\xff\x01", 1);
    CHECK(wide.integer(ThriftType::i32) == 0);
    CHECK_FALSE(wide.ok());
    ThriftReader least("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 1);
    CHECK(least.integer(ThriftType::i64) == std::numeric_limits<std::int64_t>::min());
    CHECK(least.ok());
}

TEST_CASE("depth is limited and the limit named") {
    const std::string deep(100, '\x1c');
    const ThriftReader reader = skip_all(deep + std::string(101, '\0'), 10);
    CHECK(reader.error_code() == "limit");
    CHECK(reader.error().find("parquet_thrift_depth: 10 levels") != std::string::npos);
    CHECK(skip_all(deep + std::string(101, '\0'), 101).ok());
}

TEST_CASE("unknown types and wrong ones are errors; the first error stays") {
    CHECK_FALSE(skip_all("\x1e\x00"sv).ok());
    CHECK_FALSE(skip_all("\x10\x00"sv).ok());
    CHECK_FALSE(skip_all("\x19\x1f\x00\x00"sv).ok());
    ThriftReader reader("\x02", 1);
    CHECK(reader.binary(ThriftType::i32).empty());
    CHECK(reader.error() == "a value has another type than the format says");
    reader.fail("later");
    CHECK(reader.error() != "later");
    CHECK(reader.integer(ThriftType::i32) == 0);
}
