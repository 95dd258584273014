// The teacher's data: typed tables read from CSV.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/text/csv.hpp"

namespace plangrade {

/// Types by the names that rubrics and Spark schemas use.
enum class ColumnType { integer, bigint, text, date, timestamp, decimal, real };

/// "int", "integer", "bigint", "long", "text", "string", "date", "timestamp", "decimal", "decimal(10,2)", "double",
/// "float", ...; none: unknown.
std::optional<ColumnType> column_type(std::string_view name);
const char* to_string(ColumnType type);

/// A column: as declared, or inferred (all values integers: int or bigint; else text).
struct GivenColumn {
    std::string name;
    ColumnType type = ColumnType::text;
    bool declared = false;
};

/// Over the values that are not null.
struct GivenColumnStats {
    std::uint64_t nulls = 0;
    std::optional<std::int64_t> min_int, max_int;  ///< integer and bigint columns
    /// First and last day, "yyyy-MM-dd", of the texts that begin so: date, timestamp and text columns. Values that
    /// begin otherwise are counted in `no_date` and are not in the range: to_date() makes null of them.
    std::optional<std::string> min_date, max_date;
    std::uint64_t no_date = 0;
};

/// Immutable after loading; safe to read from many threads.
class GivenTable {
  public:
    GivenTable() = default;

    /// A CSV file with a header, plain or .gz, .bz2, .zst by its name; CsvDialect::spark_given is how Spark reads it
    /// ("" is null). `declared`: types by column name; a name that the file lacks is a note, a column without one is
    /// inferred. A value that is none of its declared type (int, bigint, decimal, double; texts and dates stand as they
    /// are) is null, as Spark reads it, and a note names the first of each column. A fatal flaw where the file can't be
    /// read. Never throws for what the file holds; std::system_error where the machine fails (no such file).
    static GivenTable load(std::string name, const std::filesystem::path& file, CsvDialect dialect,
                           const std::map<std::string, ColumnType>& declared, const Limits& limits, Flaws& flaws);

    const std::string& name() const { return name_; }
    const std::vector<GivenColumn>& columns() const { return columns_; }
    std::vector<std::string> column_names() const;
    std::optional<std::size_t> column(std::string_view name) const;
    const GivenColumnStats& stats(std::size_t column) const { return stats_[column]; }
    std::uint64_t rows() const { return table_.rows(); }
    const Table& table() const { return table_; }

    /// Integer and bigint columns: the values in row order (0 where the cell is null); empty for other types.
    const std::vector<std::int64_t>& integers(std::size_t column) const { return integers_[column]; }

  private:
    void type_columns(const std::map<std::string, ColumnType>& declared, Flaws& flaws);
    bool read_integers(std::size_t column, ColumnType& type, bool strict, Flaws& flaws);
    void check_values(std::size_t column, ColumnType type, Flaws& flaws);
    void measure_dates(std::size_t column);

    std::string name_;
    std::vector<GivenColumn> columns_;
    std::vector<GivenColumnStats> stats_;
    Table table_;
    std::vector<std::vector<std::int64_t>> integers_;
};

}  // namespace plangrade
