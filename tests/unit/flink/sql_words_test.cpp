#include "evidence/flink/sql_words.hpp"

#include <doctest/doctest.h>

#include "evidence/flink/flink_sql.hpp"

using namespace plangrade;
using namespace plangrade::flink;
using Strings = std::vector<std::string>;

namespace {

std::string joined(std::string_view text, bool hints) {
    std::string out;
    for (const SqlWord& word : sql_words(text, hints).words) out += (out.empty() ? "" : " ") + word.text;
    return out;
}

std::string column(std::string_view text) {
    const SqlWords words = sql_words(text);
    return sql_definition(words.words.data(), words.words.data() + words.words.size(), true);
}

SqlTable table(const std::string& text) {
    return parse_sql(text, {}).tables.at(0);
}

}  // namespace

TEST_CASE("words, names, literals and symbols with their places") {
    const SqlWords found = sql_words("SELECT `a b`,\n'it''s' -- end\n<>x");
    REQUIRE(found.words.size() == 7);
    CHECK(found.words[1].token == SqlToken::quoted);
    CHECK(found.words[1].text == "a b");
    CHECK(found.words[1].byte == 7);
    CHECK(found.words[1].after == 12);
    CHECK(found.words[2].is_symbol(","));
    CHECK(found.words[3].token == SqlToken::literal);
    CHECK(found.words[3].text == "it's");
    CHECK(found.words[3].line == 2);
    CHECK(found.words[6].line == 3);
    CHECK(found.unclosed.empty());
    CHECK(sql_words("SELECT 'a").unclosed == "literal");
    CHECK(sql_words("x\n/* a").unclosed == "comment");
    CHECK(sql_words("x\n/* a").unclosed_line == 2);
    CHECK(sql_words("").words.empty());
}

TEST_CASE("hints are words where they are asked for, comments never are") {
    const char* const text = "SELECT /*+ BROADCAST(d) */ a /* b */ * 2 FROM t";
    CHECK(joined(text, false) == "SELECT a * 2 FROM t");
    CHECK(joined(text, true) == "SELECT /*+ BROADCAST ( d ) */ a * 2 FROM t");
    CHECK(joined("a */ b", true) == "a * / b");
    CHECK(joined("/*+ a", true) == "/*+ a");
}

TEST_CASE("one type has one name") {
    CHECK(column("s STRING") == "s VARCHAR ( 2147483647 )");
    CHECK(column("`s` varchar(2147483647)") == "s VARCHAR ( 2147483647 )");
    CHECK(column("b BYTES") == column("b VARBINARY(2147483647)"));
    CHECK(column("i INTEGER") == "i INT");
    CHECK(column("d DECIMAL") == "d DECIMAL ( 10 , 0 )");
    CHECK(column("d NUMERIC(8)") == "d DECIMAL ( 8 , 0 )");
    CHECK(column("d DEC(8, 2)") == "d DECIMAL ( 8 , 2 )");
    CHECK(column("x DOUBLE PRECISION") == column("x DOUBLE"));
    CHECK(column("t TIMESTAMP") == "t TIMESTAMP ( 6 )");
    CHECK(column("t TIMESTAMP(3) WITHOUT TIME ZONE") == "t TIMESTAMP ( 3 )");
    CHECK(column("t TIMESTAMP_LTZ(3)") == column("t TIMESTAMP(3) WITH LOCAL TIME ZONE"));
    CHECK(column("t TIME") == "t TIME ( 0 )");
    CHECK(column("c CHAR") == "c CHAR ( 1 )");
    CHECK(column("r ROW<a STRING NOT NULL, b ARRAY<INTEGER>>") ==
          "r ROW < A VARCHAR ( 2147483647 ) NOT NULL , B ARRAY < INT > >");
    CHECK(column("a AS ts > TIMESTAMP '2024-01-01 00:00:00'") == "a AS TS > TIMESTAMP '2024-01-01 00:00:00'");
    // and another type another
    CHECK(column("i INT") != column("i BIGINT"));
    CHECK(column("t TIMESTAMP(3)") != column("t TIMESTAMP(3) WITH LOCAL TIME ZONE"));
    CHECK(column("a INT") != column("A INT"));
}

TEST_CASE("of a column's constraints NOT NULL is kept, behind all else") {
    CHECK(column("a INT NOT NULL COMMENT 'key'") == "a INT COMMENT 'key' NOT NULL");
    CHECK(column("a INT NULL") == "a INT");
    CHECK(column("a INT CONSTRAINT pk PRIMARY KEY NOT ENFORCED") == "a INT");
}

TEST_CASE("a table by hand and as SHOW CREATE TABLE prints it are defined alike") {
    const SqlTable by_hand = table(
        "create table t (id int, page string, ts timestamp(3), primary key (id) not enforced, "
        "watermark for ts as ts - interval '5' second) partitioned by (page) with ('connector' = 'filesystem')");
    const SqlTable shown = table(
        "CREATE TABLE `default_catalog`.`default_database`.`t` (\n  `id` INT NOT NULL,\n  `page` "
        "VARCHAR(2147483647),\n  `ts` TIMESTAMP(3),\n  WATERMARK FOR `ts` AS `ts` - INTERVAL '5' SECOND,\n  "
        "CONSTRAINT `PK_3386085` PRIMARY KEY (`id`) NOT ENFORCED\n) PARTITIONED BY (`page`)\nWITH (\n  'connector' = "
        "'filesystem'\n)\n");
    CHECK(by_hand.definitions == Strings{"id INT", "page VARCHAR ( 2147483647 )", "ts TIMESTAMP ( 3 )"});
    CHECK(by_hand.definitions == shown.definitions);
    CHECK(by_hand.clauses == Strings{"PARTITIONED BY ( PAGE )", "WATERMARK FOR TS AS TS - INTERVAL '5' SECOND"});
    CHECK(by_hand.clauses == shown.clauses);
    CHECK(by_hand.primary_key == shown.primary_key);
    CHECK(by_hand.options == shown.options);
    CHECK(table("CREATE TABLE t (a INT NOT NULL)").definitions == Strings{"a INT NOT NULL"});
    CHECK(table("CREATE TABLE t (a INT) COMMENT 'x' WITH ('k' = 'v') LIKE u").clauses ==
          Strings{"COMMENT 'x'", "LIKE U"});
}

TEST_CASE("views have a name and tables that they read") {
    const SqlScript script =
        parse_sql("CREATE TEMPORARY VIEW IF NOT EXISTS a.b.`v w` AS SELECT * FROM t JOIN u ON t.i = u.i;", {});
    REQUIRE(script.statements.size() == 1);
    CHECK(script.statements[0].kind == SqlKind::create_view);
    CHECK(script.statements[0].view == "v w");
    CHECK(script.statements[0].reads == Strings{"t", "u"});
    CHECK(script.tables.empty());
}
