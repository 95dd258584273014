#include "facts/flink/pack_changes.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

const char* const kSql = "INSERT INTO out1 SELECT k, COUNT(*) FROM src WHERE v > 3 GROUP BY k;";
const char* const kCatalog =
    "CREATE TABLE src (k INT, v BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '10');\n"
    "CREATE TABLE out1 (k INT, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'print');\n"
    "CREATE TABLE other (a INT) WITH ('connector' = 'kafka', 'topic' = 'rides');\n";

/// A whole pack with statistics.
PackTexts pack() {
    PackTexts out;
    out.sql = kSql;
    out.catalog = kCatalog;
    out.statistics = "cat.db.src 1000 k:n:10:0:1:10\nother 5 a:n:5:0:1:5\n";
    out.settings =
        R"({"parallelism.default": "2", "table.exec.mini-batch.enabled": "false", "execution.runtime-mode": "streaming"})";
    out.version = "flink-version: 2.3.0\nflink-commit: c0f8d1a\n";
    return out;
}

std::vector<PackChange> changes(const PackTexts& before, const PackTexts& after) {
    return pack_changes(before, after, {});
}

/// "kind name,name" of each change.
std::string outline(const std::vector<PackChange>& all) {
    std::string out;
    for (const PackChange& change : all) {
        out += (out.empty() ? "" : "; ") + change.kind;
        for (std::size_t i = 0; i < change.names.size(); ++i) out += (i == 0 ? " " : ",") + change.names[i];
    }
    return out;
}

bool names(const PackChange& change, std::string_view name) {
    return std::find(change.also.begin(), change.also.end(), name) != change.also.end();
}

std::string with_sql(const std::string& sql) {
    PackTexts after = pack();
    after.sql = sql;
    return outline(changes(pack(), after));
}

std::string with_catalog(std::string_view from, std::string_view to) {
    PackTexts after = pack();
    after.catalog = replaced(*after.catalog, from, to);
    return outline(changes(pack(), after));
}

std::string with_settings(std::string_view from, std::string_view to) {
    PackTexts after = pack();
    after.settings = replaced(*after.settings, from, to);
    return outline(changes(pack(), after));
}

}  // namespace

TEST_CASE("a pack does not differ from itself") {
    CHECK(changes(pack(), pack()).empty());
    CHECK(changes({}, {}).empty());
    PackTexts real;
    real.sql = sample("pack/sql.sql");
    real.catalog = sample("pack/catalog.sql");
    real.statistics = sample("pack/stats.txt");
    real.settings = sample("pack/table_config.json");
    real.version = sample("pack/version.txt");
    CHECK(changes(real, real).empty());
}

TEST_CASE("another statement is a change; another way of writing it is none") {
    CHECK(with_sql("INSERT INTO out1 SELECT k, COUNT(*) FROM src WHERE v > 4 GROUP BY k;") == "sql");
    CHECK(with_sql("INSERT INTO out1 SELECT k, COUNT(v) FROM src WHERE v > 3 GROUP BY k;") == "sql");
    CHECK(with_sql("INSERT INTO out1 SELECT /*+ STATE_TTL('src' = '1d') */ k, COUNT(*) FROM src WHERE v > 3 GROUP BY "
                   "k;") == "sql");
    CHECK(with_sql("insert into out1\n  select k, count(*) -- rows\n  from src\r\n  where v>3 /* few */ group by k")
              .empty());
    CHECK(with_sql("SET 'parallelism.default' = '8';\n" + std::string(kSql)).empty());
    CHECK(with_sql("\xEF\xBB\xBF" + std::string(kSql)).empty());
    CHECK(with_sql("INSERT INTO out1 SELECT k, COUNT(*) FROM src WHERE s = 'eu' GROUP BY k") == "sql");
}

TEST_CASE("letters' case counts inside literals") {
    PackTexts before = pack(), after = pack();
    before.sql = "INSERT INTO out1 SELECT k, 1 FROM src WHERE s = 'EU'";
    after.sql = "INSERT INTO out1 SELECT k, 1 FROM src WHERE s = 'eu'";
    CHECK(outline(changes(before, after)) == "sql");
    before.catalog = "CREATE TABLE src (k INT, eu AS s = 'EU') WITH ('connector' = 'datagen');";
    after.catalog = "CREATE TABLE src (k INT, eu AS s = 'eu') WITH ('connector' = 'datagen');";
    after.sql = before.sql;
    CHECK(outline(changes(before, after)) == "catalog src");
}

TEST_CASE("the statement and its own sink's DDL are one change, its source's DDL is another") {
    PackTexts after = pack();
    after.sql = "INSERT INTO out1 SELECT k, v, COUNT(*) FROM src GROUP BY k, v";
    after.catalog = replaced(kCatalog, "PRIMARY KEY (k)", "PRIMARY KEY (k, v)");
    auto found = changes(pack(), after);
    CHECK(outline(found) == "sql");
    CHECK(found.at(0).text.find("table out1, its sink") != std::string::npos);
    after.catalog = replaced(kCatalog, "'10'", "'20'");
    CHECK(outline(changes(pack(), after)) == "sql; catalog src");
}

TEST_CASE("the same statement into another sink is one change") {
    PackTexts before = pack(), after = pack();
    after.sql = replaced(kSql, "out1", "out2");
    after.catalog = replaced(kCatalog, "TABLE out1", "TABLE out2");
    CHECK(outline(changes(before, after)) == "sql");
}

TEST_CASE("each changed table is one change with the options that differ") {
    PackTexts after = pack();
    after.catalog = replaced(kCatalog, "'10'", "'20'");
    const auto found = changes(pack(), after);
    REQUIRE(outline(found) == "catalog src");
    CHECK(found[0].text == "catalog.sql: table src: rows-per-second is \"10\" before, \"20\" after");
    CHECK(names(found[0], "source"));
    CHECK(names(found[0], "rows-per-second"));
    CHECK_FALSE(names(found[0], "sink"));
    after.catalog = replaced(*after.catalog, "'print'", "'blackhole'");
    const auto two = changes(pack(), after);
    REQUIRE(outline(two) == "catalog out1; catalog src");
    CHECK(names(two[0], "sink"));
    CHECK(names(two[0], "connector"));
    CHECK(names(two[0], "blackhole"));
    CHECK_FALSE(names(two[0], "source"));
}

TEST_CASE("columns, keys, options set or left out, new tables and views change a catalog") {
    CHECK(with_catalog("v BIGINT", "v INT") == "catalog src");
    CHECK(with_catalog("v BIGINT", "v BIGINT, w INT") == "catalog src");
    CHECK(with_catalog("k INT, v BIGINT", "v BIGINT, k INT") == "catalog src");
    CHECK(with_catalog("v BIGINT", "v BIGINT, WATERMARK FOR ts AS ts") == "catalog src");
    CHECK(with_catalog(", PRIMARY KEY (k) NOT ENFORCED", "") == "catalog out1");
    CHECK(with_catalog(", 'rows-per-second' = '10'", "") == "catalog src");
    CHECK(with_catalog("CREATE TABLE other (a INT)", "CREATE TABLE another (a INT)") ==
          "catalog another; catalog other");
    PackTexts after = pack();
    after.catalog = kCatalog + std::string("CREATE VIEW w AS SELECT k FROM src;");
    CHECK(outline(changes(pack(), after)) == "catalog w");
    PackTexts other = after;
    other.catalog = kCatalog + std::string("CREATE VIEW w AS SELECT v FROM src;");
    CHECK(outline(changes(after, other)) == "catalog w");
    other.catalog = *after.catalog + "USE CATALOG elsewhere;";
    CHECK(outline(changes(after, other)) == "catalog");
    after.catalog = replaced(kCatalog, ", PRIMARY KEY (k) NOT ENFORCED", "");
    CHECK(names(changes(pack(), after).at(0), "primary key"));
    CHECK(changes(pack(), after).at(0).text == "catalog.sql: table out1: has another primary key");
}

TEST_CASE("a table that is written another way is the same") {
    CHECK(with_catalog("'connector' = 'datagen', 'rows-per-second' = '10'",
                       "'rows-per-second' = '10',\n  'connector' = 'datagen'")
              .empty());
    CHECK(with_catalog("CREATE TABLE src (k INT, v BIGINT)", "create table `src` (\n  `k` int, -- key\n  `v` bigint\n)")
              .empty());
    CHECK(with_catalog("CREATE TABLE src", "CREATE TABLE `default_catalog`.`default_database`.`src`").empty());
    PackTexts after = pack();
    const std::string text = kCatalog;
    const auto second = text.find("CREATE TABLE out1"), third = text.find("CREATE TABLE other");
    after.catalog = text.substr(third) + text.substr(0, second) + text.substr(second, third - second);
    CHECK(changes(pack(), after).empty());
}

TEST_CASE("each table's statistics are one change") {
    PackTexts after = pack();
    after.statistics = "cat.db.src 2000 k:n:10:0:1:10\nother 5 a:n:5:0:1:5\n";
    auto found = changes(pack(), after);
    REQUIRE(outline(found) == "statistics cat.db.src");
    CHECK(names(found[0], "src"));
    CHECK(found[0].text == "stats.txt: statistics of cat.db.src differ (1000 rows before, 2000 rows after)");
    after.statistics = "cat.db.src 1000 k:n:11:0:1:10\nother 5 a:n:5:0:1:5\n";
    CHECK(outline(changes(pack(), after)) == "statistics cat.db.src");
    after.statistics = "cat.db.src 1000 k:s:10:0:1:10\nother 6 a:n:5:0:1:5\n";
    CHECK(outline(changes(pack(), after)) == "statistics cat.db.src; statistics other");
    after.statistics = "other 5 a:n:5:0:1:5\r\ncat.db.src 1000.0 k:n:10:0:1:10\r\n";
    CHECK(changes(pack(), after).empty());
    after.statistics.reset();
    found = changes(pack(), after);
    REQUIRE(outline(found) == "statistics cat.db.src; statistics other");
    CHECK(found[0].text.find("(1000 rows before, none after)") != std::string::npos);
    CHECK(outline(changes(after, pack())) == "statistics cat.db.src; statistics other");
}

TEST_CASE("each setting is one change, the mini-batch settings are one together") {
    CHECK(with_settings("\"2\"", "\"8\"") == "config parallelism.default");
    CHECK(with_settings("\"2\"", "2").empty());
    CHECK(with_settings("\"parallelism.default\": \"2\", ", "") == "config parallelism.default");
    CHECK(with_settings(R"("table.exec.mini-batch.enabled": "false")",
                        R"("table.exec.mini-batch.enabled": "true", "table.exec.mini-batch.size": "5000",
                           "table.exec.mini-batch.allow-latency": "2 s")") ==
          "config table.exec.mini-batch.allow-latency,table.exec.mini-batch.enabled,table.exec.mini-batch.size");
    CHECK(with_settings(R"("2", "table.exec.mini-batch.enabled": "false")",
                        R"("8", "table.exec.mini-batch.enabled": "true")") ==
          "config parallelism.default; config table.exec.mini-batch.enabled");
    PackTexts after = pack();
    after.settings = replaced(*after.settings, "streaming", "batch");
    const auto found = changes(pack(), after);
    REQUIRE(found.size() == 1);
    CHECK(found[0].text == "table_config.json: execution.runtime-mode is \"streaming\" before, \"batch\" after");
    CHECK(names(found[0], "runtime-mode"));
    after.settings = replaced(*pack().settings, "\"false\"", "\"true\"");
    CHECK(names(changes(pack(), after).at(0), "mini-batch"));
}

TEST_CASE("version and commit are one change") {
    PackTexts after = pack();
    after.version = "flink-version: 1.20.3\nflink-commit: abcdef0\n";
    auto found = changes(pack(), after);
    REQUIRE(outline(found) == "version 2.3.0,1.20.3");
    CHECK(names(found[0], "2.3"));
    CHECK(names(found[0], "1.20"));
    after.version = "flink-version: 2.3.0\nflink-commit: abcdef0\n";
    CHECK(outline(changes(pack(), after)) == "version c0f8d1a,abcdef0");
    after.version = "2.3.0";
    CHECK(changes(pack(), after).empty());
    after.version = "flink-commit: c0f8d1a\r\nflink-version: 2.3.0\r\n";
    CHECK(changes(pack(), after).empty());
}

TEST_CASE("a file that only one side has is a change of its kind") {
    for (auto [file, kind, name] :
         {std::tuple(&PackTexts::sql, "sql", "sql.sql"), std::tuple(&PackTexts::catalog, "catalog", "catalog.sql"),
          std::tuple(&PackTexts::settings, "config", "table_config.json"),
          std::tuple(&PackTexts::version, "version", "version.txt")}) {
        CAPTURE(kind);
        PackTexts less = pack();
        (less.*file).reset();
        const auto gone = changes(pack(), less), come = changes(less, pack());
        REQUIRE(outline(gone) == kind);
        REQUIRE(outline(come) == kind);
        CHECK(gone[0].text == name + std::string(" is missing after the change"));
        CHECK(come[0].text == name + std::string(" is missing before the change"));
    }
}

TEST_CASE("the order is sql, catalog, statistics, config, version") {
    PackTexts after = pack();
    after.sql = replaced(kSql, "> 3", "> 4");
    after.catalog = replaced(kCatalog, "'10'", "'20'");
    after.statistics = "other 5 a:n:5:0:1:5\n";
    after.settings = "{}";
    after.version = "1.20.3";
    CHECK(outline(changes(pack(), after)) ==
          "sql; catalog src; statistics cat.db.src; config parallelism.default; version 2.3.0,1.20.3");
}

TEST_CASE("a catalog that another Flink printed is the same") {
    PackTexts before = pack(), after = pack();
    before.catalog =
        "CREATE TABLE t (id INT, page STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka');";
    after.catalog =
        "CREATE TABLE `c`.`d`.`t` (\n  `id` INT NOT NULL,\n  `page` VARCHAR(2147483647),\n  CONSTRAINT `PK_3386085` "
        "PRIMARY KEY (`id`) NOT ENFORCED\n)\nWITH (\n  'connector' = 'kafka'\n)\n";
    CHECK(changes(before, after).empty());
    after.catalog = replaced(*after.catalog, "VARCHAR(2147483647)", "VARCHAR(20)");
    const auto found = changes(before, after);
    REQUIRE(outline(found) == "catalog t");
    CHECK(found[0].text ==
          "catalog.sql: table t: has other columns: page VARCHAR ( 2147483647 ) before, page VARCHAR ( 20 ) after");
}

TEST_CASE("views are changes by their name") {
    PackTexts before = pack(), after = pack();
    after.catalog = kCatalog + std::string("CREATE VIEW w AS SELECT k FROM src;");
    CHECK(changes(before, after).at(0).text == "catalog.sql: view w is new");
    before.catalog = replaced(*after.catalog, "SELECT k", "SELECT v");
    CHECK(changes(before, after).at(0).text == "catalog.sql: view w has another query");
    CHECK(changes(after, pack()).at(0).text == "catalog.sql: view w is gone");
}

TEST_CASE("a setting's old name and TRUE are the same setting and value") {
    PackTexts before = pack(), after = pack();
    before.settings = R"({"pipeline.operator-chaining": "FALSE"})";
    after.settings = R"({"pipeline.operator-chaining.enabled": "false"})";
    CHECK(changes(before, after).empty());
    after.settings = R"({"pipeline.operator-chaining.enabled": true})";
    CHECK(outline(changes(before, after)) == "config pipeline.operator-chaining.enabled");
}

TEST_CASE("settings that no plan can depend on, defaults and spellings are no change") {
    CHECK(with_settings("{", R"({"pipeline.name": "lab", "rest.port": 8081, "taskmanager.numberOfTaskSlots": 4, )")
              .empty());
    CHECK(with_settings("{", R"({"pipeline.object-reuse": "true", )") == "config pipeline.object-reuse");
    CHECK(with_settings("\"streaming\"", "\"STREAMING\"").empty());
    CHECK(with_settings("\"streaming\"", "\"BATCH\"") == "config execution.runtime-mode");
    CHECK(with_settings(R"(, "execution.runtime-mode": "streaming")", "").empty());
    CHECK(with_settings("{", R"({"table.exec.state.ttl": "0 s", )").empty());
    CHECK(with_settings("{", R"({"table.exec.state.ttl": "1 s", )") == "config table.exec.state.ttl");
    PackTexts before = pack(), after = pack();
    before.settings = R"({"table.exec.state.ttl": "60 s"})";
    after.settings = R"({"table": {"exec": {"state": {"ttl": "1 min"}}}})";
    CHECK(changes(before, after).empty());
    after.settings = R"({"table": {"exec": {"state": {"ttl": "1 h"}}}})";
    CHECK(outline(changes(before, after)) == "config table.exec.state.ttl");
}

TEST_CASE("more than 200 changes of one kind are counted") {
    PackTexts before = pack(), after = pack();
    std::string settings = "{", catalog = kCatalog, statistics = *after.statistics, mini = "{";
    for (int i = 0; i < 1200; ++i) {
        const std::string n = std::to_string(1000 + i);
        settings += (i == 0 ? "" : ",") + ("\"key." + n) + "\": 1";
        mini += (i == 0 ? "" : ",") + ("\"table.exec.mini-batch." + n) + "\": 1";
        catalog += "CREATE TABLE t" + n + " (a INT) WITH ('connector' = 'print');";
        statistics += "t" + n + " 5\n";
    }
    const auto only = [&](auto file, const std::string& text) {
        after = pack();
        after.*file = text;
        return changes(before, after);
    };
    before.settings = "{}";
    auto found = only(&PackTexts::settings, settings + "}");
    REQUIRE(found.size() == 201);
    CHECK(found[199].names == std::vector<std::string>{"key.1199"});
    CHECK(found[200].kind == "config");
    CHECK(found[200].text == "table_config.json: settings: 1000 more differ");
    found = only(&PackTexts::settings, mini + "}");
    REQUIRE(found.size() == 2);
    CHECK(found[0].names.size() == 200);
    before = pack();
    found = only(&PackTexts::catalog, catalog);
    REQUIRE(found.size() == 201);
    CHECK(found[200].text == "catalog.sql: tables and views: 1000 more differ");
    found = only(&PackTexts::statistics, statistics);
    REQUIRE(found.size() == 201);
    CHECK(found[200].text == "stats.txt: statistics of tables: 1000 more differ");
    // 200 are told as they are
    CHECK(only(&PackTexts::catalog, catalog.substr(0, catalog.find("CREATE TABLE t1200"))).size() == 200);
}

TEST_CASE("files that differ and can't be read whole are changes") {
    PackTexts after = pack();
    after.settings = "{\"parallelism.default\": ";
    CHECK_FALSE(changes(pack(), after).empty());
    PackTexts before = pack();
    before.settings = "{";
    const auto settings = changes(before, after);
    REQUIRE(outline(settings) == "config");
    CHECK(settings[0].text.starts_with("table_config.json differs, and can't be compared before the change: "));
    CHECK(changes(before, before).empty());
    before = after = pack();
    before.version = "Flink of last year";
    after.version = "Flink of this year";
    CHECK(outline(changes(before, after)) == "version");
    before = after = pack();
    before.statistics = "src many\n";
    after.statistics = "src more\n";
    CHECK(outline(changes(before, after)) == "statistics");
    before.statistics = after.statistics = "src nan k:n:nan:0:1:10\n";
    CHECK(changes(before, after).empty());
}
