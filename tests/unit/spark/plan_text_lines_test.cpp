#include "evidence/spark/plan_text_lines.hpp"

#include <doctest/doctest.h>

#include "evidence/text/utf8.hpp"

using namespace plangrade::spark::plan_text;

TEST_CASE("lines end with any line end, without blanks behind them") {
    Lines lines("a \r\nb\t\rc\n\nd");
    for (const char* text : {"a", "b", "c", "", "d"}) {
        const auto line = lines.next();
        REQUIRE(line);
        CHECK(line->text == text);
    }
    CHECK_FALSE(lines.next());
    CHECK(lines.carriage_returns());
    CHECK_FALSE(lines.byte_order_mark());
}

TEST_CASE("headings") {
    CHECK(heading("== Physical Plan ==") == "Physical Plan");
    CHECK_FALSE(heading("===== Subqueries ====="));
    CHECK_FALSE(heading("== =="));
    CHECK_FALSE(heading("+- == Final Plan =="));
}

TEST_CASE("bytes that are not UTF-8 become replacement characters, one each") {
    CHECK(with_valid_utf8("a\xFFz") == "a\xEF\xBF\xBDz");
    CHECK(with_valid_utf8("\xEA\xB0\x80") == "\xEA\xB0\x80");
    for (const char* bad :
         {"\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\xF0\x9F\x98", "\x80", "\xF8\x88\x80\x80\x80"}) {
        CHECK_FALSE(plangrade::valid_utf8(bad));
        CHECK(plangrade::valid_utf8(with_valid_utf8(bad)));
    }
}
