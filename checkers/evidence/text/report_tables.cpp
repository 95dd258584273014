// Pipe tables. cmark 0.30 knows none, so their rows are read from the source lines of a paragraph.
// Form: GitHub Flavored Markdown, "Tables (extension)".
#include <algorithm>

#include "evidence/text/report_lines.hpp"
#include "evidence/text/utf8.hpp"

namespace plangrade {
namespace {

constexpr std::size_t kMostCells = 100'000;  // of one report

// Without indentation and the marks of a quotation.
std::string_view content(std::string_view line) {
    const std::size_t from = line.find_first_not_of(" \t>");
    line = from == std::string_view::npos ? std::string_view() : line.substr(from);
    const std::size_t to = line.find_last_not_of(" \t");
    return to == std::string_view::npos ? std::string_view() : line.substr(0, to + 1);
}

bool delimiter_row(std::string_view line) {
    return line.find('|') != std::string_view::npos && line.find('-') != std::string_view::npos &&
           line.find_first_not_of("|:- \t") == std::string_view::npos;
}

// Parts between pipes that no backslash escapes; a pipe at either end parts nothing.
std::vector<std::string> split_cells(std::string_view line) {
    std::vector<std::string> cells(1);
    for (std::size_t at = line.starts_with('|') ? 1 : 0; at < line.size(); ++at) {
        if (line[at] == '\\' && at + 1 < line.size()) {
            if (line[at + 1] != '|') cells.back().push_back('\\');
            cells.back().push_back(line[++at]);
        } else if (line[at] == '|') {
            if (at + 1 < line.size()) cells.emplace_back();
        } else {
            cells.back().push_back(line[at]);
        }
    }
    return cells;
}

std::string cell_text(const std::string& raw) {
    std::string_view trimmed = trim_blanks(raw);
    const std::string plain =
        trimmed.find_first_of("*_`\\<&[!~") == std::string_view::npos ? std::string(trimmed) : plain_inline(trimmed);
    trimmed = trim_blanks(plain);
    if (trimmed.size() > 4 && trimmed.starts_with("~~") && trimmed.ends_with("~~"))
        trimmed = trimmed.substr(2, trimmed.size() - 4);
    return nfc(trimmed);
}

}  // namespace

std::string_view trim_blanks(std::string_view text) {
    using namespace std::string_view_literals;
    constexpr std::string_view blanks[] = {" "sv,        "\t"sv,           "\n"sv,           "\r"sv,
                                           "\xC2\xA0"sv, "\xE3\x80\x80"sv, "\xE2\x80\x8B"sv, "\xEF\xBB\xBF"sv};
    bool cut = true;
    while (cut) {
        cut = false;
        for (const std::string_view blank : blanks) {
            if (text.starts_with(blank)) {
                text.remove_prefix(blank.size());
                cut = true;
            }
            if (text.ends_with(blank)) {
                text.remove_suffix(blank.size());
                cut = true;
            }
        }
    }
    return text;
}

void read_table_rows(const std::vector<std::string_view>& source, std::uint32_t first, std::uint32_t last, bool code,
                     ReportLines& into) {
    last = std::min(last, static_cast<std::uint32_t>(source.size()));
    bool table = false;
    for (std::uint32_t line = first; line <= last && !table && !code; ++line)
        table = delimiter_row(content(source[line - 1]));
    for (std::uint32_t line = first; line <= last; ++line) {
        const std::string_view text = content(source[line - 1]);
        if (text.find('|') == std::string_view::npos || delimiter_row(text)) continue;
        const bool whole = text.size() > 1 && text.starts_with('|') && (!code || text.ends_with('|'));
        if (!whole && !table) continue;
        ReportTableRow row;
        row.line = line;
        for (const std::string& raw : split_cells(text)) {
            if (++into.cells > kMostCells) {
                into.too_many_cells = true;
                return;
            }
            row.cells.push_back(cell_text(raw));
        }
        into.rows.push_back(std::move(row));
    }
}

}  // namespace plangrade
