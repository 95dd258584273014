#include "evidence/parquet/plain_text.hpp"

#include <doctest/doctest.h>

using namespace plangrade::parquet;

TEST_CASE("text stays as it is, bytes that are no UTF-8 become U+FFFD") {
    CHECK(as_utf8("상태 é 🎁") == "상태 é 🎁");
    CHECK(as_utf8("a\xff"
                  "b") ==
          "a\xef\xbf\xbd"
          "b");
    CHECK(as_utf8("\xc0\xaf") == "\xef\xbf\xbd\xef\xbf\xbd");                  // overlong
    CHECK(as_utf8("\xed\xa0\x80") == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");  // surrogate
    CHECK(as_utf8("\xf4\x90\x80\x80") == as_utf8("\xff\xff\xff\xff"));         // above U+10FFFF
    CHECK(as_utf8("\xe2\x82") == "\xef\xbf\xbd\xef\xbf\xbd");                  // cut
}

TEST_CASE("long text is cut between characters and says so") {
    CHECK(as_utf8_up_to("abc", 3) == "abc");
    CHECK(as_utf8_up_to("abcd", 3) == "abc...");
    CHECK(as_utf8_up_to("가나", 4) == "가...");
}
