// Two tables as multisets of rows: the order of rows never counts, how often a row occurs does.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "evidence/text/csv.hpp"

namespace plangrade {

/// How cells are compared. Cells are text; what differs only in a way that an honest run can cause is equal.
struct TableCompareOptions {
    bool trim = true;  ///< blanks at both ends don't count: Spark's CSV writer cuts them (measured, 3.5.7 and 4.3.0)
    bool empty_is_null = true;  ///< null and the empty text are the same
    bool ignore_column_case = false;
    /// Columns whose numbers are compared by value (12.50 = 12.5 = 1.25E1), as QueryResult::real_columns names them.
    std::set<std::string> numeric_columns;
    std::size_t most_examples = 3;
};

/// What distinguishes `left` (handed in) from `right` (expected).
struct TableDifference {
    bool same = false;
    bool columns_differ = false;               ///< then rows were not compared
    std::vector<std::string> missing_columns;  ///< expected, not in left
    std::vector<std::string> extra_columns;    ///< in left, not expected (only where all columns are compared)
    bool other_column_order = false;  ///< the same columns in another order (only where all columns are compared)
    std::uint64_t left_rows = 0;
    std::uint64_t right_rows = 0;
    std::uint64_t missing = 0;  ///< rows of right that left lacks, each as often as it lacks
    std::uint64_t extra = 0;    ///< rows of left that right lacks
    /// The first in byte order, as RFC 4180 lines of the compared columns, each cut at 120 bytes (at a character's end,
    /// "..." follows).
    std::vector<std::string> missing_examples;
    std::vector<std::string> extra_examples;
};

/// Compares the columns named (each must be in both, by name, in any place), or, with none named, all: then names and
/// order must agree.
TableDifference compare_tables(const Table& left, const Table& right, const std::vector<std::string>& columns = {},
                               const TableCompareOptions& options = {});

}  // namespace plangrade
