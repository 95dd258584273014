#include "facts/flink/statement_parts.hpp"

#include <doctest/doctest.h>

#include "facts/flink/statement.hpp"
#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

const char* const kTables =
    "CREATE TABLE t (id INT, tenant_id INT, amount INT) WITH ('connector' = 'filesystem');"
    "CREATE TABLE u (id INT, name STRING) WITH ('connector' = 'filesystem');"
    "CREATE TABLE out1 (a INT, b INT) WITH ('connector' = 'print');";
const char* const kScan = "LogicalTableScan(table=[[c, d, t]])";

/// Lines below a Sink into out1, each one deeper, above a scan of t.
Plan chain(const std::vector<std::string>& ops, const std::string& scan = kScan) {
    std::string text = "== Abstract Syntax Tree ==\nLogicalSink(table=[c.d.out1], fields=[a, b])\n", indent;
    for (const std::string& op : ops) {
        text += indent + "+- " + op + "\n";
        indent += "   ";
    }
    return parse_flink_plan(text + indent + "+- " + scan + "\n", {});
}

Plan joined(const std::string& join) {
    return parse_flink_plan(
        "== Abstract Syntax Tree ==\nLogicalSink(table=[c.d.out1], fields=[a, b])\n"
        "+- LogicalProject(id=[$0], amount=[$2])\n   +- " +
            join +
            "\n      :- LogicalTableScan(table=[[c, d, t]])\n"
            "      +- LogicalTableScan(table=[[c, d, u]])\n",
        {});
}

/// "left|right" of the mismatch; "" where there is none.
std::string differ(const Plan& plan, const std::string& sql, const std::string& catalog = kTables) {
    const auto found = plan_and_sql_differ(plan, parse_sql("INSERT INTO out1 " + sql, {}), parse_sql(catalog, {}));
    return found ? found->left + "|" + found->right : "";
}

const std::string kProject = "LogicalProject(id=[$0], amount=[$2])";

}  // namespace

TEST_CASE("fields of the tree are words of the statement") {
    const Plan plan =
        chain({"LogicalAggregate(group=[{0}], total=[SUM($1)])", "LogicalProject(tenant_id=[$1], amount=[$2])"});
    CHECK(differ(plan, "SELECT tenant_id, SUM(amount) AS total FROM t GROUP BY tenant_id").empty());
    CHECK(differ(plan, "SELECT TENANT_ID, SUM(t.`amount`) total FROM t GROUP BY tenant_id").empty());
    CHECK(differ(plan, "SELECT id, SUM(amount) AS total FROM t GROUP BY id") == "a field tenant_id|");
    CHECK(differ(plan, "SELECT tenant_id, SUM(id) AS total FROM t GROUP BY tenant_id") == "a field amount|");
    CHECK(differ(plan, "SELECT tenant_id, SUM(amount) AS sums FROM t GROUP BY tenant_id") == "a field total|");
    // COUNT(*) and a product are no stars
    const Plan counted =
        chain({"LogicalAggregate(group=[{0}], EXPR$1=[COUNT()])", "LogicalProject(tenant_id=[$1], $f1=[*($2, 2)])"});
    CHECK(differ(counted, "SELECT tenant_id, COUNT(*), COUNT(amount * 2) FROM t GROUP BY tenant_id").empty());
    CHECK(differ(counted, "SELECT id, COUNT(*), COUNT(amount * 2) FROM t GROUP BY id") == "a field tenant_id|");
}

TEST_CASE("fields that the planner names itself") {
    CHECK(differ(chain({"LogicalProject(EXPR$0=[$0], $f2=[$1], id0=[$2])"}), "SELECT id, tenant_id FROM t").empty());
    CHECK(differ(chain({"LogicalProject(id=[$0], tenant_id=[$1], amount=[$2])"}), "SELECT * FROM t").empty());
    CHECK(differ(chain({"LogicalProject(id=[$0], tenant_id=[$1], amount=[$2])"}), "SELECT x.* FROM t AS x").empty());
    CHECK_FALSE(differ(chain({"LogicalProject(id=[$0], tenant_id=[$1])"}), "SELECT id, amount FROM t").empty());
    // the sink's columns, by which casts are named
    CHECK(differ(chain({"LogicalProject(a=[CAST($0):INTEGER], b=[$1])", "LogicalProject(id=[$0], amount=[$2])"}),
                 "SELECT id, amount FROM t")
              .empty());
    CHECK(differ(chain({"LogicalProject(z=[CAST($0):INTEGER], b=[$1])", "LogicalProject(id=[$0], amount=[$2])"}),
                 "SELECT id, amount FROM t") == "a field z|");
    // computed columns and watermarks
    const std::string computed = replaced(kTables, "tenant_id INT", "tenant_id INT, pt AS PROCTIME()");
    const Plan columns = chain({kProject, "LogicalProject(id=[$0], tenant_id=[$1], pt=[PROCTIME()], amount=[$2])"});
    CHECK(differ(columns, "SELECT id, amount FROM t", computed).empty());
    CHECK_FALSE(differ(columns, "SELECT id, amount FROM t").empty());
    const Plan watermark = chain({kProject, "LogicalWatermarkAssigner(rowtime=[ts], watermark=[$3])",
                                  "LogicalProject(id=[$0], tenant_id=[$1], amount=[$2], ts=[$3])"});
    CHECK(differ(watermark, "SELECT id, amount FROM t").empty());
    // views say what the statement does not
    const std::string view = kTables + std::string("CREATE VIEW v AS SELECT tenant_id, amount FROM t;");
    const Plan of_view = chain({"LogicalProject(tenant_id=[$1], amount=[$2])"});
    CHECK(differ(of_view, "SELECT amount FROM v", view).empty());
    // a sink that is not known
    CHECK(differ(chain({"LogicalProject(z=[$0])"}), "SELECT id FROM t", "").empty());
}

TEST_CASE("DISTINCT in functions") {
    const Plan distinct =
        chain({"LogicalAggregate(group=[{}], EXPR$0=[COUNT(DISTINCT $0)])", "LogicalProject(id=[$0])"});
    const Plan plain = chain({"LogicalAggregate(group=[{}], EXPR$0=[COUNT($0)])", "LogicalProject(id=[$0])"});
    CHECK(differ(distinct, "SELECT COUNT(DISTINCT id) FROM t").empty());
    CHECK(differ(distinct, "SELECT COUNT(id) FROM t") == "a function of DISTINCT values|");
    CHECK(differ(plain, "SELECT COUNT(DISTINCT id) FROM t") == "|a function of DISTINCT values");
    CHECK(differ(plain, "SELECT COUNT(id) FROM t").empty());
    CHECK(differ(plain, "SELECT DISTINCT COUNT(id) FROM t").empty());
    const Plan least = chain({"LogicalAggregate(group=[{}], EXPR$0=[MIN($0)])", "LogicalProject(id=[$0])"});
    CHECK(differ(least, "SELECT MIN(DISTINCT id) FROM t").empty());
}

TEST_CASE("UNION and LIMIT") {
    const Plan plain = chain({"LogicalProject(id=[$0], amount=[$2])"});
    const Plan both = parse_flink_plan(
        "== Abstract Syntax Tree ==\nLogicalSink(table=[c.d.out1], fields=[a, b])\n+- LogicalUnion(all=[true])\n   :- "
        "LogicalProject(id=[$0], amount=[$2])\n   :  +- LogicalTableScan(table=[[c, d, t]])\n   +- "
        "LogicalProject(id=[$0], "
        "amount=[$2])\n      +- LogicalTableScan(table=[[c, d, t]])\n",
        {});
    const std::string select = "SELECT id, amount FROM t", twice = select + " UNION ALL " + select;
    CHECK(differ(both, twice).empty());
    CHECK(differ(both, select) == "LogicalUnion|");
    CHECK(differ(plain, twice) == "|UNION");
    const Plan limited = chain({"LogicalSort(fetch=[10])", kProject});
    CHECK(differ(limited, select + " LIMIT 10").empty());
    CHECK(differ(limited, select + " FETCH FIRST 10 ROWS ONLY").empty());
    CHECK(differ(limited, select) == "LogicalSort with a limit|");
    CHECK(differ(limited, select + " LIMIT 20") == "|the number 20");
    CHECK(differ(limited, select + " LIMIT 1") == "|the number 1");
    CHECK(differ(plain, select + " LIMIT 10") == "|LIMIT");
    CHECK(differ(plain, select + " LIMIT ALL").empty());
    CHECK(differ(plain, select + " OFFSET 0 ROWS").empty());
    CHECK(differ(chain({"LogicalSort(sort0=[$0], dir0=[ASC])", kProject}), select + " ORDER BY id").empty());
}

TEST_CASE("WHERE and HAVING are filters") {
    const Plan plain = chain({kProject});
    const Plan filtered = chain({kProject, "LogicalFilter(condition=[>($2, 5)])"});
    CHECK(differ(filtered, "SELECT id, amount FROM t WHERE amount > 5").empty());
    CHECK(differ(filtered, "SELECT id, amount FROM t") == "LogicalFilter|");
    CHECK(differ(plain, "SELECT id, amount FROM t WHERE amount > id") == "|WHERE");
    CHECK(differ(plain, "SELECT id, amount FROM t WHERE 1 = 1").empty());
    CHECK(differ(plain, "SELECT id, amount FROM t WHERE TRUE").empty());
    CHECK(differ(plain, "SELECT id, amount FROM t WHERE id IS NOT NULL").empty());
    CHECK(differ(plain, "WITH w AS (SELECT id FROM t WHERE id > amount) SELECT id, amount FROM t").empty());
    CHECK(differ(plain, "SELECT id, amount FROM v",
                 kTables + std::string("CREATE VIEW v AS SELECT id, amount FROM t "
                                       "WHERE amount > id;"))
              .empty());
    CHECK(differ(chain({kProject},
                       "LogicalTableScan(table=[[c, d, t]], hints=[[OPTIONS inheritPath:[] "
                       "options:{x=WHERE}]])"),
                 "SELECT id, amount FROM t /*+ OPTIONS('x' = 'WHERE') */")
              .empty());
    // a filter in a literal is none
    CHECK(differ(chain({"LogicalProject(id=[$0], amount=[_UTF-16LE'LogicalFilter('])"}),
                 "SELECT id, 'LogicalFilter(' AS amount FROM t")
              .empty());
}

TEST_CASE("joins and their kinds") {
    const Plan inner = joined("LogicalJoin(condition=[=($0, $3)], joinType=[inner])");
    const Plan left = joined("LogicalJoin(condition=[=($0, $3)], joinType=[left])");
    const Plan full = joined("LogicalJoin(condition=[=($0, $3)], joinType=[full])");
    const Plan lookup = joined("LogicalCorrelate(correlation=[$cor0], joinType=[left], requiredColumns=[{0}])");
    const auto sql = [](const std::string& join) { return "SELECT t.id, amount FROM t " + join + " u ON t.id = u.id"; };
    CHECK(differ(inner, sql("JOIN")).empty());
    CHECK(differ(inner, sql("INNER JOIN")).empty());
    CHECK(differ(inner, "SELECT t.id, amount FROM t, u WHERE t.id = u.id").ends_with("|WHERE"));
    CHECK(differ(inner, "SELECT t.id, amount FROM t, u").empty());
    CHECK(differ(left, sql("LEFT JOIN")).empty());
    CHECK(differ(left, sql("LEFT OUTER JOIN")).empty());
    CHECK(differ(lookup, sql("LEFT JOIN")).empty());
    CHECK(differ(full, sql("FULL JOIN")).empty());
    CHECK(differ(inner, sql("LEFT JOIN")) == "|LEFT JOIN");
    CHECK(differ(inner, sql("RIGHT OUTER JOIN")) == "|RIGHT JOIN");
    CHECK(differ(left, sql("JOIN")) == "a join of joinType=[left]|");
    CHECK(differ(full, sql("LEFT JOIN")) == "|LEFT JOIN");
    const Plan self = parse_flink_plan(
        "== Abstract Syntax Tree ==\nLogicalSink(table=[c.d.out1], fields=[a, b])\n+- LogicalProject(id=[$0], "
        "amount=[$2])\n"
        "   +- LogicalJoin(condition=[=($0, $3)], joinType=[inner])\n      :- LogicalTableScan(table=[[c, d, t]])\n    "
        "  +- "
        "LogicalTableScan(table=[[c, d, t]])\n",
        {});
    CHECK(differ(self, "SELECT x.id, y.amount FROM t x JOIN t y ON x.id = y.id").empty());
    CHECK(differ(self, "SELECT id, amount FROM t") == "LogicalJoin|");
    CHECK(differ(chain({kProject}), "SELECT x.id, y.amount FROM t x JOIN t y ON x.id = y.id") == "|JOIN");
    // the function LEFT is no join
    CHECK(differ(chain({"LogicalProject(id=[LEFT($0, 3)], amount=[$2])"}), "SELECT LEFT(id, 3) AS id, amount FROM t")
              .empty());
}

TEST_CASE("numbers behind operators") {
    const Plan plan = chain({"LogicalProject(a=[*($0, 24)], b=[MOD($2, 1024)])"});
    CHECK(differ(plan, "SELECT id * 24 AS a, amount % 1024 AS b FROM t").empty());
    CHECK(differ(plan, "SELECT id * 25 AS a, amount % 1024 AS b FROM t") == "|the number 25");
    CHECK(differ(plan, "SELECT id * 24 AS a, amount % 102 AS b FROM t") == "|the number 102");
    CHECK(differ(plan, "SELECT id * 2 AS a, amount % 1024 AS b FROM t") == "|the number 2");  // $2 is none
    CHECK(differ(plan, "SELECT id * 24 * 1 AS a, amount % 1024 + 0 AS b FROM t").empty());
    CHECK(differ(plan, "SELECT id * 24 * 1.5 AS a, amount % 1024 AS b FROM t").empty());
    CHECK(differ(plan, "SELECT COALESCE(id * 24, id * 7) AS a, amount % 1024 AS b FROM t").empty());
    const Plan date = chain({"LogicalProject(a=[$0], b=[_UTF-16LE'16'])"});
    CHECK(differ(date, "SELECT id AS a, amount * 16 AS b FROM t") == "|the number 16");
}
