#include "facts/table/number_form.hpp"

#include <charconv>
#include <cstdint>

namespace plangrade {
namespace {

std::string_view take_digits(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    const std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    return digits;
}

// e5, E-3, or nothing
bool take_exponent(std::string_view& text, std::int64_t& exponent) {
    if (text.empty()) return true;
    if (text.front() != 'e' && text.front() != 'E') return false;
    text.remove_prefix(1);
    const bool minus = text.starts_with('-');
    if (minus || text.starts_with('+')) text.remove_prefix(1);
    const std::string_view digits = take_digits(text);
    if (digits.empty() || digits.size() > 9 || !text.empty()) return false;
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (minus) exponent = -exponent;
    return true;
}

}  // namespace

bool number_form(std::string_view text, std::string& form) {
    const bool minus = text.starts_with('-');
    if (minus || text.starts_with('+')) text.remove_prefix(1);
    const std::string_view whole = take_digits(text);
    std::string_view fraction;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = take_digits(text);
    }
    std::int64_t exponent = 0;
    if ((whole.empty() && fraction.empty()) || !take_exponent(text, exponent)) return false;
    std::string digits(whole);
    digits.append(fraction);
    exponent -= static_cast<std::int64_t>(fraction.size());
    const std::size_t last = digits.find_last_not_of('0');
    if (last == std::string::npos) {
        form = "0";
        return true;
    }
    exponent += static_cast<std::int64_t>(digits.size() - last - 1);
    digits.resize(last + 1);
    digits.erase(0, digits.find_first_not_of('0'));
    form = (minus ? "-" : "") + digits + "e" + std::to_string(exponent);
    return true;
}

}  // namespace plangrade
