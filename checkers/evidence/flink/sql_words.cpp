#include "evidence/flink/sql_words.hpp"

#include <algorithm>

namespace plangrade::flink {
namespace {

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

class Lexer {
  public:
    Lexer(std::string_view text, bool hints) : text_(text), hints_(hints) {}

    SqlWords read() {
        for (SqlWord word = next(); word.token != SqlToken::end; word = next()) out_.words.push_back(std::move(word));
        return std::move(out_);
    }

  private:
    SqlWord next() {
        skip_blanks_and_comments();
        SqlWord word;
        word.byte = at_;
        word.line = line_;
        if (at_ >= text_.size()) return word;
        const char c = text_[at_];
        if (c == '\'') {
            word.token = SqlToken::literal;
            word.text = quoted('\'', "literal");
        } else if (c == '`') {
            word.token = SqlToken::quoted;
            word.text = quoted('`', "quoted name");
        } else if (is_word(c)) {
            word.token = SqlToken::word;
            while (at_ < text_.size() && is_word(text_[at_])) word.text += text_[at_++];
        } else {
            word.token = SqlToken::symbol;
            word.text = text_.substr(at_, symbol_size());
            at_ += word.text.size();
        }
        word.after = at_;
        return word;
    }

    std::size_t symbol_size() {
        const std::string_view rest = text_.substr(at_);
        if (hints_ && rest.starts_with("/*+")) {
            in_hint_ = true;
            return 3;
        }
        if (in_hint_ && rest.starts_with("*/")) {
            in_hint_ = false;
            return 2;
        }
        return 1;
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
                skip_comment();
            } else {
                return;
            }
        }
    }

    void skip_comment() {
        const std::size_t found = text_.find("*/", at_ + 2);
        if (found == std::string_view::npos) say_unclosed("comment", line_);
        const std::size_t to = found == std::string_view::npos ? text_.size() : found + 2;
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
        say_unclosed(what, first);
        return out;
    }

    void say_unclosed(const char* what, std::uint32_t line) {
        if (!out_.unclosed.empty()) return;
        out_.unclosed = what;
        out_.unclosed_line = line;
    }

    std::string_view text_;
    bool hints_;
    bool in_hint_ = false;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1;
    SqlWords out_;
};

using Texts = std::vector<std::string>;

/// A cursor over the words of a definition that writes them in one form.
class Definition {
  public:
    explicit Definition(Texts in) : in_(std::move(in)) {}

    void copy() {
        if (at_ < in_.size()) out_.push_back(in_[at_++]);
    }

    /// Types and constraints up to the end.
    std::string rest() {
        while (at_ < in_.size())
            if (!(depth_ == 0 && constraint()) && !type()) bracketed();
        if (not_null_) out_.insert(out_.end(), {"NOT", "NULL"});
        std::string joined;
        for (const std::string& word : out_) joined += (joined.empty() ? "" : " ") + word;
        return joined;
    }

  private:
    bool is(std::string_view word, std::size_t ahead = 0) const {
        return at_ + ahead < in_.size() && in_[at_ + ahead] == word;
    }
    bool literal(std::size_t ahead) const { return at_ + ahead < in_.size() && in_[at_ + ahead].starts_with("'"); }

    void bracketed() {
        static constexpr std::string_view kNesting[] = {"ROW", "ARRAY", "MAP", "MULTISET"};
        if (is("(")) ++depth_;
        if (is(")") && depth_ > 0) --depth_;
        const bool type = !out_.empty() && std::find(std::begin(kNesting), std::end(kNesting), out_.back()) !=
                                               std::end(kNesting);  // elsewhere < compares
        if (is("<") && (type || angles_ > 0)) {
            ++angles_;
            ++depth_;
        } else if (is(">") && angles_ > 0) {
            --angles_;
            --depth_;
        }
        copy();
    }

    bool constraint() {
        if (is("NOT") && is("NULL", 1)) {
            not_null_ = true;
            at_ += 2;
        } else if (is("NULL") && !out_.empty() && out_.back() != "AS") {
            ++at_;
        } else if (is("CONSTRAINT") && is("PRIMARY", 2)) {
            at_ += 2;
        } else if (is("PRIMARY") && is("KEY", 1)) {
            at_ += 2;
            if (is("NOT") && is("ENFORCED", 1)) ++at_;
            if (is("ENFORCED")) ++at_;
        } else {
            return false;
        }
        return true;
    }

    void write(std::initializer_list<std::string_view> words) { out_.insert(out_.end(), words.begin(), words.end()); }

    /// The length in brackets that stands here, or else what Flink takes for it.
    void length(std::string_view otherwise) {
        if (!is("(")) return write({"(", otherwise, ")"});
        while (at_ < in_.size() && !is(")")) copy();
        copy();
    }

    bool type() {
        const std::string& word = in_[at_];
        static constexpr std::string_view kOne[] = {"CHAR", "VARCHAR", "BINARY", "VARBINARY"};
        if (word == "STRING" || word == "BYTES") {
            write({word == "STRING" ? "VARCHAR" : "VARBINARY", "(", "2147483647", ")"});
            ++at_;
        } else if (word == "INTEGER" || (word == "DOUBLE" && is("PRECISION", 1))) {
            write({word == "INTEGER" ? "INT" : "DOUBLE"});
            at_ += word == "INTEGER" ? 1 : 2;
        } else if (std::find(std::begin(kOne), std::end(kOne), word) != std::end(kOne)) {
            copy();
            length("1");
        } else if (word == "DECIMAL" || word == "DEC" || word == "NUMERIC") {
            decimal();
        } else if ((word == "TIMESTAMP" || word == "TIMESTAMP_LTZ") && !literal(1)) {
            timestamp();
        } else if (word == "TIME" && !is("ZONE", 1) && !literal(1)) {
            copy();
            length("0");
        } else {
            return false;
        }
        return true;
    }

    void decimal() {
        write({"DECIMAL"});
        ++at_;
        if (is("(") && is(")", 2)) {
            copy();
            copy();
            write({",", "0", ")"});
            ++at_;
        } else {
            length("10 , 0");
        }
    }

    void timestamp() {
        const bool local = is("TIMESTAMP_LTZ");
        write({"TIMESTAMP"});
        ++at_;
        length("6");
        if (is("WITHOUT") && is("TIME", 1) && is("ZONE", 2)) at_ += 3;
        if (local) write({"WITH", "LOCAL", "TIME", "ZONE"});
    }

    Texts in_, out_;
    std::size_t at_ = 0, depth_ = 0, angles_ = 0;
    bool not_null_ = false;
};

}  // namespace

SqlWords sql_words(std::string_view text, bool hints) {
    return Lexer(text, hints).read();
}

std::string sql_uppercase(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return out;
}

std::string sql_definition(const SqlWord* first, const SqlWord* last, bool column) {
    Texts in;
    for (const SqlWord* word = first; word != last; ++word)
        in.push_back(word->token == SqlToken::literal ? "'" + word->text + "'"
                     : column && word == first        ? word->text
                                                      : sql_uppercase(word->text));
    Definition out(std::move(in));
    if (column) out.copy();
    return out.rest();
}

}  // namespace plangrade::flink
