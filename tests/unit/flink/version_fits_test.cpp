#include "facts/flink/version_fits.hpp"

#include <doctest/doctest.h>

using namespace plangrade::flink;

TEST_CASE("the version that an answer tells fits the version that is named, or not") {
    CHECK(version_fits("2.x", "flink-version: 2.3.0"));
    CHECK(version_fits("2.x", "2.0"));
    CHECK_FALSE(version_fits("2.x", "1.20.3"));
    CHECK(version_fits("1.20", "1.20.3"));
    CHECK_FALSE(version_fits("1.20", "2.3.0"));
    CHECK_FALSE(version_fits("1.20", "1.14.4"));
    CHECK(version_fits("1.14", "1.14.4"));
    CHECK(version_fits("1.14", "1.19.1"));
    CHECK_FALSE(version_fits("1.14", "1.20.0"));
    CHECK_FALSE(version_fits("1.14", "2.1.0"));
    CHECK(version_fits("", "2.3.0"));
    CHECK(version_fits("2.x", "unknown"));
}
