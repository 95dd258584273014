// Statistics of column chunks: which of them can be believed, and how they are joined.
// Format: parquet-format 2.10, parquet.thrift (Statistics, ColumnOrder).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "evidence/parquet/schema.hpp"

namespace plangrade::parquet {

/// Statistics of parquet.thrift, as they stand there; the texts are of the footer's bytes.
struct RawStatistics {
    std::optional<std::string_view> min, max;              ///< deprecated: signed order
    std::optional<std::string_view> min_value, max_value;  ///< in the column's order
    std::optional<std::int64_t> nulls;
    std::optional<bool> min_exact, max_exact;
};

RawStatistics read_statistics(ThriftReader& reader, ThriftType type);

/// How a column's min_value and max_value are ordered.
enum class ColumnOrder : std::uint8_t {
    absent,   ///< the file doesn't say: only numbers, whose order nobody doubts, are believed
    by_type,  ///< TYPE_ORDER, or IEEE 754 order of floating-point numbers
    other,    ///< an order not known here: minimum and maximum are ignored, as the format asks
};

/// What holds for a whole column of a file.
struct StatisticsRules {
    ColumnOrder order = ColumnOrder::absent;
    /// Strings without "exact" flags are taken whole where they are short. True for writers that never cut a footer's
    /// statistics by themselves: parquet-mr (ParquetMetadataConverter drops what is over 4 KiB) and Arrow C++
    /// (parquet-cpp, the same).
    bool short_text_is_whole = false;
};

/// Statistics of one column chunk with so many values (nulls count as values; never negative). `problem` tells what is
/// wrong where they contradict themselves; they count as absent then.
ColumnStats chunk_statistics(const std::optional<RawStatistics>& raw, const Leaf& leaf, const StatisticsRules& rules,
                             std::uint64_t values, std::string_view& problem);

/// What nothing was added to yet: complete, no nulls.
ColumnStats no_statistics();

/// Joins the statistics of other row groups or another file.
void merge(ColumnStats& into, const ColumnStats& other);

}  // namespace plangrade::parquet
