// JSON that a student wrote: strict, and every flaw named with its line, column and pointer.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "evidence/flaw.hpp"
#include "evidence/tree.hpp"

namespace plangrade {

/// The document, or none where it can't be read; duplicates, NaN, depth, encodings and byte order marks are flaws with their place.
/// Integers that a JSON number can't hold exactly (beyond 2^53 as doubles) are kept as int64/uint64 where they fit.
struct JsonDocument {
    std::optional<nlohmann::json> value;
    std::vector<Flaw> flaws;  ///< notes (a UTF-8 byte order mark) or one fatal flaw
};

JsonDocument parse_strict_json(std::string_view bytes, const Limits& limits);
JsonDocument read_strict_json(const TreeFile& file, const Limits& limits);

}  // namespace plangrade
