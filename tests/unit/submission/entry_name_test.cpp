#include "submission/entry_name.hpp"

#include <doctest/doctest.h>

using namespace plangrade;
using namespace std::string_literals;

TEST_CASE("names that a submission may hold") {
    const Limits limits;
    struct Row {
        const char* raw;
        const char* path;
    };
    for (const Row& row : {Row{"out/a.csv", "out/a.csv"}, Row{"./out//a.csv", "out/a.csv"}, Row{"./", ""},
                           Row{"out/", "out"}, Row{"보고서.md", "보고서.md"}, Row{"a..b/c", "a..b/c"},
                           Row{"channel=app/part-0", "channel=app/part-0"}, Row{"12:00.log", "12:00.log"}}) {
        CAPTURE(row.raw);
        const EntryName name = entry_name(row.raw, limits);
        CHECK(name.problem == "");
        CHECK(name.path == row.path);
    }
}

TEST_CASE("names that are refused") {
    Limits limits;
    limits.path_bytes = 600;
    limits.path_depth = 4;
    struct Row {
        std::string raw;
        const char* code;
    };
    for (const Row& row :
         {Row{"/etc/passwd", "absolute-name"}, Row{"C:/x", "absolute-name"}, Row{"c:x", "absolute-name"},
          Row{"../x", "parent-name"}, Row{"a/../../x", "parent-name"}, Row{"a/..", "parent-name"},
          Row{"a\\b", "bad-name"}, Row{"a\0b"s, "bad-name"}, Row{"a\nb", "bad-name"}, Row{"a\x7f", "bad-name"},
          Row{"abc\u202Efdp.exe", "bad-name"}, Row{"a\u2066b", "bad-name"}, Row{"a\u0085b", "bad-name"},
          Row{"\xBA\xB8\xB0\xED.md", "bad-name"}, Row{std::string(256, 'a'), "long-name"},
          Row{std::string(601, 'a'), "long-name"}, Row{"a/b/c/d/e", "deep-name"}}) {
        CAPTURE(row.raw);
        const EntryName name = entry_name(row.raw, limits);
        CHECK(name.code == row.code);
        CHECK(!name.usable());
    }
}

TEST_CASE("a name is shown without bytes that could mislead") {
    CHECK(shown_name("a\nb\u202Ec\xFF") == "a\\u{a}b\\u{202e}c\\xff");
    CHECK(shown_name(std::string(500, 'x')).size() == 203);
}

TEST_CASE("names that are ambiguous beside each other") {
    EntryNames names;
    CHECK(names.add_file("out/report.md") == "");
    CHECK(names.add_file("out/report.md") != "");
    CHECK(names.add_file("out/Report.MD") != "");
    CHECK(names.add_file("out") != "");
    CHECK(names.add_file("out/report.md/x") != "");
    CHECK(names.add_file("out/e\u0301.md") == "");
    CHECK(names.add_file("out/\u00E9.md") != "");
    CHECK(names.add_file("t/channel=App/part-0.parquet") == "");
    CHECK(names.add_file("t/channel=app/part-0.parquet") == "");
}
