#include "evidence/text/csv.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

using namespace plangrade;
using namespace std::string_literals;

namespace {

// Cells joined by '|', rows by '/'; null is "~".
std::string shown(const Table& table) {
    std::string out;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (row != 0) out += '/';
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (column != 0) out += '|';
            const Cell& cell = table.at(row, column);
            out += cell.null ? "~" : std::string(cell.text);
        }
    }
    return out;
}

struct Read {
    std::optional<std::vector<std::string>> header;
    std::string rows;
    std::vector<Flaw> flaws;
};

Read read(const std::string& text, CsvDialect dialect = CsvDialect::spark, bool header = true,
          const Limits& limits = {}) {
    Table table;
    Flaws flaws(limits);
    auto names = parse_csv(text, dialect, header, "t.csv", limits, table, flaws);
    return {names, shown(table), flaws.list()};
}

}  // namespace

TEST_CASE("fields, quotes and Spark's escapes") {
    const Read table = read("a,b,c\n1,\"app \\\"beta\\\"\",\n2,\"x,y\",\"back\\\\slash\"\n3,C:\\dir,\"line\nend\"\n");
    REQUIRE(table.header);
    CHECK(*table.header == std::vector<std::string>{"a", "b", "c"});
    CHECK(table.rows == "1|app \"beta\"|~/2|x,y|back\\slash/3|C:\\dir|line\nend");
    CHECK(table.flaws.empty());
}

TEST_CASE("a backslash before another character stands for itself") {
    CHECK(read("a,b\n\"x\\n\",\"\\\\\"\n").rows == "x\\n|\\");
}

TEST_CASE("doubled quotes are read in all dialects, backslashes are plain in RFC 4180") {
    CHECK(read("a,b\n\"say \"\"hi\"\"\",1\n").rows == "say \"hi\"|1");
    CHECK(read("a,b\n\"say \"\"hi\"\"\",\"c:\\\"\n", CsvDialect::rfc4180).rows == "say \"hi\"|c:\\");
}

TEST_CASE("what is null depends on who wrote the file") {
    CHECK(read("a,b\n\"\",\n").rows == "|~");
    CHECK(read("a,b\n\"\",\n", CsvDialect::spark_given).rows == "~|~");
    CHECK(read("a,b\n\"\",\n", CsvDialect::rfc4180).rows == "|~");
}

TEST_CASE("line ends: LF, CRLF, CR, none at the end") {
    for (const char* text : {"a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4", "a,b\n1,2\n3,4"})
        CHECK(read(text).rows == "1|2/3|4");
}

TEST_CASE("blank lines are no rows, but a null in a table of one column") {
    CHECK(read("a,b\n\n1,2\n  \n3,4\n\n\n").rows == "1|2/3|4");
    CHECK(read("a\n1\n\n2\n\n").rows == "1/~/2");
    CHECK(read("a\n1\n\n2\n\n", CsvDialect::spark_given).rows == "1/2");
    CHECK(read("a\n1\n\"\"\n2\n", CsvDialect::spark_given).rows == "1/~/2");
}

TEST_CASE("a row of another number of fields is left out and named") {
    const Read table = read("a,b\n1,2\n\"x\ny\",1\n1,2,3\n4\n5,6\n");
    CHECK(table.rows == "1|2/x\ny|1/5|6");
    REQUIRE(table.flaws.size() == 2);
    CHECK(table.flaws[0].code == "ragged-row");
    CHECK(table.flaws[0].file == "t.csv");
    CHECK(table.flaws[0].at == "line 5");
    CHECK(table.flaws[0].message.find("3 fields") != std::string::npos);
    CHECK(table.flaws[1].at == "line 6");
}

TEST_CASE("a quote that never closes is named where its row begins") {
    const Read table = read("a,b\n1,2\n3,\"open\n4,5\n");
    CHECK(table.rows == "1|2");
    REQUIRE(table.flaws.size() == 1);
    CHECK(table.flaws[0].code == "unclosed-quote");
    CHECK(table.flaws[0].at == "line 3");
}

TEST_CASE("text after a closing quote is kept as it stands, with a note") {
    const Read table = read("a,b\n\"x\"y,1\n\"z\" ,2\n");
    CHECK(table.rows == "\"x\"y|1/z|2");
    REQUIRE(table.flaws.size() == 1);
    CHECK(table.flaws[0].code == "stray-quote");
    CHECK(table.flaws[0].severity == Severity::note);
}

TEST_CASE("without a header columns are named by place") {
    Table table;
    Flaws flaws;
    CHECK_FALSE(parse_csv("1,2\n3,4\n", CsvDialect::spark, false, "t.csv", {}, table, flaws));
    CHECK(table.columns == std::vector<std::string>{"_c0", "_c1"});
    CHECK(shown(table) == "1|2/3|4");
}

TEST_CASE("a second file that begins otherwise is read as rows and named") {
    Table table;
    Flaws flaws;
    parse_csv("a,b\n1,2\n", CsvDialect::spark, true, "0.csv", {}, table, flaws);
    CHECK(flaws.empty());
    const auto names = parse_csv("3,4\n5,6\n", CsvDialect::spark, true, "1.csv", {}, table, flaws);
    CHECK(*names == std::vector<std::string>{"3", "4"});
    CHECK(shown(table) == "1|2/3|4/5|6");
    REQUIRE(flaws.list().size() == 1);
    CHECK(flaws.list()[0].code == "header-differs");
    CHECK(flaws.list()[0].file == "1.csv");
}

TEST_CASE("cells of short files stay where they are when more files follow and when the table moves") {
    Table table;
    Flaws flaws;
    for (int file = 0; file < 40; ++file)
        parse_csv("a,b\n" + std::to_string(file) + ",x\n", CsvDialect::spark, true, "f", {}, table, flaws);
    const Table moved = std::move(table);
    CHECK(moved.rows() == 40);
    for (std::size_t row = 0; row < 40; ++row) CHECK(moved.at(row, 0).text == std::to_string(row));
}

TEST_CASE("encodings, byte order marks and NUL bytes are named") {
    const Read bom = read(
        "\xEF\xBB\xBF"
        "a,b\n1,2\n");
    CHECK(*bom.header == std::vector<std::string>{"a", "b"});
    CHECK(bom.flaws.at(0).code == "byte-order-mark");
    const Read korean = read("a,b\n1,\xB8\xC5\xC0\xE5\n");
    CHECK_FALSE(korean.header);
    CHECK(korean.flaws.at(0).severity == Severity::fatal);
    CHECK(korean.flaws.at(0).at == "line 2");
    const Read nul = read("a,b,c,d,e\n1,x\0y,3,4,5\n"s);
    CHECK(nul.rows == "1|x\0y|3|4|5"s);
    CHECK(nul.flaws.at(0).code == "nul-byte");
    CHECK(nul.flaws.at(0).at == "line 2");
    CHECK(read("a,a\n1,2\n").flaws.at(0).code == "duplicate-column");
}

TEST_CASE("limits are kept and named") {
    Limits limits;
    limits.table_rows = 2;
    const Read rows = read("a,b\n1,2\n3,4\n5,6\n", CsvDialect::spark, true, limits);
    CHECK(rows.rows == "1|2/3|4");
    CHECK(rows.flaws.at(0).message.find("limit table_rows: 2 rows") != std::string::npos);
    CHECK(read("a,b\n1,2\n3,4\n", CsvDialect::spark, true, limits).flaws.empty());
    limits = {};
    limits.table_columns = 3;
    CHECK(read("a,b,c,d\n", CsvDialect::spark, true, limits).flaws.at(0).code == "too-many-columns");
    CHECK(read("a,b,c\n" + std::string(1000, ',') + "\n", CsvDialect::spark, true, limits).flaws.at(0).code ==
          "ragged-row");
}

TEST_CASE("an empty text has no header") {
    CHECK_FALSE(read("").header);
    CHECK_FALSE(read("\n\n").header);
    CHECK(read("a\n").header == std::vector<std::string>{"a"});
    CHECK(read("").flaws.empty());
}
