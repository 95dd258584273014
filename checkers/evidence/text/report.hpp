// report.md as evidence: sections by heading, and the whole numbers in them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flaw.hpp"
#include "evidence/tree.hpp"

namespace plangrade {

/// A number as a person reads it: 1,202 and full-width １２０２ and 1202건 are 1202; 12020, 3.1202 and 0x1202 are not.
struct ReportNumber {
    std::string text;       ///< as it stands in the report
    double value = 0;       ///< exact for integers up to 2^53
    bool integer = false;
    std::uint32_t line = 0; ///< from 1
};

/// A row of a Markdown table (pipe table): its cells, trimmed, markup removed.
struct ReportTableRow {
    std::vector<std::string> cells;
    std::uint32_t line = 0;
};

struct ReportSection {
    std::string title;           ///< heading text, NFC, trimmed, markup removed
    int level = 0;               ///< 1 to 6
    std::uint32_t line = 0;      ///< of the heading
    std::uint32_t last_line = 0; ///< last line that belongs to it (sections of deeper levels included)
    std::string text;            ///< body as plain text, NFC, code fences included, deeper sections included
    std::vector<ReportNumber> numbers;   ///< of the body, deeper sections included; not of headings
    std::vector<ReportTableRow> table_rows;
};

struct Report {
    std::vector<ReportSection> sections;  ///< in order, all levels
    /// Lines that look like headings but are none ("##AQE", setext and bold look-alikes) with their line: for messages.
    std::vector<std::pair<std::uint32_t, std::string>> near_headings;
    std::vector<ReportNumber> numbers;    ///< of the whole text
    std::vector<ReportTableRow> table_rows;
    std::uint32_t lines = 0;
    std::vector<Flaw> flaws;              ///< encodings (UTF-16, CP949 are named), byte order marks, size
    bool readable = false;
};

Report parse_report(std::string_view bytes, const Limits& limits);
Report read_report(const TreeFile& file, const Limits& limits);

nlohmann::json to_json(const Report& report);

}  // namespace plangrade
