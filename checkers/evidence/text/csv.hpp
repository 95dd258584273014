// CSV tables: Spark's part files of one folder as one table, and a teacher's given data.
// Format facts: Spark 3.5.7 and 4.3.0's CSV reader and writer (univocity), measured on files that they wrote.
#pragma once

#include <cstdint>
#include <deque>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flaw.hpp"
#include "evidence/tree.hpp"

namespace plangrade {

/// How a table is written. In all of them an empty field is null, a quoted field may hold commas, quotes and line ends,
/// and a line end is LF or CRLF.
enum class CsvDialect {
    spark,  ///< Spark's DataFrameWriter wrote it: \" and \\ inside quotes ("" too), a field that is "" is the empty
            ///< text
    spark_given,  ///< data that Spark's reader reads: the same, but a field that is "" is null and blank lines are no
                  ///< rows
    rfc4180,      ///< doubled quotes, a field that is "" is the empty text
};

/// A field: null or text. Views into Table::storage.
struct Cell {
    std::string_view text;
    bool null = false;
};

/// Cells row by row in one vector, their bytes in few buffers. Movable, not copyable.
struct Table {
    std::vector<std::string> columns;
    std::vector<Cell> cells;          ///< rows * columns.size()
    std::deque<std::string> storage;  ///< owns the bytes; a deque: its strings stay where they are
    std::size_t rows() const { return columns.empty() ? 0 : cells.size() / columns.size(); }
    const Cell& at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
    Table() = default;
    Table(Table&&) = default;
    Table& operator=(Table&&) = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
};

/// A table with what is wrong with it.
struct CsvTable {
    std::string path;
    std::vector<std::string> files;                  ///< data files read, in order
    std::optional<std::vector<std::string>> header;  ///< first line of the first file; none: no data file
    bool same_header = true;                         ///< every non-empty file begins with that line
    bool success_marker = false;                     ///< _SUCCESS is there
    Table table;                                     ///< rows after the headers
    std::vector<std::string>
        stale_crc;  ///< part files whose Hadoop .crc beside them does not fit: edited after they were written
    Flaws flaws;
};

/// Reads a folder of part files (names with '_' or '.' first are not data; .gz, .bz2, .zst and .zstd are decompressed,
/// other codecs are named and refused; folders below it are not read), or one file. `header` false: the first line is
/// data and columns are named _c0, _c1, ... A file whose first line is not the first file's header is a flaw and its
/// lines are all read as rows ("header-differs"). Flaws carry file and line. A row of another number of fields is left
/// out of the table ("ragged-row", partial).
CsvTable read_csv(const Tree& tree, std::string_view path, CsvDialect dialect, bool header, const Limits& limits);

/// Decompresses one CSV file's bytes by the codec that its name ends in; a name without one gives the bytes as they
/// are. None after a fatal flaw (a codec that is not read, bytes that are no such stream, more than Limits::table_bytes
/// of output).
std::optional<std::string> inflate_csv(std::string bytes, const std::string& file, const Limits& limits, Flaws& flaws);

/// Parses bytes of one file into `table` (appending rows). Returns the header where asked for. `table.columns` is set
/// by the first file; a later file's rows must have as many fields. The bytes move into `table.storage`.
std::optional<std::vector<std::string>> parse_csv(std::string bytes, CsvDialect dialect, bool header,
                                                  const std::string& file, const Limits& limits, Table& table,
                                                  Flaws& flaws);

nlohmann::json to_json(const CsvTable& table);

}  // namespace plangrade
