// Sections by title, and what comes near a title that is not there.
#include <algorithm>

#include "evidence/text/report_lines.hpp"
#include "evidence/text/utf8.hpp"

namespace plangrade {
namespace {

std::string title_form(std::string_view title) {
    return nfc(trim_blanks(title));
}

// A title without case, blanks, numbering in front ("2. ", "(2) ", "2) ") and a colon behind.
std::string loose_form(std::string_view title) {
    const std::string folded = nfkc(title);
    std::string_view rest = trim_blanks(folded);
    const std::size_t letters = rest.find_first_not_of("0123456789.() \t-:#*");
    if (letters != std::string_view::npos) rest.remove_prefix(letters);
    std::string out;
    for (const char c : rest)
        if (c != ' ' && c != '\t' && c != ':' && c != '*' && c != '#')
            out.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
    return out;
}

// As a heading of the report stands in a message: cut where it is long.
std::string shown(int level, std::string_view title) {
    constexpr std::size_t most = 80;
    std::string out = "\"" + std::string(static_cast<std::size_t>(level), '#') + " ";
    if (title.size() <= most) return out.append(title) + "\"";
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xC0U) == 0x80U) --end;
    return out.append(title.substr(0, end)) + "...\"";
}

std::string near_text(const NearHeading& near) {
    std::string text = near.text;
    if (text.size() > 80) {
        std::size_t end = 80;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
        text = text.substr(0, end) + "...";
    }
    return "line " + std::to_string(near.line) + " has \"" + text + "\", which " + near.reason;
}

int leading_hashes(std::string_view text) {
    return static_cast<int>(std::min(text.find_first_not_of('#'), text.size()));
}

// "##AQE" in running text, "## AQE" in code; also with full-width marks.
std::optional<NearHeading> hashes(const ReportLine& line) {
    const std::string folded = nfkc(line.text);
    const std::string_view text = trim_blanks(folded);
    const int level = leading_hashes(text);
    if (level == 0 || level > 6 || static_cast<std::size_t>(level) == text.size()) return std::nullopt;
    NearHeading near;
    near.line = line.line;
    near.level = level;
    near.title = title_form(text.substr(static_cast<std::size_t>(level)));
    near.text = trim_blanks(line.text);
    if (line.kind == LineKind::code)
        near.reason = line.fenced ? "stands in a code fence" : "is indented by four blanks or more and so is code";
    else
        near.reason = "is no heading: a blank must follow " + std::string(static_cast<std::size_t>(level), '#') +
                      " at the line's beginning";
    return near;
}

std::optional<NearHeading> near_heading(const ReportLine& line) {
    if (line.kind == LineKind::heading) {
        if (!line.nested) return std::nullopt;
        const std::string title = title_form(line.text);
        return NearHeading{line.line, line.level, title,
                           std::string(static_cast<std::size_t>(line.level), '#') + " " + title,
                           "stands in a list or a quotation"};
    }
    if (line.kind == LineKind::html) return std::nullopt;
    if (line.kind == LineKind::text && line.bold)
        return NearHeading{line.line, 0, title_form(line.text), std::string(trim_blanks(line.text)),
                           "is a bold line and no heading"};
    return line.text.empty() ? std::nullopt : hashes(line);
}

}  // namespace

std::vector<NearHeading> find_near_headings(const std::vector<ReportLine>& lines) {
    constexpr std::size_t most = 1000;
    std::vector<NearHeading> out;
    for (const ReportLine& line : lines) {
        if (out.size() >= most) break;
        if (auto near = near_heading(line)) out.push_back(std::move(*near));
    }
    return out;
}

std::vector<const ReportSection*> find_sections(const Report& report, std::string_view title, int level) {
    const std::string wanted = title_form(title);
    std::vector<const ReportSection*> out;
    for (const ReportSection& section : report.sections)
        if (section.title == wanted && (level == 0 || section.level == level)) out.push_back(&section);
    return out;
}

std::string nearest_heading(const Report& report, std::string_view title, int level) {
    const std::string wanted = title_form(title);
    const std::string loose = loose_form(wanted);
    const auto section_text = [level](const ReportSection& section, bool other_title) {
        std::string out = "line " + std::to_string(section.line) + " has " + shown(section.level, section.title);
        const bool other_level = level != 0 && section.level != level;
        if (other_level)
            out += ", a heading of level " + std::to_string(section.level) + " instead of " + std::to_string(level);
        if (other_title) out += other_level ? " and with another title" : ", which is another title";
        return out;
    };
    for (const ReportSection& section : report.sections)
        if (section.title == wanted && section.level != level) return section_text(section, false);
    for (const NearHeading& near : report.near_headings)
        if (near.title == wanted) return near_text(near);
    if (loose.empty()) return {};
    const auto alike = [&loose](const std::string& found, bool part) {
        const std::string form = loose_form(found);
        return part ? !form.empty() && (form.find(loose) != std::string::npos || loose.find(form) != std::string::npos)
                    : form == loose;
    };
    for (const bool part : {false, true}) {
        for (const ReportSection& section : report.sections)
            if ((section.title != wanted || section.level != level) && alike(section.title, part))
                return section_text(section, true);
        for (const NearHeading& near : report.near_headings)
            if (alike(near.title, part)) return near_text(near);
    }
    return {};
}

}  // namespace plangrade
