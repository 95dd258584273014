#include "evidence/parquet/logical_type.hpp"

#include <array>

namespace plangrade::parquet {
namespace {

using Kind = LogicalType::Kind;
using Unit = LogicalType::Unit;

constexpr std::array kPhysicalNames{"BOOLEAN", "INT32",  "INT64",      "INT96",
                                    "FLOAT",   "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"};

/// Members of the union LogicalType, by number; 0 and 9 (kept for INTERVAL, never used) have none.
constexpr std::array kMembers{Kind::unknown, Kind::string,  Kind::map,      Kind::list,      Kind::enumeration,
                              Kind::decimal, Kind::date,    Kind::time,     Kind::timestamp, Kind::unknown,
                              Kind::integer, Kind::null,    Kind::json,     Kind::bson,      Kind::uuid,
                              Kind::float16, Kind::variant, Kind::geometry, Kind::geography, Kind::vector};

void read_unit(ThriftReader& reader, ThriftType type, LogicalType& out) {
    reader.structure(type, [&](int id, ThriftType field) {
        if (id == 2) out.unit = Unit::micros;
        if (id == 3) out.unit = Unit::nanos;
        reader.skip_field(field);
    });
}

/// The fields of DecimalType, TimeType, TimestampType or IntType; other members have none that matter here.
void read_member(ThriftReader& reader, ThriftType type, LogicalType& out) {
    const bool timed = out.kind == Kind::time || out.kind == Kind::timestamp;
    reader.structure(type, [&](int id, ThriftType field) {
        if (out.kind == Kind::decimal && id == 1)
            out.scale = reader.integer32(field);
        else if (out.kind == Kind::decimal && id == 2)
            out.precision = reader.integer32(field);
        else if (timed && id == 1)
            out.utc = reader.boolean(field);
        else if (timed && id == 2)
            read_unit(reader, field, out);
        else if (out.kind == Kind::integer && id == 1)
            out.bits = reader.integer32(field);
        else if (out.kind == Kind::integer && id == 2)
            out.is_signed = reader.boolean(field);
        else
            reader.skip_field(field);
    });
}

LogicalType timed(Kind kind, Unit unit) {
    LogicalType out;
    out.kind = kind;
    out.unit = unit;
    out.utc = true;  // LogicalTypes.md: the converted types mean isAdjustedToUTC
    return out;
}

LogicalType integer(std::int32_t bits, bool is_signed) {
    LogicalType out;
    out.kind = Kind::integer;
    out.bits = bits;
    out.is_signed = is_signed;
    return out;
}

LogicalType decimal(std::int32_t precision, std::int32_t scale) {
    LogicalType out;
    out.kind = Kind::decimal;
    out.precision = precision;
    out.scale = scale;
    return out;
}

LogicalType plain(Kind kind) {
    LogicalType out;
    out.kind = kind;
    return out;
}

const char* name_of(Unit unit) {
    return unit == Unit::millis ? "millis" : unit == Unit::micros ? "micros" : "nanos";
}

bool number_fits(const LogicalType& logical, Physical physical) {
    const bool wide = physical == Physical::int64;
    switch (logical.kind) {
        case Kind::date:
            return !wide;
        case Kind::time:
            return (logical.unit == Unit::millis) == !wide;
        case Kind::timestamp:
            return wide;
        case Kind::integer:
            return wide ? logical.bits == 64 : logical.bits == 8 || logical.bits == 16 || logical.bits == 32;
        default:
            return false;
    }
}

}  // namespace

std::optional<Physical> physical_of(std::int32_t number) {
    if (number < 0 || number >= static_cast<std::int32_t>(kPhysicalNames.size())) return std::nullopt;
    return static_cast<Physical>(number);
}

std::string to_text(Physical type) {
    return type == Physical::none ? std::string() : kPhysicalNames[static_cast<std::size_t>(type)];
}

LogicalType read_logical_type(ThriftReader& reader, ThriftType type) {
    LogicalType out;
    reader.structure(type, [&](int id, ThriftType field) {
        out = {};
        out.kind =
            id > 0 && id < static_cast<int>(kMembers.size()) ? kMembers[static_cast<std::size_t>(id)] : Kind::unknown;
        out.number = out.kind == Kind::unknown ? id : 0;
        if (out.kind == Kind::unknown)
            reader.skip_field(field);
        else
            read_member(reader, field, out);
    });
    return out;
}

LogicalType from_converted_type(std::int32_t number, std::int32_t precision, std::int32_t scale) {
    switch (number) {
        case 0:
            return plain(Kind::string);
        case 1:
        case 2:
            return plain(Kind::map);
        case 3:
            return plain(Kind::list);
        case 4:
            return plain(Kind::enumeration);
        case 5:
            return decimal(precision, scale);
        case 6:
            return plain(Kind::date);
        case 7:
            return timed(Kind::time, Unit::millis);
        case 8:
            return timed(Kind::time, Unit::micros);
        case 9:
            return timed(Kind::timestamp, Unit::millis);
        case 10:
            return timed(Kind::timestamp, Unit::micros);
        case 11:
            return integer(8, false);
        case 12:
            return integer(16, false);
        case 13:
            return integer(32, false);
        case 14:
            return integer(64, false);
        case 15:
            return integer(8, true);
        case 16:
            return integer(16, true);
        case 17:
            return integer(32, true);
        case 18:
            return integer(64, true);
        case 19:
            return plain(Kind::json);
        case 20:
            return plain(Kind::bson);
        case 21:
            return plain(Kind::interval);
        default:
            return {};
    }
}

bool fits(const LogicalType& logical, Physical physical, std::int32_t fixed_bytes) {
    switch (logical.kind) {
        case Kind::none:
        case Kind::null:
        case Kind::unknown:
            return true;
        case Kind::string:
        case Kind::enumeration:
        case Kind::json:
        case Kind::bson:
        case Kind::geometry:
        case Kind::geography:
            return physical == Physical::byte_array;
        case Kind::decimal:
            return (physical == Physical::int32 || physical == Physical::int64 || physical == Physical::byte_array ||
                    physical == Physical::fixed) &&
                   logical.precision > 0 && logical.scale >= 0 && logical.scale <= logical.precision;
        case Kind::date:
        case Kind::time:
        case Kind::timestamp:
        case Kind::integer:
            return (physical == Physical::int32 || physical == Physical::int64) && number_fits(logical, physical);
        case Kind::uuid:
            return physical == Physical::fixed && fixed_bytes == 16;
        case Kind::float16:
            return physical == Physical::fixed && fixed_bytes == 2;
        case Kind::interval:
            return physical == Physical::fixed && fixed_bytes == 12;
        case Kind::map:
        case Kind::list:
        case Kind::variant:
        case Kind::vector:
            return physical == Physical::none;
    }
    return false;
}

std::string to_text(const LogicalType& type) {
    switch (type.kind) {
        case Kind::none:
            return "";
        case Kind::string:
            return "string";
        case Kind::map:
            return "map";
        case Kind::list:
            return "list";
        case Kind::enumeration:
            return "enum";
        case Kind::decimal:
            return "decimal(" + std::to_string(type.precision) + "," + std::to_string(type.scale) + ")";
        case Kind::date:
            return "date";
        case Kind::time:
        case Kind::timestamp:
            return std::string(type.kind == Kind::time ? "time(" : "timestamp(") + name_of(type.unit) +
                   (type.utc ? ",utc)" : ",local)");
        case Kind::integer:
            return "int(" + std::to_string(type.bits) + (type.is_signed ? ",true)" : ",false)");
        case Kind::null:
            return "null";
        case Kind::json:
            return "json";
        case Kind::bson:
            return "bson";
        case Kind::uuid:
            return "uuid";
        case Kind::float16:
            return "float16";
        case Kind::variant:
            return "variant";
        case Kind::geometry:
            return "geometry";
        case Kind::geography:
            return "geography";
        case Kind::vector:
            return "vector";
        case Kind::interval:
            return "interval";
        case Kind::unknown:
            break;
    }
    return "unknown(" + std::to_string(type.number) + ")";
}

bool signed_order(const LogicalType& type) {
    switch (type.kind) {
        case Kind::none:
        case Kind::decimal:
        case Kind::date:
        case Kind::time:
        case Kind::timestamp:
            return true;
        case Kind::integer:
            return type.is_signed;
        default:
            return false;
    }
}

}  // namespace plangrade::parquet
