// The day that a text begins with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plangrade {

/// A day of the calendar as year * 10000 + month * 100 + day; 0: none.
struct DatePrefix {
    std::uint32_t number = 0;
    explicit operator bool() const { return number != 0; }
    bool operator<(const DatePrefix& other) const { return number < other.number; }
    std::string text() const;  ///< "yyyy-MM-dd"
};

/// What Spark's cast to DATE makes of "yyyy-[M]M-[d]d", alone or followed by a blank or 'T' and anything
/// (DateTimeUtils.stringToDate, Spark 3.5), and blanks around it. None for other texts and for days that the calendar
/// does not have. Its further forms (yyyy, yyyy-[M]M, signed years) are not read.
DatePrefix date_prefix(std::string_view text);

}  // namespace plangrade
