#include "checks/compare.hpp"

#include <doctest/doctest.h>

using namespace plangrade;
using json = nlohmann::json;

TEST_CASE("numbers are numbers: 8.0 is 8, \"8\" is not") {
    CHECK_FALSE(first_difference(json(8.0), json(8)));
    CHECK_FALSE(first_difference(json(8u), json(8)));
    const auto text = first_difference(json("8"), json(8));
    REQUIRE(text);
    CHECK(text->type);
    CHECK(first_difference(json(8.5), json(8)));
    CHECK(first_difference(json(9007199254740993), json(9007199254740992)));
}

TEST_CASE("the first difference of lists is named by its pointer") {
    const json actual = json::parse(R"j(["A(x,1)", "B(y, 5)"])j");
    const auto found = first_difference(actual, json::parse(R"j(["A(x,1)", "B(y,5)"])j"));
    REQUIRE(found);
    CHECK(found->pointer == "/1");
    CHECK(found->column == 4);
    CHECK(first_difference(actual, json::parse(R"j(["A(x,1)"])j"))->kind == "extra");
    CHECK(first_difference(json::parse(R"j(["A(x,1)"])j"), actual)->kind == "missing");
}

TEST_CASE("sets leave out order and repeats, nothing else") {
    CompareOptions set;
    set.as_set = true;
    CHECK_FALSE(first_difference(json::parse("[2,1,1]"), json::parse("[1,2]"), set));
    CHECK(first_difference(json::parse("[1]"), json::parse("[1,2]"), set)->kind == "missing");
    CHECK(first_difference(json::parse("[1,3]"), json::parse("[1]"), set)->pointer == "/1");
}

TEST_CASE("ids are renumbered, never dropped") {
    CompareOptions ids;
    ids.renumber_ids = true;
    CHECK_FALSE(first_difference(json("[a#20, (a#20 = 1)]"), json("[a#3, (a#3 = 1)]"), ids));
    CHECK(first_difference(json("[a#20, (a#21 = 1)]"), json("[a#3, (a#3 = 1)]"), ids));
    CHECK(first_difference(json("[a, (a = 1)]"), json("[a#3, (a#3 = 1)]"), ids));
    CHECK(first_difference(json("[a#20]"), json("[a#3]")));
}

TEST_CASE("a tolerance is a tolerance of numbers") {
    CompareOptions hundredth;
    hundredth.within = 0.01;
    CHECK_FALSE(first_difference(json(0.63), json(0.62), hundredth));
    CHECK(first_difference(json(0.64), json(0.62), hundredth));
}

TEST_CASE("objects differ by missing and further keys") {
    CHECK(first_difference(json::parse(R"({"a":1})"), json::parse(R"({"a":1,"b/c":2})"))->pointer == "/b~1c");
    CHECK(first_difference(json::parse(R"({"a":1,"x":2})"), json::parse(R"({"a":1})"))->kind == "extra");
}

TEST_CASE("the first different byte is at the start of a character") {
    CHECK(first_different_byte("가나", "가다") == 3);
    CHECK(first_different_byte("abc", "ab") == 2);
}

TEST_CASE("whole numbers are integers where 64 bits hold them") {
    CHECK(whole_number(8.0).is_number_integer());
    CHECK(whole_number(-3.0) == -3);
    CHECK(whole_number(0.5).is_number_float());
    CHECK(whole_number(1e300).is_number_float());
}
