// Text from outside, made safe for one line of a log.
#pragma once

#include <string>
#include <string_view>

namespace plangrade {

/// Printable ASCII stays; '"', '\\' and every other byte become \xNN; cut after `most` bytes.
std::string log_text(std::string_view text, std::size_t most = 300);

}  // namespace plangrade
