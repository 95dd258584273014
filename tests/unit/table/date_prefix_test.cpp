#include "facts/table/date_prefix.hpp"

#include <doctest/doctest.h>

using namespace plangrade;

TEST_CASE("days that a text begins with") {
    CHECK(date_prefix("2026-02-14").text() == "2026-02-14");
    CHECK(date_prefix("2026-02-14 23:59:59").text() == "2026-02-14");
    CHECK(date_prefix(" 2026-2-4T00:00 ").text() == "2026-02-04");
    CHECK(date_prefix("2024-02-29").text() == "2024-02-29");
    CHECK(date_prefix("0999-12-31").text() == "0999-12-31");
    CHECK(date_prefix("2026-01-31") < date_prefix("2026-02-01"));
}

TEST_CASE("texts that begin with none") {
    for (const char* text :
         {"", "2026", "2026-02", "2026-02-30", "2025-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-04-31",
          "2026-02-14x", "2026-02-144", "14.02.2026", "26-02-14", "x2026-02-14"})
        CHECK_FALSE(date_prefix(text));
}
