#include "evidence/text/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "evidence/text/encoding.hpp"
#include "evidence/text/report_lines.hpp"

namespace plangrade {
namespace {

constexpr std::size_t kMostNumbers = 100'000;  // of one report

bool begins_section(const ReportLine& line) {
    return line.kind == LineKind::heading && !line.nested;
}

void append_line(std::string& text, const ReportLine& line) {
    if (!text.empty()) text.append(line.begins_block ? "\n\n" : "\n");
    text.append(line.text);
}

// Sections that are open while the lines go by: each line belongs to all of them.
class Sections {
  public:
    Sections(Report& report, const std::vector<std::string_view>& source) : report_(report), source_(source) {}

    void heading(const ReportLine& line) {
        close(line.level, line.line - 1);
        for (const std::size_t outer : open_) append_line(report_.sections[outer].text, line);
        ReportSection section;
        section.title = trim_blanks(line.text);
        section.level = line.level;
        section.line = line.line;
        open_.push_back(report_.sections.size());
        report_.sections.push_back(std::move(section));
    }

    void line(const ReportLine& line) {
        for (const std::size_t section : open_) append_line(report_.sections[section].text, line);
        if (line.kind == LineKind::heading || report_.numbers.size() >= kMostNumbers) return;
        const std::size_t before = report_.numbers.size();
        read_numbers(line.text, line.line, report_.numbers);
        if (report_.numbers.size() > kMostNumbers) report_.numbers.resize(kMostNumbers);
        for (const std::size_t section : open_) {
            auto& numbers = report_.sections[section].numbers;
            numbers.insert(numbers.end(), report_.numbers.begin() + static_cast<std::ptrdiff_t>(before),
                           report_.numbers.end());
        }
    }

    // Ends the sections of that level and of deeper ones.
    void close(int level, std::uint32_t last_line) {
        while (!open_.empty() && report_.sections[open_.back()].level >= level) {
            ReportSection& section = report_.sections[open_.back()];
            std::uint32_t last = std::max(last_line, section.line);
            while (last > section.line && last <= source_.size() && trim_blanks(source_[last - 1]).empty()) --last;
            section.last_line = last;
            open_.pop_back();
        }
    }

  private:
    Report& report_;
    const std::vector<std::string_view>& source_;
    std::vector<std::size_t> open_;
};

void hand_out_rows(Report& report) {
    const auto before = [](const ReportTableRow& row, std::uint32_t line) { return row.line < line; };
    const auto& rows = report.table_rows;  // in order of lines
    for (ReportSection& section : report.sections)
        section.table_rows.assign(std::lower_bound(rows.begin(), rows.end(), section.line, before),
                                  std::lower_bound(rows.begin(), rows.end(), section.last_line + 1, before));
}

nlohmann::json numbers_json(const std::vector<ReportNumber>& numbers) {
    nlohmann::json out = nlohmann::json::array();
    for (const ReportNumber& number : numbers)
        out.push_back({{"text", number.text}, {"value", number.value}, {"line", number.line}});
    return out;
}

nlohmann::json rows_json(const std::vector<ReportTableRow>& rows) {
    nlohmann::json out = nlohmann::json::array();
    for (const ReportTableRow& row : rows) out.push_back({{"cells", row.cells}, {"line", row.line}});
    return out;
}

}  // namespace

Report parse_report(std::string_view bytes, const Limits& limits) {
    Report report;
    if (bytes.size() > limits.report_bytes) {
        report.flaws.push_back(Flaw{
            Severity::fatal, "too-large", {}, {}, "the report goes over the " + limit_text(limits, "report_bytes")});
        return report;
    }
    const Utf8Text utf8 = as_utf8(bytes);
    if (utf8.flaw) report.flaws.push_back(*utf8.flaw);
    if (!utf8.ok()) return report;
    report.readable = true;
    if (trim_blanks(utf8.text).empty())
        report.flaws.push_back(Flaw{Severity::partial, "empty", {}, {}, "the report is empty"});
    if (utf8.text.find('\r') != std::string_view::npos)
        report.flaws.push_back(
            Flaw{Severity::note, "line-ends", {}, {}, "lines end in CRLF or CR; they are read as LF"});
    const std::vector<std::string_view> source = source_lines(utf8.text);
    report.lines = static_cast<std::uint32_t>(source.size());
    ReportLines read = read_lines(utf8.text, source);
    report.near_headings = find_near_headings(read.lines);
    report.table_rows = std::move(read.rows);
    Sections sections(report, source);
    for (const ReportLine& line : read.lines) {
        if (begins_section(line))
            sections.heading(line);
        else
            sections.line(line);
    }
    sections.close(1, report.lines);
    hand_out_rows(report);
    if (report.numbers.size() >= kMostNumbers || read.too_many_cells)
        report.flaws.push_back(Flaw{
            Severity::partial,
            "too-many-items",
            {},
            {},
            "the report has more numbers or table cells than the " + std::to_string(kMostNumbers) + " that are read"});
    return report;
}

Report read_report(const TreeFile& file, const Limits& limits) {
    Report report;
    if (file.size > limits.report_bytes) {
        report.flaws.push_back(Flaw{
            Severity::fatal, "too-large", {}, {}, "the report goes over the " + limit_text(limits, "report_bytes")});
    } else {
        const auto source = open(file);
        report = parse_report(read_all(*source), limits);
    }
    for (Flaw& flaw : report.flaws) flaw.file = file.path;
    return report;
}

nlohmann::json to_json(const Report& report) {
    nlohmann::json sections = nlohmann::json::array();
    for (const ReportSection& section : report.sections)
        sections.push_back({{"title", section.title},
                            {"level", section.level},
                            {"line", section.line},
                            {"last_line", section.last_line},
                            {"numbers", numbers_json(section.numbers)},
                            {"table_rows", rows_json(section.table_rows)}});
    nlohmann::json near = nlohmann::json::array();
    for (const NearHeading& heading : report.near_headings)
        near.push_back(
            {{"line", heading.line}, {"title", heading.title}, {"text", heading.text}, {"reason", heading.reason}});
    nlohmann::json flaws = nlohmann::json::array();
    for (const Flaw& flaw : report.flaws) flaws.push_back(to_json(flaw));
    return {{"lines", report.lines},
            {"readable", report.readable},
            {"sections", std::move(sections)},
            {"near_headings", std::move(near)},
            {"numbers", numbers_json(report.numbers)},
            {"table_rows", rows_json(report.table_rows)},
            {"flaws", std::move(flaws)}};
}

}  // namespace plangrade
