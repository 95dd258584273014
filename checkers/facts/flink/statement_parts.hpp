// Whether a syntax tree has what a statement says: names of its fields, clauses, numbers.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flink/flink_sql.hpp"
#include "evidence/flink/sql_words.hpp"
#include "evidence/plan.hpp"
#include "facts/flink/belongs.hpp"

namespace plangrade::flink {

/// What is known of a statement (or a statement set's INSERTs) and of what it uses.
struct StatementParts {
    std::vector<SqlWord> words;         ///< without hints
    std::set<std::string> names;        ///< words and quoted names in capitals, those of views too
    std::set<std::string> sinks;        ///< tables that it writes
    bool views = false;                 ///< it reads a view, or something that may be one
    bool star = false;                  ///< it or a view has `*`, `t.*` or TABLE t: fields may have any column's name
    std::vector<const SqlTable*> ddls;  ///< of script and catalog
};

/// The same, of a syntax tree. Made once for all statements that are compared with it. Linear time.
class AstParts {
  public:
    /// `tree` is the syntax tree of the section's `text`; it has to outlive this.
    AstParts(const PlanTree& tree, std::string_view text);

    /// A field's name that is no word of the statement. Names that the planner makes are left out, as are fields that
    /// stand for all columns of a table, and the sink's columns, which casts are named by.
    std::optional<Mismatch> other_fields(const StatementParts& statement) const;

    /// DISTINCT in a function, UNION, LIMIT, WHERE, JOIN and outer joins that only one of them has. Nothing is said
    /// beside views, subqueries in expressions, and words after which the planner may leave a clause out.
    std::optional<Mismatch> other_clauses(const StatementParts& statement) const;

    /// A number behind + - * / % or LIMIT that the tree lacks.
    std::optional<Mismatch> other_numbers(const StatementParts& statement) const;

  private:
    bool has(std::string_view part) const { return clean_.find(part) != std::string::npos; }
    void find_numbers();

    const PlanTree& tree_;
    std::string clean_;  ///< the text without literals; empty where quotes don't pair
    std::set<std::string, std::less<>> numbers_;
    bool too_many_ = false;
    bool distinct_ = false, union_ = false, filter_ = false, join_ = false, limit_ = false;
    bool left_ = false, right_ = false, full_ = false;
};

}  // namespace plangrade::flink
