#include "evidence/flink/flink_sql.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "evidence/flink/flink_lines.hpp"
#include "evidence/text/utf8.hpp"

namespace plangrade::flink {
namespace {

enum class Token { word, quoted, literal, symbol, end };

struct Word {
    Token token = Token::end;
    std::string text;  ///< without quotes; words of keywords as they are written
    std::size_t byte = 0, after = 0;
    std::uint32_t line = 0;
};

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

std::string uppercase(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), upper);
    return out;
}

/// Cuts a script into words, once.
class Lexer {
  public:
    /// Hints, /*+ BROADCAST(d) */, stand in comments; they are words where they are asked for.
    explicit Lexer(std::string_view text, bool hints = false) : text_(text), hints_(hints) {}

    std::vector<Word> words() {
        std::vector<Word> out;
        for (Word word = next(); word.token != Token::end; word = next()) out.push_back(std::move(word));
        return out;
    }
    const std::string& unclosed() const { return unclosed_; }  ///< "literal", "quoted name", "comment", or ""
    std::uint32_t unclosed_line() const { return unclosed_line_; }

  private:
    Word next() {
        skip_blanks_and_comments();
        Word word;
        word.byte = at_;
        word.line = line_;
        if (at_ >= text_.size()) return word;
        const char c = text_[at_];
        if (c == '\'') {
            word.token = Token::literal;
            word.text = quoted('\'', "literal");
        } else if (c == '`') {
            word.token = Token::quoted;
            word.text = quoted('`', "quoted name");
        } else if (is_word(c)) {
            word.token = Token::word;
            while (at_ < text_.size() && is_word(text_[at_])) word.text += text_[at_++];
        } else {
            word.token = Token::symbol;
            word.text = c;
            ++at_;
        }
        word.after = at_;
        return word;
    }

    void skip_blanks_and_comments() {
        while (at_ < text_.size()) {
            const std::string_view rest = text_.substr(at_);
            if (rest.front() == '\n') {
                ++line_;
                ++at_;
            } else if (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '\r') {
                ++at_;
            } else if (rest.starts_with("--")) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (rest.starts_with("/*+") && hints_) {
                return;
            } else if (rest.starts_with("/*")) {
                skip_to("*/", 2, "comment");
            } else {
                return;
            }
        }
    }

    void skip_to(std::string_view end, std::size_t from, const char* what) {
        const std::size_t found = text_.find(end, at_ + from);
        if (found == std::string_view::npos) say_unclosed(what);
        const std::size_t to = found == std::string_view::npos ? text_.size() : found + end.size();
        line_ += static_cast<std::uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                       text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
        at_ = to;
    }

    std::string quoted(char quote, const char* what) {
        std::string out;
        const std::uint32_t first = line_;
        for (++at_; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\n') ++line_;
            if (text_[at_] == quote) {
                ++at_;
                if (at_ >= text_.size() || text_[at_] != quote) return out;
            }
            out += text_[at_];
        }
        say_unclosed(what);
        unclosed_line_ = first;
        return out;
    }

    void say_unclosed(const char* what) {
        if (unclosed_.empty()) {
            unclosed_ = what;
            unclosed_line_ = line_;
        }
    }

    std::string_view text_;
    bool hints_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1;
    std::string unclosed_;
    std::uint32_t unclosed_line_ = 0;
};

/// The words of one statement, with a cursor.
class Words {
  public:
    Words(const Word* first, const Word* last) : at_(first), last_(last) {}
    bool done() const { return at_ == last_; }
    const Word& peek(std::size_t ahead = 0) const {
        static const Word kEnd;
        return static_cast<std::size_t>(last_ - at_) > ahead ? at_[ahead] : kEnd;
    }
    void skip() {
        if (at_ != last_) ++at_;
    }
    bool is(std::string_view keyword, std::size_t ahead = 0) const {
        const Word& word = peek(ahead);
        return (word.token == Token::word || word.token == Token::symbol) && uppercase(word.text) == keyword;
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
    const bool column = !constraint && words.names() && !(words.is("PRIMARY") && words.is("KEY", 1)) &&
                        !(words.is("WATERMARK") && words.is("FOR", 1)) && !words.is("LIKE");
    if (words.is("WATERMARK") && words.is("FOR", 1)) table.watermark = true;
    const std::string name = words.peek().text;
    if (column) table.columns.push_back(name);
    while (!words.done() && !words.is(",") && !words.is(")")) {
        if (words.is("PRIMARY") && words.is("KEY", 1)) {
            const std::size_t before = table.primary_key.size();
            read_primary_key(words, table);
            if (column && table.primary_key.size() == before) table.primary_key.push_back(name);
        } else if (words.is("(")) {
            words.skip_brackets();
        } else {
            words.skip();
        }
    }
}

void read_options(Words& words, SqlTable& table) {
    while (!words.done() && !words.is(")")) {
        if (words.peek().token == Token::literal && words.is("=", 1) && words.peek(2).token == Token::literal)
            table.options[words.peek().text] = words.peek(2).text;
        words.skip();
    }
}

std::optional<SqlTable> read_create_table(Words words) {
    SqlTable table;
    table.line = words.peek().line;
    if (!words.take("CREATE")) return std::nullopt;
    words.take("TEMPORARY");
    if (!words.take("TABLE")) return std::nullopt;
    if (words.take("IF")) {
        words.take("NOT");
        words.take("EXISTS");
    }
    table.path = words.take_path();
    if (table.path.empty()) return std::nullopt;
    if (words.take("(")) {
        while (!words.done() && !words.is(")")) {
            read_element(words, table);
            words.take(",");
        }
        words.take(")");
    }
    while (!words.done()) {
        if (words.is("WITH") && words.is("(", 1)) {
            words.skip();
            words.skip();
            read_options(words, table);
        }
        words.skip();
    }
    return table;
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
    Lexer lexer(text);
    const std::vector<Word> words = lexer.words();
    ScriptReader(text, script).read(words);
    if (!lexer.unclosed().empty())
        script.flaws.push_back({Severity::partial, "unclosed", "", "line " + std::to_string(lexer.unclosed_line()),
                                "A " + lexer.unclosed() + " begins here and is not closed."});
    return script;
}

std::string normal_sql(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::string out;
    for (const Word& word : Lexer(text, true).words()) {
        if (word.token == Token::symbol && word.text == ";") continue;
        if (!out.empty()) out += ' ';
        if (word.token == Token::literal)
            out += "'" + word.text + "'";
        else if (word.token == Token::quoted)
            out += "`" + word.text + "`";
        else
            out += uppercase(word.text);
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
