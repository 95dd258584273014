#include "evidence/spark/plan_text_lines.hpp"

#include <algorithm>

namespace plangrade::spark::plan_text {

Lines::Lines(std::string_view text) : rest_(text) {
    if (text.starts_with("\xEF\xBB\xBF")) {
        mark_ = 3;
        rest_.remove_prefix(3);
    }
}

std::optional<Line> Lines::next() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    Line line{rest_.substr(0, end), ++number_, 1};
    if (end < rest_.size()) {
        const bool carriage = rest_[end] == '\r';
        carriage_returns_ = carriage_returns_ || carriage;
        rest_.remove_prefix(end + (carriage && rest_.substr(end, 2) == "\r\n" ? 2 : 1));
    } else {
        rest_ = {};
    }
    if (number_ == 1) line.column += static_cast<std::uint32_t>(mark_);
    line.text = line.text.substr(0, line.text.find_last_not_of(" \t") + 1);
    const std::size_t blanks = std::min(leading_blanks(line.text), indent_);
    line.text.remove_prefix(blanks);
    line.column += static_cast<std::uint32_t>(blanks);
    return line;
}

std::optional<std::string_view> heading(std::string_view line) {
    constexpr std::string_view kOpen = "== ";
    constexpr std::string_view kClose = " ==";
    if (line.size() <= kOpen.size() + kClose.size() || !line.starts_with(kOpen) || !line.ends_with(kClose))
        return std::nullopt;
    return line.substr(kOpen.size(), line.size() - kOpen.size() - kClose.size());
}

namespace {

// Length of the UTF-8 character at the front (Unicode 15, table 3-7), or 0.
std::size_t character_size(std::string_view text) {
    const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4) return 0;
    const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (byte(1) < low || byte(1) > high) return 0;
    for (std::size_t i = 2; i < size; ++i)
        if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
    return size;
}

}  // namespace

std::string with_valid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        if (size == 0) {
            out += "\xEF\xBF\xBD";
        } else {
            out += text.substr(0, size);
        }
        text.remove_prefix(size == 0 ? 1 : size);
    }
    return out;
}

std::size_t leading_blanks(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
}

}  // namespace plangrade::spark::plan_text
