// Comparing two JSON values as a fair grader does, and naming the first place where they differ.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace plangrade {

struct CompareOptions {
    double within = 0;             ///< numbers may differ by this much
    bool as_set = false;           ///< lists are compared without order and repeats
    bool as_fields = false;        ///< objects: only the expected one's fields count
    bool numeric_strings = false;  ///< where a number is expected, a text that is one will do
    bool renumber_ids = false;     ///< #ids in texts are renumbered by first appearance on both sides
};

/// The first difference. `actual` and `expected` are the parts that differ, null where one side has none.
struct Difference {
    std::string pointer;  ///< JSON pointer from the compared value: "/3", or "" (the value itself)
    nlohmann::json actual;
    nlohmann::json expected;
    bool type = false;       ///< they are of different types
    std::size_t column = 0;  ///< texts: first byte that differs
    std::string kind;        ///< "value", "type", "missing" (not in actual), "extra" (not in expected), "length"
};

/// Numbers are numbers: 8.0 equals 8; "8" does not. Texts are verbatim. None: equal.
std::optional<Difference> first_difference(const nlohmann::json& actual, const nlohmann::json& expected,
                                           const CompareOptions& options = {});

/// Reads a text that is a number and nothing else: "8" -> 8, "0.5" -> 0.5. False for anything else.
bool read_number(const nlohmann::json& data, nlohmann::json& out);

/// A number without a fraction as an integer, where 64 bits hold it; else as it is.
nlohmann::json whole_number(double value);

/// ASCII letters small, all else as it is.
std::string lower_ascii(std::string_view text);

/// Offset of the first byte in which two texts differ (at the start of a UTF-8 character).
std::size_t first_different_byte(std::string_view a, std::string_view b);

}  // namespace plangrade
