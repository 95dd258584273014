// Numbers as a person reads them in running text; report.hpp says what counts.
#include <charconv>
#include <cmath>
#include <optional>

#include "evidence/text/report_lines.hpp"

namespace plangrade {
namespace {

constexpr std::size_t kLongest = 64;  // characters of one number; what is longer is no count

// A line's characters, full-width forms as their ASCII ones, with the byte where each stands.
struct Characters {
    std::u32string chars;
    std::vector<std::size_t> bytes;  // one more than characters
    std::vector<bool> wide;

    explicit Characters(std::string_view text) {
        for (std::size_t at = 0; at < text.size();) {
            const auto lead = static_cast<unsigned char>(text[at]);
            const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
            char32_t code = lead < 0x80 ? lead : lead & (0xFFU >> (length + 1));
            for (std::size_t next = 1; next < length && at + next < text.size(); ++next)
                code = (code << 6U) | (static_cast<unsigned char>(text[at + next]) & 0x3FU);
            const bool full = code >= 0xFF01 && code <= 0xFF5E;
            chars.push_back(full ? code - 0xFEE0 : code);
            wide.push_back(full);
            bytes.push_back(at);
            at += length;
        }
        bytes.push_back(text.size());
    }
};

bool digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}
bool ascii_letter(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}
// Letters of words that a number can be a part of; Korean and Chinese are written right beside numbers.
bool word_letter(char32_t c) {
    return ascii_letter(c) || c == U'_' || (c >= 0xC0 && c <= 0x10FF && c != 0xD7 && c != 0xF7);
}
bool word_char(char32_t c) {
    return word_letter(c) || digit(c);
}
bool blank(char32_t c) {
    return c == U' ' || c == U'\t' || c == 0xA0 || c == 0x3000;
}

class NumberReader {
  public:
    NumberReader(std::string_view text, std::uint32_t line, std::vector<ReportNumber>& into)
        : text_(text), c_(text), line_(line), into_(into) {}

    void read() {
        while (at_ < size()) {
            if (digit(c_.chars[at_]))
                number();
            else if (word_letter(c_.chars[at_]))
                word();
            else
                ++at_;
        }
    }

  private:
    std::size_t size() const { return c_.chars.size(); }
    char32_t at(std::size_t index) const { return index < size() ? c_.chars[index] : U'\0'; }
    std::size_t digits_end(std::size_t from) const {
        while (digit(at(from))) ++from;
        return from;
    }
    std::size_t word_end(std::size_t from) const {
        while (word_char(at(from))) ++from;
        return from;
    }

    // Further parts of an identifier: part-00000-8a7b, v1.202, customer_id#1
    void skip_chain() {
        while ((at(at_) == U'-' || at(at_) == U'.' || at(at_) == U'#') && word_char(at(at_ + 1)))
            at_ = word_end(at_ + 1);
    }

    void word() {
        const std::size_t from = at_;
        at_ = word_end(at_);
        if (at(at_) == U':' && at(at_ + 1) == U'/' && at(at_ + 2) == U'/') return skip_address();
        bool digits = false;
        for (std::size_t index = from; index < at_; ++index) digits = digits || digit(at(index));
        if (digits || at(at_) == U'#') return skip_chain();
        if (at(at_) == U'-' &&
            digit(at(at_ + 1))) {  // "tasks-8" has a number, "part-00000-8a7b" and "local-1796-2" have none
            const std::size_t end = digits_end(at_ + 1);
            if (word_char(at(end)) || at(end) == U'-' || (at(at_ + 1) == U'0' && end > at_ + 2)) return skip_chain();
            ++at_;
        }
    }

    void skip_address() {
        while (at_ < size() && at(at_) > U' ' && at(at_) < 0x80 && at(at_) != U')' && at(at_) != U'>' &&
               at(at_) != U'"' && at(at_) != U'|')
            ++at_;
    }

    void number() {
        const std::size_t end = digits_end(at_);
        if (end == at_ + 1 && at(at_) == U'0' && (at(end) == U'x' || at(end) == U'X') && word_char(at(end + 1))) {
            at_ = word_end(end);
            return;
        }
        for (const auto& other : {date_end(end), written_date_end(end), time_end(end)})
            if (other) {
                at_ = *other;
                return;
            }
        value(end);
    }

    // 2026-02-14, 2026/2/14, 2026.02.14 and what hangs on it (T10:30:59Z); 2026-02
    std::optional<std::size_t> date_end(std::size_t year_end) const {
        const char32_t mark = at(year_end);
        if (year_end - at_ != 4 || (mark != U'-' && mark != U'/' && mark != U'.')) return std::nullopt;
        const std::size_t month = year_end + 1;
        const std::size_t month_end = digits_end(month);
        if (!in_range(month, month_end, 1, 12)) return std::nullopt;
        if (at(month_end) == mark) {
            const std::size_t day_end = digits_end(month_end + 1);
            if (!in_range(month_end + 1, day_end, 1, 31)) return std::nullopt;
            return at(day_end) == U'T' && digit(at(day_end + 1)) ? clock_end(day_end) : day_end;
        }
        const bool century = (at(at_) == U'1' && at(at_ + 1) == U'9') || (at(at_) == U'2' && at(at_ + 1) == U'0');
        if (mark == U'-' && century && month_end == month + 2 && !word_char(at(month_end))) return month_end;
        return std::nullopt;
    }

    std::size_t clock_end(std::size_t from) const {
        while (word_char(at(from)) ||
               ((at(from) == U':' || at(from) == U'.' || at(from) == U'+') && digit(at(from + 1))))
            ++from;
        return from;
    }

    // 2026년 2월 14일, 2월 14일, 2026年2月14日
    std::optional<std::size_t> written_date_end(std::size_t end) const {
        std::size_t month = at_;
        std::size_t month_end = end;
        if (at(end) == U'년' || at(end) == U'年') {
            month = after_blanks(end + 1);
            month_end = digits_end(month);
        }
        const bool year = month != at_;
        if (!in_range(month, month_end, 1, 12) || (at(month_end) != U'월' && at(month_end) != U'月'))
            return std::nullopt;
        const std::size_t day = after_blanks(month_end + 1);
        const std::size_t day_end = digits_end(day);
        const char32_t mark = at(day_end);
        if (in_range(day, day_end, 1, 31) && (mark == U'일' || mark == U'日' || mark == U'号')) return day_end + 1;
        return year ? std::optional(month_end + 1) : std::nullopt;
    }

    // 10:30, 10:30:59.123
    std::optional<std::size_t> time_end(std::size_t end) const {
        if (!in_range(at_, end, 0, 24) || at(end) != U':') return std::nullopt;
        std::size_t minute_end = digits_end(end + 1);
        if (minute_end != end + 3 || !in_range(end + 1, minute_end, 0, 59)) return std::nullopt;
        return clock_end(minute_end);
    }

    std::size_t after_blanks(std::size_t from) const {
        while (blank(at(from))) ++from;
        return from;
    }

    bool in_range(std::size_t from, std::size_t end, unsigned least, unsigned most) const {
        if (end <= from || end - from > 2) return false;
        unsigned value = 0;
        for (; from < end; ++from) value = value * 10 + static_cast<unsigned>(at(from) - U'0');
        return value >= least && value <= most;
    }

    // 1,202 and 1_202: groups of three after one to three digits that don't begin with 0. A full-width comma parts only
    // full-width digits: in Chinese it is the comma of a list.
    std::size_t groups_end(std::size_t end) const {
        if (end - at_ > 3 || at(at_) == U'0') return end;
        const char32_t mark = at(end);
        if (mark != U',' && mark != U'_' && mark != U'\'' && mark != 0x2019) return end;
        while (at(end) == mark && digits_end(end + 1) == end + 4 &&
               (!c_.wide[end] || (c_.wide[end - 1] && c_.wide[end + 1])))
            end += 4;
        return end;
    }

    void value(std::size_t end) {
        const std::size_t from = at_;
        end = groups_end(end);
        if (at(end) == U'.' && digit(at(end + 1))) {
            end = digits_end(end + 1);
            if (at(end) == U'.' && digit(at(end + 1))) {  // a version
                at_ = word_end(end);
                return skip_chain();
            }
        }
        if (at(end) == U'e' || at(end) == U'E') {
            const std::size_t power = end + (at(end + 1) == U'+' || at(end + 1) == U'-' ? 2 : 1);
            if (digit(at(power)) && !word_char(at(digits_end(power)))) end = digits_end(power);
        }
        const std::size_t unit_end = word_end(end);
        for (std::size_t index = end; index < unit_end; ++index)
            if (digit(at(index)) || at(index) == U'_') {  // 8a7b, 2x3: an identifier
                at_ = unit_end;
                return skip_chain();
            }
        at_ = unit_end;
        add(sign_from(from), from, end);
    }

    static bool opens(char32_t c) {
        return blank(c) || std::u32string_view(U"([{=:|,;/*<>~\"'`").find(c) != std::u32string_view::npos;
    }

    // Where the number's text begins: at its minus, or at a point with no digit before it.
    std::size_t sign_from(std::size_t from) const {
        if (from == 0) return from;
        const char32_t before = at(from - 1);
        const bool free = from == 1 || opens(at(from - 2));
        const bool minus = before == 0x2212 || (before == U'-' && free);
        return minus || (before == U'.' && free) ? from - 1 : from;
    }

    void add(std::size_t begin, std::size_t from, std::size_t end) {
        if (end - begin > kLongest) return;
        std::string ascii;
        if (begin != from) ascii = at(begin) == U'.' ? "0." : "-";
        for (std::size_t index = from; index < end; ++index) {
            const char32_t c = at(index);
            if (digit(c) || c == U'.' || c == U'e' || c == U'E' || c == U'-') ascii.push_back(static_cast<char>(c));
        }
        ReportNumber number;
        const auto [stop, error] = std::from_chars(ascii.data(), ascii.data() + ascii.size(), number.value);
        if (error != std::errc() || stop != ascii.data() + ascii.size()) return;
        number.text = text_.substr(c_.bytes[begin], c_.bytes[end] - c_.bytes[begin]);
        number.integer = std::floor(number.value) == number.value;
        number.line = line_;
        into_.push_back(std::move(number));
    }

    std::string_view text_;
    Characters c_;
    std::uint32_t line_;
    std::vector<ReportNumber>& into_;
    std::size_t at_ = 0;
};

bool may_hold_digit(std::string_view text) {
    return text.find_first_of("0123456789\xEF") != std::string_view::npos;  // full-width digits begin with EF
}

}  // namespace

void read_numbers(std::string_view line, std::uint32_t number, std::vector<ReportNumber>& into) {
    if (may_hold_digit(line)) NumberReader(line, number, into).read();
}

}  // namespace plangrade
