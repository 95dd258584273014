#include "checks/compare.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "facts/plan/items.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

/// Two numbers agree where they are the same number, however it was written.
bool same_number(const json& a, const json& b, double within) {
    if (a.is_number_integer() && b.is_number_integer() && within == 0) {
        // signed and unsigned integers compare by value in nlohmann's operator
        return a == b;
    }
    const double difference = std::fabs(a.get<double>() - b.get<double>());
    // A hair above the bound: 0.62 against 0.63 within 0.01 is within.
    return difference <= within * (1 + 1e-9) + (within > 0 ? 1e-12 : 0);
}

bool same_text(const std::string& a, const std::string& b, const CompareOptions& options) {
    if (a == b) return true;
    return options.renumber_ids && renumber_ids(a) == renumber_ids(b);
}

Difference make(std::string pointer, const json& actual, const json& expected, std::string kind) {
    Difference out;
    out.pointer = std::move(pointer);
    out.actual = actual;
    out.expected = expected;
    out.type = kind == "type";
    out.kind = std::move(kind);
    if (actual.is_string() && expected.is_string())
        out.column = first_different_byte(actual.get_ref<const std::string&>(), expected.get_ref<const std::string&>());
    return out;
}

std::string escaped(const std::string& key) {
    std::string out;
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

std::optional<Difference> diff(const json& actual, const json& expected, const CompareOptions& options,
                               const std::string& pointer);

std::optional<Difference> diff_sets(const json& actual, const json& expected, const CompareOptions& options,
                                    const std::string& pointer) {
    const auto has = [&](const json& list, const json& item) {
        return std::any_of(list.begin(), list.end(),
                           [&](const json& other) { return !diff(other, item, options, ""); });
    };
    for (std::size_t i = 0; i < actual.size(); ++i)
        if (!has(expected, actual[i])) return make(pointer + "/" + std::to_string(i), actual[i], nullptr, "extra");
    for (const json& item : expected)
        if (!has(actual, item)) return make(pointer, nullptr, item, "missing");
    return std::nullopt;
}

std::optional<Difference> diff_lists(const json& actual, const json& expected, const CompareOptions& options,
                                     const std::string& pointer) {
    const std::size_t common = std::min(actual.size(), expected.size());
    for (std::size_t i = 0; i < common; ++i)
        if (auto found = diff(actual[i], expected[i], options, pointer + "/" + std::to_string(i))) return found;
    if (actual.size() > common) return make(pointer + "/" + std::to_string(common), actual[common], nullptr, "extra");
    if (expected.size() > common)
        return make(pointer + "/" + std::to_string(common), nullptr, expected[common], "missing");
    return std::nullopt;
}

std::optional<Difference> diff_objects(const json& actual, const json& expected, const CompareOptions& options,
                                       const std::string& pointer) {
    for (const auto& [key, value] : expected.items()) {
        const std::string at = pointer + "/" + escaped(key);
        if (!actual.contains(key)) {
            if (options.as_fields && value.is_null()) continue;  // nothing is asked for, nothing is said
            return make(at, nullptr, value, "missing");
        }
        if (auto found = diff(actual.at(key), value, options, at)) return found;
    }
    if (options.as_fields) return std::nullopt;
    for (const auto& [key, value] : actual.items())
        if (!expected.contains(key)) return make(pointer + "/" + escaped(key), value, nullptr, "extra");
    return std::nullopt;
}

std::optional<Difference> diff(const json& actual, const json& expected, const CompareOptions& options,
                               const std::string& pointer) {
    if (actual.is_number() && expected.is_number()) {
        if (same_number(actual, expected, options.within)) return std::nullopt;
        return make(pointer, actual, expected, "value");
    }
    if (actual.is_string() && expected.is_string()) {
        if (same_text(actual.get_ref<const std::string&>(), expected.get_ref<const std::string&>(), options))
            return std::nullopt;
        return make(pointer, actual, expected, "value");
    }
    if (options.numeric_strings && actual.is_string() && expected.is_number()) {
        json number;
        if (read_number(actual, number)) return diff(number, expected, options, pointer);
    }
    if (actual.type() != expected.type()) return make(pointer, actual, expected, "type");
    if (actual.is_array())
        return options.as_set ? diff_sets(actual, expected, options, pointer)
                              : diff_lists(actual, expected, options, pointer);
    if (actual.is_object()) return diff_objects(actual, expected, options, pointer);
    if (actual == expected) return std::nullopt;
    return make(pointer, actual, expected, "value");
}

}  // namespace

bool read_number(const json& data, json& out) {
    if (!data.is_string()) return false;
    const auto& text = data.get_ref<const std::string&>();
    std::int64_t integer = 0;
    const char* end = text.data() + text.size();
    if (const auto [stop, error] = std::from_chars(text.data(), end, integer);
        error == std::errc() && stop == end && !text.empty()) {
        out = integer;
        return true;
    }
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || text.empty() || !std::isfinite(number)) return false;
    out = number;
    return true;
}

json whole_number(double value) {
    constexpr double kMost = 9e15;  // beyond it doubles skip integers
    if (std::fabs(value) > kMost || value != std::floor(value)) return value;
    return static_cast<std::int64_t>(value);
}

std::string lower_ascii(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

std::size_t first_different_byte(std::string_view a, std::string_view b) {
    std::size_t at = 0;
    while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
    const auto continues = [](std::string_view text, std::size_t i) {
        return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    };
    while (at > 0 && (continues(a, at) || continues(b, at))) --at;
    return at;
}

std::optional<Difference> first_difference(const json& actual, const json& expected, const CompareOptions& options) {
    return diff(actual, expected, options, "");
}

}  // namespace plangrade
