#include "facts/table/date_prefix.hpp"

namespace plangrade {
namespace {

// Digits from `at` on, at least `least` and at most `most`; false where there are fewer.
bool take_number(std::string_view text, std::size_t& at, std::size_t least, std::size_t most, std::uint32_t& value) {
    const std::size_t from = at;
    value = 0;
    while (at < text.size() && at - from < most && text[at] >= '0' && text[at] <= '9')
        value = value * 10 + static_cast<std::uint32_t>(text[at++] - '0');
    return at - from >= least;
}

std::uint32_t days_of(std::uint32_t year, std::uint32_t month) {
    if (month == 2) return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

}  // namespace

DatePrefix date_prefix(std::string_view text) {
    while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    std::size_t at = 0;
    std::uint32_t year = 0;
    std::uint32_t month = 0;
    std::uint32_t day = 0;
    if (!take_number(text, at, 4, 4, year) || at >= text.size() || text[at++] != '-') return {};
    if (!take_number(text, at, 1, 2, month) || at >= text.size() || text[at++] != '-') return {};
    if (!take_number(text, at, 1, 2, day)) return {};
    if (at < text.size() && text[at] != ' ' && text[at] != 'T') return {};
    if (month < 1 || month > 12 || day < 1 || day > days_of(year, month)) return {};
    return {year * 10000 + month * 100 + day};
}

std::string DatePrefix::text() const {
    std::string digits = std::to_string(number);
    digits.insert(0, 8 - digits.size(), '0');
    return digits.substr(0, 4) + "-" + digits.substr(4, 2) + "-" + digits.substr(6, 2);
}

}  // namespace plangrade
