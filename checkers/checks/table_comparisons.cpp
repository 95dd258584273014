#include "checks/table_comparisons.hpp"

#include "checks/flink_comparisons.hpp"
#include "checks/flink_facts.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "facts/plan/diff.hpp"
#include "facts/table/table_compare.hpp"

namespace plangrade {

using json = nlohmann::json;

Outcome fault(std::string what) {
    Outcome out;
    out.status = Status::error;
    out.code = "rubric-fault";
    out.args = {{"selector", std::move(what)}};
    return out;
}

Outcome same_rows_as(Context& context, const Value& actual, const Test& test) {
    const Value expected = evaluate(context, *test.operand);
    if (!expected.known()) return unusable_operand(expected);
    if (!actual.rows || actual.rows->table == nullptr || !expected.rows || expected.rows->table == nullptr)
        return fault("same_rows_as");
    std::vector<std::string> columns;
    if (const Node* list = test.parameter("columns"))
        for (const Node& item : list->items) columns.push_back(item.text);
    TableCompareOptions options;
    options.numeric_columns = expected.rows->real_columns;
    const TableDifference found = compare_tables(*actual.rows->table, *expected.rows->table, columns, options);
    Outcome out;
    out.expected = side_of(expected);
    out.expected.value = static_cast<std::int64_t>(found.right_rows);
    out.args = {{"rows", found.left_rows}};
    if (found.same) {
        out.code = "rows-equal";
        return out;
    }
    out.status = Status::fail;
    if (found.columns_differ) {
        out.code = "columns-differ";
        out.args.update({{"found", actual.rows->table->columns},
                         {"missing", found.missing_columns},
                         {"extra", found.extra_columns},
                         {"order", found.other_column_order},
                         {"file", actual.from.file}});
        return out;
    }
    out.code = "rows-differ";
    out.args.update({{"expected", found.right_rows},
                     {"missing", found.missing},
                     {"extra", found.extra},
                     {"missing_rows", found.missing_examples},
                     {"extra_rows", found.extra_examples}});
    return out;
}

namespace {

std::string as_text(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Days since 1970-01-01 as yyyy-mm-dd (proleptic Gregorian, as Parquet's DATE).
std::string date_text(std::int64_t days) {
    const std::int64_t z = days + 719468;
    const std::int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    const std::int64_t doe = z - era * 146097;
    const std::int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    const std::int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    const std::int64_t mp = (5 * doy + 2) / 153;
    const std::int64_t day = doy - (153 * mp + 2) / 5 + 1;
    const std::int64_t month = mp < 10 ? mp + 3 : mp - 9;
    const std::int64_t year = yoe + era * 400 + (month <= 2 ? 1 : 0);
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    std::string text = std::to_string(year);
    if (year >= 0 && text.size() < 4) text.insert(0, 4 - text.size(), '0');
    return text + "-" + two(month) + "-" + two(day);
}

/// Columns whose statistics mean the same on both sides: whole numbers and dates, complete, not truncated.
bool comparable(const parquet::Column& column) {
    if (column.nested || !column.stats.complete || !column.stats.nulls_known) return false;
    const std::string type = column.sql_type();
    return type == "int" || type == "bigint" || type == "smallint" || type == "tinyint" || type == "date";
}

std::string quoted_name(const std::string& name) {
    std::string out = "\"";
    for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

struct Wanted {
    const parquet::Column* column;
    bool date;
};

/// One query over the rows for all columns.
std::string aggregate_sql(const std::string& sql, const std::vector<Wanted>& columns) {
    std::string out = "SELECT ";
    for (std::size_t i = 0; i < columns.size(); ++i)
        out += (i == 0 ? "" : ", ") + ("span(" + quoted_name(columns[i].column->name) + ")");
    return out + " FROM (" + sql + ")";
}

/// span()'s "nulls|min|max"; null where there is no value.
struct Span {
    json nulls, min, max;
};
std::optional<Span> span_of(const Cell& cell) {
    if (cell.null) return std::nullopt;
    const std::string_view text = cell.text;
    const auto first = text.find('|');
    const auto second = text.find('|', first + 1);
    const auto part = [](std::string_view value) { return value.empty() ? json() : json(std::string(value)); };
    return Span{part(text.substr(0, first)), part(text.substr(first + 1, second - first - 1)),
                part(text.substr(second + 1))};
}

json actual_bound(const parquet::Column& column, bool date, bool upper) {
    const auto& value = upper ? column.stats.max_int : column.stats.min_int;
    if (!value) return nullptr;
    return date ? json(date_text(*value)) : json(std::to_string(*value));
}

}  // namespace

Outcome same_statistics_as(Context& context, const Value& actual, const Test& test) {
    // The rows themselves are not needed: the query's columns now, their aggregates below.
    const bool is_query =
        test.operand->source != nullptr && test.operand->source->name == "sql" && test.operand->selectors.empty();
    if (!actual.rows || actual.rows->parquet == nullptr || !is_query) return fault("same_statistics_as");
    const std::string& sql = test.operand->argument.text;
    Expression no_rows = *test.operand;
    no_rows.argument.text = "SELECT * FROM (" + sql + ") LIMIT 0";
    const Value expected = evaluate(context, no_rows);
    if (!expected.known()) return unusable_operand(expected);
    const std::vector<std::string>& known = expected.rows->table->columns;
    std::vector<Wanted> columns;
    for (const parquet::Column& column : actual.rows->parquet->columns)
        if (comparable(column) && std::find(known.begin(), known.end(), column.name) != known.end())
            columns.push_back({&column, column.sql_type() == "date"});
    Outcome out;
    out.expected = side_of(expected);
    out.expected.value = "min, max and nulls of " + std::to_string(columns.size()) + " columns";
    out.code = "statistics-equal";
    out.args = {{"columns", columns.size()}};
    if (columns.empty()) return out;
    const QueryResult& result = context.query(aggregate_sql(sql, columns));
    if (result.error) {
        out.status = Status::error;
        out.code = "query-failed";
        out.args = {{"why", result.error->message}};
        return out;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::optional<Span> given = span_of(result.table.at(0, i));
        if (!given) continue;  // the given column is no whole number and no date: nothing to compare
        const parquet::Column& column = *columns[i].column;
        const std::array<std::pair<const char*, std::pair<json, json>>, 3> facts{{
            {"min", {actual_bound(column, columns[i].date, false), given->min}},
            {"max", {actual_bound(column, columns[i].date, true), given->max}},
            {"null count", {json(std::to_string(column.stats.nulls)), given->nulls}},
        }};
        for (const auto& [what, sides] : facts) {
            if (sides.first == sides.second) continue;
            out.status = Status::fail;
            out.code = "statistics-differ";
            out.args = {{"column", column.name},
                        {"what", what},
                        {"actual", as_text(sides.first)},
                        {"expected", as_text(sides.second)}};
            out.expected.value = sides.second;
            return out;
        }
    }
    return out;
}

Outcome sound(Context&, const Value& actual, const Test&) {
    if (is_flink(actual)) return sound_flink(actual);
    if (!actual.rows) return fault("sound");
    Outcome out;
    const std::vector<Flaw>& flaws =
        actual.rows->parquet != nullptr ? actual.rows->parquet->flaws.list() : actual.rows->csv->flaws.list();
    const bool good = actual.rows->parquet != nullptr ? actual.rows->parquet->sound : !actual.rows->csv->flaws.fatal();
    const std::size_t files =
        actual.rows->parquet != nullptr ? actual.rows->parquet->files.size() : actual.rows->csv->files.size();
    out.args = {{"files", files}};
    // A footer that tells of data beyond the file's own: readers of footers accept it, Spark could not read it.
    const bool cut =
        std::any_of(flaws.begin(), flaws.end(), [](const Flaw& flaw) { return flaw.code == "bad-column-chunk"; });
    if (good && !cut) {
        out.code = "sound";
        return out;
    }
    out.status = Status::fail;
    out.code = "unsound";
    const Flaw* worst = nullptr;
    for (const Flaw& flaw : flaws)
        if (worst == nullptr || flaw.severity > worst->severity) worst = &flaw;
    if (worst != nullptr) {
        const auto others =
            std::count_if(flaws.begin(), flaws.end(), [&](const Flaw& f) { return f.severity == worst->severity; }) - 1;
        out.args.update({{"file", worst->file.empty() ? actual.from.file : worst->file},
                         {"at", worst->at},
                         {"flaw", worst->message},
                         {"others", others}});
    }
    return out;
}

namespace {

/// The same query printed in two ways (a student's simple text against the log's tree).
Outcome compare_trees(const Value& actual, const PlanTree& left, const PlanTree& right) {
    Outcome out;
    const auto found = first_tree_difference(left, right);
    if (!found) {
        out.code = "plan-equal";
        return out;
    }
    out.status = Status::fail;
    out.code = "plan-differs";
    out.args = {{"file", actual.from.file},
                {"line", found->left_at.line},
                {"left", found->left_value},
                {"right", found->right_value},
                {"what", found->what}};
    out.args["column"] = 0;
    return out;
}

}  // namespace

Outcome same_plan_as(Context& context, const Value& actual, const Test& test) {
    const Value expected = evaluate(context, *test.operand);
    if (!expected.known()) return unusable_operand(expected);
    if (!actual.plan || !expected.plan) return fault("same_plan_as");
    const PlanPart& a = *actual.plan;
    const PlanPart& e = *expected.plan;
    if (a.plan->mode == PlanMode::flink && e.plan->mode == PlanMode::flink) return same_flink_plan(actual, expected);
    const Plan& logged = e.fallback != nullptr ? *e.fallback : *e.plan;
    Outcome out;
    if (a.section == nullptr && a.plan->mode == logged.mode && a.raw != nullptr && e.raw != nullptr) {
        const auto found = first_plan_difference(*a.raw, *e.raw);
        if (!found) {
            out.code = "plan-equal";
        } else {
            out.status = Status::fail;
            out.code = "plan-differs";
            out.args = {{"file", actual.from.file},
                        {"line", found->left_line},
                        {"left", found->left},
                        {"right", found->right},
                        {"column", found->column}};
        }
    } else {
        const PlanTree* left = a.tree != nullptr ? a.tree : a.plan->physical();
        const PlanTree* right = e.plan->physical();
        if (left == nullptr || right == nullptr) {
            out.status = Status::fail;
            out.code = "no-plan-section";
            out.args = {{"file", actual.from.file}, {"title", "Physical Plan"}, {"mode", to_string(a.plan->mode)}};
            return out;
        }
        out = compare_trees(actual, *left, *right);
    }
    out.expected.from = expected.from;
    out.expected.value = "the plan that ran";
    out.expected.present = true;
    out.args["run"] = expected.from.text;
    if (expected.plan->execution != nullptr) out.args["query"] = expected.plan->execution->execution->description;
    return out;
}

}  // namespace plangrade
