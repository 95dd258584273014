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

std::size_t leading_blanks(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
}

}  // namespace plangrade::spark::plan_text
