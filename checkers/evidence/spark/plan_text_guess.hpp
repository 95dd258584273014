// What a text without a plan's heading looks like, for the message that says so.
#pragma once

#include <string>
#include <string_view>

namespace plangrade::spark::plan_text {

/// "it is empty", "it looks like JSON", "it is a plan of Flink": a clause.
std::string looks_like(std::string_view text);

/// A line that a shell, a notebook or a logger adds to a plan that was copied off a screen.
bool is_shell_line(std::string_view line);

}  // namespace plangrade::spark::plan_text
