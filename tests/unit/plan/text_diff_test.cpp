#include <doctest/doctest.h>

#include "facts/plan/diff.hpp"
#include "samples.hpp"

using namespace plangrade;

namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

std::string indented(const std::string& text) {
    std::string out = "    " + replaced(text, "\n", "\n    ");
    return out;
}

}  // namespace

TEST_CASE("a text is the same plan as the one that was logged") {
    CHECK_FALSE(first_plan_difference(plan_sample("spark43-formatted.txt"), plan_sample("spark43-explain.log.txt")));
    CHECK_FALSE(
        first_plan_difference(plan_sample("spark43-formatted-rebuilt.txt"), plan_sample("spark43-explain.log.txt")));
}

TEST_CASE("how a text was saved doesn't count") {
    const std::string text = plan_sample("spark43-formatted.txt");
    CHECK_FALSE(first_plan_difference(replaced(text, "\n", "\r\n"), text));
    CHECK_FALSE(first_plan_difference(replaced(text, " \n", "\n"), text));
    CHECK_FALSE(first_plan_difference("\xEF\xBB\xBF" + text, text));
    CHECK_FALSE(first_plan_difference(">>> df.explain('formatted')\n" + text + "\n\n\n", text));
    CHECK_FALSE(first_plan_difference(indented(text), text));
    CHECK_FALSE(first_plan_difference("```\n" + text + "None\n```\n", text));
    CHECK_FALSE(first_plan_difference(text.substr(0, text.find_last_not_of('\n') + 1), text));
}

TEST_CASE("query stages' statistics, which only logs have, don't count") {
    const std::string log = plan_sample("spark43-aqe.log.txt");
    const std::string text = replaced(log, ", Statistics(sizeInBytes=8.0 EiB)", "");
    REQUIRE(text != log);
    CHECK_FALSE(first_plan_difference(text, log));
    CHECK_FALSE(first_plan_difference(log, text));
}

TEST_CASE("a difference is named with both lines and the column") {
    const auto difference = first_plan_difference(plan_sample("spark43-formatted-extra-column.txt"),
                                                  plan_sample("spark43-explain.log.txt"));
    REQUIRE(difference);
    CHECK(difference->left_line == 9);
    CHECK(difference->right_line == 9);
    CHECK(difference->left == "Output [4]: [order_id#1L, qty#2, status#3, channel#4]");
    CHECK(difference->right == "Output [3]: [order_id#1L, qty#2, status#3]");
    CHECK(difference->column == 8);
}

TEST_CASE("ids are renumbered, not dropped") {
    const std::string text = "== Physical Plan ==\nFilter (a#1 = b#2)\n";
    CHECK_FALSE(first_plan_difference(text, "== Physical Plan ==\nFilter (a#7 = b#5)\n"));
    CHECK(first_plan_difference(text, "== Physical Plan ==\nFilter (a#7 = b#7)\n"));
    CHECK(first_plan_difference(text, "== Physical Plan ==\nFilter (a#7L = b#5)\n"));
}

TEST_CASE("a text that ends too early differs where it ends") {
    const std::string text = plan_sample("spark43-formatted.txt");
    const auto difference = first_plan_difference(text.substr(0, text.find("(4) Project")), text);
    REQUIRE(difference);
    CHECK(difference->left_line == 0);
    CHECK(difference->left.empty());
    CHECK(difference->right == "(4) Project [codegen id : 1]");
}

TEST_CASE("texts without a plan are never the same plan") {
    CHECK(first_plan_difference("", ""));
    CHECK(first_plan_difference("nothing", "nothing"));
}

TEST_CASE("lines of a difference can be printed whatever the text holds") {
    const auto difference =
        first_plan_difference("== Physical Plan ==\nFilter (a#1 = \xB0\xA1)", "== Physical Plan ==\n");
    REQUIRE(difference);
    CHECK(difference->left == "Filter (a#1 = \xEF\xBF\xBD\xEF\xBF\xBD)");
}
