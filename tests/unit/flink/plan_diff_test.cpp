#include "facts/flink/plan_diff.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;
using Strings = std::vector<std::string>;

namespace {

std::vector<PlanChange> changes(const std::string& left, const std::string& right) {
    const std::string head = "== Optimized Physical Plan ==\n";
    const Plan a = parse_flink_plan(head + left, {}), b = parse_flink_plan(head + right, {});
    return plan_changes(*tree(a, kPhysical), *tree(b, kPhysical));
}

}  // namespace

TEST_CASE("estimates, advice and generated numbers are no change") {
    CHECK(changes("Calc(select=[a, EXPR$0, $f3_0, count1$0])\n+- SScan(t=[x]): rowcount = 1.0, cumulative cost = {1.0 "
                  "rows}\n",
                  "Calc(advice=[1], select=[a, EXPR$7, $f9_1, count1$2])\n+- SScan(t=[x]): rowcount = 2.0, cumulative "
                  "cost = {3.0 rows}\n")
              .empty());
    CHECK(changes("Calc(select=[$f1, $f2])\n+- SScan(t=[$f1])\n", "Calc(select=[$f3, $f4])\n+- SScan(t=[$f4])\n")
              .size() == 1);
    CHECK(same_plan(plan_of("23-click.txt"), plan_of("23-click-sql-client.txt")));
}

TEST_CASE("what changed, with its lines") {
    const Plan left = plan_of("120-dedup.txt"), right = plan_of("23-dedup.txt");
    const std::vector<PlanChange> found = plan_changes(*tree(left, kPhysical), *tree(right, kPhysical));
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].left.size() == 1);
    CHECK(found[0].left[0] == "      Deduplicate(keep=[LastRow], key=[page], order=[ROWTIME], changelogMode=[I,UA,D])");
    CHECK(found[0].left_lines == std::vector<std::uint32_t>{12});
    CHECK(found[0].right[0].starts_with("      Rank(strategy=[AppendFastStrategy]"));
    CHECK_FALSE(same_plan(left, right));
    CHECK(same_plan(left, left));
    CHECK(changes_json(found)[0]["right_lines"][0] == 12);
}

TEST_CASE("nodes that come and go between others") {
    const std::vector<PlanChange> found =
        changes("A(x=[1])\n+- B(x=[1])\n   +- SScan(t=[x])\n",
                "A(x=[1])\n+- C(x=[1])\n   +- SScan(t=[x])\n\nZ(a=[b])\n+- SScan(t=[y])\n");
    REQUIRE(found.size() == 2);
    CHECK(found[0].left == Strings{"   B(x=[1])"});
    CHECK(found[0].right == Strings{"   C(x=[1])"});
    CHECK(found[1].left.empty());
    CHECK(found[1].right == Strings{"Z(a=[b])", "   SScan(t=[y])"});
}

TEST_CASE("large plans that differ everywhere are one change") {
    std::string left = "A(x=[1])\n", right = "A(x=[2])\n";
    for (int i = 0; i < 2100; ++i) {
        left += "\nB(x=[" + std::to_string(i) + "])\n";
        right += "\nC(x=[" + std::to_string(i) + "])\n";
    }
    CHECK(changes(left, right).size() == 1);
    CHECK(changes(left, left).empty());
}
