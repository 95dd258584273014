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

/// Calls `add(name, value)` for what stands behind a scan's name: "Output", then each `Tag: value`. A value ends at the
/// next known tag outside brackets, or behind "..." where Spark cut it; where a literal's brackets never balance, at
/// the next known tag.
void read_scan(std::string_view rest, const std::function<void(std::string_view, std::string_view)>& add);

}  // namespace plangrade::spark::plan_text
