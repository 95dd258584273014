// The row groups of a footer, compared with the schema and with the file they are said to lie in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evidence/parquet/schema.hpp"
#include "evidence/parquet/statistics.hpp"

namespace plangrade::parquet {

struct RowGroups {
    std::uint64_t count = 0;
    std::uint64_t rows = 0;  ///< the sum; at most 2^63-1
};

/// Reads the list of row groups and gives each leaf its statistics and its codec. What contradicts itself is a flaw;
/// where it is fatal the reader has failed. `rules`: one for each leaf. Column chunks must lie before `data_end` (a
/// byte of the file).
RowGroups read_row_groups(ThriftReader& reader, ThriftType type, std::vector<Leaf>& leaves,
                          const std::vector<StatisticsRules>& rules, std::uint64_t data_end, Flaws& flaws);

}  // namespace plangrade::parquet
