// Times as the store and HTTP write them. Stamps are UTC from the system's clock; timeouts use the steady clock
// elsewhere.
#pragma once

#include <cstdint>
#include <string>

namespace plangrade {

std::int64_t now_ms();                   ///< milliseconds since 1970-01-01T00:00:00Z
std::string utc_text(std::int64_t ms);   ///< "2026-02-14T09:30:00.125Z" (RFC 3339)
std::string http_date(std::int64_t ms);  ///< "Sat, 14 Feb 2026 09:30:00 GMT" (RFC 9110, 5.6.7)

}  // namespace plangrade
