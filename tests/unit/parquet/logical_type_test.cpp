#include "evidence/parquet/logical_type.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade::parquet;
using Kind = LogicalType::Kind;

namespace {

LogicalType read(const Compact& member_union) {
    const std::string bytes = member_union.done();
    ThriftReader reader(bytes, 8);
    const LogicalType out = read_logical_type(reader, ThriftType::structure);
    CHECK(reader.ok());
    CHECK(reader.left() == 0);
    return out;
}

Compact timestamp(bool utc, int unit) {
    return Compact().flag(1, utc).structure(2, Compact().structure(unit, Compact()));
}

}  // namespace

TEST_CASE("members of the union LogicalType are read with their parameters") {
    CHECK(to_text(read(Compact().structure(1, Compact()))) == "string");
    CHECK(to_text(read(Compact().structure(5, Compact().i32(1, 2).i32(2, 10)))) == "decimal(10,2)");
    CHECK(to_text(read(Compact().structure(6, Compact()))) == "date");
    CHECK(to_text(read(Compact().structure(7, timestamp(false, 1)))) == "time(millis,local)");
    CHECK(to_text(read(Compact().structure(8, timestamp(true, 2)))) == "timestamp(micros,utc)");
    CHECK(to_text(read(Compact().structure(8, timestamp(false, 3)))) == "timestamp(nanos,local)");
    CHECK(to_text(read(Compact().structure(10, Compact().i32(1, 16).flag(2, false)))) == "int(16,false)");
    CHECK(to_text(read(Compact().structure(14, Compact()))) == "uuid");
    CHECK(to_text(read(Compact())) == "");
}

TEST_CASE("a member that is not known keeps its number") {
    CHECK(to_text(read(Compact().structure(15, Compact()))) == "float16");
    // field 42, in full: a structure that holds an i32
    const LogicalType type = read(Compact().raw(std::string_view("\x0c\x54\x15\x02\x00", 5)));
    CHECK(type.kind == Kind::unknown);
    CHECK(to_text(type) == "unknown(42)");
    CHECK(fits(type, Physical::byte_array, 0));
}

TEST_CASE("the older converted types mean the same") {
    CHECK(to_text(from_converted_type(0, 0, 0)) == "string");
    CHECK(to_text(from_converted_type(5, 9, 3)) == "decimal(9,3)");
    CHECK(to_text(from_converted_type(6, 0, 0)) == "date");
    CHECK(to_text(from_converted_type(9, 0, 0)) == "timestamp(millis,utc)");
    CHECK(to_text(from_converted_type(10, 0, 0)) == "timestamp(micros,utc)");
    CHECK(to_text(from_converted_type(13, 0, 0)) == "int(32,false)");
    CHECK(to_text(from_converted_type(15, 0, 0)) == "int(8,true)");
    CHECK(to_text(from_converted_type(22, 0, 0)) == "");
    CHECK(to_text(from_converted_type(-1, 0, 0)) == "");
}

TEST_CASE("a logical type stands only on the physical types that can carry it") {
    const LogicalType date = from_converted_type(6, 0, 0);
    CHECK(fits(date, Physical::int32, 0));
    CHECK_FALSE(fits(date, Physical::int64, 0));
    CHECK_FALSE(fits(date, Physical::byte_array, 0));
    CHECK(fits(from_converted_type(9, 0, 0), Physical::int64, 0));
    CHECK_FALSE(fits(from_converted_type(9, 0, 0), Physical::int96, 0));
    CHECK(fits(from_converted_type(7, 0, 0), Physical::int32, 0));
    CHECK_FALSE(fits(from_converted_type(8, 0, 0), Physical::int32, 0));
    CHECK(fits(from_converted_type(5, 10, 2), Physical::fixed, 5));
    CHECK_FALSE(fits(from_converted_type(5, 0, 0), Physical::int32, 0));
    CHECK_FALSE(fits(from_converted_type(5, 3, 4), Physical::int32, 0));
    CHECK_FALSE(fits(from_converted_type(5, 3, -1), Physical::int32, 0));
    CHECK_FALSE(fits(from_converted_type(18, 0, 0), Physical::int32, 0));
    CHECK(fits(from_converted_type(21, 0, 0), Physical::fixed, 12));
    CHECK_FALSE(fits(from_converted_type(3, 0, 0), Physical::byte_array, 0));
}

TEST_CASE("physical types are eight") {
    CHECK(to_text(*physical_of(3)) == "INT96");
    CHECK(to_text(*physical_of(7)) == "FIXED_LEN_BYTE_ARRAY");
    CHECK_FALSE(physical_of(8));
    CHECK_FALSE(physical_of(-7));
}
