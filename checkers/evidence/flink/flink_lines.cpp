#include "evidence/flink/flink_lines.hpp"

#include <algorithm>

#include "evidence/text/encoding.hpp"
#include "evidence/text/utf8.hpp"

namespace plangrade::flink {
namespace {

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
constexpr std::string_view kPrompt = "Flink SQL>";

/// Length of the ANSI escape sequence at the start, 0 where there is none.
std::size_t escape_length(std::string_view text) {
    if (text.size() < 2 || text[0] != '\x1B') return 0;
    if (text[1] != '[') return 2;
    for (std::size_t i = 2; i < text.size(); ++i)
        if (text[i] >= 0x40 && text[i] <= 0x7E) return i + 1;
    return text.size();
}

/// No-break spaces count as blanks only where the text is drawn with them: between a tree's marks and its nodes.
bool drawn_with_no_break_spaces(std::string_view text) {
    for (const std::string_view glyph : {"+-\xC2\xA0", ":-\xC2\xA0", "\xC2\xA0+-", "\xC2\xA0:-"})
        if (text.find(glyph) != std::string_view::npos) return true;
    return false;
}

bool is_border(std::string_view text) {
    return text.size() >= 4 && text[0] == '+' && text.find_first_not_of("-+") == std::string_view::npos;
}

/// `EXPLAIN ...+--------+`: the client echoes the statement and draws the frame's top behind it.
bool ends_in_border(std::string_view text) {
    const std::size_t last = text.find_last_not_of("-+");
    return last != std::string_view::npos && is_border(text.substr(last + 1)) && text.back() == '+';
}

/// A line in the making: bytes are kept or left out, and what was left out shifts the columns behind it.
class LineCleaner {
  public:
    explicit LineCleaner(bool no_break_spaces) : no_break_spaces_(no_break_spaces) {}

    Line clean(std::string_view raw) {
        line_ = {};
        left_out_ = 0;
        line_.text.reserve(raw.size());
        while (!raw.empty()) raw.remove_prefix(take(raw));
        trim();
        return std::move(line_);
    }

  private:
    std::size_t take(std::string_view raw) {
        if (const std::size_t escape = escape_length(raw)) {
            leave_out(escape);
            return escape;
        }
        if (no_break_spaces_ && raw.substr(0, 2) == kNoBreakSpace) {
            line_.text += ' ';
            leave_out(1);
            return 2;
        }
        line_.text += raw.front();
        return 1;
    }

    void leave_out(std::size_t bytes) {
        left_out_ += static_cast<std::uint32_t>(bytes);
        line_.shifts.emplace_back(static_cast<std::uint32_t>(line_.text.size()), left_out_);
    }

    void drop_front(std::size_t bytes) {
        line_.text.erase(0, bytes);
        const auto count = static_cast<std::uint32_t>(bytes);
        for (auto& [byte, shift] : line_.shifts) {
            byte = byte > count ? byte - count : 0;
            shift += count;
        }
        if (line_.shifts.empty() || line_.shifts.front().first > 0)
            line_.shifts.insert(line_.shifts.begin(), {0, count});
    }

    /// Trailing blanks, and the bars of the frame: the client draws one before the first line and one behind the last.
    void trim() {
        trim_end();
        if (line_.text.starts_with("| ") || line_.text == "|") {
            drop_front(line_.text == "|" ? 1 : 2);
            if (line_.text.ends_with(" |")) line_.text.resize(line_.text.size() - 2);
            trim_end();
        }
        const std::size_t first = line_.text.find_first_not_of(' ');
        if (first != std::string::npos && line_.text.substr(first) == "|") line_.text.clear();
        line_.kind = kind();
    }

    void trim_end() {
        const std::size_t last = line_.text.find_last_not_of(" \t\r\f\v");
        line_.text.resize(last == std::string::npos ? 0 : last + 1);
    }

    LineKind kind() const {
        const std::string_view text = line_.text;
        if (text.empty()) return LineKind::blank;
        if (is_border(text)) return LineKind::border;
        const std::string_view trimmed = text.substr(text.find_first_not_of(' '));
        if (trimmed.starts_with(kPrompt)) return ends_in_border(text) ? LineKind::border : LineKind::prompt;
        if (trimmed == ">" || trimmed.starts_with("> ") || trimmed.starts_with("[INFO]"))
            return ends_in_border(text) ? LineKind::border : LineKind::prompt;
        return LineKind::text;
    }

    bool no_break_spaces_;
    std::uint32_t left_out_ = 0;
    Line line_;
};

/// ` |` before the frame's bottom, where the text did not end with a line feed.
void drop_closing_bars(std::vector<Line>& lines) {
    for (std::size_t i = 0; i + 1 < lines.size(); ++i)
        if (lines[i + 1].kind == LineKind::border && lines[i].text.ends_with(" |"))
            lines[i].text.resize(lines[i].text.size() - 2);
}

/// Takes the byte order mark off; decodes what it makes certain. False: no text that can be read.
bool decode(std::string_view& bytes, std::string& storage, Flaws& flaws) {
    if (auto decoded = decode_utf16(bytes)) {
        storage = std::move(*decoded);
        bytes = storage;
        flaws.add(Severity::note, "utf-16", "", "The file is UTF-16 text; it was read all the same. UTF-8 is better.");
    } else if (bytes.starts_with("\xEF\xBB\xBF")) {
        bytes.remove_prefix(3);
        flaws.add(Severity::note, "byte-order-mark", "", "The file begins with a UTF-8 byte order mark.");
    }
    const std::string_view head = bytes.substr(0, 4096);
    if (head.find('\0') == std::string_view::npos) return true;
    flaws.add(Severity::fatal, "not-text", "byte " + std::to_string(head.find('\0')),
              "The file is no UTF-8 text: it holds a zero byte. Save the text as UTF-8.");
    return false;
}

}  // namespace

std::uint32_t Line::column(std::size_t byte) const {
    const auto after = std::upper_bound(shifts.begin(), shifts.end(), byte,
                                        [](std::size_t value, const auto& shift) { return value < shift.first; });
    const std::uint32_t shift = after == shifts.begin() ? 0 : std::prev(after)->second;
    return static_cast<std::uint32_t>(byte) + 1 + shift;
}

TextPos Lines::at(std::size_t line, std::size_t byte) const {
    return {static_cast<std::uint32_t>(line + 1), lines[line].column(byte)};
}

std::string place(TextPos at) {
    if (at.line == 0) return "";
    return "line " + std::to_string(at.line) + (at.column == 0 ? "" : ", column " + std::to_string(at.column));
}

std::string replace_bad_utf8(std::string_view bytes) {
    std::string out;
    std::size_t reach =
        16;  // grows over good text and starts again behind a bad byte, so that many of them stay linear
    while (!bytes.empty()) {
        const std::string_view window = bytes.substr(0, reach);
        const std::size_t bad = first_bad_utf8(window);
        const std::size_t good = std::min(bad, window.size());
        out.append(window.substr(0, good));
        bytes.remove_prefix(good);
        reach = bad == std::string_view::npos ? std::min<std::size_t>(reach * 2, 65536) : 16;
        if (bad == std::string_view::npos) continue;
        const std::size_t rest = std::min<std::size_t>(bytes.size(), 4);
        std::size_t length = 0;  // of the character that the window cut in two, if it is one
        for (std::size_t n = 1; n <= rest && length == 0; ++n)
            if (valid_utf8(bytes.substr(0, n))) length = n;
        if (length == 0)
            out += "\xEF\xBF\xBD";
        else
            out.append(bytes.substr(0, length));
        bytes.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

Lines clean_lines(std::string_view bytes, const Limits& limits, Flaws& flaws) {
    Lines out;
    std::string storage, repaired;
    out.readable = bytes.size() <= limits.text_bytes;
    if (!out.readable) {
        flaws.add(
            Severity::fatal, "limit", "",
            "The text has " + std::to_string(bytes.size()) + " bytes (" + limit_text(limits, "text_bytes") + ").");
        return out;
    }
    out.readable = decode(bytes, storage, flaws);
    if (!out.readable) return out;
    if (const std::size_t bad = first_bad_utf8(bytes); bad != std::string_view::npos) {
        const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
        flaws.add(Severity::partial, "not-utf-8", "line " + std::to_string(line),
                  "The text is not UTF-8 from here on; characters outside ASCII may be lost. Save it as UTF-8.");
        repaired = replace_bad_utf8(bytes);
        bytes = repaired;
    }
    LineCleaner cleaner(drawn_with_no_break_spaces(bytes));
    while (true) {
        const std::size_t end = bytes.find('\n');
        out.lines.push_back(cleaner.clean(bytes.substr(0, end)));
        if (end == std::string_view::npos) break;
        bytes.remove_prefix(end + 1);
    }
    drop_closing_bars(out.lines);
    return out;
}

}  // namespace plangrade::flink
