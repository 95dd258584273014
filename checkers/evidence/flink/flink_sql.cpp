#include "evidence/flink/flink_sql.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "evidence/flink/flink_lines.hpp"
#include "evidence/flink/sql_words.hpp"
#include "evidence/text/utf8.hpp"

namespace plangrade::flink {
namespace {

using Token = SqlToken;
using Word = SqlWord;

/// The words of one statement, with a cursor.
class Words {
  public:
    Words(const Word* first, const Word* last) : at_(first), last_(last) {}
    bool done() const { return at_ == last_; }
    const Word* here() const { return at_; }
    const Word& peek(std::size_t ahead = 0) const {
        static const Word kEnd;
        return static_cast<std::size_t>(last_ - at_) > ahead ? at_[ahead] : kEnd;
    }
    void skip() {
        if (at_ != last_) ++at_;
    }
    bool is(std::string_view keyword, std::size_t ahead = 0) const {
        const Word& word = peek(ahead);
        return (word.token == Token::word || word.token == Token::symbol) && sql_uppercase(word.text) == keyword;
    }
    bool take(std::string_view keyword) {
        if (!is(keyword)) return false;
        skip();
        return true;
    }
    bool names(std::size_t ahead = 0) const {
        return peek(ahead).token == Token::word || peek(ahead).token == Token::quoted;
    }
    /// `a`.`b`.`c`; empty where no name stands here.
    std::vector<std::string> take_path() {
        std::vector<std::string> path;
        while (names()) {
            path.push_back(peek().text);
            skip();
            if (!is(".")) break;
            skip();
        }
        return path;
    }
    /// Goes behind the bracket that stands here.
    void skip_brackets() {
        std::size_t depth = 0;
        do {
            if (is("(")) ++depth;
            if (is(")") && depth > 0) --depth;
            skip();
        } while (!done() && depth > 0);
    }

  private:
    const Word* at_;
    const Word* last_;
};

void read_primary_key(Words& words, SqlTable& table) {
    words.skip();  // PRIMARY
    if (!words.take("KEY") || !words.take("(")) return;
    while (!words.done() && !words.is(")")) {
        if (words.names()) table.primary_key.push_back(words.peek().text);
        words.skip();
    }
    words.take(")");
}

/// One element of the list of columns, up to its comma.
void read_element(Words& words, SqlTable& table) {
    const bool constraint = words.is("CONSTRAINT");
    const bool key = words.is("PRIMARY") && words.is("KEY", 1);
    const bool watermark = words.is("WATERMARK") && words.is("FOR", 1);
    const bool column = !constraint && !key && !watermark && words.names() && !words.is("LIKE");
    if (watermark) table.watermark = true;
    const Word* first = words.here();
    const std::size_t keys_before = table.primary_key.size();
    if (column) table.columns.push_back(first->text);
    while (!words.done() && !words.is(",") && !words.is(")")) {
        if (words.is("PRIMARY") && words.is("KEY", 1)) {
            const std::size_t before = table.primary_key.size();
            read_primary_key(words, table);
            if (column && table.primary_key.size() == before) table.primary_key.push_back(first->text);
        } else if (words.is("(")) {
            words.skip_brackets();
        } else {
            words.skip();
        }
    }
    std::string form = sql_definition(first, words.here(), column);
    if (column)
        table.definitions.push_back(std::move(form));
    else if (table.primary_key.size() == keys_before && !form.empty())
        table.clauses.push_back(std::move(form));
}

void read_options(Words& words, SqlTable& table) {
    while (!words.done() && !words.is(")")) {
        if (words.peek().token == Token::literal && words.is("=", 1) && words.peek(2).token == Token::literal)
            table.options[words.peek().text] = words.peek(2).text;
        words.skip();
    }
}

void take_if_not_exists(Words& words) {
    if (!words.take("IF")) return;
    words.take("NOT");
    words.take("EXISTS");
}

/// WITH (options), and the clauses around it.
void read_behind_columns(Words& words, SqlTable& table) {
    const Word* first = words.here();
    const auto add_clause = [&] {
        std::string form = sql_definition(first, words.here(), false);
        if (!form.empty()) table.clauses.push_back(std::move(form));
    };
    while (!words.done()) {
        if (words.is("WITH") && words.is("(", 1)) {
            add_clause();
            words.skip();
            words.skip();
            read_options(words, table);
            words.take(")");
            first = words.here();
        } else {
            words.skip();
        }
    }
    add_clause();
}

constexpr std::string_view kNotNull = " NOT NULL";

std::optional<SqlTable> read_create_table(Words words) {
    SqlTable table;
    table.line = words.peek().line;
    if (!words.take("CREATE")) return std::nullopt;
    words.take("TEMPORARY");
    if (!words.take("TABLE")) return std::nullopt;
    take_if_not_exists(words);
    table.path = words.take_path();
    if (table.path.empty()) return std::nullopt;
    if (words.take("(")) {
        while (!words.done() && !words.is(")")) {
            read_element(words, table);
            words.take(",");
        }
        words.take(")");
    }
    read_behind_columns(words, table);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {  // a key's columns have no NULLs, written or not
        std::string& form = table.definitions[i];
        const auto& key = table.primary_key;
        if (std::find(key.begin(), key.end(), table.columns[i]) != key.end() && form.ends_with(kNotNull))
            form.resize(form.size() - kNotNull.size());
    }
    std::sort(table.clauses.begin(), table.clauses.end());
    return table;
}

/// [TEMPORARY] VIEW name ...; "" for other statements.
std::string view_created(Words words) {
    if (!words.take("CREATE")) return "";
    words.take("TEMPORARY");
    if (!words.take("VIEW")) return "";
    take_if_not_exists(words);
    const auto path = words.take_path();
    return path.empty() ? "" : path.back();
}

/// Names behind FROM, JOIN and TABLE.
std::vector<std::string> tables_read(Words words) {
    std::vector<std::string> out;
    std::set<std::string> seen, ctes;
    const auto add = [&](const std::vector<std::string>& path) {
        if (!path.empty() && !ctes.contains(path.back()) && seen.insert(path.back()).second) out.push_back(path.back());
    };
    while (!words.done()) {
        const bool cte = words.names() && words.is("AS", 1) && words.is("(", 2);
        if (cte) ctes.insert(words.peek().text);
        const bool from = words.is("FROM") || words.is("JOIN");
        const bool table = words.is("TABLE");
        words.skip();
        if (!from && !table) continue;
        if (words.is("TABLE") || words.is("LATERAL") || words.is("UNNEST")) continue;
        add(words.take_path());
        while (from && !words.done()) {  // FROM a AS x, b y
            words.take("AS");
            const bool alias = words.names() && words.is(",", 1);
            if (!words.is(",") && !alias) break;
            if (alias) words.skip();
            words.skip();
            if (!words.names() || words.is("LATERAL") || words.is("TABLE") || words.is("UNNEST")) break;
            add(words.take_path());
        }
    }
    return out;
}

class ScriptReader {
  public:
    ScriptReader(std::string_view text, SqlScript& script) : text_(text), script_(script) {}

    void read(const std::vector<Word>& words) {
        std::size_t first = 0;
        for (std::size_t i = 0; i <= words.size(); ++i) {
            const bool end = i == words.size() || (words[i].token == Token::symbol && words[i].text == ";");
            if (!end) continue;
            if (i > first) statement(words.data() + first, words.data() + i);
            first = i + 1;
        }
    }

  private:
    void statement(const Word* first, const Word* last) {
        Words words(first, last);
        SqlStatement out;
        out.line = first->line;
        // EXECUTE STATEMENT SET BEGIN, EXPLAIN STATEMENT SET BEGIN, BEGIN STATEMENT SET: what follows is a statement
        out.explain = words.take("EXPLAIN");
        const bool set = (words.is("STATEMENT") && words.is("SET", 1)) ||
                         (words.is("EXECUTE") && words.is("STATEMENT", 1)) || words.is("BEGIN");
        if (out.explain && !set) skip_explain_details(words);
        if (set)
            while (words.is("EXECUTE") || words.is("STATEMENT") || words.is("SET") || words.is("BEGIN")) words.skip();
        if (words.done() || (words.is("END") && words.peek(1).token == Token::end)) return;
        fill(words, out, last);
    }

    /// ESTIMATED_COST, CHANGELOG_MODE ... or PLAN FOR
    static void skip_explain_details(Words& words) {
        if (words.is("PLAN") && words.is("FOR", 1)) {
            words.skip();
            words.skip();
            return;
        }
        while (words.peek().token == Token::word && !words.is("INSERT") && !words.is("SELECT") && !words.is("WITH")) {
            words.skip();
            words.take(",");
        }
    }

    void fill(Words words, SqlStatement& out, const Word* last) {
        out.text = text_.substr(words.peek().byte, (last - 1)->after - words.peek().byte);
        if (words.is("INSERT")) {
            out.kind = SqlKind::insert;
            words.skip();
            words.take("INTO");
            words.take("OVERWRITE");
            const auto path = words.take_path();
            if (!path.empty()) out.sink = path.back();
            out.reads = tables_read(words);
        } else if (words.is("SELECT") || words.is("WITH")) {
            out.kind = SqlKind::select;
            out.reads = tables_read(words);
        } else if (words.is("SET")) {
            out.kind = SqlKind::set;
            if (words.is("=", 2)) {
                out.key = words.peek(1).text;
                out.value = words.peek(3).text;
            }
        } else if (auto table = read_create_table(words)) {
            out.kind = SqlKind::create_table;
            script_.tables.push_back(std::move(*table));
        } else if (std::string view = view_created(words); !view.empty()) {
            out.kind = SqlKind::create_view;
            out.view = std::move(view);
            out.reads = tables_read(words);
        }
        script_.statements.push_back(std::move(out));
    }

    std::string_view text_;
    SqlScript& script_;
};

const char* to_string(SqlKind kind) {
    switch (kind) {
        case SqlKind::create_table:
            return "create table";
        case SqlKind::create_view:
            return "create view";
        case SqlKind::insert:
            return "insert";
        case SqlKind::select:
            return "select";
        case SqlKind::set:
            return "set";
        case SqlKind::other:
            break;
    }
    return "other";
}

}  // namespace

std::string SqlTable::option(const std::string& key) const {
    const auto found = options.find(key);
    return found == options.end() ? std::string() : found->second;
}

const SqlTable* SqlScript::table(std::string_view name) const {
    const auto found =
        std::find_if(tables.rbegin(), tables.rend(), [&](const SqlTable& table) { return table.name() == name; });
    return found == tables.rend() ? nullptr : &*found;
}

SqlScript parse_sql(std::string_view text, const Limits& limits) {
    SqlScript script;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.size() > limits.text_bytes) {
        script.flaws.push_back(
            {Severity::fatal, "limit", "", "",
             "The script has " + std::to_string(text.size()) + " bytes (" + limit_text(limits, "text_bytes") + ")."});
        return script;
    }
    std::string repaired;
    if (const std::size_t bad = first_bad_utf8(text); bad != std::string_view::npos) {
        script.flaws.push_back({Severity::partial, "not-utf-8", "", "byte " + std::to_string(bad),
                                "The script is not UTF-8 from here on; save it as UTF-8."});
        repaired = replace_bad_utf8(text);
        text = repaired;
    }
    const SqlWords words = sql_words(text);
    ScriptReader(text, script).read(words.words);
    if (!words.unclosed.empty())
        script.flaws.push_back({Severity::partial, "unclosed", "", "line " + std::to_string(words.unclosed_line),
                                "A " + words.unclosed + " begins here and is not closed."});
    return script;
}

std::string normal_sql(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::string out;
    for (const Word& word : sql_words(text, true).words) {
        if (word.token == Token::symbol && word.text == ";") continue;
        if (!out.empty()) out += ' ';
        if (word.token == Token::literal)
            out += "'" + word.text + "'";
        else if (word.token == Token::quoted)
            out += "`" + word.text + "`";
        else
            out += sql_uppercase(word.text);
    }
    return out;
}

nlohmann::json sql_json(const SqlScript& script) {
    nlohmann::json statements = nlohmann::json::array(), tables = nlohmann::json::array(),
                   flaws = nlohmann::json::array();
    for (const SqlStatement& statement : script.statements)
        statements.push_back({{"kind", to_string(statement.kind)},
                              {"explain", statement.explain},
                              {"line", statement.line},
                              {"sink", statement.sink},
                              {"reads", statement.reads},
                              {"key", statement.key},
                              {"value", statement.value}});
    for (const SqlTable& table : script.tables)
        tables.push_back({{"path", table.path},
                          {"columns", table.columns},
                          {"primary_key", table.primary_key},
                          {"options", table.options},
                          {"watermark", table.watermark}});
    for (const Flaw& flaw : script.flaws) flaws.push_back(to_json(flaw));
    return {{"kind", "flink-sql"}, {"flaws", flaws}, {"statements", statements}, {"tables", tables}};
}

}  // namespace plangrade::flink
