#include "evidence/flink/flink_sql.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;
using Strings = std::vector<std::string>;

TEST_CASE("tables of SHOW CREATE TABLE") {
    const SqlScript script = parse_sql(sample("pack/catalog.sql"), {});
    CHECK(script.flaws.empty());
    REQUIRE(script.tables.size() == 2);
    const SqlTable& orders = script.tables[0];
    CHECK(orders.path == Strings{"default_catalog", "default_database", "orders"});
    CHECK(orders.columns == Strings{"order_id", "channel", "qty", "price", "pt"});
    CHECK(orders.primary_key == Strings{"order_id"});
    CHECK(orders.option("connector") == "filesystem");
    CHECK_FALSE(orders.watermark);
    CHECK(script.table("by_channel")->option("accepts") == "upsert");
    CHECK(script.table("nothing") == nullptr);
}

TEST_CASE("a lab's script") {
    const SqlScript script = parse_sql(sample("pack/statements.sql"), {});
    CHECK(script.flaws.empty());
    REQUIRE(script.tables.size() == 3);
    CHECK(script.tables[0].columns == Strings{"visitor", "section", "dwell_ms", "device", "at"});
    CHECK(script.tables[1].primary_key == Strings{"section"});
    std::size_t inserts = 0, explained = 0, settings = 0;
    for (const SqlStatement& statement : script.statements) {
        if (statement.kind == SqlKind::insert) {
            ++(statement.explain ? explained : inserts);
            CHECK(statement.text.starts_with("INSERT INTO"));
            CHECK(statement.reads == Strings{"visits"});
        }
        settings += statement.kind == SqlKind::set;
    }
    CHECK(inserts == 2);
    CHECK(explained == 6);
    CHECK(settings == 8);
    CHECK(script.statements[3].key == "parallelism.default");
    CHECK(script.statements[3].value == "4");
}

TEST_CASE("what an INSERT reads and writes") {
    const auto reads = [](const char* sql) { return parse_sql(sql, {}).statements.at(0).reads; };
    CHECK(reads("INSERT INTO a.b.s SELECT * FROM c.d.t AS x, u y JOIN `v w` ON x.i = y.i;") ==
          Strings{"t", "u", "v w"});
    CHECK(reads("WITH q AS (SELECT 1 FROM t) SELECT * FROM q") == Strings{"t"});
    CHECK(reads("SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '5' MINUTE))") == Strings{"t"});
    CHECK(reads("SELECT ';' FROM t -- FROM u\n/* FROM v; */") == Strings{"t"});
    CHECK(parse_sql("INSERT INTO a.b.s SELECT 1", {}).statements.at(0).sink == "s");
    CHECK(parse_sql("INSERT INTO s SELECT 1 -- the end", {}).statements.at(0).text == "INSERT INTO s SELECT 1");
}

TEST_CASE("statement sets") {
    const SqlScript script =
        parse_sql("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END;", {});
    REQUIRE(script.statements.size() == 2);
    CHECK(script.statements[0].sink == "a");
    CHECK(script.statements[1].sink == "b");
    CHECK(parse_sql("EXPLAIN STATEMENT SET BEGIN INSERT INTO a SELECT 1; END;", {}).statements.at(0).explain);
}

TEST_CASE("DDL in other forms") {
    const SqlScript script = parse_sql(
        "CREATE TEMPORARY TABLE IF NOT EXISTS t (a INT PRIMARY KEY NOT ENFORCED, b AS f(a, ')'), WATERMARK FOR ts AS "
        "ts - INTERVAL '5' SECOND) "
        "COMMENT 'WITH (x)' WITH ('connector'='datagen', 'it''s' = 'y')",
        {});
    REQUIRE(script.tables.size() == 1);
    CHECK(script.tables[0].columns == Strings{"a", "b"});
    CHECK(script.tables[0].primary_key == Strings{"a"});
    CHECK(script.tables[0].watermark);
    CHECK(script.tables[0].option("it's") == "y");
}

TEST_CASE("unclosed things are said with their line") {
    const SqlScript script = parse_sql("SELECT 1;\nSELECT 'abc\n", {});
    REQUIRE(script.flaws.size() == 1);
    CHECK(script.flaws[0].at == "line 2");
    CHECK(parse_sql("/* x", {}).flaws.size() == 1);
    CHECK(parse_sql("", {}).statements.empty());
    CHECK(parse_sql(";;;", {}).statements.empty());
}

TEST_CASE("one form for one statement") {
    CHECK(normal_sql("insert into S\n select 'a b' from `T`; -- x") ==
          normal_sql("INSERT  INTO s SELECT 'a b' FROM `T`"));
    CHECK(normal_sql("SELECT 'a'") != normal_sql("SELECT 'A'"));
    CHECK(normal_sql("SELECT `a`") != normal_sql("SELECT `A`"));
}
