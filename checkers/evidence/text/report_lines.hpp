// A Markdown text as lines that a person reads: markup removed, each with its line in the source. Inner part of the
// report reader.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/text/report.hpp"

namespace plangrade {

enum class LineKind { heading, text, code, html };

/// One line of a block, in document order. Text is NFC.
struct ReportLine {
    LineKind kind = LineKind::text;
    std::uint32_t line = 0;       ///< from 1
    std::uint32_t last_line = 0;  ///< headings: their last source line
    int level = 0;                ///< headings
    bool begins_block = false;
    bool nested = false;  ///< inside a list or a quotation
    bool fenced = false;  ///< code: in a fence, not indented
    bool bold = false;    ///< the block is one line, all of it strong or emphasised
    std::string text;
};

/// What the report's blocks are. `rows` are the tables' rows, found in the blocks' source lines.
struct ReportLines {
    std::vector<ReportLine> lines;
    std::vector<ReportTableRow> rows;
    std::size_t cells = 0;  ///< of all rows
    bool too_many_cells = false;
};

/// The lines of a source, without their ends (LF, CRLF, CR).
std::vector<std::string_view> source_lines(std::string_view text);

ReportLines read_lines(std::string_view text, const std::vector<std::string_view>& source);

/// Markup removed from the inline text of one table cell.
std::string plain_inline(std::string_view markdown);

/// Adds the rows among source lines `first` to `last` (from 1). `code`: they are lines of a code fence.
void read_table_rows(const std::vector<std::string_view>& source, std::uint32_t first, std::uint32_t last, bool code,
                     ReportLines& into);

/// The numbers of one line.
void read_numbers(std::string_view line, std::uint32_t number, std::vector<ReportNumber>& into);

/// Cuts blanks of all kinds (also U+00A0, U+3000, U+200B, U+FEFF) at both ends.
std::string_view trim_blanks(std::string_view text);

/// What looks like a heading among the lines and is none that begins a section.
std::vector<NearHeading> find_near_headings(const std::vector<ReportLine>& lines);

}  // namespace plangrade
