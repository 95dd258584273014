// What the bytes of a column mean: Parquet's physical types, and the logical types laid over them.
// Format: parquet-format 2.10, parquet.thrift (Type, ConvertedType, LogicalType) and LogicalTypes.md; newer members of
// the union (VARIANT, GEOMETRY, ...) from 2.12.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "evidence/parquet/thrift_compact.hpp"

namespace plangrade::parquet {

/// The numbers are those of parquet.thrift.
enum class Physical : std::uint8_t {
    boolean = 0,
    int32 = 1,
    int64 = 2,
    int96 = 3,
    real32 = 4,
    real64 = 5,
    byte_array = 6,
    fixed = 7,
    none
};

/// None for a number that the format does not have.
std::optional<Physical> physical_of(std::int32_t number);
std::string to_text(Physical type);  ///< "INT32", ...; "" for a group

struct LogicalType {
    enum class Kind : std::uint8_t {
        none,
        string,
        map,
        list,
        enumeration,
        decimal,
        date,
        time,
        timestamp,
        integer,
        null,
        json,
        bson,
        uuid,
        float16,
        variant,
        geometry,
        geography,
        vector,
        interval,
        unknown,
    };
    enum class Unit : std::uint8_t { millis, micros, nanos };

    Kind kind = Kind::none;
    std::int32_t precision = 0;  ///< of decimals
    std::int32_t scale = 0;
    Unit unit = Unit::millis;  ///< of times and timestamps
    bool utc = false;          ///< isAdjustedToUTC
    std::int32_t bits = 0;     ///< of integers
    bool is_signed = true;
    std::int32_t number = 0;  ///< of a kind that is not known here

    bool operator==(const LogicalType&) const = default;
};

/// Reads the union LogicalType. A union without a member gives `none`.
LogicalType read_logical_type(ThriftReader& reader, ThriftType type);

/// The meaning of the older ConvertedType; `none` for a number the format does not have.
LogicalType from_converted_type(std::int32_t number, std::int32_t precision, std::int32_t scale);

/// True where a logical type may stand on a column of that physical type (Physical::none: a group).
bool fits(const LogicalType& logical, Physical physical, std::int32_t fixed_bytes);

/// "date", "string", "decimal(10,2)", "timestamp(micros,utc)", "timestamp(micros,local)", "int(8,true)", "unknown(42)";
/// "" for none.
std::string to_text(const LogicalType& type);

/// True where values of this type compare as signed numbers do, so that old writers' `min` and `max` mean what new
/// ones' mean.
bool signed_order(const LogicalType& type);

}  // namespace plangrade::parquet
