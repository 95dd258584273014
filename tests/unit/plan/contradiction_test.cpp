#include "facts/plan/contradiction.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade;

namespace {

const char* const kHonest[] = {"spark43-explain",    "spark43-aqe",          "spark43-aqe-start",
                               "spark35-aqe",        "spark43-count-of-day", "spark43-partition-write",
                               "spark43-push-write", "spark35-create-view",  "spark43-write-after-shuffle"};

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), with);
}

std::vector<Contradiction> found_in(const std::string& text, const std::string& info) {
    return contradictions(spark::parse_spark_plan(text), spark::read_plan_info(info));
}

}  // namespace

TEST_CASE("a log that nobody edited doesn't contradict itself") {
    for (const char* name : kHonest) {
        CAPTURE(name);
        const Plan text = plan_of(std::string(name) + ".log.txt");
        const Plan info = plan_of(std::string(name) + ".log.json");
        CHECK(contradictions(text, info).empty());
        CHECK(suspicions(text, info).empty());
    }
}

TEST_CASE("filters that were edited in the text only") {
    const auto found =
        contradictions(plan_of("spark35-edited-filters.log.txt"), plan_of("spark35-edited-filters.log.json"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].what == "PushedFilters");
    CHECK(found[0].in_text == "[GreaterThanOrEqual(qty,5)]");
    CHECK(found[0].in_info == "[IsNotNull(status), IsNotNull(qty), GreaterThanOrEqual(qty,5)]");
    CHECK(found[0].at.line == 7);
}

TEST_CASE("another source in the text than in the tree") {
    const auto found = contradictions(plan_of("spark35-edited-scan.log.txt"), plan_of("spark35-edited-scan.log.json"));
    REQUIRE(found.size() == 2);
    CHECK(found[0].what == "Format");
    CHECK(found[1].what == "Location");
    const auto more = suspicions(plan_of("spark35-edited-scan.log.txt"), plan_of("spark35-edited-scan.log.json"));
    REQUIRE(more.size() == 1);
    CHECK(more[0].what == "operators");
    CHECK(more[0].in_text == "Scan parquet");
    CHECK(more[0].in_info == "Scan csv");
}

TEST_CASE("an edit of any scan's attribute is found, on either side") {
    const std::string text = plan_sample("spark43-push-write.log.txt");
    const std::string info = plan_sample("spark43-push-write.log.json");
    REQUIRE(found_in(text, info).empty());
    CHECK(found_in(replaced(text, "ReadSchema: struct<order_id", "ReadSchema: struct<order_no"), info).front().what ==
          "ReadSchema");
    CHECK(found_in(replaced(text, "PushedFilters: [IsNotNull(status), ", "PushedFilters: ["), info).front().what ==
          "PushedFilters");
    const std::size_t filters = text.find("PushedFilters:");
    CHECK(found_in(std::string(text).erase(filters, text.find('\n', filters) + 1 - filters), info).front().what ==
          "PushedFilters");
    CHECK(found_in(text, replaced(info, "\"PushedFilters\": \"[IsNotNull(status), ", "\"PushedFilters\": \"["))
              .front()
              .what == "PushedFilters");
    // the tree's own short line of the scan
    CHECK(found_in(text, replaced(info, "FileScan parquet", "FileScan csv")).front().what == "Format");
    CHECK(found_in(text, replaced(info, "\"Format\": \"Parquet\"", "\"Format\": \"CSV\"")).front().what == "Format");
    CHECK(found_in(replaced(text, "InMemoryFileIndex [file:/root/spk/plan/orders_pq]",
                            "InMemoryFileIndex [file:/elsewhere]"),
                   info)
              .front()
              .what == "Location");
}

TEST_CASE("a scan that only one side has") {
    const std::string text = "== Physical Plan ==\nLocalTableScan [a#1]\n";
    auto found = found_in(text, plan_sample("spark43-explain.log.json"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].what == "scans");
    CHECK(found[0].in_text.empty());
    CHECK(found[0].in_info == "Scan parquet [file:/root/spk/plan/orders_pq]");
    found = found_in(plan_sample("spark43-formatted.txt"),
                     R"({"nodeName":"LocalTableScan","simpleString":"LocalTableScan [a#1]","children":[]})");
    REQUIRE(found.size() == 1);
    CHECK(found[0].in_info.empty());
}

TEST_CASE("a description in another mode is no contradiction") {
    // spark.sql.ui.explainMode chooses it; the query is the same
    const Plan info = plan_of("spark43-explain.log.json");
    CHECK(contradictions(plan_of("spark43-extended.txt"), info).empty());
    CHECK(suspicions(plan_of("spark43-extended.txt"), info).empty());
    CHECK(contradictions(spark::parse_spark_plan("Found 0 WholeStageCodegen subtrees.\n"), info).empty());
    CHECK(contradictions(Plan{}, info).empty());
}

TEST_CASE("an edited condition or write target is suspicious") {
    const std::string info = plan_sample("spark43-push-write.log.json");
    const std::string text = plan_sample("spark43-push-write.log.txt");
    auto found = suspicions(spark::parse_spark_plan(replaced(text, "(qty#3 >= 5)", "(qty#3 >= 6)")),
                            spark::read_plan_info(info));
    REQUIRE(found.size() == 1);
    CHECK(found[0].what == "Condition");
    found = suspicions(
        spark::parse_spark_plan(replaced(text, "Arguments: file:/root/spk/plan/out/pushdown", "Arguments: file:/x")),
        spark::read_plan_info(info));
    REQUIRE(found.size() == 1);
    CHECK(found[0].what == "write target");
    CHECK(found[0].in_text == "file:/x");
}

TEST_CASE("thousands of scans are compared in bounded time") {
    std::string text = "== Physical Plan ==\nUnion\n";
    std::string children;
    for (int i = 0; i < 3000; ++i) {
        const std::string scan = "FileScan parquet [a#1] Location: InMemoryFileIndex(1 paths)[file:/" +
                                 std::to_string(i) + "], PushedFilters: [], ReadSchema: struct<a:int>";
        text += ":- " + scan + "\n";
        children += std::string(i == 0 ? "" : ",") + R"({"nodeName":"Scan parquet ","simpleString":")" + scan +
                    R"(","children":[]})";
    }
    const std::string info = R"({"nodeName":"Union","simpleString":"Union","children":[)" + children + "]}";
    CHECK(found_in(text, info).empty());
    // each of them unlike: enough to say so
    std::string other = text;
    for (std::size_t at = other.find("[file:/"); at != std::string::npos; at = other.find("[file:/", at + 7))
        other.insert(at + 7, "x");
    const auto found = found_in(other, info);
    CHECK(found.size() == 50);
}
