#include "evidence/flink/flink_node.hpp"

#include <algorithm>

namespace plangrade::flink {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_word(char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
}
bool opens(char c) {
    return c == '(' || c == '[' || c == '{';
}
bool closes(char c) {
    return c == ')' || c == ']' || c == '}';
}

/// How quotes are taken: as the ends of literals, or, where that leaves something open, as letters.
enum class Quotes { pair, letters };

/// True where the word before a quote is a charset or a literal's mark: `_UTF-16LE'x'`, `X'0a'`, `u&'x'`.
bool marks_literal(std::string_view before) {
    constexpr std::size_t kLongest = 24;
    std::size_t start = before.size();
    while (start > 0 && before.size() - start < kLongest && (is_word(before[start - 1]) || before[start - 1] == '-'))
        --start;
    const std::string_view word = before.substr(start);
    return word.empty() || word.front() == '_' || word == "X" || word == "x" || word == "N" || word == "n";
}

/// `'w$)` and `'w$,`: the name of a window, which has a quote before it and none behind it.
bool names_window(std::string_view after) {
    std::size_t i = 0;
    while (i < after.size() && is_word(after[i])) ++i;
    return i > 0 && i + 1 < after.size() && after[i] == '$' && (after[i + 1] == ')' || after[i + 1] == ',');
}

/// Byte behind the literal that the quote at `quote` opens; quote + 1 where it opens none; npos where it stays open.
std::size_t literal_end(std::string_view text, std::size_t quote) {
    if (!marks_literal(text.substr(0, quote)) || names_window(text.substr(quote + 1, 64))) return quote + 1;
    for (std::size_t at = quote + 1; (at = text.find('\'', at)) != kNone; at += 2)
        if (at + 1 == text.size() || text[at + 1] != '\'') return at + 1;
    return kNone;
}

/// Calls visit(byte, depth) for each byte outside of literals, the depth being that outside the bracket where the byte
/// is one; visit returns false to stop. Any closing bracket closes any opening one. False: a literal stays open.
template <class Visit>
bool walk(std::string_view text, Quotes quotes, Visit visit) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\'' && quotes == Quotes::pair) {
            const std::size_t end = literal_end(text, i);
            if (end == kNone) return false;
            i = end - 1;
            continue;
        }
        if (closes(text[i]) && depth > 0) --depth;
        if (!visit(i, depth)) return true;
        if (opens(text[i])) ++depth;
    }
    return true;
}

/// Length of the bracketed text at the start, npos where its bracket stays open.
std::size_t bracketed_length(std::string_view text) {
    for (const Quotes quotes : {Quotes::pair, Quotes::letters}) {
        std::size_t length = kNone;
        walk(text, quotes, [&](std::size_t i, std::size_t depth) {
            if (depth == 0 && i > 0 && closes(text[i])) length = i + 1;
            return length == kNone;
        });
        if (length != kNone) return length;
    }
    return kNone;
}

/// `key=[value]` at byte `start` of the node's text.
NodeAttribute read_attribute(std::string_view item, std::size_t start, std::string_view sign) {
    const std::size_t equals = item.find(sign);
    if (equals == kNone) return {"", std::string(item), start};
    return {std::string(item.substr(0, equals)), std::string(item.substr(equals + sign.size())), start};
}

void read_attributes(std::string_view list, std::size_t start, std::string_view sign, NodeText& node) {
    if (list.empty()) return;
    for (const std::string_view item : split_outside(list, ", "))
        node.attributes.push_back(
            read_attribute(item, start + static_cast<std::size_t>(item.data() - list.data()), sign));
}

/// What stands in brackets at `node.end`: arguments, or a mark like (reuse_id=[1]).
bool read_brackets(std::string_view text, NodeText& node) {
    const std::size_t length = bracketed_length(text.substr(node.end));
    node.closed = length != kNone;
    node.brackets = true;
    if (!node.closed) {
        node.in_literal = !walk(text.substr(node.end), Quotes::pair, [](std::size_t, std::size_t) { return true; });
        return false;
    }
    read_attributes(text.substr(node.end + 1, length - 2), node.end + 1, "=", node);
    node.end += length;
    return true;
}

bool even_brackets(std::string_view text) {
    const auto count = [&](bool (*is)(char)) { return std::count_if(text.begin(), text.end(), is); };
    return count(opens) == count(closes);
}

/// `: rowcount = 5.0E7, cumulative cost = {...}`, always to the end of the line.
bool read_costs(std::string_view text, NodeText& node) {
    const std::string_view costs = text.substr(node.end + 2);
    const std::size_t before = node.attributes.size();
    read_attributes(costs, node.end + 2, " = ", node);
    const bool rows_only = node.attributes.size() == before + 1 && node.attributes.back().name == "rowcount";
    node.closed = even_brackets(costs) && !rows_only;
    node.end = text.size();
    return node.closed;
}

/// `, rowType=[...]`
bool read_trailing_attributes(std::string_view text, NodeText& node) {
    const std::string_view rest = text.substr(node.end + 2);
    if (rest.empty() || !is_letter(rest.front()) || rest.find("=[") == kNone) return false;
    node.closed = even_brackets(rest);
    read_attributes(rest, node.end + 2, "=", node);
    node.end = text.size();
    return node.closed;
}

/// Arguments and a reuse mark are all that Flink writes; a bound keeps hostile lines linear.
constexpr int kMostBrackets = 4;

bool read_tail(std::string_view text, NodeText& node, int& groups) {
    const std::string_view rest = text.substr(node.end);
    if (opens(rest.front()) && rest.front() != '{') return ++groups <= kMostBrackets && read_brackets(text, node);
    if (rest.starts_with(": ")) return read_costs(text, node);
    if (rest.starts_with(", ")) return read_trailing_attributes(text, node);
    return false;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator, Quotes quotes, bool& whole) {
    std::vector<std::string_view> parts;
    std::size_t start = 0;
    whole = walk(text, quotes, [&](std::size_t i, std::size_t depth) {
        if (depth != 0 || i < start || text.compare(i, separator.size(), separator) != 0) return true;
        parts.push_back(text.substr(start, i - start));
        start = i + separator.size();
        return true;
    });
    parts.push_back(text.substr(start));
    return parts;
}

}  // namespace

NodeText read_node(std::string_view text) {
    NodeText node;
    while (node.end < text.size() && is_word(text[node.end])) ++node.end;
    if (node.end == 0 || !is_letter(text.front())) {
        node.end = 0;
        return node;
    }
    node.op = text.substr(0, node.end);
    int groups = 0;
    while (node.end < text.size() && read_tail(text, node, groups)) {
    }
    return node;
}

std::vector<std::string_view> split_outside(std::string_view text, std::string_view separator) {
    bool whole = false;
    std::vector<std::string_view> parts = split(text, separator, Quotes::pair, whole);
    return whole ? parts : split(text, separator, Quotes::letters, whole);
}

std::string_view inside(std::string_view value) {
    if (value.size() < 2 || !opens(value.front()) || !closes(value.back())) return value;
    if (bracketed_length(value) != value.size()) return value;
    return value.substr(1, value.size() - 2);
}

std::vector<std::string> list_items(std::string_view list) {
    const std::string_view content = inside(list);
    std::vector<std::string> items;
    if (content.empty()) return items;
    for (const std::string_view item : split_outside(content, ", ")) items.emplace_back(item);
    return items;
}

const PlanAttribute* attribute(const PlanNode& node, std::string_view name) {
    for (const PlanAttribute& attribute : node.attributes)
        if (attribute.name == name) return &attribute;
    return nullptr;
}

std::string_view attribute_text(const PlanNode& node, std::string_view name) {
    const PlanAttribute* found = attribute(node, name);
    return found == nullptr ? std::string_view{} : inside(found->value);
}

}  // namespace plangrade::flink
