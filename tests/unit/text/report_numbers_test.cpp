#include <doctest/doctest.h>

#include <string>

#include "evidence/text/report.hpp"

using namespace plangrade;

namespace {

// The values of a text's numbers, joined by blanks.
std::string numbers(const std::string& text) {
    std::string out;
    for (const ReportNumber& number : parse_report(text, {}).numbers) {
        if (!out.empty()) out += ' ';
        std::string value = std::to_string(number.value);
        while (value.back() == '0') value.pop_back();
        if (value.back() == '.') value.pop_back();
        CHECK(number.integer == (value.find('.') == std::string::npos));
        out += value;
    }
    return out;
}

}  // namespace

TEST_CASE("all these say 1202") {
    for (const char* text : {"1202",
                             "1,202",
                             "１２０２",
                             "１，２０２",
                             "1202건",
                             "1202개이다",
                             "1202 행",
                             "共1202行",
                             "1202个",
                             "1202rows",
                             "**1202**건",
                             "`1202`",
                             "총1202줄",
                             "rows=1202",
                             "rows: 1202.",
                             "세어 보니 1202.",
                             "(1202)",
                             "1202, 끝",
                             "1_202",
                             "1'202",
                             "1202.0",
                             "1.202e3",
                             "~1202",
                             "<1202>",
                             "<b>1202</b>",
                             "= 1202건이다.",
                             "행-1202",
                             "1202%",
                             "[1202](http://h/77)",
                             "1202 ([4](x))"}) {
        CAPTURE(text);
        const std::string found = numbers(text);
        CHECK(found.substr(0, found.find(' ')) == "1202");
    }
    CHECK(numbers("| 행 | 1202 |") == "1202");
}

TEST_CASE("none of these says 1202") {
    for (const char* text : {"12020", "91202", "3.1202", "0x1202", "1202.5", "v1202", "-1202", "1 202", "1.202",
                             "x_1202", "order_date#1202", "1202a5", "http://h:4040/1202", "part-01202-c000", "1.1202.3",
                             "0,1202.7", "<!-- 1202 -->"}) {
        CAPTURE(text);
        const std::string found = " " + numbers(text) + " ";
        CHECK(found.find(" 1202 ") == std::string::npos);
    }
}

TEST_CASE("the other values are right, too") {
    CHECK(numbers("87.5% of 1,202.50 and -5, −6, 3-5, 1/91, .5") == "87.5 1202.5 -5 -6 3 5 1 91 0.5");
    CHECK(numbers("1,2,3 and 100,200,300 and 1,20") == "1 2 3 100200300 1 20");
    CHECK(numbers("3，5") == "3 5");
    CHECK(numbers("5，202") == "5 202");  // a Chinese comma parts a list
    CHECK(numbers("1e3 2E-1 3ex") == "1000 0.2 3");
    CHECK(numbers("8rows-9") == "8 9");
    CHECK(numbers("tasks-8") == "8");
    CHECK(numbers("qty >= 5 AND GreaterThanOrEqual(qty,5)") == "5 5");
    CHECK(numbers("0 007 10") == "0 7 10");
    CHECK(numbers(std::string(2000, '9')).empty());
}

TEST_CASE("dates, times, versions and identifiers are no counts") {
    CHECK(numbers("`order_date=2026-02-14` 에서 1202").substr(0) == "1202");
    CHECK(numbers("2026/02/14 2026.2.14 2026-02 2026-02-14T10:30:59.5Z") == "");
    CHECK(numbers("2026년 2월 14일 3월 1일 2026年2月14日") == "");
    CHECK(numbers("91일 동안, 3월") == "91 3");
    CHECK(numbers("10:30 10:30:59 09:15:00.123") == "");
    CHECK(numbers("비율 1:91") == "1 91");
    CHECK(numbers("Spark 3.5.7, 4.3.0-SNAPSHOT") == "");
    CHECK(numbers("Spark 4.3") == "4.3");
    CHECK(numbers("local-1796069857499-2 events_1_x customer_id#12 AQE2 utf8") == "");
    CHECK(numbers("id 8a7b-11ec") == "");
}

TEST_CASE("list ordinals and link targets are no numbers, code is text") {
    CHECK(numbers("1. first\n2. second 8\n") == "8");
    CHECK(numbers("[log](http://localhost:18080/history/77)") == "");
    CHECK(numbers("```\nrows = 1202\n```\n") == "1202");
    CHECK(numbers("# Report 7\n\n8\n") == "8");
    CHECK(numbers("<table>\n<tr><td width=3>7</td></tr>\n</table>\n") == "7");
}

TEST_CASE("numbers know their lines and their text") {
    const Report report = parse_report("# R\n\na 1,202건\nb **9**\n\n- x\n- y 10\n\n```\n\n11\n```\n\n    12\n", {});
    REQUIRE(report.numbers.size() == 5);
    CHECK(report.numbers[0].text == "1,202");
    CHECK(report.numbers[0].line == 3);
    CHECK(report.numbers[1].line == 4);
    CHECK(report.numbers[2].line == 7);
    CHECK(report.numbers[3].line == 11);
    CHECK(report.numbers[4].line == 14);
}
