// A verdict for people and for programs.
#pragma once

#include <string>

#include "verdict.hpp"

namespace plangrade {

std::string format_text(const Verdict& verdict);      ///< for a terminal, at most about 120 columns
std::string format_junit(const Verdict& verdict);     ///< JUnit XML, in the order that strict readers want
std::string format_markdown(const Verdict& verdict);  ///< GitHub-flavoured, nothing of the submission can become markup

/// "pass" -> "✓", "fail" -> "✗", "error" -> "?", "skipped" -> "-"
const char* mark_of(Status status);

}  // namespace plangrade
