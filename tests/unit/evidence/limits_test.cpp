#include "limits.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace plangrade;

TEST_CASE("every limit has a name of its own, a unit and a reason") {
    std::set<std::string_view> names;
    for (const LimitRow& row : limit_table()) {
        CHECK(names.insert(row.name).second);
        CHECK_FALSE(row.unit.empty());
        CHECK_FALSE(row.reason.empty());
    }
}

TEST_CASE("a limit is set by its name and named with its value") {
    Limits limits;
    CHECK(set_limit(limits, "json_depth", 7));
    CHECK(limits.json_depth == 7);
    CHECK(limit_text(limits, "json_depth") == "limit json_depth: 7 levels");
    CHECK_FALSE(set_limit(limits, "no_such_limit", 1));
}
