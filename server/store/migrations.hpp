// How a database of any earlier schema becomes one of today's.
#pragma once

#include <span>
#include <string_view>

namespace plangrade {

/// Number N of the list leads from schema N-1 to N. A row is never changed once it was released: databases out there
/// have it.
std::span<const std::string_view> migrations();

}  // namespace plangrade
