#include "evidence/text/strict_json.hpp"

#include <doctest/doctest.h>

#include <string>

#include "temp_dir.hpp"

using namespace plangrade;
using namespace std::string_literals;

namespace {

nlohmann::json value(const std::string& text) {
    JsonDocument document = parse_strict_json(text, {});
    for (const Flaw& flaw : document.flaws) INFO(flaw.message);
    REQUIRE(document.value);
    return *document.value;
}

// "code at place" of the fatal flaw.
std::string fault(const std::string& text, const Limits& limits = {}) {
    const JsonDocument document = parse_strict_json(text, limits);
    CHECK_FALSE(document.value);
    REQUIRE(!document.flaws.empty());
    CHECK(document.flaws.back().severity == Severity::fatal);
    CHECK(document.flaws.back().message.size() > 20);
    return document.flaws.back().code + " " + document.flaws.back().at;
}

}  // namespace

TEST_CASE("documents are read exactly") {
    CHECK(value("{\"a\": [1, -2.5e3, \"x\", true, false, null], \"b\": {}}") ==
          nlohmann::json({{"a", {1, -2500.0, "x", true, false, nullptr}}, {"b", nlohmann::json::object()}}));
    CHECK(value(" [] ") == nlohmann::json::array());
    CHECK(value("\"\\u00e9\\ud83d\\ude00\\n\\\"\\\\\\/\"") == "é😀\n\"\\/");
    CHECK(value("\"가\"") == "가");
    CHECK(value("\"a\\u0000b\"") == "a\0b"s);
}

TEST_CASE("integers are exact; numbers with a point or an exponent are real") {
    CHECK(value("9007199254740993").get<std::int64_t>() == 9007199254740993);
    CHECK(value("-9223372036854775808").get<std::int64_t>() == INT64_MIN);
    CHECK(value("18446744073709551615").get<std::uint64_t>() == UINT64_MAX);
    CHECK(value("8").is_number_integer());
    CHECK(value("8.0").is_number_float());
    CHECK(value("-0").is_number_integer());
    CHECK(value("1e-999") == 0.0);
    CHECK(value("1E2") == 100.0);
    CHECK(fault("18446744073709551616") == "number-too-large line 1, column 1");
    CHECK(fault("[1,\n -9223372036854775809]") == "number-too-large line 2, column 2");
    CHECK(fault("1e999") == "number-too-large line 1, column 1");
    CHECK(fault(std::string(400, '9') + "e-5") == "number-too-large line 1, column 1");
}

TEST_CASE("each fault has its name and its place") {
    CHECK(fault("") == "empty ");
    CHECK(fault(" \n ") == "empty line 1, column 1");
    CHECK(fault("{\"a\": 1,\n \"b\": {\"x\": 1, \"x\": 2}}") == "duplicate-key line 2, column 16");
    CHECK(fault("{\"a\": NaN}") == "not-a-number line 1, column 7");
    CHECK(fault("[-Infinity]") == "not-a-number line 1, column 2");
    CHECK(fault("[1, 2,]") == "trailing-comma line 1, column 6");
    CHECK(fault("{\"a\": 1,\n}") == "trailing-comma line 1, column 8");
    CHECK(fault("[1,, 2]") == "trailing-comma line 1, column 4");
    CHECK(fault("[1 2]") == "missing-comma line 1, column 4");
    CHECK(fault("{\"a\" 1}") == "missing-colon line 1, column 6");
    CHECK(fault("{'a': 1}") == "single-quotes line 1, column 2");
    CHECK(fault("{\"a\": 'x'}") == "single-quotes line 1, column 7");
    CHECK(fault("{“a”: 1}") == "single-quotes line 1, column 2");
    CHECK(fault("{\"a\": 1} // rows") == "comment line 1, column 10");
    CHECK(fault("# rows\n{}") == "comment line 1, column 1");
    CHECK(fault("{\"a\": True}") == "python-value line 1, column 7");
    CHECK(fault("{\"a\": None}") == "python-value line 1, column 7");
    CHECK(fault("{a: 1}") == "unquoted line 1, column 2");
    CHECK(fault("{\"a\": refunded}") == "unquoted line 1, column 7");
    CHECK(fault("[\"a\nb\"]") == "control-character line 1, column 4");
    CHECK(fault("[\"a\tb\"]") == "control-character line 1, column 4");
    CHECK(fault("[\"a\\qb\"]") == "bad-escape line 1, column 4");
    CHECK(fault("[\"\\ud800\"]") == "bad-escape line 1, column 3");
    CHECK(fault("[\"\\u12\"]") == "bad-escape line 1, column 3");
    CHECK(fault("[01]") == "number-form line 1, column 2");
    CHECK(fault("[+1]") == "number-form line 1, column 2");
    CHECK(fault("[.5]") == "number-form line 1, column 2");
    CHECK(fault("[1.]") == "number-form line 1, column 2");
    CHECK(fault("[0x10]") == "number-form line 1, column 2");
    CHECK(fault("[12rows]") == "number-form line 1, column 2");
    CHECK(fault("{\"a\": [1, 2") == "unclosed line 1, column 12");
    CHECK(fault("{\"a\": [1}") == "unclosed line 1, column 9");
    CHECK(fault("{\"a\":") == "unclosed line 1, column 6");
    CHECK(fault("[\"abc") == "unclosed line 1, column 2");
    CHECK(fault("{\"a\": 1}\n{\"a\": 2}\n") == "several-documents line 2, column 1");
    CHECK(fault("{\"a\": 1} end") == "trailing-text line 1, column 10");
    CHECK(fault("```json\n{}\n```") == "unexpected-text line 1, column 1");
    CHECK(fault("rows = 5") == "unquoted line 1, column 1");
    CHECK(fault("\xFF\xFE{\0}\0"s) == "encoding line 1");
}

TEST_CASE("columns count characters, not bytes") {
    CHECK(fault("{\"가지\": x}") == "unquoted line 1, column 8");
}

TEST_CASE("a byte order mark is a note") {
    const JsonDocument document = parse_strict_json("\xEF\xBB\xBF{\"a\": 1}", {});
    REQUIRE(document.value);
    CHECK((*document.value)["a"] == 1);
    CHECK(document.flaws.at(0).severity == Severity::note);
}

TEST_CASE("depth, items and bytes have limits") {
    Limits limits;
    CHECK(fault(std::string(65, '[')) == "too-deep line 1, column 65");
    CHECK(parse_strict_json(std::string(64, '[') + std::string(64, ']'), limits).value);
    limits.json_depth = 1'000'000;  // still bounded: deeper values crash where they are copied
    CHECK(fault(std::string(3'000'000, '['), limits) == "too-deep line 1, column 1001");
    limits = {};
    limits.json_items = 3;
    CHECK(fault("[1,2,3]", limits) == "too-many-items line 1, column 6");
    limits.json_bytes = 4;
    CHECK(fault("[1,2]", limits) == "too-large ");
}

TEST_CASE("lines of values are known by pointer") {
    const JsonDocument document = parse_strict_json("{\n \"a\": [1,\n  2],\n \"b/c\": {\"~\": 3}\n}", {});
    CHECK(document.lines.at("") == 1);
    CHECK(document.lines.at("/a") == 2);
    CHECK(document.lines.at("/a/1") == 3);
    CHECK(document.lines.at("/b~1c/~0") == 4);
    std::string many = "[0";
    for (int item = 0; item < 20'000; ++item) many += ",0";
    CHECK(parse_strict_json(many + "]", {}).lines.size() == kMostJsonLines);
}

TEST_CASE("flaws of a file carry its path") {
    const TempDir dir;
    TreeFile file{"out/a.json", 0, dir.write("a.json", "{,}")};
    file.size = 3;
    CHECK(read_strict_json(file, {}).flaws.at(0).file == "out/a.json");
    Limits limits;
    limits.json_bytes = 2;
    CHECK(read_strict_json(file, limits).flaws.at(0).code == "too-large");
}
