// A code and its arguments in words. Every message a verdict can hold stands in one table (messages_en.cpp), so that
// other languages render the same code and arguments.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace plangrade {

/// One message. In `text`, {name} is an argument; [name|words] stands only where the argument is there and not empty;
/// [!name|words] only where it is not.
struct Message {
    std::string_view code;
    std::string_view text;
};

std::span<const Message> english_messages();

/// The message of a code; a code without one comes back as itself (a test sees to it that there is none).
std::string render(std::string_view code, const nlohmann::json& args);

/// Fills a template: see Message. Values: texts as they are, lists as "a, b and c", numbers in digits.
std::string fill(std::string_view text, const nlohmann::json& args);

/// A text of the student's as one line that can't be taken for another: line feeds and tabs as \n and \t, other control
/// characters as ?, marks that turn the writing direction as U+FFFD.
std::string in_one_line(std::string_view text);

/// A value as a message shows it: texts in quotes where `quote`, long ones cut in the middle with their length said.
std::string shown(const nlohmann::json& value, bool quote = true, std::size_t most = 160);

/// Two texts one above the other, both cut alike around their first difference, and a line that points at it.
/// {"left", "right", "pointer": "      ^"}; the pointer counts columns as a terminal shows them (wide characters are
/// two).
struct SideBySide {
    std::string left, right, mark;
};
SideBySide side_by_side(const std::string& left, const std::string& right, std::size_t column);

}  // namespace plangrade
