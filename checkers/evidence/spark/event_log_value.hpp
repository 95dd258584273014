// Values of an event, as lenient as the versions of Spark are different: a number may be written as a string, a member
// may be absent.
#pragma once

#include <simdjson.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plangrade::spark {

using Json = simdjson::dom::element;

/// The member of that name (the first, should a key stand twice); none where there is no such member or `json` is no
/// object.
inline std::optional<Json> member(const Json& json, std::string_view key) {
    Json found;
    if (json.type() != simdjson::dom::element_type::OBJECT) return std::nullopt;
    if (json.at_key(key).get(found) != simdjson::SUCCESS) return std::nullopt;
    return found;
}

inline std::optional<Json> member(const std::optional<Json>& json, std::string_view key) {
    return json ? member(*json, key) : std::nullopt;
}

inline std::optional<std::string_view> text(const std::optional<Json>& json) {
    std::string_view out;
    if (!json || json->get(out) != simdjson::SUCCESS) return std::nullopt;
    return out;
}

inline std::optional<std::int64_t> integer_of_digits(std::string_view digits) {
    std::int64_t out = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return out;
}

/// An integer, or a string of digits: accumulators' values are strings in old logs, and SQL metrics' in all.
inline std::optional<std::int64_t> integer(const std::optional<Json>& json) {
    std::int64_t out = 0;
    if (!json) return std::nullopt;
    if (json->get(out) == simdjson::SUCCESS) return out;
    const auto digits = text(json);
    return digits ? integer_of_digits(*digits) : std::nullopt;
}

inline bool is_true(const std::optional<Json>& json) {
    bool out = false;
    return json && json->get(out) == simdjson::SUCCESS && out;
}

/// Calls f(element) for each element of an array; nothing for other values.
template <typename F>
void each(const std::optional<Json>& json, F&& f) {
    simdjson::dom::array array;
    if (!json || json->get(array) != simdjson::SUCCESS) return;
    for (const Json element : array) f(element);
}

/// Calls f(key, value) for each member of an object; nothing for other values.
template <typename F>
void each_member(const std::optional<Json>& json, F&& f) {
    simdjson::dom::object object;
    if (!json || json->get(object) != simdjson::SUCCESS) return;
    for (const auto& field : object) f(field.key, field.value);
}

}  // namespace plangrade::spark
