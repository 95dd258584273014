#include "facts/flink/statement_parts.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include "facts/flink/tree_facts.hpp"

namespace plangrade::flink {
namespace {

using Words = std::vector<SqlWord>;

/// Different numbers of a tree that are kept; a tree with more is compared by none.
constexpr std::size_t kMostNumbers = 200'000;

/// Words that are looked at when commas behind FROM are searched; real statements need some thousand.
constexpr std::size_t kMostSteps = 2'000'000;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// The text without literals and without "UTF-16LE", whose 16 is no number; empty where quotes don't pair.
std::string without_literals(std::string_view text) {
    std::string out;
    bool literal = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i).starts_with("UTF-16LE")) i += 8;
        if (i >= text.size()) break;
        if (text[i] == '\'') literal = !literal;
        if (!literal) out += text[i];
    }
    return literal ? std::string() : out;
}

/// `EXPR$0`, `$f2`, `f0`, `QualifyExpression`, and what is no plain name.
bool is_generated(std::string_view name) {
    if (name.empty() || is_digit(name.front()) || name == "QualifyExpression") return true;
    if (!std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); })) return true;
    return name.front() == 'f' && std::all_of(name.begin() + 1, name.end(), is_digit);
}

std::string_view without_digits(std::string_view name) {
    while (!name.empty() && is_digit(name.back())) name.remove_suffix(1);
    return name;
}

/// Attributes that are no fields.
constexpr std::array<std::string_view, 7> kNoFields{"group",       "groups",   "hints",          "variablesSet",
                                                    "correlation", "rowcount", "cumulative cost"};

/// A tree's fields that stand for a table's columns: below a watermark, or directly above a scan of a table of which
/// columns are computed, of the connector's metadata, taken from another table, or not known.
bool stands_for_columns(const PlanTree& tree, const PlanNode& node,
                        const std::map<std::string, const SqlTable*>& ddls) {
    if (node.parent && tree.nodes[*node.parent].op == "LogicalWatermarkAssigner") return true;
    if (node.children.size() != 1) return node.children.empty();
    const PlanNode& child = tree.nodes[node.children.front()];
    if (child.op == "LogicalWatermarkAssigner") return false;
    if (!child.op.ends_with("Scan")) return false;
    const PlanAttribute* table = attribute(child, "table");
    if (table == nullptr) return true;
    const std::vector<std::string> path = list_items(inside(table->value));
    // [[catalog, database, table]], or [[catalog, database, table, hints]]
    const SqlTable* ddl = nullptr;
    for (const std::string& part : path)
        if (const auto found = ddls.find(part); found != ddls.end()) ddl = found->second;
    if (ddl == nullptr || ddl->watermark || ddl->columns.empty()) return true;
    const auto has = [](const std::vector<std::string>& texts, std::string_view word) {
        return std::any_of(texts.begin(), texts.end(),
                           [&](const std::string& text) { return text.find(word) != std::string::npos; });
    };
    return has(ddl->definitions, " AS ") || has(ddl->definitions, " METADATA") || has(ddl->clauses, "LIKE");
}

/// What stands directly below a sink, or below one other operator: there casts to the sink's columns are.
bool is_near_sink(const PlanTree& tree, const PlanNode& node) {
    std::optional<std::uint32_t> above = node.parent;
    for (int level = 0; level < 2 && above; ++level, above = tree.nodes[*above].parent)
        if (tree.nodes[*above].op.ends_with("Sink")) return true;
    return false;
}

/// The words of one statement, for questions.
class Asked {
  public:
    explicit Asked(const Words& words) : words_(words) {
        for (const SqlWord& word : words)
            upper_.push_back(word.token == SqlToken::word ? sql_uppercase(word.text) : "");
        for (const std::string& word : upper_)
            if (!word.empty()) said_.insert(word);
    }

    bool says(std::string_view word) const { return said_.contains(word); }
    template <std::size_t N>
    bool says_one(const std::array<std::string_view, N>& list) const {
        return std::any_of(list.begin(), list.end(), [&](std::string_view word) { return says(word); });
    }
    /// The keyword at a place; "" for anything else.
    std::string_view at(std::size_t i) const { return i < upper_.size() ? std::string_view(upper_[i]) : ""; }
    bool symbol(std::size_t i, std::string_view symbol) const {
        return i < words_.size() && words_[i].is_symbol(symbol);
    }
    std::size_t size() const { return words_.size(); }
    const SqlWord& word(std::size_t i) const { return words_[i]; }

    bool has_distinct_in_function() const {
        for (std::size_t i = 1; i + 1 < size(); ++i)
            if (symbol(i, "(") && at(i + 1) == "DISTINCT") return true;
        return false;
    }
    /// COUNT, SUM and AVG: of MIN and MAX the planner leaves it out.
    bool has_kept_distinct() const {
        for (std::size_t i = 1; i + 1 < size(); ++i)
            if (symbol(i, "(") && at(i + 1) == "DISTINCT" &&
                (at(i - 1) == "COUNT" || at(i - 1) == "SUM" || at(i - 1) == "AVG"))
                return true;
        return false;
    }
    bool has_outer_join(std::string_view side) const {
        for (std::size_t i = 0; i + 1 < size(); ++i)
            if (at(i) == side && at(at(i + 1) == "OUTER" ? i + 2 : i + 1) == "JOIN") return true;
        return false;
    }
    /// LIMIT 5, FETCH FIRST 5 ROWS ONLY, OFFSET 5; not LIMIT ALL and OFFSET 0.
    bool has_limit() const {
        for (std::size_t i = 0; i + 1 < size(); ++i) {
            if (at(i) == "FETCH") return true;
            if ((at(i) == "LIMIT" || at(i) == "OFFSET") && at(i + 1) != "ALL" && at(i + 1) != "0" && !at(i + 1).empty())
                return true;
        }
        return false;
    }
    /// FROM a, b
    bool has_comma_join() const {
        constexpr std::array<std::string_view, 12> kNext{"WHERE", "GROUP",  "HAVING",    "ORDER",  "LIMIT",  "FETCH",
                                                         "UNION", "EXCEPT", "INTERSECT", "WINDOW", "OFFSET", "QUALIFY"};
        std::size_t steps = 0, depth = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            if (at(i) != "FROM") continue;
            depth = 0;
            for (std::size_t j = i + 1; j < size(); ++j) {
                if (++steps > kMostSteps) return true;
                if (symbol(j, "(")) ++depth;
                if (symbol(j, ")") && depth-- == 0) break;
                if (depth > 0) continue;
                if (symbol(j, ",")) return true;
                if (std::find(kNext.begin(), kNext.end(), at(j)) != kNext.end()) break;
            }
        }
        return false;
    }
    /// A query in brackets that is not a table of FROM: a scalar, IN (SELECT ...), EXISTS (...).
    bool has_subquery() const {
        constexpr std::array<std::string_view, 9> kTables{"FROM",   "JOIN",      "AS",      "UNION",   "ALL",
                                                          "EXCEPT", "INTERSECT", "LATERAL", "DISTINCT"};
        if (says("EXISTS") || says("SOME") || says("ANY")) return true;
        for (std::size_t i = 1; i + 1 < size(); ++i) {
            if (!symbol(i, "(") || (at(i + 1) != "SELECT" && at(i + 1) != "WITH" && at(i + 1) != "VALUES")) continue;
            if (std::find(kTables.begin(), kTables.end(), at(i - 1)) == kTables.end() && !symbol(i - 1, "("))
                return true;
        }
        return false;
    }
    /// name AS (SELECT ...) that nothing reads is not in the tree.
    bool has_unread_cte() const {
        std::map<std::string, std::size_t> times;
        std::set<std::string> ctes;
        for (std::size_t i = 0; i < size(); ++i) {
            if (word(i).token != SqlToken::word && word(i).token != SqlToken::quoted) continue;
            const std::string name = sql_uppercase(word(i).text);
            ++times[name];
            if ((at(i + 1) == "AS" && symbol(i + 2, "(")) || (i > 0 && at(i - 1) == "WITH")) ctes.insert(name);
        }
        return std::any_of(ctes.begin(), ctes.end(), [&](const std::string& name) { return times[name] < 2; });
    }

  private:
    const Words& words_;
    std::vector<std::string> upper_;
    std::set<std::string, std::less<>> said_;
};

Mismatch only_in_plan(std::string what) {
    return {std::move(what), "", 0, 0};
}
Mismatch only_in_sql(std::string what) {
    return {"", std::move(what), 0, 0};
}

}  // namespace

AstParts::AstParts(const PlanTree& tree, std::string_view text) : tree_(tree), clean_(without_literals(text)) {
    distinct_ = has("(DISTINCT ");
    union_ = has("LogicalUnion(");
    filter_ = has("LogicalFilter(");
    join_ = has("LogicalJoin(") || has("LogicalCorrelate(");
    left_ = has("joinType=[left]");
    right_ = has("joinType=[right]");
    full_ = has("joinType=[full]");
    for (const PlanNode& node : tree.nodes)
        limit_ = limit_ || (node.op == "LogicalSort" &&
                            (attribute(node, "fetch") != nullptr || attribute(node, "offset") != nullptr));
    find_numbers();
}

void AstParts::find_numbers() {
    for (std::size_t i = 0; i < clean_.size(); ++i) {
        if (!is_digit(clean_[i])) continue;
        const bool part = i > 0 && (clean_[i - 1] == '$' || is_letter(clean_[i - 1]));  // $12, t5
        std::size_t end = i;
        while (end < clean_.size() && is_digit(clean_[end])) ++end;
        if (!part && end - i < 16) numbers_.insert(clean_.substr(i, end - i));
        if (numbers_.size() > kMostNumbers) {
            too_many_ = true;
            return;
        }
        i = end;
    }
}

std::optional<Mismatch> AstParts::other_fields(const StatementParts& statement) const {
    for (const char* word : {"MATCH_RECOGNIZE", "LATERAL", "UNNEST", "PIVOT", "QUALIFY"})
        if (statement.names.contains(word)) return std::nullopt;
    if (statement.star) return std::nullopt;
    std::map<std::string, const SqlTable*> ddls;
    std::set<std::string> columns;
    std::set<std::string> known;
    for (const SqlTable* ddl : statement.ddls) {
        ddls[ddl->name()] = ddl;
        if (!statement.sinks.contains(ddl->name())) continue;
        known.insert(ddl->name());
        for (const std::string& column : ddl->columns) columns.insert(sql_uppercase(column));
    }
    if (known.size() != statement.sinks.size()) return std::nullopt;  // casts are named by columns that are not known
    const auto is_said = [&](std::string_view name, bool at_sink) {
        const std::string upper = sql_uppercase(name);
        return statement.names.contains(upper) || (at_sink && columns.contains(upper));
    };
    for (const PlanNode& node : tree_.nodes) {
        if (node.op != "LogicalProject" && node.op != "LogicalAggregate") continue;
        if (node.op == "LogicalProject" && stands_for_columns(tree_, node, ddls)) continue;
        const bool at_sink = is_near_sink(tree_, node);
        for (const PlanAttribute& field : node.attributes) {
            if (std::find(kNoFields.begin(), kNoFields.end(), field.name) != kNoFields.end()) continue;
            if (is_generated(field.name) || is_said(field.name, at_sink) ||
                is_said(without_digits(field.name), at_sink))
                continue;
            Mismatch out = only_in_plan("a field " + field.name);
            out.left_line = node.at.line;
            return out;
        }
    }
    return std::nullopt;
}

std::optional<Mismatch> AstParts::other_clauses(const StatementParts& statement) const {
    const Asked sql(statement.words);
    if (clean_.empty() || statement.views || sql.has_subquery() || sql.says("MATCH_RECOGNIZE")) return std::nullopt;
    const bool whole = !sql.has_unread_cte();
    if (distinct_ && !sql.has_distinct_in_function()) return only_in_plan("a function of DISTINCT values");
    if (whole && !distinct_ && sql.has_kept_distinct() && !sql.says("OVER"))
        return only_in_sql("a function of DISTINCT values");
    if (!sql.says("VALUES") && !sql.says("MULTISET")) {  // rows of VALUES may be a union
        if (union_ && !sql.says("UNION")) return only_in_plan("LogicalUnion");
        if (whole && !union_ && sql.says("UNION")) return only_in_sql("UNION");
    }
    constexpr std::array<std::string_view, 3> kLimits{"LIMIT", "FETCH", "OFFSET"};
    if (limit_ && !sql.says_one(kLimits)) return only_in_plan("LogicalSort with a limit");
    if (whole && !limit_ && sql.has_limit()) return only_in_sql("LIMIT");
    constexpr std::array<std::string_view, 8> kConditions{"WHERE", "HAVING",  "QUALIFY", "ON",
                                                          "USING", "NATURAL", "FILTER",  "IN"};
    if (filter_ && !sql.says_one(kConditions)) return only_in_plan("LogicalFilter");
    // conditions that are known to be true leave no filter
    constexpr std::array<std::string_view, 6> kMaybeTrue{"TRUE", "FALSE", "IS", "FILTER", "COALESCE", "CASE"};
    const bool condition = sql.says("WHERE") || sql.says("HAVING");
    if (whole && !filter_ && condition && !sql.says_one(kMaybeTrue)) {
        bool column = false;  // WHERE 1 = 1
        for (std::size_t i = 0; i + 1 < sql.size(); ++i)
            if (sql.at(i) == "WHERE" || sql.at(i) == "HAVING")
                column = column || sql.word(i + 1).token == SqlToken::quoted ||
                         (!sql.at(i + 1).empty() && !is_digit(sql.at(i + 1).front()));
        if (column) return only_in_sql(sql.says("WHERE") ? "WHERE" : "HAVING");
    }
    constexpr std::array<std::string_view, 5> kJoins{"JOIN", "APPLY", "LATERAL", "UNNEST", "TABLE"};
    if (join_ && !sql.says_one(kJoins) && !sql.has_comma_join()) return only_in_plan("LogicalJoin");
    if (whole && !join_ && sql.says("JOIN")) return only_in_sql("JOIN");
    const auto outer = [&](bool planned, const char* side, const char* name) -> std::optional<Mismatch> {
        const bool said = sql.has_outer_join(name);
        if (planned && !sql.says(name)) return only_in_plan(std::string("a join of joinType=[") + side + "]");
        if (whole && !planned && said) return only_in_sql(std::string(name) + " JOIN");
        return std::nullopt;
    };
    if (auto found = outer(left_, "left", "LEFT")) return found;
    if (auto found = outer(right_, "right", "RIGHT")) return found;
    return outer(full_, "full", "FULL");
}

std::optional<Mismatch> AstParts::other_numbers(const StatementParts& statement) const {
    const Asked sql(statement.words);
    // where these stand, the planner may leave a part of an expression out
    constexpr std::array<std::string_view, 8> kShortening{"CASE", "COALESCE", "IFNULL", "NULLIF",
                                                          "IF",   "TRUE",     "FALSE",  "IS"};
    if (clean_.empty() || too_many_ || sql.has_unread_cte() || sql.says("EXISTS") || sql.says("MATCH_RECOGNIZE"))
        return std::nullopt;
    const bool shortened = sql.says_one(kShortening);
    bool in_order = false;  // ORDER BY without LIMIT may be dropped
    for (std::size_t i = 0; i + 1 < sql.size(); ++i) {
        if (sql.at(i) == "ORDER") in_order = true;
        if (sql.symbol(i, ")") || sql.at(i) == "LIMIT" || sql.at(i) == "UNION") in_order = false;
        const bool limit = sql.at(i) == "LIMIT";
        const std::string& symbol = sql.word(i).text;
        const bool operation = sql.word(i).token == SqlToken::symbol && symbol.size() == 1 &&
                               std::string_view("+-*/%").find(symbol) != std::string_view::npos;
        if (!limit && (!operation || in_order || shortened)) continue;
        const SqlWord& number = sql.word(i + 1);
        if (number.token != SqlToken::word || number.text.size() > 15 || number.text.front() == '0' ||
            (number.text == "1" && !limit) || !std::all_of(number.text.begin(), number.text.end(), is_digit) ||
            sql.symbol(i + 2, ".") || numbers_.contains(number.text))
            continue;
        return only_in_sql("the number " + number.text);
    }
    return std::nullopt;
}

}  // namespace plangrade::flink
