// The schema in a footer: a tree written as a list (each element says how many of the following are its children), and
// its leaves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/parquet/logical_type.hpp"
#include "evidence/parquet/parquet.hpp"

namespace plangrade::parquet {

/// SchemaElement of parquet.thrift, as it stands there.
struct SchemaElement {
    std::optional<std::int32_t> type;
    std::int32_t fixed_bytes = 0;
    std::optional<std::int32_t> repetition;
    std::string_view name;  ///< of the footer's bytes
    std::int32_t children = 0;
    bool is_group = false;  ///< it says how many children it has, be it 0
    std::optional<std::int32_t> converted;
    std::int32_t scale = 0;
    std::int32_t precision = 0;
    LogicalType logical;
};

/// A column of values.
struct Leaf {
    Column column;  ///< without statistics and codec
    Physical physical = Physical::none;
    LogicalType logical;
    std::int32_t fixed_bytes = 0;
    bool repeated = false;  ///< it or a group above it is repeated: it has more or fewer values than rows
};

struct Schema {
    std::vector<Leaf> leaves;
    std::vector<std::string> top_columns;
    std::vector<std::string> top_types;
};

/// The list of elements; fails the reader where there are more than Limits::parquet_columns.
std::vector<SchemaElement> read_schema_elements(ThriftReader& reader, ThriftType type, const Limits& limits);

/// The tree and its leaves. None where the list makes no tree; the fatal flaw says which element is wrong.
std::optional<Schema> build_schema(const std::vector<SchemaElement>& elements, const Limits& limits, Flaws& flaws);

}  // namespace plangrade::parquet
