// A SQL script cut into words: names, literals, symbols. It knows `quoted names`, literals, comments and hints, and
// no grammar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plangrade::flink {

enum class SqlToken { word, quoted, literal, symbol, end };

/// One word with the bytes that it takes in the script.
struct SqlWord {
    SqlToken token = SqlToken::end;
    std::string text;  ///< without quotes; words of keywords as they are written; symbols are one character
    std::size_t byte = 0, after = 0;
    std::uint32_t line = 0;

    bool is_symbol(std::string_view symbol) const { return token == SqlToken::symbol && text == symbol; }
};

struct SqlWords {
    std::vector<SqlWord> words;
    std::string unclosed;  ///< "literal", "quoted name" or "comment" where one is not closed; else ""
    std::uint32_t unclosed_line = 0;
};

/// Comments and blanks part words. Hints stand in comments; with `hints` their words count too, between the symbols
/// "/*+" and "*/". Never throws on any bytes; linear time.
SqlWords sql_words(std::string_view text, bool hints = false);

/// With the letters a to z in capitals.
std::string sql_uppercase(std::string_view text);

/// An element of a CREATE TABLE (a column, a watermark), or what stands behind its brackets, in one form: words parted
/// by single blanks, in capitals but for a column's name, which is the first; no quotes; types under one name with
/// their lengths (STRING is VARCHAR(2147483647), as SHOW CREATE TABLE prints it). Of a column's constraints only
/// NOT NULL is kept, as the last words: a primary key is told beside it.
std::string sql_definition(const SqlWord* first, const SqlWord* last, bool column);

}  // namespace plangrade::flink
