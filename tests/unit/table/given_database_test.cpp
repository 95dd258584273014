#include "facts/table/given_database.hpp"

#include <doctest/doctest.h>

#include "table_text.hpp"

using namespace plangrade;
using nlohmann::json;

namespace {

GivenDatabase orders() {
    Flaws flaws;
    auto table = given_of("orders",
                          "order_id,customer_id,qty,status,order_ts,amount\n"
                          "1,10,5,refunded,2026-02-14 10:00:00,12.50\n"
                          "2,11,7,paid,2026-02-14 23:59:59,3.00\n"
                          "3,10,,refunded,2026-02-15 00:00:00,1.25\n"
                          "4,12,9,refunded,2026-03-01 00:00:00,\n"
                          "5,10,4,,2026-02-14,0.10\n",
                          {{"amount", ColumnType::decimal}}, flaws);
    auto customers = given_of("customers", "id,name\n10,\"Kim, A\"\n11,이\n13,O'Hara\n", {}, flaws);
    CHECK(flaws.empty());
    return GivenDatabase({table, customers});
}

// Rows as "a|b/c|d", nulls as ~; or the error's code.
std::string ask(const std::string& sql, const json& params = json::object(), const Limits& limits = {}) {
    const GivenDatabase database = orders();
    const QueryResult result = database.query(sql, params, limits);
    if (result.error) {
        CHECK(result.table.rows() == 0);
        CHECK(result.error->message.size() > 10);
        return result.error->code;
    }
    std::string out;
    for (std::size_t row = 0; row < result.table.rows(); ++row) {
        if (row != 0) out += '/';
        for (std::size_t column = 0; column < result.table.columns.size(); ++column) {
            const Cell& cell = result.table.at(row, column);
            out += (column != 0 ? "|" : "") + (cell.null ? "~" : std::string(cell.text));
        }
    }
    return out;
}

}  // namespace

TEST_CASE("filters with parameters") {
    const json params{{"status", "refunded"}, {"min_qty", 5}, {"text", "5"}};
    CHECK(ask("SELECT order_id, qty FROM orders WHERE status = :status AND qty >= :min_qty", params) == "1|5/4|9");
    CHECK(ask("SELECT order_id FROM orders WHERE qty >= :text", params) == "1/2/4");  // affinity of the column
    CHECK(ask("SELECT order_id FROM orders WHERE qty > 4.5 AND qty < 9", params) == "1/2");
    CHECK(ask("SELECT order_id FROM orders WHERE qty IS NULL") == "3");
    CHECK(ask("SELECT order_id FROM orders WHERE status IS NOT 'refunded' ORDER BY order_id DESC") == "5/2");
    CHECK(ask("SELECT order_id FROM orders WHERE qty IN (4, 9) ORDER BY 1") == "4/5");
    CHECK(ask("SELECT order_id FROM orders WHERE status = 'REFUNDED' COLLATE NOCASE") == "1/3/4");
    CHECK(ask("SELECT order_id FROM orders WHERE status > 'paid'") == "1/3/4");
    CHECK(ask("SELECT order_id FROM orders WHERE qty = NULL") == "");
    CHECK(ask("SELECT order_id FROM orders WHERE amount > 2 AND amount <= 12.5") == "1/2");
}

TEST_CASE("dates, functions, aggregates, joins, common table expressions") {
    CHECK(ask("SELECT count(*) FROM orders WHERE date(order_ts) = :day", {{"day", "2026-02-14"}}) == "3");
    CHECK(ask("SELECT substr(order_ts, 1, 10) AS d, count(*) FROM orders GROUP BY d ORDER BY d") ==
          "2026-02-14|3/2026-02-15|1/2026-03-01|1");
    CHECK(ask("SELECT sum(qty), max(amount), min(amount), count(status) FROM orders") == "25|12.5|0.1|4");
    CHECK(ask("SELECT upper(status) FROM orders WHERE order_id = 1") == "REFUNDED");
    CHECK(ask("SELECT o.order_id, c.name FROM orders o JOIN customers c ON o.customer_id = c.id ORDER BY 1") ==
          "1|Kim, A/2|이/3|Kim, A/5|Kim, A");
    CHECK(ask("SELECT o.order_id, c.name FROM orders o LEFT JOIN customers c ON o.customer_id = c.id AND c.name <> "
              "'이' ORDER BY 1") == "1|Kim, A/2|~/3|Kim, A/4|~/5|Kim, A");
    CHECK(ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n") ==
          "1/2/3");
    CHECK(ask("SELECT count(*) FROM orders a, orders b, orders c") == "125");
    CHECK(ask("SELECT a.order_id FROM orders a JOIN orders b ON a.status = b.status AND a.order_id < b.order_id ORDER "
              "BY 1") == "1/1/3");
}

TEST_CASE("columns, integers and reals of a result") {
    const GivenDatabase database = orders();
    const QueryResult result =
        database.query("SELECT order_id AS id, amount, status FROM orders WHERE order_id < 3", json::object());
    REQUIRE_FALSE(result.error);
    CHECK(result.table.columns == std::vector<std::string>{"id", "amount", "status"});
    CHECK(result.real_columns == std::set<std::string>{"amount"});
    CHECK(result.integer_columns == std::vector<bool>{true, false, false});
    CHECK_FALSE(result.single());
    CHECK(database.query("SELECT count(*) FROM orders", {}).single() == json(5));
    CHECK(database.query("SELECT avg(qty) FROM orders", {}).single() == json(6.25));
    CHECK(database.query("SELECT status FROM orders WHERE order_id = 2", {}).single() == json("paid"));
    CHECK(database.query("SELECT status FROM orders WHERE order_id = 5", {}).single() == json());
    CHECK_FALSE(database.query("SELECT status FROM orders WHERE order_id = 50", {}).single());
}

TEST_CASE("parameters are bound, never pasted") {
    CHECK(ask("SELECT count(*) FROM orders WHERE status = :s", {{"s", "x' OR 1=1 --"}}) == "0");
    CHECK(ask("SELECT name FROM customers WHERE name = :n", {{"n", "O'Hara"}}) == "O'Hara");
    CHECK(ask("SELECT :a, :b, :c, :d", {{"a", true}, {"b", nullptr}, {"c", 1.5}, {"d", -7}}) == "1|~|1.5|-7");
    CHECK(ask("SELECT :a") == "sql-parameter");
    CHECK(ask("SELECT :a", {{"a", {1, 2}}}) == "sql-parameter");
    CHECK(ask("SELECT :a", {{"a", UINT64_MAX}}) == "sql-parameter");
    CHECK(ask("SELECT ?1", {{"1", 1}}) == "sql-parameter");
    CHECK(orders().parameters("SELECT :b, :a, :b FROM orders") == std::vector<std::string>{"a", "b"});
    CHECK(orders().parameters("SELECT FROM").empty());
}

TEST_CASE("nothing but reading is allowed") {
    for (const char* sql :
         {"DELETE FROM orders", "CREATE TABLE x(a)", "ATTACH ':memory:' AS m", "PRAGMA user_version",
          "SELECT * FROM pragma_database_list", "SELECT load_extension('x')", "SELECT random()", "SELECT randomblob(3)",
          "SELECT * FROM sqlite_master", "BEGIN", "VACUUM", "SELECT 1; SELECT 2", "SELECT 1; DELETE FROM orders", "",
          "-- nothing", "EXPLAIN SELECT 1; x", "SELECT date('now')", "SELECT current_timestamp",
          "SELECT strftime('%s')"}) {
        CAPTURE(sql);
        const std::string answer = ask(sql);
        CHECK((answer == "sql-refused" || answer == "sql-syntax"));
    }
    CHECK(ask("SELECT 1; -- the end\n ") == "1");
    CHECK(ask("SELECT current_date") == "sql-refused");
}

TEST_CASE("errors have their place and words of our own") {
    const GivenDatabase database = orders();
    const auto error = [&database](const char* sql) { return *database.query(sql, json::object()).error; };
    CHECK(error("SELECT x FROM orders").message == "no given table has a column \"x\"");
    CHECK(error("SELECT x FROM orders").offset == 7);
    CHECK(error("SELECT 1 FROM products").message == "there is no given table \"products\"");
    CHECK(error("SELECT 1 FORM orders WHERE").code == "sql-syntax");
    CHECK(error("SELECT frob(1)").message == "there is no function \"frob\"");
    CHECK(error("SELECT order_id FROM orders a, orders b").message.find("several tables have a column") == 0);
    CHECK(error("SELECT abs(-9223372036854775807 - 1)").code == "sql-failed");
}

TEST_CASE("work and results are bounded") {
    CHECK(ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n") ==
          "sql-too-long");
    CHECK(ask("SELECT zeroblob(100000000)") == "sql-too-large");
    Limits limits;
    limits.table_rows = 100;
    CHECK(ask("SELECT 1 FROM orders a, orders b, orders c", json::object(), limits) == "sql-too-large");
}

TEST_CASE("a database goes on after an error, and can be moved") {
    GivenDatabase first = orders();
    CHECK(first.query("SELECT", {}).error);
    const GivenDatabase second = std::move(first);
    CHECK(second.query("SELECT count(*) FROM orders", {}).single() == json(5));
}

TEST_CASE("tables that SQL can't name are left out and said") {
    Flaws flaws;
    const auto good = given_of("a", "x\n1\n", {}, flaws);
    const auto same = given_of("A", "x\n1\n", {}, flaws);
    const auto word = given_of("a b", "x\n1\n", {}, flaws);
    const auto columns = given_of("c", "x,X\n1,2\n", {}, flaws);
    const auto quoted = given_of("q", "\"say \"\"x\"\"\",a b\n1,2\n", {}, flaws);
    const GivenDatabase database({good, same, word, columns, quoted});
    CHECK(database.flaws().list().size() == 3);
    CHECK(database.query("SELECT x FROM a", {}).single() == json(1));
    CHECK(database.query("SELECT \"say \"\"x\"\"\" + \"a b\" FROM q", {}).single() == json(3));
    CHECK(database.query("SELECT 1 FROM c", {}).error->code == "sql-syntax");
}

TEST_CASE("a join over many rows looks rows up instead of scanning them each time") {
    std::string text = "k,v\n";
    for (int row = 0; row < 20'000; ++row)
        text += "key" + std::to_string(row % 5000) + "," + std::to_string(row) + "\n";
    Flaws flaws;
    const GivenDatabase database({given_of("t", text, {}, flaws)});
    CHECK(database.query("SELECT count(*) FROM t a JOIN t b ON a.k = b.k", {}).single() == json(80'000));
    CHECK(database.query("SELECT count(*) FROM t a JOIN t b ON a.v = b.v + 1", {}).single() == json(19'999));
}

TEST_CASE("span() tells nulls, smallest and largest in one pass, and nothing of mixed kinds") {
    CHECK(ask("SELECT span(qty), span(order_id), span(date(order_ts)) FROM orders") ==
          "1|4|9|0|1|5|0|2026-02-14|2026-03-01");
    CHECK(ask("SELECT span(qty) FROM orders WHERE qty IS NULL") == "1||");
    CHECK(ask("SELECT span(qty) FROM orders WHERE 0") == "0||");
    CHECK(ask("SELECT span(amount) FROM orders") == "~");
    CHECK(ask("SELECT span(coalesce(qty, status)) FROM orders") == "~");
}
