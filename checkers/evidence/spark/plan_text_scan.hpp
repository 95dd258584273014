// A scan's line of simple text: `FileScan parquet [a#0,b#1] Batched: true, DataFilters: [...], ..., ReadSchema:
// struct<a:int>`.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace plangrade::spark::plan_text {

/// Position of the bracket that opens a scan's list of columns (its content is empty or has #ids), searched from
/// `from`; npos: none.
std::size_t scan_columns(std::string_view text, std::size_t from);

/// True for the keys that scans print: "PushedFilters", "ReadSchema", "PushedAggregation".
bool is_scan_tag(std::string_view name);

/// What a scan's line says under one name.
struct ScanValue {
    std::string_view name;
    std::string_view value;
    bool sure =
        true;  ///< false: a tag stands in the line twice, so that a literal holds one and values can't be told apart
};

/// Gives what stands behind a scan's name: "Output", then each `Tag: value`. A value ends at the next known tag outside
/// brackets, or behind "..." where Spark cut it; where a literal's brackets never balance, at the next known tag.
void read_scan(std::string_view rest, const std::function<void(const ScanValue&)>& add);

}  // namespace plangrade::spark::plan_text
