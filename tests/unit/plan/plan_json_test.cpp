#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;

TEST_CASE("a plan as JSON has its mode, trees, attributes and places") {
    const nlohmann::json json = to_json(plan_of("spark43-aqe_final.txt"));
    CHECK(json["mode"] == "simple");
    CHECK(json["is_final"] == true);
    const nlohmann::json& section = json["sections"][0];
    CHECK(section["title"] == "Physical Plan");
    REQUIRE(section["trees"].size() == 2);
    CHECK(section["trees"][0]["title"] == "Final Plan");
    CHECK(section["trees"][1]["title"] == "Initial Plan");
    const nlohmann::json& node = section["trees"][0]["nodes"][3];
    CHECK(node["op"] == "AQEShuffleRead");
    CHECK(node["parent"] == 2);
    CHECK(node["at"]["line"] == 6);
    CHECK(node["attributes"][0]["name"] == "Arguments");
    CHECK(node["attributes"][0]["value"] == "coalesced");
}

TEST_CASE("any bytes give JSON that can be printed") {
    const Plan plan = spark::parse_spark_plan("== Physical Plan ==\nFilter (a#1 = \xB0\xA1\xFF)\n");
    CHECK_NOTHROW(to_json(plan).dump());
    CHECK(plan.flaws.back().code == "not-utf8");
    CHECK(plan.flaws.back().at == "byte 34");
}

TEST_CASE("attributes are found by name, and by name in another case where none is exact") {
    PlanNode node;
    node.attributes = {{"Keys", "[a]", false, {}}, {"keys", "[b]", false, {}}, {"Output", "[c]", false, {}}};
    CHECK(node.find("keys")->value == "[b]");
    CHECK(node.find("Keys")->value == "[a]");
    CHECK(node.find("output")->value == "[c]");
    CHECK(node.find("Outputs") == nullptr);
}
