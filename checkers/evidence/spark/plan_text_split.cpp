#include "evidence/spark/plan_text_split.hpp"

namespace plangrade::spark::plan_text {
namespace {

constexpr std::string_view kOpening = "([{";
constexpr std::string_view kClosing = ")]}";

// "... 5 more fields", "... 2 entries", "... 120 more characters"
bool leaves_out(std::string_view value) {
    for (std::size_t at = value.find("... "); at != std::string_view::npos; at = value.find("... ", at + 1)) {
        std::size_t digits = at + 4;
        while (digits < value.size() && value[digits] >= '0' && value[digits] <= '9') ++digits;
        if (digits == at + 4) continue;
        const std::string_view tail = value.substr(digits);
        if (tail.starts_with(" more fields") || tail.starts_with(" entries") || tail.starts_with(" more characters"))
            return true;
    }
    return false;
}

}  // namespace

void Brackets::feed(char c) {
    if (kOpening.find(c) != std::string_view::npos) {
        open_.push_back(c);
        ++counts_[kOpening.find(c)];
        return;
    }
    const std::size_t kind = kClosing.find(c);
    if (kind == std::string_view::npos || counts_[kind] == 0) return;
    for (bool found = false; !found;) {
        const char top = open_.back();
        open_.pop_back();
        --counts_[kOpening.find(top)];
        found = top == kOpening[kind];
    }
}

std::size_t closing_bracket(std::string_view text, std::size_t open) {
    Brackets brackets;
    for (std::size_t i = open; i < text.size(); ++i) {
        brackets.feed(text[i]);
        if (brackets.balanced()) return i;
    }
    return std::string_view::npos;
}

std::vector<std::string_view> split_arguments(std::string_view text) {
    std::vector<std::string_view> parts;
    Brackets brackets;
    std::size_t start = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ',' && brackets.balanced() && text.substr(i, 2) == ", ") {
            parts.push_back(text.substr(start, i - start));
            start = i + 2;
        }
        brackets.feed(text[i]);
    }
    if (start < text.size()) parts.push_back(text.substr(start));
    return parts;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t from = text.find_first_not_of(kBlank);
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(kBlank) - from + 1);
}

bool is_cut(std::string_view value) {
    return value.ends_with("...") || value.ends_with(", ...]") || leaves_out(value) ||
           value.find("*********(redacted)") != std::string_view::npos;
}

}  // namespace plangrade::spark::plan_text
