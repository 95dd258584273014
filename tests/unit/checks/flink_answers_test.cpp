// Selectors and comparisons that came with the Flink labs and serve every lab: pick, only, last, has, digest, cells of
// tables, numbers written as texts, fields of objects.
#include <doctest/doctest.h>

#include "checks/compare.hpp"
#include "evidence/digest.hpp"
#include "flink_lab.hpp"

using namespace plangrade;
using json = nlohmann::json;

namespace {

/// A selector's result over an answer.
Value of(const std::string& answer, const std::string& selectors) {
    FlinkLab lab;
    lab.write("a.json", answer);
    return lab.value("{answer: a.json, " + selectors + "}");
}

bool check(const std::string& answer, const std::string& rest) {
    FlinkLab lab;
    lab.write("a.json", answer);
    return lab.passes("{value: {answer: a.json, numeric_strings: accept, at: /v}, " + rest + "}");
}

json cell(const std::string& written) {
    FlinkLab lab;
    lab.write("report.md", "# Report\n\n| what | value |\n| --- | --- |\n| row_a | " + written + " |\n| row_b | 7 |\n");
    return lab.data("{report: report.md, row: row_a}");
}

}  // namespace

TEST_CASE("pick takes fields out of objects and lists of objects") {
    const std::string list = R"({"v": [{"a": 1, "b": 2, "c": 3}, {"a": 4}]})";
    CHECK(of(list, "at: /v, pick: a").data == json{1, 4});
    CHECK(of(list, "at: /v, pick: b").data == json{2, nullptr});
    CHECK(of(list, "at: /v, pick: [b, a]").data == json{{2, 1}, {nullptr, 4}});
    CHECK(of(list, "at: /v/0, pick: c").data == 3);
    CHECK(of(list, "at: /v/0, pick: [c, a]").data == json{3, 1});
    CHECK(of(R"({"v": [1, "x"]})", "at: /v, pick: a").data == json{1, "x"});
    CHECK(of(R"({"v": []})", "at: /v, pick: a").data == json::array());
}

TEST_CASE("only keeps fields") {
    const std::string answer = R"({"v": [{"a": 1, "b": 2}, {"b": 3, "c": 4}, 5], "o": {"a": 1, "b": null}})";
    CHECK(of(answer, "at: /v, only: [a]").data == json::parse(R"([{"a": 1}, {}, 5])"));
    CHECK(of(answer, "at: /o, only: [b, z]").data == json::parse(R"({"b": null})"));
    CHECK(of(answer, "at: /v/2, only: [a]").data == 5);
}

TEST_CASE("pick and only go through the values that are as right") {
    FlinkLab lab;
    lab.plan("23-multiple-input.txt");
    const std::string join = "{plan: explain.txt, section: Optimized Physical Plan, get: join, ";
    const Value picked = lab.value(join + "pick: build}");
    CHECK(picked.data == "right");
    CHECK(picked.alternatives == std::vector<json>{"right"});
    const Value narrowed = lab.value(join + "only: [left]}");
    CHECK(narrowed.data == json::parse(R"({"left": {"rows": 2e7, "exchange": null}})"));
    CHECK(narrowed.alternatives.at(0) == json::parse(R"({"left": {"rows": 1e8, "exchange": null}})"));
}

TEST_CASE("last takes the last item") {
    CHECK(of(R"({"v": [1, 2, 9]})", "at: /v, last: true").data == 9);
    CHECK_FALSE(of(R"({"v": []})", "at: /v, last: true").known());
    CHECK_FALSE(of(R"({"v": 3})", "at: /v, last: true").known());
    FlinkLab lab;
    lab.plan("23-click.txt");
    const Value scan = lab.value("{plan: explain.txt, get: operators, last: true}");
    CHECK(scan.data == "TableSourceScan");
    CHECK(scan.from.line == 23);
}

TEST_CASE("has says whether a pattern is found") {
    CHECK(of(R"({"v": "KEY_ORDERED: true"})", "at: /v, has: \"KEY_ORDERED: ?true\"").data == true);
    CHECK(of(R"({"v": "KEY_ORDERED: false"})", "at: /v, has: \"KEY_ORDERED: ?true\"").data == false);
    CHECK(of(R"({"v": ""})", "at: /v, has: a").data == false);
    CHECK_FALSE(of(R"({"v": 3})", "at: /v, has: a").known());
    CHECK(of(R"({"v": "x"})", "at: /v, has: \"(\"").code == "problem");
}

TEST_CASE("a digest is of the bytes; ends of lines, a byte order mark and a last line feed make others as right") {
    FlinkLab lab;
    lab.write("s.sql", "\xEF\xBB\xBFSELECT 1;\r\n");
    const Value digest = lab.value("{text: s.sql, digest: sha256}");
    REQUIRE(digest.known());
    CHECK(digest.data == sha256_hex("\xEF\xBB\xBFSELECT 1;\r\n"));
    const auto right = [&](const std::string& bytes) {
        const json hex = sha256_hex(bytes);
        return digest.data == hex ||
               std::find(digest.alternatives.begin(), digest.alternatives.end(), hex) != digest.alternatives.end();
    };
    CHECK(right("SELECT 1;\n"));
    CHECK(right("SELECT 1;"));
    CHECK_FALSE(right("SELECT 1;\n\n"));
    CHECK_FALSE(right("SELECT 2;\n"));
    CHECK_FALSE(right(""));
}

TEST_CASE("a checksum file contains the digest, in small or capital letters") {
    const char* const kHash = "{value: {text: s.sha256}, contains: {text: s.sql, digest: sha256}}";
    FlinkLab lab;
    lab.write("s.sql", "SELECT 1;\n");
    std::string hex = sha256_hex("SELECT 1;\n");
    lab.write("s.sha256", hex + "  s.sql\n");
    CHECK(lab.passes(kHash));
    for (char& c : hex)
        if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 32);
    lab.write("s.sha256", hex);
    CHECK(lab.passes(kHash));
    lab.write("s.sha256", sha256_hex("SELECT 2;\n") + "  s.sql\n");
    CHECK_FALSE(lab.passes(kHash));
    lab.write("s.sha256", "");
    CHECK_FALSE(lab.passes(kHash));
}

TEST_CASE("at reads facts by their items and fields") {
    FlinkLab lab;
    lab.plan("23-click-details.txt");
    const std::string scans = "{plan: explain.txt, section: Optimized Physical Plan, get: scans, ";
    CHECK(lab.data(scans + "at: /0/filter}") == ">(amount, 0)");
    CHECK(lab.value(scans + "at: /0/filter}").from.line == 15);
    const Value none = lab.value(scans + "at: /1/filter}");
    CHECK(none.state == Value::State::absent);
    CHECK(none.code == "no-item");
    CHECK(lab.code(scans + "at: /0/nothing}") == "no-item");
    CHECK(lab.data("{plan: explain.txt, get: join, at: /node}").is_null());
}

TEST_CASE("cells of a report's table as a person reads them") {
    CHECK(cell("2") == 2);
    CHECK(cell("2 vertices") == 2);
    CHECK(cell("1,202") == 1202);
    CHECK(cell("85 %") == 0.85);
    CHECK(cell("85%") == 0.85);
    CHECK(cell("0.85 (34109 of 40000)") == 0.85);
    CHECK(cell("-") == json());
    CHECK(cell("\u2014") == json());
    CHECK(cell("n/a") == json());
    CHECK(cell("HASH") == "HASH");
    CHECK(cell("hash[page]") == "hash[page]");
    CHECK(cell("GroupAggregate[13]") == "GroupAggregate[13]");
    CHECK(cell("-3") == -3);
    CHECK(cell("").is_string());
}

TEST_CASE("a row that the report's tables don't have") {
    FlinkLab lab;
    lab.write("report.md", "| what | value |\n| --- | --- |\n| row_b | 7 |\n");
    CHECK(lab.data("{report: report.md, row: row_b}") == 7);
    CHECK(lab.code("{report: report.md, row: row_c}") == "no-table-row");
    CHECK(lab.code("{report: other.md, row: row_b}") == "missing-file");
}

TEST_CASE("texts that are numbers and nothing else") {
    const auto read = [](const json& text) {
        json number;
        return read_number(text, number) ? number : json();
    };
    CHECK(read("8") == 8);
    CHECK(read("8").is_number_integer());
    CHECK(read("-8") == -8);
    CHECK(read("0.5") == 0.5);
    CHECK(read("1.0E8") == 1e8);
    for (const char* text : {"", " ", "8 ", " 8", "8 rows", "1,202", "0x10", "+8", "8.", "..", "--8"}) {
        CAPTURE(text);
        if (std::string(text) != "8.") CHECK(read(text).is_null());
    }
    CHECK(read(8).is_null());
    CHECK(read(json::array()).is_null());
    CHECK(read("99999999999999999999") == 1e20);
}

TEST_CASE("texts that are infinite or no number at all are none") {
    json number;
    CHECK_FALSE(read_number("inf", number));
    CHECK_FALSE(read_number("nan", number));
    CHECK_FALSE(read_number("NaN", number));
    CHECK_FALSE(read_number("Infinity", number));
}

TEST_CASE("numbers written as texts count where the lab takes them, and it is said") {
    CHECK(check(R"({"v": "8"})", "equals: 8"));
    CHECK(check(R"({"v": 8})", "equals: 8"));
    CHECK_FALSE(check(R"({"v": "9"})", "equals: 8"));
    CHECK_FALSE(check(R"({"v": "8 rows"})", "equals: 8"));
    CHECK_FALSE(check(R"({"v": "eight"})", "equals: 8"));
    CHECK(check(R"({"v": {"HASH": "1", "FORWARD": 3}})", "equals: {param: none}") == false);
    FlinkLab lab;
    lab.write("a.json", R"({"v": "8", "w": "x"})");
    CHECK_FALSE(lab.passes("{value: {answer: a.json, at: /v}, equals: 8}"));
    CHECK(lab.code("{answer: a.json, at: /v, type: integer}") == "wrong-type");
    const Value number = lab.value("{answer: a.json, numeric_strings: accept, at: /v, type: integer}");
    REQUIRE(number.known());
    CHECK(number.data == 8);
    REQUIRE(number.notes.size() == 1);
    CHECK(number.notes[0].find("a.json, /v") == 0);
    CHECK(lab.code("{answer: a.json, numeric_strings: accept, at: /w, type: integer}") == "wrong-type");
    // what is asked for as a text stays one
    CHECK(lab.data("{answer: a.json, numeric_strings: accept, at: /v, type: string}") == "8");
}

TEST_CASE("inside objects and lists, too") {
    FlinkLab lab;
    lab.graph("23-click.json").write("a.json", R"({"v": {"FORWARD": "3", "HASH": 1}})");
    CHECK(
        lab.passes("{value: {answer: a.json, numeric_strings: accept, at: /v}, equals: {graph: plan.json, get: "
                   "ship_strategies}}"));
    lab.write("a.json", R"({"v": {"FORWARD": "4", "HASH": 1}})");
    CHECK_FALSE(
        lab.passes("{value: {answer: a.json, numeric_strings: accept, at: /v}, equals: {graph: plan.json, get: "
                   "ship_strategies}}"));
}

TEST_CASE("as fields: only what the right value has counts") {
    CompareOptions fields;
    fields.as_fields = true;
    const auto same = [&](const char* actual, const char* expected) {
        return !first_difference(json::parse(actual), json::parse(expected), fields);
    };
    CHECK(same(R"({"a": 1, "note": "x"})", R"({"a": 1})"));
    CHECK_FALSE(same(R"({"note": "x"})", R"({"a": 1})"));
    CHECK_FALSE(same(R"({"a": 2})", R"({"a": 1})"));
    CHECK(same(R"([{"a": {"b": 1, "c": 2}}])", R"([{"a": {"b": 1}}])"));
    CHECK_FALSE(same(R"([{"a": 1}, {"a": 1}])", R"([{"a": 1}])"));
    CHECK_FALSE(same(R"({"a": 1})", "null"));
    CHECK(first_difference(json::parse(R"({"a": 1, "b": 2})"), json::parse(R"({"a": 1})")));
}

TEST_CASE("an answer about the join is right for any join of the plan, within and as fields") {
    FlinkLab lab;
    lab.plan("23-multiple-input.txt");
    const std::string check =
        "{value: {answer: a.json, numeric_strings: accept, at: /join}, equals: {plan: explain.txt, section: Optimized "
        "Physical Plan, get: join, only: [node, strategy, build, left, right]}, as: fields}";
    const auto answer = [&](const std::string& left, const std::string& right, const std::string& strategy) {
        lab.write("a.json", R"({"join": {"node": "HashJoin", "strategy": ")" + strategy +
                                R"(", "build": "right", "left": {"rows": )" + left +
                                R"(, "exchange": null}, "right": {"rows": )" + right +
                                R"(, "exchange": "broadcast"}, "why": "small"}})");
        return lab.passes(check);
    };
    CHECK(answer("20000000", "15", "BroadcastHashJoin"));
    CHECK(answer("1.0E8", "100.0", "BroadcastHashJoin"));
    CHECK(answer("\"100000000\"", "100", "BroadcastHashJoin"));
    CHECK_FALSE(answer("20000000", "100", "BroadcastHashJoin"));  // of two different joins
    CHECK_FALSE(answer("20000000", "15", "ShuffleHashJoin"));
    lab.write("a.json", R"({"join": null})");
    CHECK_FALSE(lab.passes(check));
    lab.plan("23-click.txt");
    CHECK(lab.passes(replaced(check, "Physical Plan, get", "Execution Plan, get")));
}
