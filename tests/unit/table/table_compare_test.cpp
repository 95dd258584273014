#include "facts/table/table_compare.hpp"

#include <doctest/doctest.h>

#include "table_text.hpp"

using namespace plangrade;

namespace {
using Lines = std::vector<std::string>;
}

TEST_CASE("the order of rows does not count, their number does") {
    const Table left = table_of("a,b\n1,x\n2,y\n1,x\n");
    CHECK(compare_tables(left, table_of("a,b\n2,y\n1,x\n1,x\n")).same);
    const TableDifference twice = compare_tables(left, table_of("a,b\n2,y\n1,x\n2,y\n"));
    CHECK_FALSE(twice.same);
    CHECK(twice.missing == 1);
    CHECK(twice.extra == 1);
    CHECK(twice.missing_examples == Lines{"2,y"});
    CHECK(twice.extra_examples == Lines{"1,x"});
    CHECK(twice.left_rows == 3);
    CHECK(twice.right_rows == 3);
}

TEST_CASE("cells don't run into each other") {
    CHECK_FALSE(compare_tables(table_of("a,b\nx,yz\n"), table_of("a,b\nxy,z\n")).same);
    CHECK_FALSE(compare_tables(table_of("a,b\n,x\n"), table_of("a,b\nx,\n")).same);
    CHECK_FALSE(compare_tables(table_of("a,b\nn,x\n"), table_of("a,b\n,x\n")).same);
}

TEST_CASE("blanks at the ends and empty texts are forgiven unless told otherwise") {
    const Table left = table_of("a,b\nkiosk,\"\"\n");
    const Table right = table_of("a,b\n\"kiosk \",\n");
    CHECK(compare_tables(left, right).same);
    TableCompareOptions strict;
    strict.trim = false;
    CHECK_FALSE(compare_tables(left, right, {}, strict).same);
    strict.trim = true;
    strict.empty_is_null = false;
    CHECK_FALSE(compare_tables(left, right, {}, strict).same);
}

TEST_CASE("numbers by value where a column is said to hold numbers") {
    const Table left = table_of("a,b\n12.50,07\n1.25E1,x\n");
    const Table right = table_of("a,b\n12.5,07\n12.5,x\n");
    CHECK_FALSE(compare_tables(left, right).same);
    TableCompareOptions options;
    options.numeric_columns = {"a"};
    CHECK(compare_tables(left, right, {}, options).same);
    CHECK_FALSE(compare_tables(table_of("a,b\n1,7\n"), table_of("a,b\n1,07\n"), {}, options).same);
}

TEST_CASE("all columns: names and order must agree") {
    const TableDifference other = compare_tables(table_of("b,a\n1,2\n"), table_of("a,b\n2,1\n"));
    CHECK(other.columns_differ);
    CHECK(other.other_column_order);
    CHECK_FALSE(other.same);
    const TableDifference wrong = compare_tables(table_of("a,c\n1,2\n"), table_of("a,b\n2,1\n"));
    CHECK(wrong.missing_columns == Lines{"b"});
    CHECK(wrong.extra_columns == Lines{"c"});
    CHECK_FALSE(wrong.other_column_order);
}

TEST_CASE("named columns: by name, in any place") {
    const Table left = table_of("b,more,a\n1,z,2\n");
    const Table right = table_of("a,b\n2,1\n");
    CHECK(compare_tables(left, right, {"a", "b"}).same);
    CHECK(compare_tables(left, right, {"a", "c"}).missing_columns == Lines{"c"});
    CHECK_FALSE(compare_tables(left, right, {"A"}).same);
    TableCompareOptions options;
    options.ignore_column_case = true;
    CHECK(compare_tables(left, right, {"A", "B"}, options).same);
}

TEST_CASE("examples: the first in byte order, quoted, cut at a character's end") {
    const std::string wide = [] {
        std::string text;
        for (int index = 0; index < 60; ++index) text += "가";
        return text;
    }();
    const TableDifference difference =
        compare_tables(table_of("a,b\n9,z\n5,\"x,y\"\n3,z\n7,z\n2," + wide + "\n"), table_of("a,b\n"));
    CHECK(difference.extra == 5);
    REQUIRE(difference.extra_examples.size() == 3);
    CHECK(difference.extra_examples[0].size() <= 123);
    CHECK(difference.extra_examples[0].substr(0, 5) == "2,가");
    CHECK(difference.extra_examples[0].substr(difference.extra_examples[0].size() - 6) == "가...");
    CHECK(difference.extra_examples[1] == "3,z");
    CHECK(difference.extra_examples[2] == "5,\"x,y\"");
}

TEST_CASE("many rows that are all alike") {
    std::string text = "a\n";
    for (int row = 0; row < 50'000; ++row) text += "x\n";
    const TableDifference difference = compare_tables(table_of(text), table_of(text + "x\n"));
    CHECK(difference.missing == 1);
    CHECK(difference.extra == 0);
}
