// The target of a request -> the segments of its path, each decoded once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plangrade::http {

struct Target {
    std::vector<std::string> segments;                                    ///< "/a/b%20c" -> {"a", "b c"}; "/" -> {}
    std::vector<std::pair<std::string, std::string>> query;               ///< decoded names and values, in their order
    std::optional<std::string> query_value(std::string_view name) const;  ///< the first of that name
};

/// Nothing where the target is no origin-form (RFC 9112, 3.2.1) or a segment would not stay one: after decoding it
/// holds '/', '\', a control character, or is ".", ".." or empty. Nothing is normalised: what is odd is refused.
std::optional<Target> parse_target(std::string_view target);

}  // namespace plangrade::http
