// Members of JSON objects, read without trust.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace plangrade::flink {

/// The member of that name, or nullptr where there is none or `value` is no object.
inline const nlohmann::json* member(const nlohmann::json& value, const char* name) {
    if (!value.is_object()) return nullptr;
    const auto found = value.find(name);
    return found == value.end() ? nullptr : &*found;
}

/// A string member; empty where there is none.
inline std::string text_member(const nlohmann::json& value, const char* name) {
    const nlohmann::json* found = member(value, name);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

/// A whole number that fits int64; 8.0 is 8.
inline std::optional<std::int64_t> whole_number(const nlohmann::json& value) {
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        return number > INT64_MAX ? std::nullopt : std::optional(static_cast<std::int64_t>(number));
    }
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (!value.is_number_float()) return std::nullopt;
    const auto number = value.get<double>();
    if (!(std::abs(number) < 9e15) || std::trunc(number) != number) return std::nullopt;
    return static_cast<std::int64_t>(number);
}

inline std::optional<std::int64_t> number_member(const nlohmann::json& value, const char* name) {
    const nlohmann::json* found = member(value, name);
    return found == nullptr ? std::nullopt : whole_number(*found);
}

/// A member that is an array, or nullptr.
inline const nlohmann::json* array_member(const nlohmann::json& value, const char* name) {
    const nlohmann::json* found = member(value, name);
    return found != nullptr && found->is_array() ? found : nullptr;
}

}  // namespace plangrade::flink
