#include "evidence/flink/flink_lines.hpp"

#include <doctest/doctest.h>

using namespace plangrade;
using namespace plangrade::flink;

namespace {

Lines lines_of(std::string_view text, Flaws& flaws) {
    return clean_lines(text, {}, flaws);
}

std::string only_code(std::string_view text) {
    Flaws flaws;
    lines_of(text, flaws);
    return flaws.list().size() == 1 ? flaws.list().front().code : std::to_string(flaws.list().size()) + " flaws";
}

}  // namespace

TEST_CASE("line ends, colours and trailing blanks go, columns stay those of the file") {
    Flaws flaws;
    const Lines lines = lines_of("a  \r\n\x1B[34;1mbc\x1B[0m d\r\n\n", flaws);
    REQUIRE(lines.lines.size() == 4);
    CHECK(lines.lines[0].text == "a");
    CHECK(lines.lines[1].text == "bc d");
    CHECK(lines.at(1, 0).column == 8);
    CHECK(lines.at(1, 1).column == 9);
    CHECK(lines.at(1, 3).column == 15);
    CHECK(lines.lines[2].kind == LineKind::blank);
    CHECK(flaws.empty());
}

TEST_CASE("the sql-client's frame, prompt and log are told from text") {
    Flaws flaws;
    const Lines lines = lines_of(
        "Flink SQL> EXPLAIN x+------+\n|  result |\n+------+\n| == A ==\nCalc(a=[b]) |\n+------+\n[INFO] done\n> FROM "
        "t\n"
        "+- Calc(x=[1])\n |\n",
        flaws);
    CHECK(lines.lines[0].kind == LineKind::border);
    CHECK(lines.lines[2].kind == LineKind::border);
    CHECK(lines.lines[3].text == "== A ==");
    CHECK(lines.at(3, 0).column == 3);
    CHECK(lines.lines[4].text == "Calc(a=[b])");
    CHECK(lines.lines[6].kind == LineKind::prompt);
    CHECK(lines.lines[7].kind == LineKind::prompt);
    CHECK(lines.lines[8].kind == LineKind::text);
    CHECK(lines.lines[9].kind == LineKind::blank);
}

TEST_CASE("no-break spaces are blanks where the tree is drawn with them, and only there") {
    Flaws flaws;
    CHECK(lines_of("A(x=[1])\n+-\xC2\xA0"
                   "B(y=['a\xC2\xA0z'])",
                   flaws)
              .lines[1]
              .text == "+- B(y=['a z'])");
    CHECK(lines_of("A(y=['a\xC2\xA0z'])", flaws).lines[0].text == "A(y=['a\xC2\xA0z'])");
}

TEST_CASE("encodings are named") {
    CHECK(only_code("\xEF\xBB\xBFx") == "byte-order-mark");
    CHECK(only_code(std::string_view("a\0b", 3)) == "not-text");
    CHECK(only_code("caf\xE9") == "not-utf-8");
    Flaws flaws;
    const Lines utf16 = lines_of(std::string_view("\xFF\xFE=\0 \0\x1E\x22\n\0b\0", 12), flaws);
    REQUIRE(utf16.lines.size() == 2);
    CHECK(utf16.lines[0].text == "= \xE2\x88\x9E");
    CHECK(flaws.list().front().code == "utf-16");
    Flaws bad;
    CHECK(lines_of("\xFF\xFFok\xC3(", bad).lines[0].text == "\xEF\xBF\xBD\xEF\xBF\xBDok\xEF\xBF\xBD(");
}

TEST_CASE("a text over the limit is refused with its size") {
    Limits limits;
    limits.text_bytes = 3;
    Flaws flaws;
    CHECK_FALSE(clean_lines("abcd", limits, flaws).readable);
    REQUIRE(flaws.fatal());
    CHECK(flaws.list().front().message == "The text has 4 bytes (limit text_bytes: 3 bytes).");
}
