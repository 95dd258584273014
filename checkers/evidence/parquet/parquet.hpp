// Parquet as evidence: magic bytes, footer (Thrift compact protocol), schema and statistics. Pages are never decoded.
// Format facts: parquet-format 2.10 (README.md, parquet.thrift, Encryption.md), compared with files that Spark 3.5.7
// and 4.3.0 wrote and with parquet-testing's data and bad_data.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flaw.hpp"
#include "evidence/tree.hpp"

namespace plangrade::parquet {

/// Statistics of one column, over all row groups of a file (or all files of a dataset) that have them. Nobody's word
/// but the writer's: pages are not decoded. Minimum and maximum are those of all values only where `complete`; a column
/// of nulls (or without rows) is complete and has none.
struct ColumnStats {
    bool complete =
        false;  ///< every row group had min and max that mean the same, not truncated (or only nulls, or no rows)
    bool nulls_known = false;  ///< every row group had a null count
    std::uint64_t nulls = 0;   ///< the sum of the known ones
    /// INT32 and INT64 by their logical order: DATE in days since 1970-01-01, timestamps and times in their unit,
    /// decimals (also those in byte arrays) unscaled: 12.34 is 1234. Never set for an unsigned value above 2^63-1 or a
    /// decimal beyond 64 bits.
    std::optional<std::int64_t> min_int, max_int;
    /// Strings, where the file says they are exact; or, where it doesn't say, where both are shorter than 64 bytes and
    /// the writer (parquet-mr, Arrow C++) is known not to cut them. At most 1024 bytes.
    std::optional<std::string> min_text, max_text;
    std::optional<double> min_real, max_real;  ///< FLOAT and DOUBLE; NaN is not counted
};

/// One schema element that holds values.
struct Column {
    std::string name;      ///< of the leaf, dots between the parts of nested ones
    std::string physical;  ///< "INT32", "INT96", "BYTE_ARRAY", ...
    std::string logical;   ///< "date", "string", "decimal(10,2)", "timestamp(micros,utc)", "int(8,true)", "" (none)
    bool nested = false;   ///< below a group
    std::string
        group;  ///< "struct", "array", "map", "variant" of the top-level column it belongs to; "" for a plain column
    bool required = false;
    ColumnStats stats;
    std::string codec;  ///< "SNAPPY", "GZIP", ... of the first row group; "" without row groups
    /// Type as Spark's SQL names it: tinyint, smallint, int, bigint, string, date, time, timestamp, timestamp_ntz,
    /// double, float, boolean, decimal(p,s), binary; where `group` is set, that: the type of the top-level column.
    std::string sql_type() const;
};

struct ParquetFile {
    std::string path;
    std::uint64_t bytes = 0;
    std::uint64_t footer_bytes = 0;
    std::int64_t rows = 0;
    std::uint64_t row_groups = 0;
    std::vector<Column> columns;           ///< leaves, in schema order
    std::vector<std::string> top_columns;  ///< names of the top level, in order (a nested column once)
    std::vector<std::string> top_types;    ///< their types, as Column::sql_type() names them
    std::string created_by;
    std::map<std::string, std::string>
        metadata;        ///< key-value metadata; long values are cut at 4 KiB and end in "..."; 100 entries at most
    bool sound = false;  ///< magic, lengths and footer are right; else rows and columns are 0 and empty
    std::vector<Flaw> flaws;
};

/// A folder of part files, read as Spark does: names that begin with '_' or '.' are not data (but `_k=v` is), nor are
/// names that end in "._COPYING_". Whatever else is there is a data file, whatever its extension; Spark would try to
/// read it too. Sources: Spark 3.5.7, HadoopFSUtils.shouldFilterOutPathName, PartitioningUtils.parsePartitions,
/// ExternalCatalogUtils.unescapePathName.
struct ParquetDataset {
    std::string path;
    std::vector<ParquetFile> files;              ///< data files, sorted by path
    std::vector<std::string> partition_columns;  ///< of Hive style folders k=v, outermost first
    /// Rows below each partition folder, by its name with percent escapes undone: {"order_date=2026-02-14": rows}. With
    /// several levels each level's folders count on their own: {"year=2026": rows, "month=1": rows}.
    /// "__HIVE_DEFAULT_PARTITION__" is null.
    std::map<std::string, std::int64_t> partition_rows;
    /// In plain folders (not k=v) below a folder without partitions: Spark passes over them without a word. Said in
    /// flaws.
    std::vector<std::string> other_files;
    bool success_marker = false;  ///< _SUCCESS is there
    std::int64_t rows = 0;        ///< sum over sound files
    std::vector<Column> columns;  ///< of the first sound file, statistics merged over all files
    std::vector<std::string> top_columns;
    std::vector<std::string> top_types;
    bool sound = false;  ///< at least one data file, all sound, with one schema and one kind of partition folders
    Flaws flaws;         ///< of the folder and of each file (with `file` set)
};

/// Reads one file's footer. Never throws for what the bytes are; throws std::system_error where the machine fails.
/// Flaws have no `file`. Codes of fatal flaws: "empty", "not-parquet", "encrypted", "truncated", "trailing-bytes",
/// "bad-footer-length", "bad-footer", "bad-schema", "bad-row-count", "bad-column-chunk", "no-data",
/// "data-elsewhere", "limit".
ParquetFile read_parquet_file(const std::string& path, ByteSource& source, const Limits& limits);

/// Reads a folder of the tree (or, where `path` is a file, that file as a dataset of one). Fatal flaws of its own:
/// "missing", "no-data-files", "limit"; partial ones: "schemas-differ", "mixed-partitions", "not-read-by-spark". Throws
/// std::system_error where the machine fails. Where the columns of all files together would take more than 64 MiB,
/// those of further files are compared but not kept.
ParquetDataset read_parquet_dataset(const Tree& tree, std::string_view path, const Limits& limits);

nlohmann::json to_json(const ParquetFile& file);
nlohmann::json to_json(const ParquetDataset& dataset);

}  // namespace plangrade::parquet
