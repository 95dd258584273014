// An HTTP answer's head in front of its body, as `curl -i` prints it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "evidence/flaw.hpp"

namespace plangrade::flink {

/// The text with blanks for its head, from "HTTP/" up to the blank line, so that lines keep their numbers; a note
/// "http-head" says so. None where the text begins otherwise or the head has no end. Linear time.
std::optional<std::string> without_http_head(std::string_view text, Flaws& flaws);

}  // namespace plangrade::flink
