// One check: evaluate its value, apply its comparison, and say what was found.
#pragma once

#include "checks/context.hpp"

namespace plangrade {

/// Result of a check by itself: without points, gates and needs.
CheckResult grade_check(Context& context, const Check& check, std::vector<std::string>& notes);

/// Where a value was looked for: "out/pushdown.json, /pushed_filters/3".
std::string place_of(const From& from, const std::string& below);

}  // namespace plangrade
