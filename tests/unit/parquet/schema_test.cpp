#include "evidence/parquet/schema.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::parquet;

namespace {

ParquetFile with_schema(std::initializer_list<Compact> elements, const Limits& limits = {}) {
    return read_bytes(file_of(footer_of(elements, 0, {})), limits);
}

std::string message(const ParquetFile& file) {
    return file.flaws.empty() ? "" : file.flaws[0].at + ": " + file.flaws[0].message;
}

}  // namespace

TEST_CASE("the list of elements becomes columns with the names of their groups") {
    const ParquetFile file =
        with_schema({root(3), leaf("id", 2, 0), group("at", 2), leaf("x"), leaf("y"), leaf("note", 6)});
    REQUIRE(file.sound);
    CHECK(file.top_columns == std::vector<std::string>{"id", "at", "note"});
    CHECK(file.top_types == std::vector<std::string>{"bigint", "struct", "binary"});
    REQUIRE(file.columns.size() == 4);
    CHECK(file.columns[0].required);
    CHECK(file.columns[2].name == "at.y");
    CHECK(file.columns[2].nested);
    CHECK(file.columns[2].sql_type() == "struct");
    CHECK_FALSE(file.columns[3].nested);
}

TEST_CASE("lists, maps and bare repeated columns are arrays and maps") {
    const auto list = Compact().i32(3, 1).text(4, "tags").i32(5, 1).i32(6, 3);
    const auto map = Compact().i32(3, 1).text(4, "named").i32(5, 1).i32(6, 1);
    const ParquetFile file =
        with_schema({root(3), list, group("list", 1, 2), leaf("element", 6), map, group("key_value", 2, 2),
                     leaf("key", 6, 0), leaf("value"), leaf("bare", 1, 2)});
    REQUIRE(file.sound);
    CHECK(file.top_types == std::vector<std::string>{"array", "map", "array"});
    CHECK(file.columns[0].name == "tags.list.element");
    CHECK(file.columns[1].sql_type() == "map");
    CHECK(file.columns[3].sql_type() == "array");
}

TEST_CASE("a list that makes no tree is refused at its element") {
    CHECK(message(with_schema({})) == "schema element 0: the schema is empty; it must begin with a root");
    CHECK(message(with_schema({leaf("id")})).find("root is a column") != std::string::npos);
    CHECK(message(with_schema({root(2), leaf("id")})) ==
          "schema element 0: a group says it has 2 children, but 1 elements follow");
    CHECK(message(with_schema({root(-1), leaf("id")})).find("-1 children") != std::string::npos);
    CHECK(message(with_schema({root(1), leaf("a"), leaf("b")})) ==
          "schema element 2: the schema goes on after the last child of its root");
    CHECK(message(with_schema({root(2), group("g", 1), leaf("a")})).find("ends before") != std::string::npos);
    CHECK(message(with_schema({root(1), leaf("a", 8)})).find("physical type is 8") != std::string::npos);
    CHECK(message(with_schema({root(1), leaf("a", 1, 4)})).find("required, optional or repeated") != std::string::npos);
    CHECK(message(with_schema({root(1), Compact().i32(1, 1).text(4, "a")})).find("required, optional or repeated") !=
          std::string::npos);
    CHECK(message(with_schema({root(1), Compact().i32(3, 1).text(4, "a")})).find("neither a type nor children") !=
          std::string::npos);
    CHECK(fatal_code(with_schema({root(1), leaf("a", 8)})) == "bad-schema");
}

TEST_CASE("limits of columns, depth and names are named") {
    Limits limits;
    limits.parquet_columns = 3;
    const ParquetFile many = with_schema({root(3), leaf("a"), leaf("b"), leaf("c")}, limits);
    CHECK(fatal_code(many) == "limit");
    CHECK(message(many).find("parquet_columns: 3") != std::string::npos);
    limits = {};
    limits.parquet_thrift_depth = 4;
    CHECK(with_schema({root(1), group("a", 1), group("b", 1), group("c", 1), leaf("d")}, limits).sound);
    const ParquetFile deep =
        with_schema({root(1), group("a", 1), group("b", 1), group("c", 1), group("d", 1), leaf("e")}, limits);
    CHECK(fatal_code(deep) == "limit");
    CHECK(message(deep).find("parquet_thrift_depth: 4") != std::string::npos);
    CHECK(with_schema({root(1), leaf(std::string(65536, 'n'))}).sound);
    CHECK(fatal_code(with_schema({root(1), leaf(std::string(65537, 'n'))})) == "bad-schema");
}

TEST_CASE("logical types that cannot stand where they do are left out and said") {
    const ParquetFile file = with_schema({root(1), Compact().i32(1, 6).i32(3, 1).text(4, "order_date").i32(6, 6)});
    CHECK(file.sound);
    REQUIRE(file.flaws.size() == 1);
    CHECK(file.flaws[0].code == "bad-logical-type");
    CHECK(file.flaws[0].at == "column order_date");
    CHECK(file.columns[0].sql_type() == "binary");
}

TEST_CASE("names that are not UTF-8 can be shown, and equal names are said") {
    const ParquetFile file = with_schema({root(2), leaf("a\xff"), leaf("a\xff")});
    CHECK(file.columns[0].name == "a\xef\xbf\xbd");
    REQUIRE(file.flaws.size() == 1);
    CHECK(file.flaws[0].code == "duplicate-column");
}
