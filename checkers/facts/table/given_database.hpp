// SQL over the teacher's data: the expected rows of a check. SQLite in memory, the tables as virtual tables over the
// parsed cells (nothing is copied or inserted).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "facts/table/given_data.hpp"

namespace plangrade {

/// Why a query gave no rows.
struct QueryError {
    std::string code;  ///< "sql-syntax", "sql-refused", "sql-parameter", "sql-too-long", "sql-too-large", "sql-failed"
    std::string message;                ///< one English sentence
    std::optional<std::size_t> offset;  ///< byte offset in the SQL text, from 0, where known
};

struct QueryResult {
    Table table;  ///< columns and rows; integers in decimal, reals in their shortest form ("12.5"), nulls null
    std::set<std::string> real_columns;  ///< columns that hold a real number: compare these by value
                                         ///< (TableCompareOptions::numeric_columns)
    std::optional<QueryError> error;     ///< then `table` is empty

    /// The only value of a result of one row and one column: an integer, a number, a string or null. None in any other
    /// case.
    std::optional<nlohmann::json> single() const;
    std::vector<bool> integer_columns;  ///< per column: all values that are not null are integers
};

/// Tables by name and queries over them. Not thread-safe: one object a thread (they share the GivenTables).
class GivenDatabase {
  public:
    /// Table names must be plain words ([A-Za-z_][A-Za-z0-9_]*), all different without regard to case.
    explicit GivenDatabase(std::vector<std::shared_ptr<const GivenTable>> tables);
    ~GivenDatabase();
    GivenDatabase(GivenDatabase&&) noexcept;
    GivenDatabase& operator=(GivenDatabase&&) noexcept;

    /// What kept a table out: a bad name, two columns of one name.
    const Flaws& flaws() const;

    /// One SELECT (WITH is allowed). `:name` in it is bound to params["name"] (string, number, boolean as 0 or 1,
    /// null), never pasted. Read-only: no other statement, no PRAGMA, no ATTACH, no extension; no clock and no random
    /// numbers, so that the same data give the same rows. Stops with "sql-too-long" after a fixed number of steps, so
    /// that the end does not depend on the machine's speed.
    QueryResult query(std::string_view sql, const nlohmann::json& params, const Limits& limits = {}) const;

    /// Parameters that the SQL text names, sorted ("status" for :status); empty where it can't be prepared.
    std::vector<std::string> parameters(std::string_view sql) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace plangrade
