#include "facts/flink/statement.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "facts/flink/tree_facts.hpp"

namespace plangrade::flink {
namespace {

std::string last_part(std::string_view path) {
    return std::string(path.substr(path.rfind('.') + 1));  // npos + 1 is 0
}

std::string uppercase(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    return text;
}

/// The words of a statement in capital letters, quotes taken off names; literals keep theirs.
std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(normal_sql(text));
    std::vector<std::string> out;
    for (std::string word; in >> word;) {
        std::erase(word, '`');
        out.push_back(uppercase(std::move(word)));
    }
    return out;
}

/// What the script's statements say, with the views that they may name.
struct Said {
    std::set<std::string> words, sinks, reads;
    std::string normal;  ///< of the statements, without views
    bool views = false;
};

Said said_by(const SqlScript& script, const SqlScript& catalog) {
    Said out;
    const auto add = [&](const SqlStatement& statement) {
        for (std::string& word : words_of(statement.text)) out.words.insert(std::move(word));
    };
    for (const SqlStatement& statement : script.statements) {
        if (statement.kind == SqlKind::create_table || statement.kind == SqlKind::set) continue;
        add(statement);
        if (statement.kind == SqlKind::other) out.views = true;
        if (statement.kind == SqlKind::insert) out.sinks.insert(statement.sink);
        if (statement.kind == SqlKind::insert || statement.kind == SqlKind::select) {
            out.reads.insert(statement.reads.begin(), statement.reads.end());
            out.normal += normal_sql(statement.text) + "\n";
        }
    }
    for (const SqlStatement& statement : catalog.statements)
        if (statement.kind == SqlKind::other) {
            add(statement);
            out.views = true;
        }
    return out;
}

const PlanTree* readable_tree(const Plan& plan) {
    for (const std::string_view title : {kAst, kPhysical, kExecution})
        if (const PlanTree* found = tree(plan, title); found != nullptr && found->whole) return found;
    return nullptr;
}

std::set<std::string> tables_of(const PlanTree& tree) {
    std::set<std::string> out;
    for (const ScanFact& scan : scans(tree)) out.insert(scan.table);
    return out;
}

std::optional<Mismatch> other_tables(const PlanTree& tree, const Said& said, const SqlScript& catalog) {
    for (const std::string& path : sinks(tree)) {
        const std::string table = last_part(path);
        if (said.sinks.empty() || said.sinks.contains(table)) continue;
        return Mismatch{"a Sink into " + table, "INSERT INTO " + *said.sinks.begin(), 0, 0};
    }
    const std::set<std::string> read = tables_of(tree);
    for (const std::string& table : read)
        if (!said.words.contains(uppercase(table))) return Mismatch{"a scan of " + table, "", 0, 0};
    if (said.views) return std::nullopt;
    for (const std::string& table : said.reads)
        if (catalog.table(table) != nullptr && !read.contains(table)) return Mismatch{"", "FROM " + table, 0, 0};
    return std::nullopt;
}

constexpr std::array<std::string_view, 7> kFunctions{"COUNT", "SUM", "MIN", "MAX", "AVG", "FIRST_VALUE", "LAST_VALUE"};

/// Aggregate functions that only one side calls. Subqueries may bring functions of their own into the tree.
std::optional<Mismatch> other_functions(const PlanSection& ast, const Said& said) {
    const bool subqueries = said.words.contains("IN") || said.words.contains("EXISTS");
    for (const std::string_view name : kFunctions) {
        const bool in_plan = ast.text.find(std::string(name) + "(") != std::string::npos;
        const bool in_sql = said.normal.find(std::string(name) + " (") != std::string::npos;
        if (in_plan && !in_sql && !subqueries && !said.views) return Mismatch{std::string(name) + "(...)", "", 0, 0};
        if (in_sql && !in_plan) return Mismatch{"", std::string(name) + "(...)", 0, 0};
    }
    return std::nullopt;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The number stands in the text, and not within a longer one.
bool has_number(const std::string& text, const std::string& number) {
    for (auto at = text.find(number); at != std::string::npos; at = text.find(number, at + 1)) {
        const auto end = at + number.size();
        if ((at == 0 || !is_digit(text[at - 1])) && (end == text.size() || !is_digit(text[end]))) return true;
    }
    return false;
}

/// Literals that the SQL compares something with and that stand nowhere in the tree.
std::optional<Mismatch> other_literals(const PlanSection& ast, const Said& said) {
    std::istringstream in(said.normal);
    std::string before;
    for (std::string word; in >> word; before = word) {
        if (before != "=" && before != "<" && before != ">") continue;
        if (word.size() > 2 && word.front() == '\'' && word.back() == '\'') {
            if (ast.text.find(word.substr(1, word.size() - 2)) == std::string::npos)
                return Mismatch{"", "the literal " + word, 0, 0};
        } else if (std::all_of(word.begin(), word.end(), is_digit) && !has_number(ast.text, word)) {
            return Mismatch{"", "the number " + word, 0, 0};
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Mismatch> plan_and_sql_differ(const Plan& plan, const SqlScript& script, const SqlScript& catalog) {
    const PlanTree* tree = readable_tree(plan);
    const Said said = said_by(script, catalog);
    if (tree == nullptr || said.normal.empty()) return std::nullopt;
    if (auto found = other_tables(*tree, said, catalog)) return found;
    const PlanSection* ast = section(plan, kAst);
    if (ast == nullptr || ast->trees.empty() || !ast->trees.front().whole || ast->output != 0) return std::nullopt;
    if (auto found = other_functions(*ast, said)) return found;
    return other_literals(*ast, said);
}

}  // namespace plangrade::flink
