#include "facts/flink/statement.hpp"

#include <doctest/doctest.h>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

const char* const kClick =
    "INSERT INTO page_stats SELECT page, COUNT(*) AS cnt, SUM(amount) AS total FROM clicks WHERE amount > 0 GROUP BY "
    "page;";
const char* const kTables =
    "CREATE TABLE clicks (user_id BIGINT, page STRING, amount INT) WITH ('connector' = 'filesystem');"
    "CREATE TABLE page_stats (page STRING, cnt BIGINT, total BIGINT) WITH ('connector' = 'print');"
    "CREATE TABLE views (user_id BIGINT, page STRING, amount INT) WITH ('connector' = 'kafka');"
    "CREATE TABLE users (id INT) WITH ('connector' = 'datagen');";

std::optional<Mismatch> differ(const Plan& plan, const std::string& sql, const std::string& catalog = kTables) {
    return plan_and_sql_differ(plan, parse_sql(sql, {}), parse_sql(catalog, {}));
}

std::optional<Mismatch> of_click(const std::string& sql, const std::string& catalog = kTables) {
    return differ(plan_of("23-click.txt"), sql, catalog);
}

/// A plan text with this syntax tree only, below a Sink into `out`.
Plan with_ast(const std::string& project) {
    return parse_flink_plan("== Abstract Syntax Tree ==\nLogicalSink(table=[c.d.out], fields=[a])\n+- " + project +
                                "\n   +- LogicalTableScan(table=[[c, d, t]])\n",
                            {});
}

}  // namespace

TEST_CASE("a plan is of the SQL that it was made from, however that is written") {
    for (const std::string& sql :
         {std::string(kClick),
          std::string("insert into page_stats\nselect page, count(*), sum(amount) -- all\nfrom clicks /* real ones */ "
                      "where amount>0\ngroup by page"),
          std::string("INSERT INTO `default_catalog`.`default_database`.`page_stats` SELECT `page`, COUNT(*), "
                      "SUM(`amount`) FROM `clicks` WHERE `amount` > 0 GROUP BY `page`"),
          std::string("SET 'parallelism.default' = '77';\n") + kTables + kClick,
          std::string("EXPLAIN ESTIMATED_COST ") + kClick,
          std::string("EXECUTE STATEMENT SET BEGIN ") + kClick + " END;",
          std::string("INSERT INTO page_stats WITH c AS (SELECT page, amount FROM clicks WHERE amount > 0) SELECT "
                      "page, COUNT(*), SUM(amount) FROM c GROUP BY page")}) {
        CAPTURE(sql);
        CHECK_FALSE(of_click(sql));
    }
}

TEST_CASE("another sink, another table, another function, another literal") {
    const std::string sql = kClick;
    auto found = of_click(replaced(sql, "page_stats", "users"));
    REQUIRE(found);
    CHECK(found->left == "a Sink into page_stats");
    CHECK(found->right == "INSERT INTO users");
    found = of_click(replaced(sql, "FROM clicks", "FROM views"));
    REQUIRE(found);
    CHECK(found->left == "a scan of clicks");
    found = of_click(replaced(sql, "FROM clicks", "FROM clicks JOIN users ON clicks.user_id = users.id"));
    REQUIRE(found);
    CHECK(found->right == "FROM users");
    found = of_click(replaced(sql, "SUM(amount)", "MAX(amount)"));
    REQUIRE(found);
    CHECK(found->left == "SUM(...)");
    found = of_click(replaced(sql, "SUM(amount)", "COUNT(amount)"));
    REQUIRE(found);
    found = of_click(replaced(sql, "AS total", ", MIN(amount)"));
    REQUIRE(found);
    CHECK(found->right == "MIN(...)");
    found = of_click(replaced(sql, "> 0", "> 10"));
    REQUIRE(found);
    CHECK(found->right == "the number 10");
    found = of_click(replaced(sql, "amount > 0", "amount > 0 AND page <> '/home'"));
    REQUIRE(found);
    CHECK(found->right == "the literal '/home'");
}

TEST_CASE("words in comments and literals name no table") {
    CHECK(of_click(replaced(kClick, "FROM clicks", "FROM views /* clicks */")));
    CHECK(of_click(replaced(kClick, "FROM clicks", "FROM views -- clicks\n")));
    CHECK(of_click(replaced(kClick, "FROM clicks WHERE", "FROM views WHERE page <> 'clicks' AND")));
}

TEST_CASE("views may name the tables, in the script or in the catalog") {
    const std::string view = "CREATE VIEW v AS SELECT page, amount FROM clicks WHERE amount > 0;";
    const std::string insert = "INSERT INTO page_stats SELECT page, COUNT(*), SUM(amount) FROM v GROUP BY page;";
    CHECK_FALSE(of_click(view + insert));
    CHECK_FALSE(of_click(insert, kTables + view));
    CHECK(of_click(insert));
    CHECK(of_click(insert, kTables + replaced(view, "clicks", "views")));
    const std::string counting =
        "CREATE VIEW v AS SELECT page, COUNT(*) AS c, SUM(amount) AS s FROM clicks WHERE amount "
        "> 0 GROUP BY page;";
    CHECK_FALSE(of_click("INSERT INTO page_stats SELECT page, c, s FROM v", kTables + counting));
}

TEST_CASE("the plan of the SELECT alone has no sink to compare") {
    const Plan select = parse_flink_plan(
        "== Abstract Syntax Tree ==\nLogicalAggregate(group=[{0}], EXPR$1=[COUNT()])\n+- "
        "LogicalProject(page=[$1])\n   +- LogicalTableScan(table=[[default_catalog, default_database, clicks]])\n",
        {});
    CHECK_FALSE(differ(select, "INSERT INTO page_stats SELECT page, COUNT(*) FROM clicks GROUP BY page"));
    CHECK_FALSE(differ(select, "SELECT page, COUNT(*) FROM clicks GROUP BY page"));
    CHECK(differ(select, "SELECT id, COUNT(*) FROM users GROUP BY id"));
}

TEST_CASE("literals with quotes, brackets and blanks are found as the planner writes them") {
    const Plan literals = plan_of("114-literals.txt");
    const std::string tables = "CREATE TABLE plain (page STRING) WITH ('connector' = 'datagen');";
    const std::string sql =
        "SELECT page, COUNT(*) FROM plain WHERE page <> 'a,b]' AND page <> 'it''s (x) -> y' AND "
        "amount > 0 GROUP BY page";
    CHECK_FALSE(differ(literals, sql, tables));
    CHECK(differ(literals, replaced(sql, "'a,b]'", "'a,c]'"), tables));
    const Plan quote = with_ast("LogicalFilter(condition=[=($0, _UTF-16LE'O''Brien')])");
    CHECK_FALSE(differ(quote, "INSERT INTO out SELECT a FROM t WHERE a = 'O''Brien'", ""));
    CHECK(differ(quote, "INSERT INTO out SELECT a FROM t WHERE a = 'O''Briem'", ""));
    const Plan chinese = with_ast("LogicalFilter(condition=[=($0, _UTF-16LE'退款')])");
    CHECK_FALSE(differ(chinese, "INSERT INTO out SELECT a FROM t WHERE a = '退款'", ""));
}

TEST_CASE("a number stands for itself, not as a part of a longer one") {
    const Plan plan = with_ast("LogicalFilter(condition=[>($0, 1000)])");
    CHECK_FALSE(differ(plan, "INSERT INTO out SELECT a FROM t WHERE a > 1000", ""));
    CHECK(differ(plan, "INSERT INTO out SELECT a FROM t WHERE a > 100", ""));
    CHECK(differ(plan, "INSERT INTO out SELECT a FROM t WHERE a > 10000", ""));
    const Plan decimal = with_ast("LogicalFilter(condition=[>($0, 10.5:DECIMAL(3, 1))])");
    CHECK_FALSE(differ(decimal, "INSERT INTO out SELECT a FROM t WHERE a > 10.5", ""));
}

TEST_CASE("functions that the planner itself rewrites show nothing") {
    const Plan over = with_ast(
        "LogicalProject(a=[CASE(>(COUNT($1) OVER (PARTITION BY $0 ORDER BY $2 NULLS FIRST), 0), $SUM0($1) OVER "
        "(PARTITION BY $0 ORDER BY $2 NULLS FIRST), null:INTEGER)])");
    CHECK_FALSE(differ(over, "INSERT INTO out SELECT SUM(b) OVER (PARTITION BY a ORDER BY ts) FROM t", ""));
    CHECK_FALSE(differ(plan_of("23-dedup.txt"),
                       "INSERT INTO latest SELECT page, user_id FROM (SELECT page, user_id, ROW_NUMBER() OVER "
                       "(PARTITION BY page ORDER BY ts DESC) AS rn FROM clicks) WHERE rn = 1"));
}

TEST_CASE("options of hints are no compared literals") {
    const Plan plan = with_ast("LogicalProject(a=[$0])");
    CHECK_FALSE(
        differ(plan, "INSERT INTO out SELECT a FROM t /*+ OPTIONS('scan.parallelism' = '4', 'x' = 'y') */", ""));
    CHECK_FALSE(differ(plan, "INSERT INTO out SELECT /*+ STATE_TTL('t' = '1d') */ a FROM t", ""));
    CHECK(differ(plan, "INSERT INTO out SELECT a FROM t /*+ OPTIONS('x' = 'y') */ WHERE a = 'z'", ""));
}

TEST_CASE("a table that a lookup join reads has no scan of its own below the syntax tree") {
    const std::string tables =
        "CREATE TABLE clicks (page STRING) WITH ('connector' = 'kafka');"
        "CREATE TABLE dim_jdbc (page STRING) WITH ('connector' = 'jdbc');";
    const std::string sql =
        "SELECT user_id, title FROM clicks AS c LEFT JOIN dim_jdbc FOR SYSTEM_TIME AS OF c.pt AS d ON c.page = d.page "
        "AND d.weight > 3";
    CHECK_FALSE(differ(plan_of("114-lookup-join.txt"), sql, tables));
    const std::string text = sample("plans/114-lookup-join.txt");
    const Plan without_ast = parse_flink_plan(text.substr(text.find("== Optimized Physical Plan")), {});
    CHECK_FALSE(differ(without_ast, sql, tables));
    CHECK(differ(without_ast, replaced(sql, "FROM clicks", "FROM views"), tables));
}

TEST_CASE("statement sets and subqueries of real Flinks") {
    CHECK_FALSE(
        differ(plan_of("23-statement-set.txt"),
               "EXECUTE STATEMENT SET BEGIN INSERT INTO jdbc_sink SELECT page, COUNT(*) FROM plain WHERE amount "
               "> 1 GROUP BY page; INSERT INTO bh2 SELECT page, COUNT(*) AS c FROM plain WHERE amount > 1 GROUP "
               "BY page; END;"));
    CHECK_FALSE(
        differ(plan_of("120-subquery.txt"), "SELECT id FROM fact WHERE k IN (SELECT k FROM dim WHERE region = 'EU')"));
    CHECK(
        differ(plan_of("120-subquery.txt"), "SELECT id FROM fact WHERE k IN (SELECT k FROM dim WHERE region = 'US')"));
}

TEST_CASE("a subquery's tables are scanned inside an operator's text") {
    const std::string tables =
        "CREATE TABLE fact (id INT, k INT) WITH ('connector' = 'x');"
        "CREATE TABLE dim (k INT, region STRING) WITH ('connector' = 'x');"
        "CREATE TABLE regions (k INT, region STRING) WITH ('connector' = 'x');";
    const std::string sql = "SELECT id FROM fact WHERE k IN (SELECT k FROM dim WHERE region = 'EU')";
    CHECK_FALSE(differ(plan_of("120-subquery.txt"), sql, tables));
    const auto found = differ(plan_of("120-subquery.txt"), replaced(sql, "FROM dim", "FROM regions"), tables);
    REQUIRE(found);
    CHECK(found->right == "FROM regions");
}

TEST_CASE("what can't be read tells nothing") {
    CHECK_FALSE(differ(plan_of("114-error.txt"), kClick));
    CHECK_FALSE(differ(Plan{}, kClick));
}

TEST_CASE("a plan with a Sink is of no script without an INSERT") {
    const std::string select =
        "SELECT page, COUNT(*) AS cnt, SUM(amount) AS total FROM clicks WHERE amount > 0 GROUP BY page";
    for (const std::string& sql :
         {std::string(), std::string("SET 'a' = 'b';"), std::string(kTables), select, "CREATE VIEW v AS " + select}) {
        CAPTURE(sql);
        const auto found = of_click(sql);
        REQUIRE(found);
        CHECK(found->left == "a Sink into page_stats");
        CHECK(found->right.empty());
    }
    CHECK_FALSE(of_click("CREATE TABLE page_stats AS " + select));
    CHECK_FALSE(of_click("COMPILE AND EXECUTE PLAN 'p.json' FOR INSERT INTO page_stats " + select));
    CHECK_FALSE(of_click("SET 'a' = 'b"));  // not read whole
    const Plan plan = parse_flink_plan(
        "== Abstract Syntax Tree ==\nLogicalProject(page=[$1])\n+- LogicalTableScan(table=[[c, d, clicks]])\n", {});
    CHECK_FALSE(differ(plan, "SELECT page FROM clicks"));
    const auto found = differ(plan, "SET 'a' = 'b';");
    REQUIRE(found);
    CHECK(found->left == "LogicalProject");
}
