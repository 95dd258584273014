// The lines of a Flink text as they were printed, freed of what terminals and editors put around them.
// Source of the forms: sql-client of Flink 1.14, 1.20 and 2.3 (CliTableauResultView, CliView), measured on its output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/flaw.hpp"
#include "evidence/plan.hpp"

namespace plangrade::flink {

/// What a line is, apart from its place in a plan.
enum class LineKind {
    text,    ///< anything else
    blank,   ///< nothing but blanks
    border,  ///< `+-----+` of the sql-client's frame, also glued to a prompt
    prompt,  ///< `Flink SQL> ...`, its continuation lines `> ...`, `[INFO] ...`
};

/// One line, without its line end, colours, frame bars and trailing blanks; no-break spaces are blanks.
struct Line {
    std::string text;
    LineKind kind = LineKind::text;
    /// Where bytes were taken out: from that byte of `text` on, the original column lies so many bytes further right.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> shifts;

    /// Column in the file, from 1, of a byte of `text`.
    std::uint32_t column(std::size_t byte) const;
};

/// The lines of a text. Line number n is at index n - 1.
struct Lines {
    std::vector<Line> lines;
    bool readable = true;  ///< false: too large, or no text; said in the flaws

    TextPos at(std::size_t line, std::size_t byte) const;
};

/// "line 3, column 7", as flaws say it.
std::string place(TextPos at);

/// Splits and cleans. UTF-16 with a byte order mark is decoded; bytes that are not UTF-8 become U+FFFD; both are said,
/// as byte order marks are. Linear time.
Lines clean_lines(std::string_view bytes, const Limits& limits, Flaws& flaws);

/// The text with U+FFFD for every byte that belongs to no character. Linear time.
std::string replace_bad_utf8(std::string_view bytes);

}  // namespace plangrade::flink
