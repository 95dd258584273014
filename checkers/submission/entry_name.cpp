#include "submission/entry_name.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "evidence/text/utf8.hpp"

namespace plangrade {
namespace {

constexpr std::size_t kPartBytes = 255;  // what file systems allow for one name
constexpr std::size_t kShownBytes = 200;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Characters that make a name look like another one: C0 and C1 controls, line separators, bidirectional marks and
/// overrides.
bool misleading(utf8proc_int32_t c) {
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// Calls on_char(code point, bytes) for each character; stops with false where on_char does. The text must be UTF-8.
template <class OnChar>
bool each_char(std::string_view text, OnChar on_char) {
    while (!text.empty()) {
        utf8proc_int32_t c = 0;
        const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                             static_cast<utf8proc_ssize_t>(text.size()), &c);
        if (length <= 0 || !on_char(c, text.substr(0, static_cast<std::size_t>(length)))) return false;
        text.remove_prefix(static_cast<std::size_t>(length));
    }
    return true;
}

std::string hex(std::uint32_t value) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    do out.insert(out.begin(), kDigits[value & 15]);
    while ((value >>= 4) != 0);
    return out;
}

EntryName refused(const char* code, std::string problem) {
    return {{}, code, std::move(problem)};
}

/// Case and Unicode form folded away. The value of a Hive-style folder ("channel=App") keeps its case: a table
/// partitioned by a column may well have folders that differ only in it.
std::string folded(const std::string& path) {
    std::string out;
    std::string_view rest = path;
    while (true) {
        const auto slash = rest.find('/');
        const std::string part(rest.substr(0, slash));
        if (part.find('=') != std::string::npos) {
            out += nfc(part);
        } else {
            utf8proc_uint8_t* mapped = nullptr;
            const auto length = utf8proc_map(
                reinterpret_cast<const utf8proc_uint8_t*>(part.data()), static_cast<utf8proc_ssize_t>(part.size()),
                &mapped, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD));
            if (length >= 0) out.append(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
            std::free(mapped);
        }
        if (slash == std::string_view::npos) return out;
        out += '/';
        rest.remove_prefix(slash + 1);
    }
}

}  // namespace

EntryName entry_name(std::string_view raw, const Limits& limits) {
    if (raw.size() > limits.path_bytes)
        return refused("long-name", "the name is too long (" + limit_text(limits, "path_bytes") + ")");
    if (raw.find('\0') != std::string_view::npos) return refused("bad-name", "the name holds a NUL byte");
    if (!valid_utf8(raw))
        return refused("bad-name",
                       "the name is not UTF-8 (zip files made by Windows with Korean or Chinese names are not); rename "
                       "the file with "
                       "plain letters, or pack with tar");
    if (!each_char(raw, [](utf8proc_int32_t c, std::string_view) { return !misleading(c); }))
        return refused("bad-name",
                       "the name holds a control or text-direction character; use printable characters only");
    if (raw.find('\\') != std::string_view::npos)
        return refused("bad-name", "the name holds a backslash; folders are separated by '/'");
    if (raw.starts_with('/'))
        return refused("absolute-name", "the name is an absolute path; pack with names relative to your folder");
    if (raw.size() >= 2 && raw[1] == ':' && is_letter(raw[0]))
        return refused("absolute-name", "the name begins with a drive letter; pack with names relative to your folder");

    EntryName out;
    std::uint64_t depth = 0;
    for (std::string_view rest = raw; !rest.empty();) {
        const auto slash = rest.find('/');
        const std::string_view part = rest.substr(0, slash);
        rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
        if (part.empty() || part == ".") continue;
        if (part == "..") return refused("parent-name", "the name has a '..' in it and would leave the submission");
        if (part.size() > kPartBytes) return refused("long-name", "one part of the name is longer than 255 bytes");
        if (++depth > limits.path_depth)
            return refused("deep-name", "too many folders in folders (" + limit_text(limits, "path_depth") + ")");
        if (!out.path.empty()) out.path += '/';
        out.path += part;
    }
    return out;
}

std::string shown_name(std::string_view raw) {
    std::string out;
    while (!raw.empty() && out.size() < kShownBytes) {
        utf8proc_int32_t c = 0;
        const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(raw.data()),
                                             static_cast<utf8proc_ssize_t>(raw.size()), &c);
        const std::size_t used = length > 0 ? static_cast<std::size_t>(length) : 1;
        if (length <= 0) {
            out += "\\x" + hex(static_cast<unsigned char>(raw.front()));
        } else if (misleading(c)) {
            out += "\\u{" + hex(static_cast<std::uint32_t>(c)) + "}";
        } else {
            out += raw.substr(0, used);
        }
        raw.remove_prefix(used);
    }
    if (!raw.empty()) out += "...";
    return out;
}

std::string EntryNames::add_file(const std::string& path) {
    if (files_.contains(path)) return "the archive holds this name twice; which one counts would be a guess";
    if (folders_.contains(path)) return "the name is that of a file and of a folder at once";
    std::vector<std::string> above;
    for (auto slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
        above.push_back(path.substr(0, slash));
        if (files_.contains(above.back()))
            return "the name is inside of '" + shown_name(above.back()) + "', which is a file";
    }
    if (!folded_.insert(folded(path)).second)
        return "the archive holds another name that differs only in upper and lower case or in the form of its letters";
    files_.insert(path);
    folders_.insert(above.begin(), above.end());
    return {};
}

}  // namespace plangrade
