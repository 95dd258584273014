// What Flink SQL scripts say without being run: tables with their options, INSERTs with the tables they name, settings.
// A reader of words, no parser of SQL: it knows literals, `quoted names`, comments and brackets.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flaw.hpp"
#include "limits.hpp"

namespace plangrade::flink {

/// CREATE TABLE.
struct SqlTable {
    std::vector<std::string> path;         ///< {"default_catalog", "default_database", "clicks"}, or the name alone
    std::vector<std::string> columns;      ///< names, computed columns and metadata columns too
    std::vector<std::string> primary_key;  ///< columns, in their order
    std::map<std::string, std::string> options;  ///< of WITH (...): "connector" -> "filesystem"
    bool watermark = false;                      ///< WATERMARK FOR ...
    /// Columns, and what else is defined (watermarks, COMMENT, PARTITIONED BY; sorted), as sql_definition() writes
    /// them; without the primary key, and without NOT NULL of its columns. The same table has the same, whoever printed
    /// it.
    std::vector<std::string> definitions, clauses;
    std::uint32_t line = 0;
    const std::string& name() const { return path.back(); }
    std::string option(const std::string& key) const;  ///< "" where it has none
};

enum class SqlKind { create_table, create_view, insert, select, set, other };

/// One statement, or one INSERT of a statement set.
struct SqlStatement {
    SqlKind kind = SqlKind::other;
    bool explain = false;            ///< EXPLAIN ... in front of it
    std::string text;                ///< as written, without EXPLAIN and its details, comments at the ends, and ';'
    std::string sink;                ///< INSERT: last part of the target's name
    std::vector<std::string> reads;  ///< last parts of the names behind FROM, JOIN and TABLE, CTEs left out, no repeats
    std::string view;                ///< CREATE VIEW: last part of its name
    std::string key, value;          ///< SET 'key' = 'value'
    std::uint32_t line = 0;
};

struct SqlScript {
    std::vector<SqlStatement> statements;
    std::vector<SqlTable> tables;
    std::vector<Flaw> flaws;                             ///< a literal, name or comment that is not closed
    const SqlTable* table(std::string_view name) const;  ///< last definition by last part of its name, or nullptr
};

/// Never throws on any bytes; linear time.
SqlScript parse_sql(std::string_view text, const Limits& limits);

/// The statement's words in one form: comments (hints are none) and spacing don't count, nor the case of words outside
/// of literals and quoted names. For telling whether two texts are one statement.
std::string normal_sql(std::string_view text);

nlohmann::json sql_json(const SqlScript& script);

}  // namespace plangrade::flink
