#include "evidence/text/csv_fields.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace plangrade {
namespace {

// Bytes that end a field outside quotes, and bytes to look at inside quotes.
struct Stops {
    std::array<bool, 256> plain{};
    std::array<bool, 256> quoted{};
    constexpr Stops() {
        for (const char stop : {',', '\n', '\r'}) plain[static_cast<unsigned char>(stop)] = true;
        for (const char stop : {'"', '\\', '\n'}) quoted[static_cast<unsigned char>(stop)] = true;
    }
};
constexpr Stops kStops;

// A bit at the lowest byte of `word` that equals `stop` (and perhaps at higher ones).
constexpr std::uint64_t equal_bytes(std::uint64_t word, unsigned char stop) {
    constexpr std::uint64_t ones = 0x0101010101010101U;
    const std::uint64_t zero_where_equal = word ^ (ones * stop);
    return (zero_where_equal - ones) & ~zero_where_equal & (ones << 7U);
}

// The first comma or line end from `at` on, or `end`: eight bytes at once, since most of a table's time goes here.
char* find_plain_stop(char* at, char* end) {
    if constexpr (std::endian::native == std::endian::little) {
        while (end - at >= 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, at, sizeof word);
            const std::uint64_t stops = equal_bytes(word, ',') | equal_bytes(word, '\n') | equal_bytes(word, '\r');
            if (stops != 0) return at + std::countr_zero(stops) / 8;
            at += 8;
        }
    }
    while (at != end && !kStops.plain[static_cast<unsigned char>(*at)]) ++at;
    return at;
}

}  // namespace

bool CsvFields::next_row(std::vector<Cell>& into, std::size_t most) {
    lines_in_row_ = 0;
    std::size_t count = 0;
    bool more = true;
    blank_row_ = false;
    while (more) {
        Cell cell;
        const bool quoted = at_ != end_ && *at_ == '"';
        if (quoted) {
            if (!quoted_field(cell)) return false;
        } else {
            plain_field(cell);
        }
        if (++count <= most) into.push_back(cell);
        more = end_of_field();
        if (count == 1 && !more && !quoted) blank_row_ = cell.text.find_first_not_of(" \t") == std::string_view::npos;
    }
    line_ += lines_in_row_;
    return true;
}

bool CsvFields::end_of_field() {
    if (at_ == end_) return false;
    const char stop = *at_++;
    if (stop == ',') return true;
    if (stop == '\r' && at_ != end_ && *at_ == '\n') ++at_;
    ++lines_in_row_;
    return false;
}

void CsvFields::plain_field(Cell& cell) {
    const char* from = at_;
    at_ = find_plain_stop(at_, end_);
    cell.text = {from, static_cast<std::size_t>(at_ - from)};
    cell.null = cell.text.empty();
}

bool CsvFields::quoted_field(Cell& cell) {
    char* const open = at_;
    char* at = at_ + 1;
    const bool backslash = dialect_ != CsvDialect::rfc4180;
    bool escapes = false;
    while (true) {
        while (at != end_ && !kStops.quoted[static_cast<unsigned char>(*at)]) ++at;
        if (at == end_) {
            at_ = end_;
            return false;
        }
        const char stop = *at++;
        if (stop == '\n') {
            ++lines_in_row_;
        } else if (stop == '\\') {
            if (backslash && at != end_ && (*at == '"' || *at == '\\')) {
                escapes = true;
                ++at;
            }
        } else if (at != end_ && *at == '"') {
            escapes = true;
            ++at;
        } else {
            break;
        }
    }
    char* const close = at - 1;
    while (at != end_ && (*at == ' ' || *at == '\t'))
        ++at;  // blanks after the closing quote don't count (univocity 2.9)
    at_ = at;
    if (at != end_ && !kStops.plain[static_cast<unsigned char>(*at)]) {
        stray_field(cell, open);
        return true;
    }
    cell.text = {open + 1, static_cast<std::size_t>(close - open - 1)};
    if (escapes) unescape(cell);
    cell.null = cell.text.empty() && dialect_ == CsvDialect::spark_given;
    return true;
}

// "abc"def: as Spark reads it (unescapedQuoteHandling STOP_AT_DELIMITER), the text up to the next comma or line end as
// it stands.
void CsvFields::stray_field(Cell& cell, char* from) {
    if (stray_++ == 0) first_stray_ = line_ + lines_in_row_;
    while (at_ != end_ && !kStops.plain[static_cast<unsigned char>(*at_)]) ++at_;
    cell.text = {from, static_cast<std::size_t>(at_ - from)};
}

void CsvFields::unescape(Cell& cell) const {
    char* const begin = begin_ + (cell.text.data() - begin_);
    const char* from = begin;
    const char* const end = begin + cell.text.size();
    char* into = begin;
    const bool backslash = dialect_ != CsvDialect::rfc4180;
    while (from != end) {
        const bool escape = from + 1 != end && ((*from == '"' && from[1] == '"') ||
                                                (backslash && *from == '\\' && (from[1] == '"' || from[1] == '\\')));
        if (escape) ++from;
        *into++ = *from++;
    }
    cell.text = {begin, static_cast<std::size_t>(into - begin)};
}

bool CsvFields::only_line_ends_follow() const {
    return std::all_of(at_, end_, [](char c) { return c == '\n' || c == '\r'; });
}

}  // namespace plangrade
