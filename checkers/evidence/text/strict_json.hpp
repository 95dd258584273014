// JSON that a student wrote: strict, and every flaw named with its line, column and pointer.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "evidence/flaw.hpp"
#include "evidence/tree.hpp"

namespace plangrade {

/// The document, or none where it can't be read: then the one fatal flaw has its "line L, column C" (from 1; columns
/// count characters) and one sentence. Codes: "empty", "encoding", "too-large", "too-deep", "too-many-items",
/// "duplicate-key", "not-a-number" (NaN, Infinity), "number-too-large" (1e999, integers beyond 64 bits: never rounded
/// silently), "number-form" (01, +1, .5, 0x10), "trailing-comma", "missing-comma", "missing-colon", "single-quotes",
/// "comment", "python-value" (True, None), "unquoted", "control-character", "bad-escape", "unclosed",
/// "several-documents", "trailing-text", "unexpected-text".
struct JsonDocument {
    std::optional<nlohmann::json>
        value;                ///< integers exact as int64 or uint64; numbers with a point or an exponent are doubles
    std::vector<Flaw> flaws;  ///< notes (a UTF-8 byte order mark) or one fatal flaw
    /// JSON pointer -> line of its value, for messages; the first kMostJsonLines values of the document.
    std::map<std::string, std::uint32_t> lines;
};
inline constexpr std::size_t kMostJsonLines = 10'000;

JsonDocument parse_strict_json(std::string_view bytes, const Limits& limits);
JsonDocument read_strict_json(const TreeFile& file, const Limits& limits);

}  // namespace plangrade
