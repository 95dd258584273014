#include "evidence/parquet/statistics.hpp"

#include <bit>
#include <cmath>

#include "evidence/parquet/plain_text.hpp"

namespace plangrade::parquet {
namespace {

using Kind = LogicalType::Kind;

constexpr std::size_t kShortText =
    64;  ///< flags absent: at least this long may have been cut (64 is where writers cut)
constexpr std::size_t kTextKept = 1024;  ///< longer values are not worth their memory

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- != 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// Two's complement, big-endian: decimals in byte arrays. None where the number needs more than 64 bits.
std::optional<std::int64_t> big_endian_signed(std::string_view bytes) {
    if (bytes.empty()) return std::nullopt;
    const bool negative = (static_cast<unsigned char>(bytes[0]) & 0x80) != 0;
    const char sign = negative ? '\xff' : '\0';
    while (bytes.size() > 8 && bytes[0] == sign) bytes.remove_prefix(1);
    if (bytes.size() > 8) return std::nullopt;
    std::uint64_t value = negative ? ~std::uint64_t{0} : 0;
    for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
    const auto out = static_cast<std::int64_t>(value);
    return (out < 0) == negative ? std::optional(out) : std::nullopt;
}

std::optional<std::int64_t> as_integer(std::string_view bytes, const Leaf& leaf) {
    const bool is_unsigned = leaf.logical.kind == Kind::integer && !leaf.logical.is_signed;
    if (leaf.physical == Physical::int32 && bytes.size() == 4) {
        const auto value = static_cast<std::uint32_t>(little_endian(bytes));
        return is_unsigned ? std::int64_t{value} : std::int64_t{static_cast<std::int32_t>(value)};
    }
    if (leaf.physical == Physical::int64 && bytes.size() == 8) {
        const auto value = static_cast<std::int64_t>(little_endian(bytes));
        return is_unsigned && value < 0 ? std::nullopt : std::optional(value);
    }
    if (leaf.logical.kind == Kind::decimal &&
        (leaf.physical == Physical::byte_array || leaf.physical == Physical::fixed))
        return big_endian_signed(bytes);
    return std::nullopt;
}

std::optional<double> as_real(std::string_view bytes, const Leaf& leaf) {
    double value = 0;
    if (leaf.physical == Physical::real32 && bytes.size() == 4)
        value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(little_endian(bytes))));
    else if (leaf.physical == Physical::real64 && bytes.size() == 8)
        value = std::bit_cast<double>(little_endian(bytes));
    else
        return std::nullopt;
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

bool is_text(const Leaf& leaf) {
    return leaf.physical == Physical::byte_array &&
           (leaf.logical.kind == Kind::string || leaf.logical.kind == Kind::enumeration ||
            leaf.logical.kind == Kind::json);
}

bool is_number(const Leaf& leaf) {
    return leaf.physical == Physical::int32 || leaf.physical == Physical::int64 || leaf.physical == Physical::real32 ||
           leaf.physical == Physical::real64;
}

struct Bounds {
    std::string_view min, max;
    std::optional<bool> min_exact, max_exact;
};

/// The minimum and maximum that mean what a reader takes them for.
std::optional<Bounds> believed(const RawStatistics& raw, const Leaf& leaf, ColumnOrder order) {
    const bool undoubted = is_number(leaf) && signed_order(leaf.logical);
    if (raw.min_value && raw.max_value &&
        (order == ColumnOrder::by_type || (order == ColumnOrder::absent && undoubted)))
        return Bounds{*raw.min_value, *raw.max_value, raw.min_exact, raw.max_exact};
    if (raw.min && raw.max && order != ColumnOrder::other && undoubted)
        return Bounds{*raw.min, *raw.max, std::nullopt, std::nullopt};
    return std::nullopt;
}

bool whole_text(const Bounds& bounds, const StatisticsRules& rules) {
    if (bounds.min.size() > kTextKept || bounds.max.size() > kTextKept) return false;
    const bool short_ones =
        rules.short_text_is_whole && bounds.min.size() < kShortText && bounds.max.size() < kShortText;
    return bounds.min_exact.value_or(short_ones) && bounds.max_exact.value_or(short_ones);
}

/// Takes the bounds over; false where the column's type has none that are kept, or they are not exact.
bool take_bounds(const Bounds& bounds, const Leaf& leaf, const StatisticsRules& rules, ColumnStats& out) {
    if (is_text(leaf)) {
        if (!whole_text(bounds, rules)) return false;
        out.min_text = as_utf8(bounds.min);
        out.max_text = as_utf8(bounds.max);
        return true;
    }
    if (!bounds.min_exact.value_or(true) || !bounds.max_exact.value_or(true)) return false;
    const auto min = as_integer(bounds.min, leaf);
    const auto max = as_integer(bounds.max, leaf);
    if (min && max) {
        out.min_int = min;
        out.max_int = max;
        return true;
    }
    const auto min_real = as_real(bounds.min, leaf);
    const auto max_real = as_real(bounds.max, leaf);
    if (!min_real || !max_real) return false;
    out.min_real = min_real;
    out.max_real = max_real;
    return true;
}

template <class Value>
bool reversed(const std::optional<Value>& min, const std::optional<Value>& max) {
    return min && max && *max < *min;
}

template <class Value>
void widen(std::optional<Value>& min, std::optional<Value>& max, const std::optional<Value>& other_min,
           const std::optional<Value>& other_max) {
    if (other_min && (!min || *other_min < *min)) min = other_min;
    if (other_max && (!max || *max < *other_max)) max = other_max;
}

}  // namespace

RawStatistics read_statistics(ThriftReader& reader, ThriftType type) {
    RawStatistics out;
    reader.structure(type, [&](int id, ThriftType field) {
        switch (id) {
            case 1:
                out.max = reader.binary(field);
                break;
            case 2:
                out.min = reader.binary(field);
                break;
            case 3:
                out.nulls = reader.integer(field);
                break;
            case 5:
                out.max_value = reader.binary(field);
                break;
            case 6:
                out.min_value = reader.binary(field);
                break;
            case 7:
                out.max_exact = reader.boolean(field);
                break;
            case 8:
                out.min_exact = reader.boolean(field);
                break;
            default:
                reader.skip_field(field);
        }
    });
    return out;
}

ColumnStats no_statistics() {
    ColumnStats out;
    out.complete = true;
    out.nulls_known = true;
    return out;
}

ColumnStats chunk_statistics(const std::optional<RawStatistics>& raw, const Leaf& leaf, const StatisticsRules& rules,
                             std::uint64_t values, std::string_view& problem) {
    if (values == 0) return no_statistics();
    ColumnStats out;
    if (!raw) return out;
    if (raw->nulls && (*raw->nulls < 0 || static_cast<std::uint64_t>(*raw->nulls) > values)) {
        problem = "the count of nulls is negative or larger than the count of values";
        return out;
    }
    out.nulls_known = raw->nulls.has_value();
    out.nulls = out.nulls_known ? static_cast<std::uint64_t>(*raw->nulls) : 0;
    if (out.nulls_known && out.nulls == values) {
        out.complete = true;
        return out;
    }
    const auto bounds = believed(*raw, leaf, rules.order);
    out.complete = bounds && take_bounds(*bounds, leaf, rules, out);
    if (reversed(out.min_int, out.max_int) || reversed(out.min_text, out.max_text) ||
        reversed(out.min_real, out.max_real)) {
        problem = "the minimum is above the maximum";
        return {};
    }
    return out;
}

void merge(ColumnStats& into, const ColumnStats& other) {
    into.complete = into.complete && other.complete;
    into.nulls_known = into.nulls_known && other.nulls_known;
    into.nulls += other.nulls;
    widen(into.min_int, into.max_int, other.min_int, other.max_int);
    widen(into.min_text, into.max_text, other.min_text, other.max_text);
    widen(into.min_real, into.max_real, other.min_real, other.max_real);
}

}  // namespace plangrade::parquet
