#include <doctest/doctest.h>

#include <string>

#include "evidence/text/report.hpp"

using namespace plangrade;

namespace {

std::string nearest(const std::string& text, const char* title = "AQE", int level = 2) {
    const Report report = parse_report(text, {});
    CHECK(find_sections(report, title, level).empty());
    return nearest_heading(report, title, level);
}

}  // namespace

TEST_CASE("titles compare in NFC, trimmed, by level, and case counts") {
    const std::string nfd = "\xE1\x84\x80\xE1\x85\xA1\xE1\x84\x8C\xE1\x85\xB5";  // 가지 in conjoining jamo
    const Report report = parse_report("## " + nfd + "\n\n##  AQE  ##\n\n## 　B 　\n\n## **C** `d`\n\n## AQE\n", {});
    CHECK(find_sections(report, "가지", 2).size() == 1);
    CHECK(find_sections(report, nfd, 2).size() == 1);
    CHECK(find_sections(report, "AQE", 2).size() == 2);
    CHECK(find_sections(report, " AQE ", 0).size() == 2);
    CHECK(find_sections(report, "aqe", 2).empty());
    CHECK(find_sections(report, "AQE", 3).empty());
    CHECK(find_sections(report, "B", 2).size() == 1);
    CHECK(find_sections(report, "C d", 2).size() == 1);
}

TEST_CASE("a title that is nearly right is named with what was found") {
    CHECK(nearest("\n### AQE\n") == "line 2 has \"### AQE\", a heading of level 3 instead of 2");
    CHECK(nearest("AQE\n===\n") == "line 1 has \"# AQE\", a heading of level 1 instead of 2");
    CHECK(nearest("##AQE\n") ==
          "line 1 has \"##AQE\", which is no heading: a blank must follow ## at the line's beginning");
    CHECK(nearest("text\n\n＃＃ AQE\n").find("line 3 has \"＃＃ AQE\"") == 0);
    CHECK(nearest("```\n## AQE\n```\n") == "line 2 has \"## AQE\", which stands in a code fence");
    CHECK(nearest("    ## AQE\n").find("is code") != std::string::npos);
    CHECK(nearest("> ## AQE\n") == "line 1 has \"## AQE\", which stands in a list or a quotation");
    CHECK(nearest("**AQE**\n") == "line 1 has \"AQE\", which is a bold line and no heading");
    CHECK(nearest("## aqe\n") == "line 1 has \"## aqe\", which is another title");
    CHECK(nearest("## 3. AQE\n") == "line 1 has \"## 3. AQE\", which is another title");
    CHECK(nearest("## AQE:\n") == "line 1 has \"## AQE:\", which is another title");
    CHECK(nearest("### AQE 결과\n") ==
          "line 1 has \"### AQE 결과\", a heading of level 3 instead of 2 and with another title");
    CHECK(nearest("## 2. 가지 치기\n", "가지치기") == "line 1 has \"## 2. 가지 치기\", which is another title");
}

TEST_CASE("where nothing is near nothing is said") {
    CHECK(nearest("## other\n\ntext\n").empty());
    CHECK(nearest("").empty());
    CHECK(nearest("## 7.\n").empty());
}
