#include "evidence/flink/html_text.hpp"

#include <doctest/doctest.h>

using plangrade::flink::unescape_html;

TEST_CASE("references become characters, everything else stays") {
    CHECK(unescape_html("a &gt; b &lt;br/&gt; &amp;lt; &#92;n &#x221E; &eacute;&infin;") ==
          "a > b <br/> &lt; \\n ∞ é∞");
    CHECK(unescape_html("a & b &; &nosuch; &#0; &#xD800; &#1114112; &gt") ==
          "a & b &; &nosuch; &#0; &#xD800; &#1114112; &gt");
    CHECK(unescape_html("&") == "&");
    CHECK(unescape_html("") == "");
}
