// Flink escapes the descriptions in its REST answers as HTML 4 (StringEscapeUtils.escapeHtml4 in JsonPlanGenerator).
#pragma once

#include <string>
#include <string_view>

namespace plangrade::flink {

/// Named and numeric references as characters; what is no reference stays as it is. Linear time.
std::string unescape_html(std::string_view text);

}  // namespace plangrade::flink
