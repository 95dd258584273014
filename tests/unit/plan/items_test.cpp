#include "facts/plan/items.hpp"

#include <doctest/doctest.h>

using namespace plangrade;
using Items = std::vector<std::string>;

TEST_CASE("filters split between items, not inside them") {
    CHECK(split_items("[A(x,1), B(y)]") == Items{"A(x,1)", "B(y)"});
    CHECK(split_items("[IsNotNull(qty), GreaterThanOrEqual(qty,5)]") ==
          Items{"IsNotNull(qty)", "GreaterThanOrEqual(qty,5)"});
    CHECK(split_items("[In(n, [1,2]), Or(GreaterThan(a,1),EqualTo(b,2))]") ==
          Items{"In(n, [1,2])", "Or(GreaterThan(a,1),EqualTo(b,2))"});
    CHECK(split_items("[*IsNotNull(a), *EqualTo(a,1)]") == Items{"*IsNotNull(a)", "*EqualTo(a,1)"});
    CHECK(split_items("[isnotnull(d#20), (d#20 = 2026-02-14)]") == Items{"isnotnull(d#20)", "(d#20 = 2026-02-14)"});
    CHECK(split_items("[order_id, qty]") == Items{"order_id", "qty"});
}

TEST_CASE("an empty list has no items") {
    CHECK(split_items("[]").empty());
    CHECK(split_items("").empty());
    CHECK(split_items("  [] ").empty());
}

TEST_CASE("a literal's brackets and commas stay in its item") {
    CHECK(split_items("[EqualTo(t,a, b)), IsNotNull(x)]") == Items{"EqualTo(t,a, b))", "IsNotNull(x)"});
    CHECK(split_items("[EqualTo(s,a, b]), IsNotNull(x)]") == Items{"EqualTo(s,a, b])", "IsNotNull(x)"});
    CHECK(split_items("[EqualTo(s,a), b), IsNotNull(x)]") == Items{"EqualTo(s,a), b)", "IsNotNull(x)"});
    CHECK(split_items("[EqualTo(s,a(b), GreaterThan(qty,1)]") == Items{"EqualTo(s,a(b)", "GreaterThan(qty,1)"});
    CHECK(split_items("[EqualTo(s,[[[), GreaterThan(qty,1)]") == Items{"EqualTo(s,[[[)", "GreaterThan(qty,1)"});
    CHECK(split_items("[(s#1 = a(b), (q#2 > 1)]") == Items{"(s#1 = a(b)", "(q#2 > 1)"});
    CHECK(split_items("[And(EqualTo(a,x, IsNotNull(y)),IsNull(z))]") ==
          Items{"And(EqualTo(a,x, IsNotNull(y)),IsNull(z))"});
}

TEST_CASE("a list of many unbalanced items is split in linear time") {
    std::string list = "[EqualTo(s,()";
    for (int i = 0; i < 100'000; ++i) list += ", EqualTo(s,()";
    list += "]";
    CHECK(split_items(list).size() == 100'001);
}

TEST_CASE("ids are renumbered by first appearance") {
    CHECK(renumber_ids("[a#12, b#7L, a#12]") == "[a#1, b#2L, a#1]");
    CHECK(renumber_ids("(a#4 = b#9)") == renumber_ids("(a#17 = b#3)"));
    CHECK(renumber_ids("(a#1 = a#2)") != renumber_ids("(a#1 = a#1)"));
    CHECK(renumber_ids("a#1L") != renumber_ids("a#1"));
    CHECK(renumber_ids("Exchange hashpartitioning(c#30, 200), [plan_id=27]") ==
          "Exchange hashpartitioning(c#1, 200), [plan_id=1]");
    CHECK(renumber_ids("c#27, [id=#27], d#30") == "c#1, [id=#1], d#2");
    CHECK(renumber_ids("key#x, #, plan_id=") == "key#x, #, plan_id=");
    CHECK(renumber_ids("a#123456789012345678901234567890") == "a#1");
}
