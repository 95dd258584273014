#include "evidence/parquet/statistics.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade::parquet;
using namespace std::string_view_literals;

namespace {

constexpr auto kOne = "\x01\0\0\0"sv;
constexpr auto kMinusOne = "\xff\xff\xff\xff"sv;
constexpr StatisticsRules kTyped{ColumnOrder::by_type, true};

Leaf leaf_of(Physical physical, int converted = -1) {
    Leaf out;
    out.physical = physical;
    out.logical = from_converted_type(converted, 9, 2);
    return out;
}

RawStatistics values(std::string_view min, std::string_view max, std::int64_t nulls = 0) {
    RawStatistics out;
    out.min_value = min;
    out.max_value = max;
    out.nulls = nulls;
    return out;
}

RawStatistics deprecated(std::string_view min, std::string_view max) {
    RawStatistics out;
    out.min = min;
    out.max = max;
    return out;
}

ColumnStats stats(const RawStatistics& raw, const Leaf& leaf, const StatisticsRules& rules = kTyped,
                  std::uint64_t count = 10) {
    std::string_view problem;
    const ColumnStats out = chunk_statistics(raw, leaf, rules, count, problem);
    CHECK(problem == "");
    return out;
}

}  // namespace

TEST_CASE("integers are read by their logical order") {
    const ColumnStats plain = stats(values(kMinusOne, kOne, 2), leaf_of(Physical::int32));
    CHECK(plain.complete);
    CHECK(plain.min_int == -1);
    CHECK(plain.max_int == 1);
    CHECK(plain.nulls_known);
    CHECK(plain.nulls == 2);
    const ColumnStats is_unsigned = stats(values(kOne, kMinusOne), leaf_of(Physical::int32, 13));
    CHECK(is_unsigned.min_int == 1);
    CHECK(is_unsigned.max_int == 4294967295);
    const ColumnStats big =
        stats(values("\x01\0\0\0\0\0\0\0"sv, "\xff\xff\xff\xff\xff\xff\xff\xff"sv), leaf_of(Physical::int64, 14));
    CHECK_FALSE(big.complete);
    CHECK_FALSE(big.max_int);
}

TEST_CASE("old minima and maxima are believed where their order was the signed one") {
    const ColumnStats plain = stats(deprecated(kMinusOne, kOne), leaf_of(Physical::int32));
    CHECK(plain.complete);
    CHECK(plain.min_int == -1);
    CHECK_FALSE(plain.nulls_known);
    CHECK_FALSE(stats(deprecated(kOne, kMinusOne), leaf_of(Physical::int32, 13)).complete);
    CHECK_FALSE(stats(deprecated("a", "b"), leaf_of(Physical::byte_array, 0)).complete);
}

TEST_CASE("without an order, or with an unknown one, only what nobody doubts is believed") {
    const StatisticsRules absent{ColumnOrder::absent, true};
    const StatisticsRules other{ColumnOrder::other, true};
    CHECK(stats(values(kMinusOne, kOne), leaf_of(Physical::int32), absent).complete);
    CHECK_FALSE(stats(values(kOne, kMinusOne), leaf_of(Physical::int32, 13), absent).complete);
    CHECK_FALSE(stats(values("a", "b"), leaf_of(Physical::byte_array, 0), absent).complete);
    CHECK_FALSE(stats(values(kMinusOne, kOne), leaf_of(Physical::int32), other).complete);
    CHECK(stats(values(kMinusOne, kOne), leaf_of(Physical::int32), other).nulls_known);
}

TEST_CASE("text is taken only where it is whole") {
    const Leaf text = leaf_of(Physical::byte_array, 0);
    const StatisticsRules stranger{ColumnOrder::by_type, false};
    CHECK(stats(values("app", "web"), text).max_text == "web");
    CHECK_FALSE(stats(values("app", "web"), text, stranger).complete);
    CHECK_FALSE(stats(values("app", std::string(64, 'w')), text).complete);
    RawStatistics said =
        values("app", std::string_view("wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"));
    said.min_exact = said.max_exact = true;
    CHECK(stats(said, text, stranger).complete);
    said.max_exact = false;
    CHECK_FALSE(stats(said, text).complete);
    CHECK_FALSE(stats(said, text).max_text);
    CHECK_FALSE(stats(values("app", "web"), leaf_of(Physical::byte_array)).complete);  // bytes, not text
}

TEST_CASE("numbers that are said not to be exact are not taken") {
    RawStatistics said = values(kMinusOne, kOne);
    said.min_exact = false;
    CHECK_FALSE(stats(said, leaf_of(Physical::int32)).complete);
}

TEST_CASE("decimals in byte arrays are numbers, big-endian, where they fit 64 bits") {
    const ColumnStats fixed = stats(values("\xff\x6a"sv, "\0\0\0\0\0\0\0\0\0\x04\xd2"sv), leaf_of(Physical::fixed, 5));
    CHECK(fixed.min_int == -150);
    CHECK(fixed.max_int == 1234);
    CHECK_FALSE(
        stats(values("\0\x80\0\0\0\0\0\0\0"sv, "\0\x80\0\0\0\0\0\0\0"sv), leaf_of(Physical::fixed, 5)).complete);
    CHECK_FALSE(stats(values("", ""), leaf_of(Physical::byte_array, 5)).complete);
}

TEST_CASE("not-a-number is no minimum") {
    const ColumnStats real =
        stats(values("\0\0\0\0\0\0\xf8\x3f"sv, "\0\0\0\0\0\0\x04\x40"sv), leaf_of(Physical::real64));
    CHECK(real.min_real == 1.5);
    CHECK(real.max_real == 2.5);
    CHECK_FALSE(stats(values("\0\0\0\0\0\0\xf8\x7f"sv, "\0\0\0\0\0\0\xf8\x7f"sv), leaf_of(Physical::real64)).complete);
}

TEST_CASE("a chunk of nulls is complete without minimum and maximum; a chunk without statistics is not") {
    RawStatistics nulls;
    nulls.nulls = 10;
    const ColumnStats all_null = stats(nulls, leaf_of(Physical::int32));
    CHECK(all_null.complete);
    CHECK(all_null.nulls == 10);
    CHECK_FALSE(all_null.min_int);
    std::string_view problem;
    CHECK_FALSE(chunk_statistics(std::nullopt, leaf_of(Physical::int32), kTyped, 10, problem).complete);
    CHECK(chunk_statistics(std::nullopt, leaf_of(Physical::int32), kTyped, 0, problem).complete);
    CHECK_FALSE(stats(values("\x01"sv, "\x02"sv), leaf_of(Physical::int32)).complete);  // not four bytes
}

TEST_CASE("statistics that contradict themselves are named and not used") {
    std::string_view problem;
    CHECK_FALSE(chunk_statistics(values(kOne, kMinusOne), leaf_of(Physical::int32), kTyped, 10, problem).min_int);
    CHECK(problem == "the minimum is above the maximum");
    problem = {};
    CHECK_FALSE(
        chunk_statistics(values(kMinusOne, kOne, 11), leaf_of(Physical::int32), kTyped, 10, problem).nulls_known);
    CHECK(problem.find("nulls") != std::string_view::npos);
    problem = {};
    chunk_statistics(values(kMinusOne, kOne, -1), leaf_of(Physical::int32), kTyped, 10, problem);
    CHECK_FALSE(problem.empty());
}

TEST_CASE("joined statistics are those of all values, or not complete") {
    ColumnStats all = no_statistics();
    merge(all, stats(values(kOne, kOne, 3), leaf_of(Physical::int32)));
    RawStatistics nulls;
    nulls.nulls = 10;
    merge(all, stats(nulls, leaf_of(Physical::int32)));
    merge(all, stats(values(kMinusOne, kMinusOne, 1), leaf_of(Physical::int32)));
    CHECK(all.complete);
    CHECK(all.nulls == 14);
    CHECK(all.min_int == -1);
    CHECK(all.max_int == 1);
    merge(all, ColumnStats{});
    CHECK_FALSE(all.complete);
    CHECK_FALSE(all.nulls_known);
    CHECK(all.min_int == -1);
}
