// What the plans of a Spark query read and write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evidence/plan.hpp"

namespace plangrade {

/// One file scan (`Scan parquet`, `BatchScan parquet`). none: the plan doesn't say, or the engine cut the value.
struct ScanFact {
    std::string format;  ///< lower case: "parquet", "csv"; "" where unknown
    std::string table;   ///< catalog name, "" for a path: "spark_catalog.default.orders"
    std::optional<std::vector<std::string>>
        location;                     ///< the paths inside the brackets: "file:/root/spk/plan/orders_pq"
    bool location_truncated = false;  ///< there are more paths than `location` has
    std::optional<std::vector<std::string>> pushed_filters;     ///< items, verbatim
    std::optional<std::vector<std::string>> partition_filters;  ///< items, verbatim (they hold #ids)
    std::optional<std::vector<std::string>> data_filters;
    std::optional<std::string> read_schema;  ///< "struct<order_id:int,qty:int>"
    std::uint32_t node = 0;                  ///< index into PlanTree::nodes
    TextPos at;
};

/// All file scans of a tree, in its order. Formatted text leaves out empty lists: there a scan whose details were read
/// and that has no PushedFilters (or PartitionFilters) line has none; in other modes a missing list is unknown.
std::vector<ScanFact> scans(const PlanTree& tree);

/// One command that writes.
struct WriteFact {
    std::string target;  ///< "file:/root/spk/plan/out/pushdown", or a table's name; "" where the plan doesn't say
    bool table = false;  ///< target is a table's name
    std::string format;  ///< lower case: "csv", "parquet"; "" where the command doesn't say
    std::string mode;    ///< "Overwrite", "Append", "ErrorIfExists", "Ignore"; "" where unknown
    std::vector<std::string> partition_columns;       ///< without #ids
    std::optional<std::vector<std::string>> columns;  ///< names of the written columns; none: unknown or cut
    std::string command;                              ///< "InsertIntoHadoopFsRelationCommand"
    std::uint32_t node = 0;                           ///< index into PlanTree::nodes
    TextPos at;
};

/// All writing commands of a tree, in its order: InsertIntoHadoopFsRelationCommand,
/// CreateDataSourceTableAsSelectCommand, InsertIntoHiveTable, SaveIntoDataSourceCommand. `df.write` is always one of
/// these; a plan without one wrote nothing.
std::vector<WriteFact> writes(const PlanTree& tree);

}  // namespace plangrade
