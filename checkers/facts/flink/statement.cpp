#include "facts/flink/statement.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "evidence/flink/sql_words.hpp"
#include "facts/flink/statement_parts.hpp"
#include "facts/flink/tree_facts.hpp"

namespace plangrade::flink {
namespace {

/// Statements of a script that are compared with a plan at most; labs have some ten.
constexpr std::size_t kMostStatements = 100;
/// Bytes that are searched in a syntax tree at most, all statements together; real ones need some hundred thousand.
constexpr std::size_t kMostCompared = std::size_t{1} << 28;

using Words = std::vector<SqlWord>;
using Names = std::set<std::string>;

std::string last_part(std::string_view path) {
    return std::string(path.substr(path.rfind('.') + 1));  // npos + 1 is 0
}

void add_words(const Words& words, Names& out) {
    for (const SqlWord& word : words)
        if (word.token == SqlToken::word || word.token == SqlToken::quoted) out.insert(sql_uppercase(word.text));
}

/// `SELECT *`, `t.*` and `TABLE t`, by which fields have names that stand nowhere; not COUNT(*) and a * b.
bool has_star(const Words& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].token == SqlToken::word && i + 1 < words.size() && sql_uppercase(words[i].text) == "TABLE" &&
            !words[i + 1].is_symbol("("))
            return true;
        if (!words[i].is_symbol("*") || i == 0) continue;
        const SqlWord& left = words[i - 1];
        if (left.is_symbol(",") || left.is_symbol(".") || left.is_symbol("*/")) return true;
        const std::string word = left.token == SqlToken::word ? sql_uppercase(left.text) : "";
        if (word == "SELECT" || word == "DISTINCT" || word == "ALL") return true;
    }
    return false;
}

/// What is known beside the statement: names that DDL gives, and the words of views.
struct Known {
    Names tables, views, columns, view_words;
    std::vector<const SqlTable*> ddls;
    bool star = false;  ///< in a view

    void add(const SqlScript& script) {
        for (const SqlTable& table : script.tables) {
            ddls.push_back(&table);
            tables.insert(table.name());
            columns.insert(table.columns.begin(), table.columns.end());
        }
        for (const SqlStatement& statement : script.statements) {
            if (statement.kind != SqlKind::create_view) continue;
            views.insert(statement.view);
            const Words words = sql_words(statement.text).words;
            add_words(words, view_words);
            star = star || has_star(words);
        }
    }
};

using Parts = std::vector<const SqlStatement*>;

/// One statement, or the INSERTs of a statement set.
struct Statement {
    Words words;  ///< with hints
    Names names;  ///< words and quoted names, in capitals
    Names reads, sinks;

    explicit Statement(const Parts& parts) {
        for (const SqlStatement* part : parts) {
            Words more = sql_words(part->text, true).words;
            words.insert(words.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
            reads.insert(part->reads.begin(), part->reads.end());
            if (part->kind == SqlKind::insert) sinks.insert(part->sink);
        }
        add_words(words, names);
    }
    bool says(std::string_view word) const { return names.contains(std::string(word)); }
};

const PlanTree* readable_tree(const Plan& plan) {
    for (const std::string_view title : {kAst, kPhysical, kExecution})
        if (const PlanTree* found = tree(plan, title); found != nullptr && found->whole) return found;
    return nullptr;
}

/// The syntax tree where it can be read; it alone has all that a statement says.
const PlanSection* syntax_tree(const Plan& plan) {
    const PlanSection* ast = section(plan, kAst);
    return ast != nullptr && !ast->trees.empty() && ast->trees.front().whole ? ast : nullptr;
}

/// Searches a syntax tree's text within bounds.
class Searched {
  public:
    explicit Searched(const std::string& text) : text_(text) {}

    /// True where it stands there, if `whole` not within a longer number or name; and once the bound is reached.
    bool has(std::string_view wanted, bool whole = false) {
        for (std::size_t at = 0;; ++at) {
            const std::size_t found = text_.find(wanted, at);
            searched_ += std::min(found, text_.size()) - at + 1;
            if (searched_ > kMostCompared) return true;
            if (found == std::string::npos) return false;
            at = found;
            const std::size_t end = at + wanted.size();
            if (!whole || ((at == 0 || !goes_on(text_[at - 1], wanted.front())) &&
                           (end == text_.size() || !goes_on(wanted.back(), text_[end]))))
                return true;
        }
    }
    bool given_up() const { return searched_ > kMostCompared; }
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  private:
    static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
    /// "12" in "$12" is whole, in "312" it is not; "COUNT(" is not in "DISCOUNT(".
    static bool goes_on(char left, char right) {
        return (is_digit(left) && is_digit(right)) || (is_letter(left) && is_letter(right));
    }

    const std::string& text_;
    std::size_t searched_ = 0;
};

/// Tables that only one of them reads. Scans of a subquery stand inside the text of the operator that has it.
std::optional<Mismatch> other_tables(const Names& scanned, Searched* ast, const Statement& statement,
                                     const Known& known) {
    for (const std::string& table : scanned)
        if (const std::string name = sql_uppercase(table); !statement.says(name) && !known.view_words.contains(name))
            return Mismatch{"a scan of " + table, "", 0, 0};
    if (ast == nullptr) return std::nullopt;  // lookups and tables that are not needed leave no scan in the other trees
    for (const std::string& name : statement.reads)
        if (known.tables.contains(name) && !known.views.contains(name) && !known.columns.contains(name) &&
            !scanned.contains(name) && !ast->has(", " + name + "]") && !ast->has(", " + name + ","))
            return Mismatch{"", "FROM " + name, 0, 0};
    return std::nullopt;
}

constexpr std::array<std::string_view, 7> kFunctions{"COUNT", "SUM", "MIN", "MAX", "AVG", "FIRST_VALUE", "LAST_VALUE"};
/// Where these stand, functions may come and go in the tree: SUM(x) OVER (...) is CASE(COUNT(x) > 0, $SUM0(x)).
constexpr std::array<std::string_view, 6> kRewriting{"OVER", "MATCH_RECOGNIZE", "IN", "EXISTS", "SOME", "ANY"};

bool calls(const Statement& statement, std::string_view function) {
    const Words& words = statement.words;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (words[i].token != SqlToken::literal && words[i + 1].is_symbol("(") &&
            sql_uppercase(words[i].text) == function)
            return true;
    return false;
}

std::optional<Mismatch> other_functions(Searched& ast, const Statement& statement, const Known& known) {
    if (!known.views.empty() || statement.reads.empty()) return std::nullopt;
    for (const std::string_view word : kRewriting)
        if (statement.says(word)) return std::nullopt;
    for (const std::string_view name : kFunctions) {
        const std::string call = std::string(name) + "(";
        const bool in_plan = ast.has(call, true), in_sql = calls(statement, name);
        if (ast.given_up()) return std::nullopt;
        if (in_plan && !in_sql) return Mismatch{call + "...)", "", 0, 0};
        if (in_sql && !in_plan) return Mismatch{"", call + "...)", 0, 0};
    }
    return std::nullopt;
}

/// `column < 5 AND`: words around a literal that make it a comparison with a column and nothing else.
bool is_compared(const Words& words, std::size_t literal) {
    std::size_t at = literal;
    const auto before = [&](std::string_view symbols) {
        if (at == 0 || words[at - 1].token != SqlToken::symbol) return false;
        return symbols.find(words[at - 1].text) != std::string_view::npos;
    };
    if (!before("=<>")) return false;
    const bool equal = words[--at].text == "=", greater = words[at].text == ">";
    if (before(equal ? "<>!" : greater ? "<" : ""))
        --at;
    else if (before("=<>!"))
        return false;  // `=>` names an argument
    if (at == 0) return false;
    const SqlWord& column = words[at - 1];
    if (column.token != SqlToken::quoted && (column.token != SqlToken::word || Searched::is_digit(column.text.front())))
        return false;
    if (literal + 1 == words.size() || words[literal + 1].token == SqlToken::word) return true;
    return words[literal + 1].is_symbol(")") || words[literal + 1].is_symbol(",");
}

/// Printed as it is: all but control characters, unless the tree writes letters beyond ASCII as u&'\8d27'.
bool is_verbatim(std::string_view literal, bool escaped) {
    return !literal.empty() && std::all_of(literal.begin(), literal.end(), [&](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code >= 0x20 && code != 0x7F && (code < 0x80 || !escaped);
    });
}

std::string in_sql_quotes(const std::string& literal) {
    std::string out = "'";
    for (const char c : literal) out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + "'";
}

std::optional<Mismatch> other_literals(Searched& ast, const Statement& statement) {
    const Words& words = statement.words;
    const bool escaped = ast.has("u&'");
    bool hint = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const SqlWord& word = words[i];
        if (word.is_symbol("/*+")) hint = true;
        if (word.is_symbol("*/")) hint = false;
        if (hint || !is_compared(words, i)) continue;
        if (word.token == SqlToken::literal && is_verbatim(word.text, escaped)) {
            const std::string quoted = in_sql_quotes(word.text);
            if (!ast.has(std::string_view(quoted).substr(1, quoted.size() - 2)))
                return Mismatch{"", "the literal " + quoted, 0, 0};
        } else if (word.token == SqlToken::word && word.text.size() < 16 && word.text.front() != '0' &&
                   std::all_of(word.text.begin(), word.text.end(), Searched::is_digit) && !ast.has(word.text, true)) {
            return Mismatch{"", "the number " + word.text, 0, 0};
        }
    }
    return std::nullopt;
}

/// The statement as its parts are compared. What it reads and is neither a known table nor scanned may be a view.
StatementParts parts_of(const Statement& statement, const Known& known, const Names& scanned) {
    StatementParts out;
    bool hint = false;
    for (const SqlWord& word : statement.words) {
        if (word.is_symbol("/*+")) hint = true;
        if (!hint) out.words.push_back(word);
        if (word.is_symbol("*/")) hint = false;
    }
    out.names = statement.names;
    out.names.insert(known.view_words.begin(), known.view_words.end());
    out.sinks = statement.sinks;
    for (const std::string& view : known.views) out.views = out.views || statement.says(sql_uppercase(view));
    for (const std::string& name : statement.reads)
        out.views = out.views || (!known.tables.contains(name) && !scanned.contains(name));
    out.star = has_star(statement.words) || (known.star && out.views);
    out.ddls = known.ddls;
    return out;
}

/// True where the script may write without an INSERT of its own: CREATE TABLE AS, COMPILE PLAN, DELETE; and where it
/// was not read whole.
bool may_write_otherwise(const SqlScript& script) {
    for (const Flaw& flaw : script.flaws)
        if (flaw.severity != Severity::note) return true;
    for (const SqlStatement& statement : script.statements) {
        if (statement.kind != SqlKind::other && statement.kind != SqlKind::create_table) continue;
        for (const SqlWord& word : sql_words(statement.text).words) {
            if (word.token != SqlToken::word) continue;
            const std::string upper = sql_uppercase(word.text);
            for (const std::string_view writing : {"SELECT", "INSERT", "UPDATE", "DELETE", "EXECUTE", "COMPILE"})
                if (upper == writing) return true;
        }
    }
    return false;
}

/// What a plan has that needs an INSERT, or a SELECT where it has no Sink.
std::optional<Mismatch> lacks_statement(const SqlScript& script, const PlanTree& tree,
                                        const std::vector<std::string>& sinks) {
    for (const SqlStatement& statement : script.statements)
        if (statement.kind == SqlKind::insert || (statement.kind == SqlKind::select && sinks.empty()))
            return std::nullopt;
    if (tree.nodes.empty() || may_write_otherwise(script)) return std::nullopt;
    if (sinks.empty()) return Mismatch{tree.nodes.front().op, "", tree.nodes.front().at.line, 0};
    return Mismatch{"a Sink into " + last_part(sinks.front()), "", 0, 0};
}

/// Statements that the plan may be of: those that write its sinks; of a plan without a Sink, all. The parts of a
/// statement set, which stand in one plan, are one.
std::vector<Parts> candidates(const SqlScript& script, const std::vector<std::string>& sinks, bool inserts) {
    Names written, seen;
    for (const std::string& path : sinks) written.insert(last_part(path));
    Parts fitting;
    for (const SqlStatement& statement : script.statements) {
        const bool insert = statement.kind == SqlKind::insert;
        if (!insert && (statement.kind != SqlKind::select || (inserts && !sinks.empty()))) continue;
        if (insert && !sinks.empty() && !written.contains(statement.sink)) continue;
        if (seen.insert(normal_sql(statement.text)).second) fitting.push_back(&statement);
    }
    if (sinks.size() > 1 && !fitting.empty()) return {fitting};
    std::vector<Parts> out;
    for (const SqlStatement* statement : fitting) out.push_back({statement});
    return out;
}

}  // namespace

std::optional<Mismatch> plan_and_sql_differ(const Plan& plan, const SqlScript& script, const SqlScript& catalog) {
    const PlanTree* tree = readable_tree(plan);
    if (tree == nullptr) return std::nullopt;
    const PlanSection* ast = syntax_tree(plan);
    const std::vector<std::string> written = sinks(*tree);
    if (auto found = lacks_statement(script, *tree, written)) return found;
    Names targets;
    for (const SqlStatement& statement : script.statements)
        if (statement.kind == SqlKind::insert) targets.insert(statement.sink);
    for (const std::string& path : written)
        if (!targets.empty() && !targets.contains(last_part(path)))
            return Mismatch{"a Sink into " + last_part(path), "INSERT INTO " + *targets.begin(), 0, 0};

    const std::vector<Parts> fitting = candidates(script, written, !targets.empty());
    if (fitting.size() > kMostStatements) return std::nullopt;
    Known known;
    known.add(script);
    known.add(catalog);
    Names scanned;
    for (const ScanFact& scan : scans(*tree)) scanned.insert(scan.table);
    static const std::string kNothing;
    Searched searched(ast != nullptr ? ast->text : kNothing);
    const std::optional<AstParts> syntax =
        ast != nullptr ? std::optional<AstParts>(std::in_place, *tree, ast->text) : std::nullopt;
    std::optional<Mismatch> first;
    for (const Parts& parts : fitting) {
        const Statement statement(parts);
        std::optional<Mismatch> found = other_tables(scanned, ast != nullptr ? &searched : nullptr, statement, known);
        if (!found && ast != nullptr) found = other_functions(searched, statement, known);
        if (!found && ast != nullptr) found = other_literals(searched, statement);
        if (!found && syntax) {
            const StatementParts parts_to_compare = parts_of(statement, known, scanned);
            found = syntax->other_clauses(parts_to_compare);
            if (!found) found = syntax->other_fields(parts_to_compare);
            if (!found) found = syntax->other_numbers(parts_to_compare);
        }
        if (!found) return std::nullopt;
        if (!first) first = std::move(found);
    }
    return first;
}

}  // namespace plangrade::flink
