// Parquet as evidence: magic bytes, footer (Thrift compact protocol), schema and statistics. Pages are never decoded.
// Format facts: parquet-format 2.10 (README.md, parquet.thrift, Encryption.md), compared with files that Spark 3.5.7 and 4.3.0 wrote
// and with parquet-testing's data and bad_data.
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

/// Statistics of one column, over all row groups of a file (or all files of a dataset) that have them.
struct ColumnStats {
    bool complete = false;               ///< every row group had min and max (or only nulls) that mean the same, not truncated
    bool nulls_known = false;            ///< every row group had a null count
    std::uint64_t nulls = 0;
    std::optional<std::int64_t> min_int, max_int;  ///< INT32 and INT64 columns by their logical order (DATE: days since 1970-01-01)
    std::optional<std::string> min_text, max_text; ///< BYTE_ARRAY strings, only where the file says they are exact and not truncated
};

/// One schema element that holds values.
struct Column {
    std::string name;          ///< of the leaf, dots between the parts of nested ones
    std::string physical;      ///< "INT32", "INT96", "BYTE_ARRAY", ...
    std::string logical;       ///< "date", "string", "decimal(10,2)", "timestamp(micros,utc)", "int(8,true)", "" (none)
    bool nested = false;       ///< below a group
    bool required = false;
    ColumnStats stats;
    std::string codec;         ///< "SNAPPY", "GZIP", ... of the first row group; "" without row groups
    /// Type as SQL names it: int, bigint, string, date, timestamp, double, float, boolean, decimal(p,s), binary, struct/array/map for groups.
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
    std::string created_by;
    std::map<std::string, std::string> metadata;  ///< key-value metadata; long values are cut at 4 KiB and end in "..."
    bool sound = false;                    ///< magic, lengths and footer are right
    std::vector<Flaw> flaws;
};

/// A folder of part files, read as Spark does: names that begin with '_' or '.' are not data.
struct ParquetDataset {
    std::string path;
    std::vector<ParquetFile> files;             ///< data files, sorted by path
    std::vector<std::string> partition_columns; ///< of Hive style folders k=v, outermost first
    /// distinct partition values per folder path part: {"order_date=2026-02-14": rows}; "__HIVE_DEFAULT_PARTITION__" is null
    std::map<std::string, std::int64_t> partition_rows;
    std::vector<std::string> other_files;       ///< neither data nor hidden: said in flaws
    bool success_marker = false;                ///< _SUCCESS is there
    std::int64_t rows = 0;                      ///< sum over sound files
    std::vector<Column> columns;                ///< of the first sound file, statistics merged over all files
    std::vector<std::string> top_columns;
    bool sound = false;                         ///< at least one data file, and all are sound with one schema
    Flaws flaws;                                ///< of the folder and of each file (with `file` set)
};

/// Reads one file's footer. Never throws for what the bytes are.
ParquetFile read_parquet_file(const std::string& path, ByteSource& source, const Limits& limits);

/// Reads a folder of the tree (or, where `path` is a file, that file as a dataset of one).
ParquetDataset read_parquet_dataset(const Tree& tree, std::string_view path, const Limits& limits);

nlohmann::json to_json(const ParquetFile& file);
nlohmann::json to_json(const ParquetDataset& dataset);

}  // namespace plangrade::parquet
