#include "evidence/text/report.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "temp_dir.hpp"

using namespace plangrade;

namespace {

std::string sample(const std::string& name) {
    std::ifstream in(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/seeds/report_fuzz/" + name, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

// "level title first-last" of each section.
std::string outline(const std::string& text) {
    std::string out;
    for (const ReportSection& section : parse_report(text, {}).sections)
        out += std::to_string(section.level) + " " + section.title + " " + std::to_string(section.line) + "-" +
               std::to_string(section.last_line) + "; ";
    return out;
}

bool has(const std::vector<ReportNumber>& numbers, double value) {
    for (const ReportNumber& number : numbers)
        if (number.integer && number.value == value) return true;
    return false;
}

}  // namespace

TEST_CASE("sections by level, with the deeper ones inside") {
    CHECK(outline("# R\n\n## A\n\na\n\n### deep\n\nd\n\n## B\nb\n\n\n") ==
          "1 R 1-12; 2 A 3-9; 3 deep 7-9; 2 B 11-12; ");
    CHECK(outline("A\n---\n\nx\n\nB\n===\n") == "2 A 1-4; 1 B 6-7; ");
    CHECK(outline("##A\n#\tB\n####### C\n") == "1 B 2-3; ");
    CHECK(outline("- ## in a list\n\n> # quoted\n").empty());
    CHECK(outline("##\n") == "2  1-1; ");
}

TEST_CASE("text and numbers of a section") {
    const Report report =
        parse_report("intro 1\n\n## A 2\n\none 3\ntwo *4*\n\n### D 5\n\n```\ncode 6\n```\n\n## B\n\n7\n", {});
    REQUIRE(report.sections.size() == 3);
    CHECK(report.sections[0].text == "one 3\ntwo 4\n\nD 5\n\ncode 6");
    CHECK(report.sections[0].numbers.size() == 3);
    CHECK(has(report.sections[0].numbers, 6));
    CHECK_FALSE(has(report.sections[0].numbers, 5));
    CHECK(report.sections[1].numbers.size() == 1);
    CHECK(report.sections[2].numbers.at(0).value == 7);
    CHECK(report.numbers.size() == 5);
    CHECK(report.lines == 16);
}

TEST_CASE("real reports: the pruning section has the number") {
    for (const char* name :
         {"bom.md", "crlf.md", "full-width-digits.md", "nfd-titles.md", "number-in-bold-and-table.md",
          "number-in-code-fence.md", "title-with-trailing-blanks.md", "subsections.md"}) {
        CAPTURE(name);
        const Report report = parse_report(sample(name), {});
        CHECK(report.readable);
        const auto sections = find_sections(report, "가지치기", 2);
        REQUIRE(sections.size() == 1);
        CHECK(has(sections[0]->numbers, 1202));
        CHECK_FALSE(has(sections[0]->numbers, 2026));
        CHECK(find_sections(report, "AQE", 2).size() == 1);
    }
}

TEST_CASE("real reports: headings that are none") {
    const Report fence = parse_report(sample("titles-in-code-fence.md"), {});
    CHECK(fence.sections.empty());
    CHECK(has(fence.numbers, 1202));
    CHECK(nearest_heading(fence, "가지치기", 2) == "line 10 has \"## 가지치기\", which stands in a code fence");
    const Report glued = parse_report(sample("title-without-blank.md"), {});
    CHECK(nearest_heading(glued, "AQE", 2).find("line 14 has \"##AQE\"") == 0);
}

TEST_CASE("encodings and line ends are named") {
    CHECK(parse_report(sample("bom.md"), {}).flaws.at(0).code == "byte-order-mark");
    CHECK(parse_report(sample("crlf.md"), {}).flaws.at(0).code == "line-ends");
    const Report korean = parse_report(sample("cp949.md"), {});
    CHECK_FALSE(korean.readable);
    CHECK(korean.flaws.at(0).message.find("CP949") != std::string::npos);
    CHECK(parse_report("", {}).flaws.at(0).code == "empty");
    CHECK(parse_report("## A\n\n8\n", {}).flaws.empty());
}

TEST_CASE("limits: bytes and numbers") {
    Limits limits;
    limits.report_bytes = 4;
    CHECK(parse_report("12345", limits).flaws.at(0).message.find("limit report_bytes: 4 bytes") != std::string::npos);
    std::string many;
    for (int item = 0; item < 120'000; ++item) many += "7 ";
    const Report report = parse_report(many, {});
    CHECK(report.numbers.size() == 100'000);
    CHECK(report.flaws.at(0).code == "too-many-items");
    const TempDir dir;
    TreeFile file{"report.md", 5, dir.write("r.md", "12345")};
    CHECK(read_report(file, limits).flaws.at(0).file == "report.md");
}

TEST_CASE("JSON of a report") {
    const nlohmann::json out = to_json(parse_report("## A\n\n| x | 1 |\n", {}));
    CHECK(out["sections"][0]["title"] == "A");
    CHECK(out["sections"][0]["numbers"][0]["value"] == 1);
    CHECK(out["table_rows"][0]["cells"][0] == "x");
}
