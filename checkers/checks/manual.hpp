// The reference manual and the JSON Schema of rubrics, made from the vocabulary's table.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace plangrade {

/// Markdown: every source, selector, fact, comparison and logic word with what it takes and an example.
std::string rubric_manual();

/// JSON Schema (draft 2020-12) for editors that validate rubric.yaml as it is written.
nlohmann::json rubric_schema();

}  // namespace plangrade
