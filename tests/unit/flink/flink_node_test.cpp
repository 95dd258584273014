#include "evidence/flink/flink_node.hpp"

#include <doctest/doctest.h>

using namespace plangrade::flink;
using Strings = std::vector<std::string>;

namespace {

std::string value(const NodeText& node, std::string_view name) {
    for (const NodeAttribute& attribute : node.attributes)
        if (attribute.name == name) return attribute.value;
    return "-";
}

}  // namespace

TEST_CASE("attributes are split outside of brackets and literals") {
    const std::string text = "Calc(select=[a, f(b, c) AS d], where=[<>(page, _UTF-16LE'it''s (x] -> y, z=')])";
    const NodeText node = read_node(text);
    CHECK(node.whole(text));
    CHECK(node.op == "Calc");
    REQUIRE(node.attributes.size() == 2);
    CHECK(value(node, "select") == "[a, f(b, c) AS d]");
    CHECK(value(node, "where") == "[<>(page, _UTF-16LE'it''s (x] -> y, z=')]");
    CHECK(node.attributes[1].byte == text.find("where"));
}

TEST_CASE("quotes that don't pair and ranges that close otherwise than they open") {
    const std::string text =
        "GlobalWindowAggregate(select=[start('w$) AS s, end('w$) AS e], where=[SEARCH(x, Sarg[[5..10), "
        "(-∞..'a,b]')])])";
    const NodeText node = read_node(text);
    CHECK(node.whole(text));
    CHECK(value(node, "select") == "[start('w$) AS s, end('w$) AS e]");
    CHECK(value(node, "where") == "[SEARCH(x, Sarg[[5..10), (-∞..'a,b]')])]");
    const std::string legacy =
        "GroupWindowAggregate(window=[TumblingGroupWindow('w$, rowtime, 900000)], select=[it's])";
    CHECK(read_node(legacy).whole(legacy));
    CHECK(value(read_node(legacy), "select") == "[it's]");
}

TEST_CASE("marks, costs and row types behind the brackets") {
    const std::string text =
        "HashJoin(build=[right])(reuse_id=[2]): rowcount = 5.0E7, cumulative cost = {1.0 rows, 2.0 cpu}";
    const NodeText node = read_node(text);
    CHECK(node.whole(text));
    CHECK(value(node, "reuse_id") == "[2]");
    CHECK(value(node, "rowcount") == "5.0E7");
    CHECK(value(node, "cumulative cost") == "{1.0 rows, 2.0 cpu}");
    const std::string typed = "LogicalTableScan(table=[[c, d, t]]), rowType=[RecordType(INTEGER a)]";
    CHECK(read_node(typed).whole(typed));
    CHECK(value(read_node(typed), "rowType") == "[RecordType(INTEGER a)]");
    CHECK(read_node("DropUpdateBefore").whole("DropUpdateBefore"));
}

TEST_CASE("what breaks off or goes on is not whole") {
    for (const char* text :
         {"Calc(select=[a", "Calc(select=['a", "Sink(a=[b]): rowcount = 1.0",
          "Sink(a=[b]): rowcount = 1.0, cumulative cost = {1.0 rows", "Calc(a=[b]) and more", "(a=[b])", ""}) {
        CAPTURE(text);
        CHECK_FALSE(read_node(text).whole(text));
    }
    CHECK(read_node("Calc(select=['a").in_literal);
    CHECK_FALSE(read_node("Calc(select=[a").in_literal);
}

TEST_CASE("lists") {
    CHECK(list_items("[a, f(b, c), 'd,e', g]") == Strings{"a", "f(b, c)", "'d,e'", "g"});
    CHECK(list_items("[]") == Strings{});
    CHECK(list_items("a") == Strings{"a"});
    CHECK(inside("[hash[page]]") == "hash[page]");
    CHECK(inside("[a], [b]") == "[a], [b]");
    CHECK(inside("x") == "x");
}
