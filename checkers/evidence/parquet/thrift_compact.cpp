#include "evidence/parquet/thrift_compact.hpp"

#include <limits>
#include <utility>

namespace plangrade::parquet {
namespace {

ThriftType type_of(unsigned nibble) {
    return static_cast<ThriftType>(nibble);
}

std::int64_t zigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

template <class Int>
bool fits(std::int64_t value) {
    return value >= std::numeric_limits<Int>::min() && value <= std::numeric_limits<Int>::max();
}

}  // namespace

void ThriftReader::fail(std::string message, std::string code) {
    if (!ok()) return;
    error_ = std::move(message);
    error_code_ = std::move(code);
    error_offset_ = at_;
}

bool ThriftReader::expect(bool right_type) {
    if (ok() && !right_type) fail("a value has another type than the format says");
    return ok();
}

bool ThriftReader::enter() {
    if (depth_ >= most_depth_) {
        fail("structures stand inside each other more deeply than is read (limit parquet_thrift_depth: " +
                 std::to_string(most_depth_) + " levels)",
             "limit");
        return false;
    }
    ++depth_;
    return true;
}

std::uint8_t ThriftReader::byte() {
    if (!ok()) return 0;
    if (at_ == bytes_.size()) {
        fail("the bytes end inside a value");
        return 0;
    }
    return static_cast<std::uint8_t>(bytes_[at_++]);
}

std::uint64_t ThriftReader::varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const std::uint8_t next = byte();
        value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
        if ((next & 0x80) == 0) return value;
    }
    fail("a number is longer than 64 bits");
    return 0;
}

std::string_view ThriftReader::take(std::uint64_t count) {
    if (!ok()) return {};
    if (count > left()) {
        fail("a value is longer than the bytes that are left");
        return {};
    }
    const std::string_view out = bytes_.substr(at_, static_cast<std::size_t>(count));
    at_ += out.size();
    return out;
}

ThriftType ThriftReader::field_header(int& id) {
    const unsigned header = byte();
    const ThriftType type = type_of(header & 0x0f);
    if (header == 0) return ThriftType::stop;
    if (type == ThriftType::stop || type > ThriftType::uuid) {
        fail("a field has a type that Thrift does not know");
        return ThriftType::stop;
    }
    const unsigned delta = header >> 4;
    const std::int64_t next = delta != 0 ? id + static_cast<std::int64_t>(delta) : zigzag(varint());
    if (!fits<std::int16_t>(next)) fail("a field's number does not fit 16 bits");
    id = static_cast<int>(ok() ? next : 0);
    return type;
}

std::uint64_t ThriftReader::list_header(ThriftType& element) {
    const unsigned header = byte();
    element = type_of(header & 0x0f);
    const std::uint64_t count = (header >> 4) == 15 ? varint() : header >> 4;
    if (!ok() || count == 0) return 0;
    if (element == ThriftType::stop || element > ThriftType::uuid)
        fail("a list's elements have a type that Thrift does not know");
    // every element takes a byte at least
    if (count > left()) fail("a list says it has more elements than bytes are left");
    return ok() ? count : 0;
}

std::int64_t ThriftReader::integer(ThriftType type) {
    if (!expect(type >= ThriftType::i8 && type <= ThriftType::i64)) return 0;
    if (type == ThriftType::i8) return static_cast<std::int8_t>(byte());
    const std::int64_t value = zigzag(varint());
    if ((type == ThriftType::i16 && !fits<std::int16_t>(value)) ||
        (type == ThriftType::i32 && !fits<std::int32_t>(value)))
        fail("a number is wider than its type");
    return ok() ? value : 0;
}

std::int32_t ThriftReader::integer32(ThriftType type) {
    const std::int64_t value = integer(type);
    if (!fits<std::int32_t>(value)) fail("a number is wider than 32 bits");
    return ok() ? static_cast<std::int32_t>(value) : 0;
}

bool ThriftReader::boolean(ThriftType field) {
    expect(field == ThriftType::bool_true || field == ThriftType::bool_false);
    return ok() && field == ThriftType::bool_true;
}

std::string_view ThriftReader::binary(ThriftType type) {
    if (!expect(type == ThriftType::binary)) return {};
    return take(varint());
}

void ThriftReader::skip(ThriftType type, bool in_container) {
    if (!ok()) return;
    switch (type) {
        case ThriftType::bool_true:
        case ThriftType::bool_false:
            if (in_container) byte();
            return;
        case ThriftType::i8:
            byte();
            return;
        case ThriftType::i16:
        case ThriftType::i32:
        case ThriftType::i64:
            varint();
            return;
        case ThriftType::real:
            take(8);
            return;
        case ThriftType::uuid:
            take(16);
            return;
        case ThriftType::binary:
            take(varint());
            return;
        case ThriftType::list:
        case ThriftType::set:
            list(type, [this](ThriftType element) { skip_element(element); });
            return;
        case ThriftType::map:
            skip_map();
            return;
        case ThriftType::structure:
            structure(type, [this](int, ThriftType field) { skip_field(field); });
            return;
        case ThriftType::stop:
            break;
    }
    fail("a value has a type that Thrift does not know");
}

void ThriftReader::skip_map() {
    const std::uint64_t count = varint();
    if (!ok() || count == 0 || !enter()) return;
    const unsigned types = byte();
    if (count > left() / 2) fail("a map says it has more entries than bytes are left");
    for (std::uint64_t i = 0; i < count && ok(); ++i) {
        skip_element(type_of(types >> 4));
        skip_element(type_of(types & 0x0f));
    }
    --depth_;
}

}  // namespace plangrade::parquet
