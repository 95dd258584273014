// report.md as evidence: sections by heading, and the whole numbers in them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flaw.hpp"
#include "evidence/tree.hpp"

namespace plangrade {

/// A number as a person reads it: 1,202 and full-width １２０２ and 1202건 and 1202rows and **1202** are 1202;
/// 12020, 3.1202, 0x1202, v1202 and 1202.5 are not. 1,202.50 is 1202.5, 87.5% is 87.5, -5 is -5, 1_202 and 1'202 are
/// 1202, "1 202" is 1 and 202, 1.202 is 1.202. Not read as numbers: dates (2026-02-14, 2026/02/14, 2026.02.14, 2026년
/// 2월 14일), times of day (10:30, 10:30:59), versions with two points or more (3.5.7), words that begin with a letter
/// (v1202, part_00001, order_date#21), hexadecimal, addresses (http://...).
struct ReportNumber {
    std::string text;        ///< as it stands in the report, without its unit
    double value = 0;        ///< exact for integers up to 2^53
    bool integer = false;    ///< no fraction: 8 and 8.0
    std::uint32_t line = 0;  ///< from 1
};

/// A row of a Markdown table (pipe table): its cells, trimmed, markup removed, NFC. The row of dashes is left out. A
/// line is a row where it begins with
/// '|' or belongs to a paragraph with a row of dashes; inside a code fence where it begins and ends with '|'.
struct ReportTableRow {
    std::vector<std::string> cells;
    std::uint32_t line = 0;
};

struct ReportSection {
    std::string title;            ///< heading text, NFC, trimmed, markup removed
    int level = 0;                ///< 1 to 6
    std::uint32_t line = 0;       ///< of the heading
    std::uint32_t last_line = 0;  ///< last line that belongs to it (sections of deeper levels included)
    std::string text;  ///< body as plain text, NFC, code fences included, deeper sections with their headings included
    std::vector<ReportNumber> numbers;  ///< of the body, deeper sections included; not of headings
    std::vector<ReportTableRow> table_rows;
};

/// Something that looks like a heading and is none, or none that begins a section.
struct NearHeading {
    std::uint32_t line = 0;
    int level = 0;       ///< that it seems to be meant for; 0: unknown (a bold line)
    std::string title;   ///< what its title would be, NFC, trimmed
    std::string text;    ///< the line as it stands, trimmed
    std::string reason;  ///< "has no blank after ##", "stands in a code fence", "is a bold line", "stands in a list or
                         ///< quotation"
};

struct Report {
    std::vector<ReportSection> sections;     ///< in order, all levels
    std::vector<NearHeading> near_headings;  ///< for messages, in order of lines
    std::vector<ReportNumber> numbers;       ///< of the whole text, headings left out
    std::vector<ReportTableRow> table_rows;
    std::uint32_t lines = 0;
    std::vector<Flaw> flaws;  ///< encodings (UTF-16, CP949 are named), byte order marks, size
    bool readable = false;    ///< false: a fatal flaw says why; then there is nothing else
};

/// Markdown as CommonMark 0.30 has it: ATX (# to ######) and setext headings begin sections, at their level; code
/// fences hold no headings. Line ends may be LF, CRLF or CR. A report in another encoding than UTF-8 is named (fatal)
/// and not read.
Report parse_report(std::string_view bytes, const Limits& limits);
Report read_report(const TreeFile& file, const Limits& limits);

/// All sections of that title (NFC, trimmed, case counts) and level; level 0: any. In order.
std::vector<const ReportSection*> find_sections(const Report& report, std::string_view title, int level);

/// What comes nearest to a section that is not there, for a message: `line 31 has "### AQE" (level 3 instead of 2)`.
/// Knows another level, a missing blank, a title in a code fence, other case or blanks, and further words or numbering
/// ("2. 가지치기"). Empty where nothing is near.
std::string nearest_heading(const Report& report, std::string_view title, int level);

nlohmann::json to_json(const Report& report);

}  // namespace plangrade
