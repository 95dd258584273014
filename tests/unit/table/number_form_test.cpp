#include "facts/table/number_form.hpp"

#include <doctest/doctest.h>

using namespace plangrade;

namespace {
std::string form(const char* text) {
    std::string out = "none";
    number_form(text, out);
    return out;
}
}  // namespace

TEST_CASE("texts of one value have one form") {
    for (const char* text : {"12.5", "12.50", "+12.5", "012.5", "1.25E1", "125e-1", "0.125E+2"})
        CHECK(form(text) == "125e-1");
    for (const char* text : {"0", "-0", "0.00", "0e5", ".0"}) CHECK(form(text) == "0");
    CHECK(form("-100") == "-1e2");
    CHECK(form("12345678901234567890.1") == "123456789012345678901e-1");
}

TEST_CASE("other texts have none") {
    for (const char* text : {"", "-", ".", "e5", "1e", "1e1234567890", "1,2", " 1", "1 ", "0x1", "NaN", "1.2.3"})
        CHECK(form(text) == "none");
}
