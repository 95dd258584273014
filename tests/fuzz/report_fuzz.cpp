// Any bytes as a report: sections and numbers must lie inside it.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "evidence/text/report.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace plangrade;
    const Report report = parse_report({reinterpret_cast<const char*>(data), size}, {});
    if (!report.readable && report.flaws.empty()) std::abort();
    for (const ReportSection& section : report.sections) {
        if (section.line == 0 || section.last_line < section.line || section.last_line > report.lines) std::abort();
        if (section.numbers.size() > report.numbers.size()) std::abort();
    }
    if (!nearest_heading(report, "가지치기", 2).empty() &&
        find_sections(report, "가지치기", 2).size() > report.sections.size())
        std::abort();
    to_json(report).dump(-1, ' ', false, nlohmann::json::error_handler_t::strict);
    return 0;
}
