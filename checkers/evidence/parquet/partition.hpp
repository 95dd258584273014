// Paths inside a dataset's folder, as Spark understands them.
// Sources: Spark 3.5.7, HadoopFSUtils.shouldFilterOutPathName, PartitioningUtils.parsePartition,
// ExternalCatalogUtils.unescapePathName.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plangrade::parquet {

/// True for a file that is no data: a part of its path (relative to the dataset's folder) is hidden.
bool hidden(std::string_view relative_path);

/// A partition folder `name=value`, percent escapes undone.
struct Partition {
    std::string column;
    std::string value;  ///< "__HIVE_DEFAULT_PARTITION__" is null
    bool operator==(const Partition&) const = default;
};

/// None where the folder's name is not `name=value` with a name.
std::optional<Partition> partition_of(std::string_view folder_name);

/// The partition folders above a file, outermost first: the unbroken row of `name=value` folders nearest to the file
/// (plain folders below it are passed over, what is above a plain folder does not count).
std::vector<Partition> partitions_of(std::string_view relative_path);

}  // namespace plangrade::parquet
