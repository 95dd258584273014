// What the readers see in any artifact: the JSON of `plangrade evidence`.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "evidence/tree.hpp"
#include "limits.hpp"

namespace plangrade {

/// One object per artifact of the tree, sorted by path: {"artifact", "kind", "flaws": [...], ...facts}. Event logs and
/// folders of part files are one artifact each. Files of no known kind are listed with kind "unknown".
nlohmann::json describe(const Tree& tree, const Limits& limits);

}  // namespace plangrade
