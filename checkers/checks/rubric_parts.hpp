// Steps and checks of a rubric, read from their YAML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checks/rubric.hpp"

namespace plangrade {

/// Keys that a map has but may not have become problems.
void check_keys(const Node& map, const std::vector<std::string_view>& allowed, std::vector<RubricProblem>& problems);

/// A text, or the text of a language out of {en: ..., ko: ...}; English where the language has none.
std::string localized(const Node* node, const std::string& language, std::vector<RubricProblem>& problems);

/// One step with its checks; `for` is unrolled, `when` on parameters decided.
Step read_step(const Node& node, const nlohmann::json& params, const std::string& language,
               std::vector<RubricProblem>& problems);

}  // namespace plangrade
