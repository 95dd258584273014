#include "evidence/text/encoding.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace plangrade;
using namespace std::string_literals;

namespace {

std::string utf16(const std::string& ascii, bool little) {
    std::string out;
    for (const char c : ascii) out += little ? std::string{c, '\0'} : std::string{'\0', c};
    return out;
}

}  // namespace

TEST_CASE("encodings are told by their bytes") {
    CHECK(detect_encoding("") == TextEncoding::utf8);
    CHECK(detect_encoding("plain") == TextEncoding::utf8);
    CHECK(detect_encoding("가지치기") == TextEncoding::utf8);
    CHECK(detect_encoding("\xEF\xBB\xBF{}") == TextEncoding::utf8_bom);
    CHECK(detect_encoding("\xFF\xFE" + utf16("## AQE", true)) == TextEncoding::utf16_le);
    CHECK(detect_encoding("\xFE\xFF" + utf16("## AQE", false)) == TextEncoding::utf16_be);
    CHECK(detect_encoding(utf16("order_id,qty", true)) == TextEncoding::utf16_le);
    CHECK(detect_encoding(utf16("order_id,qty", false)) == TextEncoding::utf16_be);
    CHECK(detect_encoding("\xFF\xFE\0\0a\0\0\0"s) == TextEncoding::utf32);
    CHECK(detect_encoding("\x1F\x8B\x08\x00\x01\xFF"s) == TextEncoding::packed);
    CHECK(detect_encoding("caf\xE9 d\xE9j\xE0 vu \xE9") == TextEncoding::unknown);
    CHECK(detect_encoding("d\xE9j\xE0vu na\xEFve") == TextEncoding::unknown);
}

TEST_CASE("Korean and Chinese double-byte texts are told apart") {
    CHECK(detect_encoding("## \xB0\xA1\xC1\xF6\xC4\xA1\xB1\xE2\n") == TextEncoding::cp949);          // 가지치기
    CHECK(detect_encoding("## \xD0\xD0\xCA\xFD\xA3\xBA 1202 \xCC\xF5\n") == TextEncoding::gb18030);  // 行数： 1202 条
}

TEST_CASE("text comes without its byte order mark, with a note") {
    const Utf8Text text = as_utf8("\xEF\xBB\xBF## AQE");
    CHECK(text.ok());
    CHECK(text.text == "## AQE");
    REQUIRE(text.flaw);
    CHECK(text.flaw->severity == Severity::note);
    CHECK_FALSE(as_utf8("## AQE").flaw);
}

TEST_CASE("another encoding is named with the first line that shows it") {
    const Utf8Text text = as_utf8("# AQE\n\n\xB0\xA1\xC1\xF6\n");
    CHECK_FALSE(text.ok());
    CHECK(text.text.empty());
    REQUIRE(text.flaw);
    CHECK(text.flaw->at == "line 3");
    CHECK(text.flaw->message.find("CP949") != std::string::npos);
}
