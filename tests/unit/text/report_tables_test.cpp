#include <doctest/doctest.h>

#include <string>

#include "evidence/text/report.hpp"

using namespace plangrade;

namespace {

std::string rows(const std::string& text) {
    std::string out;
    for (const ReportTableRow& row : parse_report(text, {}).table_rows) {
        out += std::to_string(row.line);
        for (const std::string& cell : row.cells) out += "[" + cell + "]";
    }
    return out;
}

}  // namespace

TEST_CASE("rows of pipe tables, without markup and without the row of dashes") {
    CHECK(rows("| row | n |\n|-----|--:|\n| auto_ship | **1,202** |\n| `ttl_on_out` | - |\n") ==
          "1[row][n]3[auto_ship][1,202]4[ttl_on_out][-]");
    CHECK(rows("row | n\n--- | ---\na | 1\n") == "1[row][n]3[a][1]");
    CHECK(rows("text before\n| a | 1 |\n| b | 2 |\n") == "2[a][1]3[b][2]");
    CHECK(rows("> | a | 1 |\n") == "1[a][1]");
}

TEST_CASE("escaped pipes, empty cells, emphasis and full-width blanks") {
    CHECK(rows("| a\\|b |  | _x_ | ~~1~~ |\n") == "1[a|b][][x][1]");
    CHECK(rows("|　가 | **-** |\n") == "1[가][-]");
    CHECK(rows("| share_after | 0.50 |\r\n") == "1[share_after][0.50]");
}

TEST_CASE("a table pasted into a code fence is one") {
    CHECK(rows("```\n| a | 1 |\n+---+\n| b | 2 |\n```\n") == "2[a][1]4[b][2]");
}

TEST_CASE("pipes in running text make no table") {
    CHECK(rows("총 **1202** (| 행 | 1202 |)건이다.\n") == "");
    CHECK(rows("a || b\n") == "");
    CHECK(rows("|\n") == "");
}

TEST_CASE("rows belong to the sections that they stand in") {
    const Report report = parse_report("## f2\n\n| a | 1 |\n\n### deep\n\n| b | 2 |\n\n## f3\n\n| c | 3 |\n", {});
    REQUIRE(report.sections.size() == 3);
    CHECK(report.sections[0].table_rows.size() == 2);
    CHECK(report.sections[1].table_rows.size() == 1);
    CHECK(report.sections[2].table_rows.at(0).cells.at(0) == "c");
}
