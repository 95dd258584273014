#include "checks/messages.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace plangrade {
namespace {

using json = nlohmann::json;

bool is_there(const json& args, const std::string& name) {
    const auto it = args.find(name);
    if (it == args.end() || it->is_null()) return false;
    if (it->is_boolean()) return it->get<bool>();
    if (it->is_string() || it->is_array() || it->is_object())
        return !it->empty() && !(it->is_string() && it->get_ref<const std::string&>().empty());
    return true;
}

std::string listed(const json& list) {
    std::string out;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0) out += i + 1 == list.size() ? " and " : ", ";
        out += shown(list[i], false);
    }
    return out;
}

std::string argument(const json& args, const std::string& name) {
    const auto it = args.find(name);
    if (it == args.end()) return {};
    if (it->is_string()) return it->get<std::string>();
    if (it->is_array()) return listed(*it);
    return it->dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Position behind the matching ']' of the '[' at `at`.
std::size_t segment_end(std::string_view text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '[') ++depth;
        if (text[at] == ']' && --depth == 0) return at + 1;
    }
    return text.size();
}

std::size_t character_start(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    return std::min(at, text.size());
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        utf8proc_int32_t code = 0;
        const auto step = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                                           static_cast<utf8proc_ssize_t>(text.size() - at), &code);
        if (step <= 0) {
            ++at;
            ++width;
            continue;
        }
        width += static_cast<std::size_t>(std::max(0, utf8proc_charwidth(code)));
        at += static_cast<std::size_t>(step);
    }
    return width;
}

}  // namespace

std::string in_one_line(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::string_view three = text.substr(i, 3);
        // U+202A to U+202E and U+2066 to U+2069 turn around what follows them
        const bool turns =
            three.size() == 3 && ((three >= "\u202A" && three <= "\u202E") || (three >= "\u2066" && three <= "\u2069"));
        if (turns) {
            out += "\uFFFD";
            i += 2;
        } else if (text[i] == '\n') {
            out += "\\n";
        } else if (text[i] == '\r') {
            out += "\\r";
        } else if (text[i] == '\t') {
            out += "\\t";
        } else {
            out += byte < 0x20 || byte == 0x7F ? '?' : text[i];
        }
    }
    return out;
}

std::string shown(const json& value, bool quote, std::size_t most) {
    std::string text = value.is_string() ? in_one_line(value.get<std::string>())
                                         : value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() > most) {
        const std::size_t half = most / 2;
        const std::string length = std::to_string(text.size());
        text = text.substr(0, character_start(text, half)) + " ... " +
               text.substr(character_start(text, text.size() - half)) + " (" + length + " bytes)";
    }
    return value.is_string() && quote ? "\"" + text + "\"" : text;
}

SideBySide side_by_side(const std::string& left, const std::string& right, std::size_t column) {
    constexpr std::size_t kBefore = 60;
    constexpr std::size_t kAfter = 60;
    const std::size_t begin = column > kBefore + 10 ? character_start(left, column - kBefore) : 0;
    const auto cut = [&](const std::string& text) {
        const std::size_t from = std::min(begin, text.size());
        const std::size_t to =
            text.size() - from > column - begin + kAfter + 10 ? character_start(text, column + kAfter) : text.size();
        return (from > 0 ? "..." : "") + text.substr(from, to - from) + (to < text.size() ? "..." : "");
    };
    SideBySide out{cut(left), cut(right), {}};
    const std::size_t before =
        display_width(std::string_view(left).substr(begin, column - begin)) + (begin > 0 ? 3 : 0);
    out.mark = std::string(before, ' ') + "^";
    return out;
}

std::string fill(std::string_view text, const json& args) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '{') {
            const auto end = text.find('}', at);
            out += argument(args, std::string(text.substr(at + 1, end - at - 1)));
            at = end + 1;
        } else if (text[at] == '[') {
            const std::size_t end = segment_end(text, at);
            const std::string_view segment = text.substr(at + 1, end - at - 2);
            const auto bar = segment.find('|');
            std::string_view name = segment.substr(0, bar);
            const bool negated = name.starts_with('!');
            if (negated) name.remove_prefix(1);
            if (is_there(args, std::string(name)) != negated) out += fill(segment.substr(bar + 1), args);
            at = end;
        } else {
            out += text[at++];
        }
    }
    return out;
}

std::string render(std::string_view code, const json& args) {
    for (const Message& message : english_messages())
        if (message.code == code) return fill(message.text, args);
    return std::string(code);
}

}  // namespace plangrade
