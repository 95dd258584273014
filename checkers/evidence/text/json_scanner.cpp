#include "evidence/text/json_scanner.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "evidence/text/strict_json.hpp"

namespace plangrade {
namespace {

using nlohmann::json;

// However high json_depth is set: values nested deeper would overflow the stack where they are copied or compared.
constexpr std::uint64_t kDeepest = 1000;

bool digit(char c) {
    return c >= '0' && c <= '9';
}
bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t most = 40;
    std::size_t end = std::min(most, text.size());
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    std::string out(1, '"');
    out.append(text.substr(0, end)).append(end < text.size() ? "...\"" : "\"");
    return out;
}

void append_utf8(std::string& into, std::uint32_t code) {
    const auto put = [&into](std::uint32_t byte) { into.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0U | (code >> 6U));
        put(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        put(0xE0U | (code >> 12U));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    } else {
        put(0xF0U | (code >> 18U));
        put(0x80U | ((code >> 12U) & 0x3FU));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    }
}

void append_pointer(std::string& pointer, std::string_view key) {
    pointer.push_back('/');
    for (const char c : key) {
        if (c == '~')
            pointer.append("~0");
        else if (c == '/')
            pointer.append("~1");
        else
            pointer.push_back(c);
    }
}

}  // namespace

json JsonScanner::document() {
    skip_blanks();
    if (at_end()) fault("empty", 0, "the file holds only blanks; it must hold one JSON document");
    if (begins("```"))
        fault("unexpected-text", at_, "a Markdown code fence stands here; the file must hold the JSON document alone");
    json out = value();
    skip_blanks();
    if (!at_end()) after_document();
    return out;
}

json JsonScanner::value() {
    if (++items_ > limits_.json_items)
        fault("too-many-items", at_, "the document goes over the " + limit_text(limits_, "json_items"));
    remember_line();
    const char c = peek();
    if (!at_end()) {
        if (c == '{') return object();
        if (c == '[') return array();
        if (c == '"') return string();
        if (c == '-' || digit(c)) return number();
        if (letter(c)) return word();
    }
    no_value();
}

json JsonScanner::object() {
    const std::size_t open = at_++;
    enter(open);
    json out = json::object();
    skip_blanks();
    if (peek() == '}') {
        ++at_;
    } else {
        do member_key(out);
        while (next_item('}', open, "object"));
    }
    --depth_;
    return out;
}

void JsonScanner::member_key(json& into) {
    const std::size_t from = at_;
    if (at_end()) no_value();
    if (peek() == '\'')
        fault("single-quotes", at_, "the key stands in single quotes; JSON wants double quotes: \"key\"");
    if (letter(peek())) fault("unquoted", at_, "the key stands without quotes; JSON wants double quotes: \"key\"");
    if (peek() != '"') no_value();
    std::string key = string();
    const std::size_t parent = pointer_.size();
    append_pointer(pointer_, key);
    if (into.contains(key))
        fault("duplicate-key", from,
              "the key " + in_quotes(key) + " stands twice in one object (" + pointer_ + "); keep one of them");
    skip_blanks();
    if (peek() != ':') fault("missing-colon", at_, "a colon is missing after the key " + in_quotes(key));
    ++at_;
    skip_blanks();
    json member = value();
    into.emplace(std::move(key), std::move(member));
    pointer_.resize(parent);
}

json JsonScanner::array() {
    const std::size_t open = at_++;
    enter(open);
    json out = json::array();
    skip_blanks();
    if (peek() == ']') {
        ++at_;
    } else {
        std::size_t index = 0;
        do {
            const std::size_t parent = pointer_.size();
            append_pointer(pointer_, std::to_string(index++));
            out.push_back(value());
            pointer_.resize(parent);
        } while (next_item(']', open, "array"));
    }
    --depth_;
    return out;
}

// After an item: true where a comma and another item follow, false where the object or array is closed.
bool JsonScanner::next_item(char close, std::size_t open, const char* what) {
    skip_blanks();
    if (at_end()) unclosed(open, what);
    if (peek() == close) {
        ++at_;
        return false;
    }
    if (peek() != ',') {
        if (peek() == '}' || peek() == ']')
            fault("unclosed", at_,
                  in_quotes(text_.substr(at_, 1)) + " stands where the " + what + " must be closed by " +
                      in_quotes({&close, 1}));
        fault("missing-comma", at_,
              "a comma or " + in_quotes({&close, 1}) + " is missing after the value before this place");
    }
    const std::size_t comma = at_++;
    skip_blanks();
    if (at_end()) unclosed(open, what);
    if (peek() == close)
        fault("trailing-comma", comma,
              "a comma stands before " + in_quotes({&close, 1}) + "; JSON allows none after the last item");
    if (peek() == ',') fault("trailing-comma", at_, "two commas follow each other; JSON wants a value between them");
    return true;
}

std::string JsonScanner::string() {
    const std::size_t open = at_++;
    std::string out;
    while (true) {
        const std::size_t from = at_;
        while (!at_end() && text_[at_] != '"' && text_[at_] != '\\' && static_cast<unsigned char>(text_[at_]) >= 0x20)
            ++at_;
        out.append(text_.substr(from, at_ - from));
        if (at_end()) fault("unclosed", open, "the text that begins here has no closing double quote");
        const char c = text_[at_];
        if (c == '"') {
            ++at_;
            return out;
        }
        if (c == '\n' || c == '\r')
            fault("control-character", at_,
                  "the line ends inside a text; close the text with a double quote, or write a line end in it as \\n");
        if (c == '\t') fault("control-character", at_, "a tab stands inside a text; JSON wants it written as \\t");
        if (c != '\\')
            fault("control-character", at_,
                  "a control character stands inside a text; JSON wants it written as \\u00XX");
        escape(out);
    }
}

void JsonScanner::escape(std::string& into) {
    const std::size_t from = at_++;
    const char c = peek();
    ++at_;
    switch (c) {
        case '"':
        case '\\':
        case '/':
            into.push_back(c);
            return;
        case 'b':
            into.push_back('\b');
            return;
        case 'f':
            into.push_back('\f');
            return;
        case 'n':
            into.push_back('\n');
            return;
        case 'r':
            into.push_back('\r');
            return;
        case 't':
            into.push_back('\t');
            return;
        case 'u':
            break;
        default:
            fault("bad-escape", from,
                  "a backslash must be followed by one of \" \\ / b f n r t u; write a backslash itself as \\\\");
    }
    std::uint32_t code = four_hex();
    if (code >= 0xD800 && code < 0xDC00 && begins("\\u")) {
        at_ += 2;
        const std::uint32_t low = four_hex();
        if (low < 0xDC00 || low > 0xDFFF)
            fault("bad-escape", from, "half of a surrogate pair stands alone; write the character itself");
        code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
    } else if (code >= 0xD800 && code <= 0xDFFF) {
        fault("bad-escape", from, "half of a surrogate pair stands alone; write the character itself");
    }
    append_utf8(into, code);
}

std::uint32_t JsonScanner::four_hex() {
    const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() != 4 || error != std::errc() || end != digits.data() + 4)
        fault("bad-escape", at_ - 2, "\\u must be followed by four hexadecimal digits");
    at_ += 4;
    return code;
}

json JsonScanner::number() {
    const std::size_t from = at_;
    if (peek() == '-') ++at_;
    if (letter(peek())) {  // -Infinity, -NaN
        while (letter(peek())) ++at_;
        const std::string_view name = text_.substr(from, at_ - from);
        fault("not-a-number", from,
              std::string(name) + " is no number of JSON; write a number, or null where there is none");
    }
    const std::size_t whole = at_;
    while (digit(peek())) ++at_;
    const std::string_view digits = text_.substr(whole, at_ - whole);
    if (digits.empty())
        fault("number-form", from, "a number needs a digit here; JSON writes -0.5, never -.5 or a minus alone");
    if (digits.size() > 1 && digits.front() == '0')
        fault("number-form", from, "a number begins with a needless 0; write it without");
    if (digits == "0" && (peek() == 'x' || peek() == 'X'))
        fault("number-form", from, "JSON has no hexadecimal numbers; write it in decimal");
    bool real = false;
    if (peek() == '.') {
        real = true;
        ++at_;
        if (!digit(peek())) fault("number-form", from, "a digit is missing after the point of a number");
        while (digit(peek())) ++at_;
    }
    if (peek() == 'e' || peek() == 'E') {
        real = true;
        ++at_;
        if (peek() == '+' || peek() == '-') ++at_;
        if (!digit(peek())) fault("number-form", from, "a digit is missing in the exponent of a number");
        while (digit(peek())) ++at_;
    }
    if (letter(peek()) || peek() == '.')
        fault("number-form", from,
              "text stands right after a number; write the number alone, or quote the whole as a text");
    const std::string_view all = text_.substr(from, at_ - from);
    if (!real) return integer(from, all);
    double out = 0;
    const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), out);
    if (error == std::errc()) return out;
    // out of range: too small is as good as 0, too large is no number
    const bool small = (digits.size() < 300 && all.find_first_of("eE") != std::string_view::npos &&
                        all.find('-', 1) != std::string_view::npos) ||
                       (digits == "0" && all.find_first_of("eE") == std::string_view::npos);
    if (!small) fault("number-too-large", from, "the number " + in_quotes(all) + " is too large to be read exactly");
    return 0.0;
}

json JsonScanner::integer(std::size_t from, std::string_view digits) const {
    std::int64_t narrow = 0;
    std::uint64_t wide = 0;
    const char* const end = digits.data() + digits.size();
    if (std::from_chars(digits.data(), end, narrow).ec == std::errc()) return narrow;
    if (digits.front() != '-' && std::from_chars(digits.data(), end, wide).ec == std::errc()) return wide;
    fault("number-too-large", from, "the number " + in_quotes(digits) + " is too large to be read exactly");
}

json JsonScanner::word() {
    const std::size_t from = at_;
    while (letter(peek()) || digit(peek())) ++at_;
    const std::string_view name = text_.substr(from, at_ - from);
    if (name == "true") return true;
    if (name == "false") return false;
    if (name == "null") return nullptr;
    constexpr std::array numbers{"NaN", "nan", "NAN", "Infinity", "infinity", "Inf", "inf", "INF"};
    if (std::find(numbers.begin(), numbers.end(), name) != numbers.end())
        fault("not-a-number", from,
              std::string(name) + " is no number of JSON; write a number, or null where there is none");
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> python{{{"True", "true"},
                                                                                   {"TRUE", "true"},
                                                                                   {"False", "false"},
                                                                                   {"FALSE", "false"},
                                                                                   {"None", "null"},
                                                                                   {"NULL", "null"},
                                                                                   {"Null", "null"},
                                                                                   {"undefined", "null"}}};
    for (const auto& [wrong, right] : python)
        if (name == wrong)
            fault("python-value", from, std::string(name) + " is not JSON; JSON writes " + std::string(right));
    fault("unquoted", from,
          "the text " + in_quotes(name) + " stands without quotes; JSON wants double quotes around a text");
}

void JsonScanner::skip_blanks() {
    while (!at_end()) {
        const char c = text_[at_];
        if (c == '/' || c == '#') refuse_comment();
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
        ++at_;
    }
}

void JsonScanner::refuse_comment() const {
    if (peek() == '#' || begins("//") || begins("/*"))
        fault("comment", at_, "a comment stands here; JSON has none, take it out");
}

void JsonScanner::enter(std::size_t open) {
    const std::uint64_t most = std::min(limits_.json_depth, kDeepest);
    if (++depth_ > most)
        fault("too-deep", open,
              "values are nested deeper than the limit json_depth: " + std::to_string(most) + " levels");
}

void JsonScanner::remember_line() {
    if (lines_.size() < kMostJsonLines) lines_.emplace(pointer_, line_at(at_));
}

std::uint32_t JsonScanner::line_at(std::size_t offset) {
    line_ += static_cast<std::uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_to_),
                                                   text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
    counted_to_ = offset;
    return line_;
}

void JsonScanner::no_value() const {
    if (at_end())
        fault("unclosed", text_.size(),
              "the document ends where a value or a key must stand; it was cut or not written to its end");
    const char c = peek();
    if (c == '\'') fault("single-quotes", at_, "the text stands in single quotes; JSON wants double quotes");
    if (begins("\xE2\x80\x9C") || begins("\xE2\x80\x9D") || begins("\xE2\x80\x98") || begins("\xE2\x80\x99"))
        fault("single-quotes", at_, "typographic quotes stand here; JSON wants plain double quotes");
    if (c == '+') fault("number-form", at_, "a number begins with +; JSON writes it without");
    if (c == '.') fault("number-form", at_, "a number begins with a point; JSON writes 0.5, never .5");
    if (c == ',') fault("trailing-comma", at_, "a comma stands where a value must be");
    fault("unexpected-text", at_,
          depth_ == 0 ? "this is not JSON; the file must hold one JSON document alone"
                      : "a value must stand here: a text, a number, true, false, null, an object or an array");
}

void JsonScanner::after_document() const {
    if (peek() == '{' || peek() == '[')
        fault("several-documents", at_, "a second JSON document begins here; the file must hold exactly one");
    fault("trailing-text", at_, "text follows the JSON document; the file must hold the document alone");
}

void JsonScanner::unclosed(std::size_t open, const char* what) const {
    fault("unclosed", text_.size(),
          std::string("the document ends inside the ") + what + " that begins at " + place(open) +
              "; it was cut or not written to its end");
}

std::string JsonScanner::place(std::size_t offset) const {
    const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
    const std::string_view in_line = before.substr(start);
    const auto column = std::count_if(in_line.begin(), in_line.end(),
                                      [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }) +
                        1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace plangrade
