// One operator's line in simple text, which is also sparkPlanInfo's simpleString: its canonical name and its
// attributes.
#pragma once

#include <cstdint>
#include <string_view>

#include "evidence/plan.hpp"

namespace plangrade::spark::plan_text {

/// Where a text stands: its first byte, and the column at which its further lines (of literals with line ends) begin.
/// Line 0: nowhere.
struct Place {
    TextPos first;
    std::uint32_t further_column = 1;
    TextPos of(std::string_view text, std::size_t offset) const;
};

/// An operator's name split in two.
struct OpName {
    std::string_view op;     ///< first words: "FileScan parquet", "Execute CreateViewCommand", "Filter"
    std::string_view table;  ///< of scans, what stands behind: "spark_catalog.default.t", "file:/data/x"
    std::size_t end = 0;     ///< of the name in the text: attributes begin there
};

/// "FileScan parquet" -> "Scan parquet"; others as they are.
std::string canonical_op(std::string_view op);

/// Splits the name off a line of simple text, or off a bare name (nodeName, formatted heading).
OpName split_name(std::string_view text);

/// Sets `op` and appends the attributes that a line of simple text holds. Attributes that the node already has are
/// kept.
void read_line(PlanNode& node, std::string_view text, const Place& place);

/// Appends an attribute, unless the node has one of that very name.
void add_attribute(PlanNode& node, std::string_view name, std::string_view value, TextPos at);

}  // namespace plangrade::spark::plan_text
