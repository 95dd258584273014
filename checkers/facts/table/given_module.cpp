#include "facts/table/given_module.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <new>
#include <string>

namespace plangrade {
namespace {

constexpr int kMostConstraints = 16;
constexpr std::uint32_t kScansBeforeSorting = 3;  // once or twice a scan is cheaper than to sort

bool whole_number(ColumnType type) {
    return type == ColumnType::integer || type == ColumnType::bigint;
}
bool real_number(ColumnType type) {
    return type == ColumnType::decimal || type == ColumnType::real;
}

// One condition of a query that the scan itself tests. SQLite tests all conditions once more, so a condition may be
// left out, never added.
struct Condition {
    std::size_t column = 0;
    unsigned char op = 0;
    bool whole = false;
    std::int64_t number = 0;
    std::string text;
};

bool holds(unsigned char op, int order) {
    switch (op) {
        case SQLITE_INDEX_CONSTRAINT_EQ:
            return order == 0;
        case SQLITE_INDEX_CONSTRAINT_GT:
            return order > 0;
        case SQLITE_INDEX_CONSTRAINT_GE:
            return order >= 0;
        case SQLITE_INDEX_CONSTRAINT_LT:
            return order < 0;
        default:
            return order <= 0;  // LE; no other comes here
    }
}

struct GivenVtab : sqlite3_vtab {
    GivenModule* module = nullptr;
};

struct GivenCursor : sqlite3_vtab_cursor {
    GivenModule* module = nullptr;
    std::vector<Condition> conditions;
    std::size_t at = 0;  // row, or place in `sorted`
    std::size_t end = 0;
    const std::vector<std::uint32_t>* sorted = nullptr;
    std::uint32_t scans = 0;

    const GivenTable& table() const { return *module->table; }
    std::size_t row() const { return sorted == nullptr ? at : (*sorted)[at]; }

    bool fits(std::size_t candidate) const {
        for (const Condition& condition : conditions) {
            const Cell& cell = table().table().at(candidate, condition.column);
            if (cell.null) return false;  // no comparison with null is true
            int order = 0;
            if (condition.whole) {
                const std::int64_t value = table().integers(condition.column)[candidate];
                order = value < condition.number ? -1 : value > condition.number ? 1 : 0;
            } else {
                order = cell.text.compare(condition.text);
            }
            if (!holds(condition.op, order)) return false;
        }
        return true;
    }

    int skip_to_fitting() {
        const std::size_t from = at;
        while (at < end && !fits(row())) ++at;
        return module->budget->spend(at - from + 1) ? SQLITE_OK : SQLITE_INTERRUPT;
    }
};

// Compares a row's value with a condition's.
int order_of(const GivenTable& table, std::uint32_t row, const Condition& condition) {
    if (condition.whole) {
        const std::int64_t value = table.integers(condition.column)[row];
        return value < condition.number ? -1 : value > condition.number ? 1 : 0;
    }
    return table.table().at(row, condition.column).text.compare(condition.text);
}

const std::vector<std::uint32_t>& sorted_by(GivenModule& module, std::size_t column) {
    const GivenTable& table = *module.table;
    module.sorted.resize(table.columns().size());
    std::vector<std::uint32_t>& rows = module.sorted[column];
    if (!rows.empty()) return rows;
    for (std::uint32_t row = 0; row < table.rows(); ++row)
        if (!table.table().at(row, column).null) rows.push_back(row);
    if (whole_number(table.columns()[column].type)) {
        const auto& values = table.integers(column);
        std::stable_sort(rows.begin(), rows.end(),
                         [&values](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
    } else {
        const Table& cells = table.table();
        std::stable_sort(rows.begin(), rows.end(), [&cells, column](std::uint32_t a, std::uint32_t b) {
            return cells.at(a, column).text < cells.at(b, column).text;
        });
    }
    return rows;
}

int connect(sqlite3* db, void* aux, int, const char* const*, sqlite3_vtab** out, char**) {
    auto* module = static_cast<GivenModule*>(aux);
    const int code = sqlite3_declare_vtab(db, given_schema(*module->table).c_str());
    if (code != SQLITE_OK) return code;
    auto vtab = std::make_unique<GivenVtab>();
    vtab->module = module;
    *out = vtab.release();
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab* vtab) {
    delete static_cast<GivenVtab*>(vtab);
    return SQLITE_OK;
}

bool scan_can_test(sqlite3_index_info* info, int index, const GivenTable& table) {
    const auto& constraint = info->aConstraint[index];
    if (constraint.usable == 0 || constraint.iColumn < 0) return false;
    switch (constraint.op) {
        case SQLITE_INDEX_CONSTRAINT_EQ:
        case SQLITE_INDEX_CONSTRAINT_GT:
        case SQLITE_INDEX_CONSTRAINT_GE:
        case SQLITE_INDEX_CONSTRAINT_LT:
        case SQLITE_INDEX_CONSTRAINT_LE:
            break;
        default:
            return false;
    }
    const ColumnType type = table.columns()[static_cast<std::size_t>(constraint.iColumn)].type;
    if (real_number(type)) return false;
    return whole_number(type) || std::strcmp(sqlite3_vtab_collation(info, index), "BINARY") == 0;
}

// The plan is a text: "column op;" for each condition, in the order of xFilter's arguments.
int best_index(sqlite3_vtab* base, sqlite3_index_info* info) {
    const GivenTable& table = *static_cast<GivenVtab*>(base)->module->table;
    std::string plan;
    int used = 0;
    double rows = static_cast<double>(table.rows()) + 1;
    double cost = rows;
    for (int index = 0; index < info->nConstraint && used < kMostConstraints; ++index) {
        if (!scan_can_test(info, index, table)) continue;
        const auto& constraint = info->aConstraint[index];
        info->aConstraintUsage[index].argvIndex = ++used;
        plan += std::to_string(constraint.iColumn) + " " + std::to_string(constraint.op) + ";";
        const bool equal = constraint.op == SQLITE_INDEX_CONSTRAINT_EQ;
        rows /= equal ? 50 : 2;
        if (equal) cost /= 50;
    }
    info->idxStr = sqlite3_mprintf("%s", plan.c_str());
    if (info->idxStr == nullptr) return SQLITE_NOMEM;
    info->needToFreeIdxStr = 1;
    info->estimatedRows = static_cast<sqlite3_int64>(rows) + 1;
    info->estimatedCost = cost + 1;
    return SQLITE_OK;
}

int open_cursor(sqlite3_vtab* vtab, sqlite3_vtab_cursor** out) {
    auto cursor = std::make_unique<GivenCursor>();
    cursor->module = static_cast<GivenVtab*>(vtab)->module;
    *out = cursor.release();
    return SQLITE_OK;
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
    delete static_cast<GivenCursor*>(cursor);
    return SQLITE_OK;
}

// Takes one argument of the plan; a value of another type than the column's is left to SQLite and its rules of
// affinity.
void take_condition(GivenCursor& cursor, std::size_t column, unsigned char op, sqlite3_value* value) {
    Condition condition;
    condition.column = column;
    condition.op = op;
    condition.whole = whole_number(cursor.table().columns()[column].type);
    const int type = sqlite3_value_type(value);
    if (condition.whole) {
        if (type != SQLITE_INTEGER) return;
        condition.number = sqlite3_value_int64(value);
    } else {
        if (type != SQLITE_TEXT) return;
        const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
        if (text == nullptr) return;
        condition.text.assign(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    }
    cursor.conditions.push_back(std::move(condition));
}

void use_sorted_rows(GivenCursor& cursor) {
    const auto equal = std::find_if(cursor.conditions.begin(), cursor.conditions.end(), [](const Condition& condition) {
        return condition.op == SQLITE_INDEX_CONSTRAINT_EQ;
    });
    if (equal == cursor.conditions.end()) return;
    const auto& rows = sorted_by(*cursor.module, equal->column);
    const GivenTable& table = cursor.table();
    const auto first = std::partition_point(rows.begin(), rows.end(),
                                            [&](std::uint32_t row) { return order_of(table, row, *equal) < 0; });
    const auto last =
        std::partition_point(first, rows.end(), [&](std::uint32_t row) { return order_of(table, row, *equal) == 0; });
    cursor.sorted = &rows;
    cursor.at = static_cast<std::size_t>(first - rows.begin());
    cursor.end = static_cast<std::size_t>(last - rows.begin());
}

int filter(sqlite3_vtab_cursor* base, int, const char* plan, int count, sqlite3_value** values) {
    GivenCursor& cursor = *static_cast<GivenCursor*>(base);
    cursor.conditions.clear();
    cursor.sorted = nullptr;
    cursor.at = 0;
    cursor.end = cursor.table().rows();
    const char* at = plan == nullptr ? "" : plan;
    const char* const end = at + std::strlen(at);
    for (int index = 0; index < count && at < end; ++index) {
        std::size_t column = 0;
        unsigned op = 0;
        at = std::from_chars(at, end, column).ptr + 1;
        at = std::from_chars(at, end, op).ptr + 1;
        take_condition(cursor, column, static_cast<unsigned char>(op), values[index]);
    }
    if (++cursor.scans > kScansBeforeSorting) use_sorted_rows(cursor);
    return cursor.skip_to_fitting();
}

int next(sqlite3_vtab_cursor* base) {
    GivenCursor& cursor = *static_cast<GivenCursor*>(base);
    ++cursor.at;
    return cursor.skip_to_fitting();
}

int at_end(sqlite3_vtab_cursor* base) {
    const GivenCursor& cursor = *static_cast<GivenCursor*>(base);
    return cursor.at >= cursor.end ? 1 : 0;
}

int column_value(sqlite3_vtab_cursor* base, sqlite3_context* context, int index) {
    const GivenCursor& cursor = *static_cast<GivenCursor*>(base);
    const auto column = static_cast<std::size_t>(index);
    const Cell& cell = cursor.table().table().at(cursor.row(), column);
    const ColumnType type = cursor.table().columns()[column].type;
    if (cell.null) {
        sqlite3_result_null(context);
    } else if (whole_number(type)) {
        sqlite3_result_int64(context, cursor.table().integers(column)[cursor.row()]);
    } else if (real_number(type)) {
        double value = 0;
        const std::size_t sign = cell.text.starts_with('+') ? 1 : 0;
        std::from_chars(cell.text.data() + sign, cell.text.data() + cell.text.size(), value);
        sqlite3_result_double(context, value);
    } else {
        // the table outlives the query
        sqlite3_result_text64(context, cell.text.data(), cell.text.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
    return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* id) {
    *id = static_cast<sqlite3_int64>(static_cast<GivenCursor*>(base)->row()) + 1;
    return SQLITE_OK;
}

// Memory that runs out must not throw through SQLite's C code.
template <auto Function, class... Arguments>
int guarded(Arguments... arguments) noexcept {
    try {
        return Function(arguments...);
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
}

constexpr sqlite3_module make_module() {
    sqlite3_module module{};  // no xCreate: the table is there under the module's name
    module.xConnect = &guarded<connect>;
    module.xBestIndex = &guarded<best_index>;
    module.xDisconnect = &disconnect;
    module.xOpen = &guarded<open_cursor>;
    module.xClose = &close_cursor;
    module.xFilter = &guarded<filter>;
    module.xNext = &next;
    module.xEof = &at_end;
    module.xColumn = &column_value;
    module.xRowid = &row_id;
    return module;
}
constexpr sqlite3_module kModule = make_module();

}  // namespace

std::string given_schema(const GivenTable& table) {
    std::string sql = "CREATE TABLE x(";
    for (std::size_t at = 0; at < table.columns().size(); ++at) {
        const GivenColumn& column = table.columns()[at];
        sql += at == 0 ? "\"" : ", \"";
        for (const char c : column.name) sql.append(c == '"' ? 2 : 1, c);
        sql += whole_number(column.type) ? "\" INTEGER" : real_number(column.type) ? "\" REAL" : "\" TEXT";
    }
    return sql + ")";
}

bool add_given_module(sqlite3* db, GivenModule& module) {
    return sqlite3_create_module(db, module.table->name().c_str(), &kModule, &module) == SQLITE_OK;
}

}  // namespace plangrade
