#include "facts/table/given_database.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <deque>
#include <mutex>
#include <new>

#include "facts/table/given_module.hpp"
#include "facts/table/given_span.hpp"

namespace plangrade {
namespace {

constexpr std::uint64_t kMostSteps =
    200'000'000;  // of one query: a few seconds; a grading query over a million rows needs some ten million
constexpr int kStepsAtOnce = 1000;
constexpr int kMostValueBytes = 16 << 20;
constexpr int kMostSqlBytes = 1 << 20;
constexpr std::size_t kMostResultCells = 50'000'000;
constexpr const char* kVfsName = "plangrade-no-clock";

thread_local bool clock_was_asked = false;

int no_time(sqlite3_vfs*, double* out) {
    clock_was_asked = true;
    *out = 0;
    return SQLITE_ERROR;
}

int no_time64(sqlite3_vfs*, sqlite3_int64* out) {
    clock_was_asked = true;
    *out = 0;
    return SQLITE_ERROR;
}

// The default file system with no clock: date('now') would make a verdict depend on when it was made.
void register_vfs() {
    static std::once_flag once;
    std::call_once(once, [] {
        static sqlite3_vfs vfs = *sqlite3_vfs_find(nullptr);
        vfs.zName = kVfsName;
        vfs.pNext = nullptr;
        vfs.xCurrentTime = &no_time;
        vfs.xCurrentTimeInt64 = &no_time64;
        sqlite3_vfs_register(&vfs, 0);
    });
}

// Reading of the given tables and of what a query makes itself; no other statement, nothing that differs from run to
// run.
int authorize(void*, int action, const char* first, const char* second, const char*, const char*) {
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_RECURSIVE:
            return SQLITE_OK;
        case SQLITE_READ: {
            const std::string_view table = first == nullptr ? "" : first;
            return table.starts_with("sqlite_") || table.starts_with("pragma_") ? SQLITE_DENY : SQLITE_OK;
        }
        case SQLITE_FUNCTION: {
            constexpr std::array refused{"random", "randomblob", "load_extension", "fts3_tokenizer"};
            const std::string_view name = second == nullptr ? "" : second;
            const bool deny = std::find(refused.begin(), refused.end(), name) != refused.end();
            return deny ? SQLITE_DENY : SQLITE_OK;
        }
        default:
            return SQLITE_DENY;
    }
}

int progress(void* budget) {
    return static_cast<QueryBudget*>(budget)->spend(kStepsAtOnce) ? 0 : 1;
}

bool plain_word(std::string_view name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.empty() && letter(name.front()) &&
           std::all_of(name.begin(), name.end(), [letter](char c) { return letter(c) || (c >= '0' && c <= '9'); }) &&
           !name.starts_with("sqlite_");
}

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return text;
}

struct CloseStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, CloseStatement>;

// Bytes of result cells: chunks that never move.
class Arena {
  public:
    explicit Arena(std::deque<std::string>& storage) : storage_(storage) {}
    std::string_view keep(std::string_view text) {
        if (storage_.empty() || storage_.back().capacity() - storage_.back().size() < text.size()) {
            storage_.emplace_back();
            storage_.back().reserve(std::max(text.size(), next_));
            next_ = std::min<std::size_t>(next_ * 2, 4 << 20);
        }
        std::string& chunk = storage_.back();
        const std::size_t at = chunk.size();
        chunk.append(text);
        used_ += text.size();
        return std::string_view(chunk).substr(at);
    }
    std::uint64_t used() const { return used_; }

  private:
    std::deque<std::string>& storage_;
    std::size_t next_ = 64 << 10;
    std::uint64_t used_ = 0;
};

QueryError sql_error(const char* code, std::string message, std::optional<std::size_t> offset = std::nullopt) {
    return QueryError{code, std::move(message), offset};
}

// SQLite's reason in words of our own; they must not change with its version.
QueryError prepare_error(sqlite3* db, int code, std::string_view sql) {
    const int raw = sqlite3_error_offset(db);
    std::optional<std::size_t> offset;
    if (raw >= 0) offset = static_cast<std::size_t>(raw);
    if (code == SQLITE_AUTH)
        return sql_error(
            "sql-refused",
            "only reading the given tables is allowed in this SQL: one SELECT, no PRAGMA, no ATTACH, no random numbers",
            offset);
    if (code == SQLITE_TOOBIG)
        return sql_error("sql-syntax", "the SQL text is longer than " + std::to_string(kMostSqlBytes) + " bytes");
    const std::string_view reason = sqlite3_errmsg(db);
    struct Known {
        std::string_view begins;
        std::string_view says;
    };
    constexpr std::array<Known, 5> known{
        {{"no such table: ", "there is no given table "},
         {"no such column: ", "no given table has a column "},
         {"no such function: ", "there is no function "},
         {"ambiguous column name: ", "several tables have a column "},
         {"wrong number of arguments to function ", "a wrong number of arguments is given to "}}};
    for (const Known& form : known)
        if (reason.starts_with(form.begins))
            return sql_error("sql-syntax",
                             std::string(form.says) + "\"" + std::string(reason.substr(form.begins.size())) + "\"",
                             offset);
    std::string near;
    if (offset && *offset < sql.size()) near = " near \"" + std::string(sql.substr(*offset, 30)) + "\"";
    return sql_error("sql-syntax", "this is no SQL that can be run" + near, offset);
}

std::optional<QueryError> bind_one(sqlite3_stmt* statement, int index, const std::string& name,
                                   const nlohmann::json& value) {
    int code = SQLITE_OK;
    if (value.is_null()) {
        code = sqlite3_bind_null(statement, index);
    } else if (value.is_boolean()) {
        code = sqlite3_bind_int64(statement, index, value.get<bool>() ? 1 : 0);
    } else if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
        return sql_error("sql-parameter", "the parameter \"" + name + "\" is an integer beyond 64 bits with sign");
    } else if (value.is_number_integer()) {
        code = sqlite3_bind_int64(statement, index, value.get<std::int64_t>());
    } else if (value.is_number_float()) {
        code = sqlite3_bind_double(statement, index, value.get<double>());
    } else if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        code = sqlite3_bind_text64(statement, index, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    } else {
        return sql_error(
            "sql-parameter",
            "the parameter \"" + name + "\" is an array or an object; SQL takes a text, a number, true, false or null");
    }
    if (code != SQLITE_OK) return sql_error("sql-parameter", "the parameter \"" + name + "\" is too long for SQL");
    return std::nullopt;
}

std::optional<QueryError> bind(sqlite3_stmt* statement, const nlohmann::json& params) {
    for (int index = 1; index <= sqlite3_bind_parameter_count(statement); ++index) {
        const char* raw = sqlite3_bind_parameter_name(statement, index);
        if (raw == nullptr || *raw != ':')
            return sql_error("sql-parameter", "parameters are written :name; ? and @name and $name are not");
        const std::string name = raw + 1;
        if (!params.is_object() || !params.contains(name))
            return sql_error("sql-parameter", "the SQL names :" + name + ", and there is no parameter of that name");
        if (auto error = bind_one(statement, index, name, params.at(name))) return error;
    }
    return std::nullopt;
}

// A real number in its shortest form; JSON's and SQL's infinities can't come from finite data but by overflow.
std::string_view real_text(double value, std::array<char, 32>& buffer) {
    if (!std::isfinite(value)) return value > 0 ? "Infinity" : "-Infinity";
    const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), static_cast<std::size_t>(done.ptr - buffer.data())};
}

class ResultReader {
  public:
    ResultReader(sqlite3_stmt* statement, QueryResult& result)
        : statement_(statement), result_(result), arena_(result.table.storage) {
        const int count = sqlite3_column_count(statement);
        for (int column = 0; column < count; ++column) {
            const char* name = sqlite3_column_name(statement, column);
            if (name == nullptr) throw std::bad_alloc();
            result.table.columns.emplace_back(name);
        }
        result.integer_columns.assign(static_cast<std::size_t>(count), true);
    }

    void row() {
        for (int column = 0; column < static_cast<int>(result_.table.columns.size()); ++column)
            result_.table.cells.push_back(cell(column));
    }

    bool too_large(const Limits& limits) const {
        return result_.table.rows() > limits.table_rows || arena_.used() > limits.table_bytes ||
               result_.table.cells.size() > kMostResultCells;
    }

  private:
    Cell cell(int column) {
        const int type = sqlite3_column_type(statement_, column);
        const auto place = static_cast<std::size_t>(column);
        std::array<char, 32> buffer{};
        if (type == SQLITE_NULL) return {{}, true};
        if (type == SQLITE_INTEGER) {
            const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                            static_cast<std::int64_t>(sqlite3_column_int64(statement_, column)));
            return {arena_.keep({buffer.data(), static_cast<std::size_t>(done.ptr - buffer.data())}), false};
        }
        result_.integer_columns[place] = false;
        if (type == SQLITE_FLOAT) {
            result_.real_columns.insert(result_.table.columns[place]);
            return {arena_.keep(real_text(sqlite3_column_double(statement_, column), buffer)), false};
        }
        const auto* text = static_cast<const char*>(sqlite3_column_blob(statement_, column));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
        return {text == nullptr ? std::string_view() : arena_.keep({text, size}), false};
    }

    sqlite3_stmt* statement_;
    QueryResult& result_;
    Arena arena_;
};

QueryResult failed(QueryError error) {
    QueryResult result;
    result.error = std::move(error);
    return result;
}

}  // namespace

struct GivenDatabase::State {
    explicit State(std::vector<std::shared_ptr<const GivenTable>> tables) {
        register_vfs();
        if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                            kVfsName) != SQLITE_OK) {
            sqlite3_close(db);
            throw std::bad_alloc();
        }
        sqlite3_exec(db, "PRAGMA temp_store = MEMORY", nullptr, nullptr, nullptr);
        sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_limit(db, SQLITE_LIMIT_LENGTH, kMostValueBytes);
        sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, kMostSqlBytes);
        sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
        for (auto& table : tables) add(std::move(table));
        if (!add_span_function(db)) throw std::bad_alloc();
        sqlite3_set_authorizer(db, &authorize, nullptr);
        sqlite3_progress_handler(db, kStepsAtOnce, &progress, &budget);
    }
    ~State() { sqlite3_close(db); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void add(std::shared_ptr<const GivenTable> table) {
        const std::string name = table->name();
        const bool known = std::any_of(modules.begin(), modules.end(), [&name](const GivenModule& module) {
            return lower(module.table->name()) == lower(name);
        });
        if (!plain_word(name) || known) {
            flaws.add(Severity::fatal, "bad-table-name", {},
                      "given tables need different names of letters, digits and _; \"" + name + "\" is left out");
            return;
        }
        GivenModule& module = modules.emplace_back(GivenModule{std::move(table), &budget, {}});
        budget.left = kMostSteps;
        // a first look makes SQLite read the columns
        const std::string look = "SELECT 1 FROM \"" + name + "\" LIMIT 0";
        if (add_given_module(db, module) && sqlite3_exec(db, look.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK)
            return;
        sqlite3_create_module(db, name.c_str(), nullptr, nullptr);
        modules.pop_back();
        flaws.add(Severity::fatal, "bad-columns", {},
                  "the columns of the given table \"" + name +
                      "\" can't be used in SQL: each needs a name that differs from the others without regard to case");
    }

    Statement prepare(std::string_view sql, std::optional<QueryError>& error) const {
        sqlite3_stmt* raw = nullptr;
        const char* tail = nullptr;
        if (sql.size() > static_cast<std::size_t>(kMostSqlBytes)) {
            error = sql_error("sql-syntax", "the SQL text is longer than " + std::to_string(kMostSqlBytes) + " bytes");
            return nullptr;
        }
        const int code = sqlite3_prepare_v2(db, sql.data(), static_cast<int>(sql.size()), &raw, &tail);
        Statement statement(raw);
        if (code != SQLITE_OK) {
            error = prepare_error(db, code, sql);
            return nullptr;
        }
        if (!statement || sqlite3_column_count(raw) == 0 || sqlite3_stmt_readonly(raw) == 0) {
            error = sql_error("sql-refused", "the SQL must be one SELECT");
            return nullptr;
        }
        const std::string_view rest = sql.substr(static_cast<std::size_t>(tail - sql.data()));
        sqlite3_stmt* second = nullptr;  // blanks and comments make no statement
        const int more = sqlite3_prepare_v2(db, rest.data(), static_cast<int>(rest.size()), &second, nullptr);
        sqlite3_finalize(second);
        if (more != SQLITE_OK || second != nullptr) {
            error = sql_error("sql-refused", "the SQL must be one SELECT; a second statement follows it",
                              static_cast<std::size_t>(tail - sql.data()));
            return nullptr;
        }
        return statement;
    }

    QueryError run_error(int code) const {
        if (clock_was_asked)
            return sql_error("sql-refused",
                             "the SQL asks for the current time; a verdict must not depend on when it is made");
        if ((code & 0xFF) == SQLITE_INTERRUPT)
            return sql_error("sql-too-long", "the SQL needs more than " + std::to_string(kMostSteps) + " steps");
        if ((code & 0xFF) == SQLITE_TOOBIG)
            return sql_error("sql-too-large", "a value of the SQL's result is longer than " +
                                                  std::to_string(kMostValueBytes) + " bytes");
        if ((code & 0xFF) == SQLITE_NOMEM) throw std::bad_alloc();
        return sql_error("sql-failed",
                         "the SQL stopped with an error while it ran: a function got a value that it does not take, or "
                         "a number went out of range");
    }

    sqlite3* db = nullptr;
    std::deque<GivenModule> modules;  // SQLite points to them
    mutable QueryBudget budget;
    Flaws flaws;
};

GivenDatabase::GivenDatabase(std::vector<std::shared_ptr<const GivenTable>> tables)
    : state_(std::make_unique<State>(std::move(tables))) {}
GivenDatabase::~GivenDatabase() = default;
GivenDatabase::GivenDatabase(GivenDatabase&&) noexcept = default;
GivenDatabase& GivenDatabase::operator=(GivenDatabase&&) noexcept = default;

const Flaws& GivenDatabase::flaws() const {
    return state_->flaws;
}

QueryResult GivenDatabase::query(std::string_view sql, const nlohmann::json& params, const Limits& limits) const {
    state_->budget.left = kMostSteps;
    clock_was_asked = false;
    std::optional<QueryError> error;
    const Statement statement = state_->prepare(sql, error);
    if (statement) error = bind(statement.get(), params);
    if (error) return failed(std::move(*error));
    QueryResult result;
    ResultReader reader(statement.get(), result);
    int code = SQLITE_OK;
    while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) {
        reader.row();
        if (reader.too_large(limits))
            return failed(sql_error("sql-too-large", "the SQL's result goes over the " +
                                                         limit_text(limits, "table_rows") + ", or the " +
                                                         limit_text(limits, "table_bytes")));
    }
    if (code != SQLITE_DONE || clock_was_asked) return failed(state_->run_error(code));
    return result;
}

std::vector<std::string> GivenDatabase::parameters(std::string_view sql) const {
    state_->budget.left = kMostSteps;
    std::optional<QueryError> error;
    const Statement statement = state_->prepare(sql, error);
    std::vector<std::string> names;
    if (!statement) return names;
    for (int index = 1; index <= sqlite3_bind_parameter_count(statement.get()); ++index)
        if (const char* name = sqlite3_bind_parameter_name(statement.get(), index))
            names.emplace_back(name + (*name == ':' ? 1 : 0));
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<nlohmann::json> QueryResult::single() const {
    if (error || table.cells.size() != 1) return std::nullopt;
    const Cell& cell = table.cells.front();
    if (cell.null) return nlohmann::json();
    const char* const end = cell.text.data() + cell.text.size();
    std::int64_t whole = 0;
    double real = 0;
    if (integer_columns.front() && std::from_chars(cell.text.data(), end, whole).ptr == end)
        return nlohmann::json(whole);
    if (!real_columns.empty() && std::from_chars(cell.text.data(), end, real).ptr == end) return nlohmann::json(real);
    return nlohmann::json(std::string(cell.text));
}

}  // namespace plangrade
