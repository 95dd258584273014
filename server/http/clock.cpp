#include "http/clock.hpp"

#include <array>
#include <chrono>

namespace plangrade {
namespace {

using namespace std::chrono;

struct Civil {
    year_month_day date;
    weekday day;
    hh_mm_ss<milliseconds> time;
};

Civil civil(std::int64_t ms) {
    const sys_time<milliseconds> instant{milliseconds(ms)};
    const auto day = floor<days>(instant);
    return {year_month_day(day), weekday(day), hh_mm_ss<milliseconds>(instant - day)};
}

std::string digits(std::int64_t value, std::size_t width) {
    std::string out = std::to_string(value);
    if (out.size() < width) out.insert(0, width - out.size(), '0');
    return out;
}

std::string clock_text(const Civil& at) {
    return digits(at.time.hours().count(), 2) + ":" + digits(at.time.minutes().count(), 2) + ":" +
           digits(at.time.seconds().count(), 2);
}

}  // namespace

std::int64_t now_ms() {
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::string utc_text(std::int64_t ms) {
    const Civil at = civil(ms);
    return digits(static_cast<int>(at.date.year()), 4) + "-" + digits(static_cast<unsigned>(at.date.month()), 2) + "-" +
           digits(static_cast<unsigned>(at.date.day()), 2) + "T" + clock_text(at) + "." +
           digits(at.time.subseconds().count(), 3) + "Z";
}

std::string http_date(std::int64_t ms) {
    static constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const Civil at = civil(ms);
    return std::string(kDays[at.day.c_encoding()]) + ", " + digits(static_cast<unsigned>(at.date.day()), 2) + " " +
           kMonths[static_cast<unsigned>(at.date.month()) - 1] + " " + digits(static_cast<int>(at.date.year()), 4) +
           " " + clock_text(at) + " GMT";
}

}  // namespace plangrade
