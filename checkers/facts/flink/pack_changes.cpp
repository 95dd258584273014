#include "facts/flink/pack_changes.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "evidence/flink/flink_pack.hpp"
#include "evidence/flink/flink_sql.hpp"
#include "facts/flink/setting_values.hpp"

namespace plangrade::flink {
namespace {

using Changes = std::vector<PackChange>;

/// More changes of one kind are only counted.
constexpr std::size_t kMostChanges = 200;

/// Counts what is told, and what no longer is.
class Bound {
  public:
    bool take() {
        if (told_ < kMostChanges) return ++told_ > 0;
        ++more_;
        return false;
    }
    std::size_t more() const { return more_; }
    /// The last change, where some were not told.
    void close(const char* kind, const std::string& what, Changes& out) const {
        if (more_ > 0) out.push_back({kind, {}, {}, what + " " + std::to_string(more_) + " more differ"});
    }

  private:
    std::size_t told_ = 0, more_ = 0;
};

std::string in_quotes(const std::optional<std::string>& value) {
    return value ? "\"" + *value + "\"" : "not set";
}

bool one_is_missing(const std::optional<std::string>& before, const std::optional<std::string>& after, const char* kind,
                    const char* file, Changes& out) {
    if (before.has_value() == after.has_value()) return false;
    out.push_back({kind, {}, {}, std::string(file) + " is missing " + (before ? "after" : "before") + " the change"});
    return true;
}

// --- SQL and catalog -------------------------------------------------------------------------------------------------

/// The INSERTs and queries of a script in one form; DDL and settings are the catalog's and the configuration's.
std::string statements_of(const SqlScript& script) {
    std::string out;
    for (const SqlStatement& statement : script.statements)
        if (statement.kind != SqlKind::create_table && statement.kind != SqlKind::set)
            out += normal_sql(statement.text) + "\n";
    return out;
}

std::set<std::string> sinks_of(const SqlScript& script) {
    std::set<std::string> out;
    for (const SqlStatement& statement : script.statements)
        if (statement.kind == SqlKind::insert) out.insert(statement.sink);
    return out;
}

/// A table in one form.
std::string table_form(const SqlTable& table) {
    std::string out;
    for (const auto* part : {&table.definitions, &table.primary_key, &table.clauses}) {
        for (const std::string& each : *part) out += each + "\n";
        out += '\n';
    }
    for (const auto& [key, value] : table.options) out += key + "=" + value + "\n";
    return out;
}

/// Tables and views by name.
struct Catalog {
    std::map<std::string, std::string> forms;  ///< statements that make neither count as one under ""
    std::map<std::string, const SqlTable*> tables;
    const SqlTable* table(const std::string& name) const {
        const auto found = tables.find(name);
        return found == tables.end() ? nullptr : found->second;
    }
};

Catalog catalog_of(const SqlScript& script) {
    Catalog out;
    for (const SqlTable& table : script.tables) {
        out.forms[table.name()] = table_form(table);
        out.tables[table.name()] = &table;
    }
    for (const SqlStatement& statement : script.statements) {
        if (statement.kind == SqlKind::create_view)
            out.forms[statement.view] = normal_sql(statement.text);
        else if (statement.kind != SqlKind::create_table)
            out.forms[""] += normal_sql(statement.text) + "\n";
    }
    return out;
}

template <typename Map>
std::vector<std::string> differing_keys(const Map& before, const Map& after) {
    std::set<std::string> out;
    for (const auto& [key, value] : before)
        if (const auto other = after.find(key); other == after.end() || other->second != value) out.insert(key);
    for (const auto& [key, value] : after)
        if (!before.contains(key)) out.insert(key);
    return {out.begin(), out.end()};
}

/// A longer list is only said to differ.
constexpr std::size_t kMostItems = 200;

/// Items that only one of two lists has, for the sentence.
std::string differing_items(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    std::string out;
    const auto add = [&](const auto& from, const auto& other, const char* when) {
        for (const std::string& item : from)
            if (std::find(other.begin(), other.end(), item) == other.end())
                out += (out.empty() ? ": " : ", ") + item + " " + when;
    };
    if (before.size() + after.size() > kMostItems) return "";
    add(before, after, "before");
    add(after, before, "after");
    return out;
}

/// What of a table differs, for the sentence.
std::string differing_parts(const SqlTable& left, const SqlTable& right) {
    std::vector<std::string> parts;
    if (left.definitions != right.definitions)
        parts.push_back("has other columns" + differing_items(left.definitions, right.definitions));
    if (left.primary_key != right.primary_key) parts.emplace_back("has another primary key");
    if (left.clauses != right.clauses)
        parts.push_back("is defined otherwise" + differing_items(left.clauses, right.clauses));
    for (const std::string& key : differing_keys(left.options, right.options)) {
        const auto value = [&](const SqlTable& table) {
            const auto it = table.options.find(key);
            return in_quotes(it == table.options.end() ? std::nullopt : std::optional<std::string>(it->second));
        };
        parts.push_back(key + " is " + value(left) + " before, " + value(right) + " after");
    }
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? ": " : "; ") + part;
    return out;
}

std::string difference(const Catalog& before, const Catalog& after, const std::string& name) {
    if (!after.forms.contains(name)) return " is gone";
    if (!before.forms.contains(name)) return " is new";
    const SqlTable *left = before.table(name), *right = after.table(name);
    return left == nullptr || right == nullptr ? " has another query" : differing_parts(*left, *right);
}

/// What else a person may call a changed table: by its part in the statement, or by what was changed of it.
std::vector<std::string> other_names(const SqlTable* left, const SqlTable* right, bool is_sink, bool is_source) {
    std::vector<std::string> out;
    if (is_sink) out.insert(out.end(), {"sink", "싱크", "写入表", "汇"});
    if (is_source) out.insert(out.end(), {"source", "소스", "源表", "源"});
    if (left == nullptr || right == nullptr) return out;
    for (const std::string& key : differing_keys(left->options, right->options)) {
        out.push_back(key);
        if (const auto it = right->options.find(key); it != right->options.end() && it->second.size() > 3)
            out.push_back(it->second);
    }
    if (left->primary_key != right->primary_key) out.emplace_back("primary key");
    if (left->watermark != right->watermark || left->clauses != right->clauses) out.emplace_back("watermark");
    return out;
}

/// The tables that the two sides' statements write and read.
struct Used {
    std::set<std::string> sinks, sources;
    void add(const SqlScript& script) {
        sinks.merge(sinks_of(script));
        for (const SqlStatement& statement : script.statements)
            sources.insert(statement.reads.begin(), statement.reads.end());
    }
};

void add_sql_and_catalog(const PackTexts& before, const PackTexts& after, const Limits& limits, Changes& out) {
    const SqlScript none;
    const SqlScript old_sql = before.sql ? parse_sql(*before.sql, limits) : none;
    const SqlScript new_sql = after.sql ? parse_sql(*after.sql, limits) : none;
    Used used;
    used.add(old_sql);
    used.add(new_sql);
    bool other_sql = false;
    if (!one_is_missing(before.sql, after.sql, "sql", "sql.sql", out) &&
        statements_of(old_sql) != statements_of(new_sql)) {
        other_sql = true;
        out.push_back({"sql", {}, {}, "sql.sql is another statement"});
    }
    if (one_is_missing(before.catalog, after.catalog, "catalog", "catalog.sql", out) || !before.catalog) return;
    const SqlScript old_script = parse_sql(*before.catalog, limits), new_script = parse_sql(*after.catalog, limits);
    const Catalog left = catalog_of(old_script), right = catalog_of(new_script);
    Bound tables, sinks;
    for (const std::string& name : differing_keys(left.forms, right.forms)) {
        const bool sink = used.sinks.contains(name);
        if (other_sql && sink) {
            if (sinks.take())
                out.front().text += ", and catalog.sql's table " + name + ", its sink" + difference(left, right, name);
            continue;
        }
        if (!tables.take()) continue;
        const bool view = left.table(name) == nullptr && right.table(name) == nullptr;
        PackChange change{"catalog", {name}, {}, ""};
        change.text = std::string("catalog.sql: ") + (view ? "view " : "table ") + name + difference(left, right, name);
        change.also = other_names(left.table(name), right.table(name), sink, used.sources.contains(name));
        if (name.empty()) change = {"catalog", {}, {}, "catalog.sql has other statements beside its tables"};
        out.push_back(std::move(change));
    }
    if (sinks.more() > 0) out.front().text += ", and " + std::to_string(sinks.more()) + " more of its sinks differ";
    tables.close("catalog", "catalog.sql: tables and views:", out);
}

// --- statistics ------------------------------------------------------------------------------------------------------

/// Statistics of one table: columns with their kind, then distinct, nulls, low, high; the rows under "".
using Numbers = std::map<std::string, std::vector<std::optional<double>>>;

/// NaN, which equals nothing, is none.
std::optional<double> number(const std::optional<double>& value) {
    return value && *value == *value ? value : std::nullopt;
}

std::map<std::string, Numbers> statistics_of(const Statistics& statistics) {
    std::map<std::string, Numbers> out;
    for (const TableStatistics& table : statistics.tables) {
        Numbers& numbers = out[table.table];
        numbers[""] = {number(table.rows)};
        for (const ColumnStatistics& column : table.columns)
            numbers[column.column + ":" + column.kind] = {number(column.distinct), number(column.nulls),
                                                          number(column.low), number(column.high)};
    }
    return out;
}

std::string rows_in_words(const std::map<std::string, Numbers>& side, const std::string& table) {
    const auto found = side.find(table);
    if (found == side.end()) return "none";
    const std::optional<double> rows = found->second.at("").front();
    if (!rows || *rows < -9e18 || *rows > 9e18) return "an unknown number of rows";
    return std::to_string(static_cast<std::int64_t>(*rows)) + " rows";
}

/// The first flaw that takes something away, or nullptr.
const Flaw* loss(const std::vector<Flaw>& flaws) {
    for (const Flaw& flaw : flaws)
        if (flaw.severity != Severity::note) return &flaw;
    return nullptr;
}

/// Two different files of which one could not be read whole differ in something, if only in what was not read.
void add_unreadable(const std::string& before, const std::string& after, const std::vector<Flaw>& left,
                    const std::vector<Flaw>& right, const char* kind, const char* file, Changes& out) {
    const bool known = std::any_of(out.begin(), out.end(), [&](const PackChange& each) { return each.kind == kind; });
    const Flaw* flaw = loss(left) != nullptr ? loss(left) : loss(right);
    if (known || flaw == nullptr || before == after) return;
    out.push_back({kind,
                   {},
                   {},
                   std::string(file) + " differs, and can't be compared " +
                       (loss(left) != nullptr ? "before" : "after") + " the change: " + flaw->message});
}

void add_statistics(const PackTexts& before, const PackTexts& after, const Limits& limits, Changes& out) {
    const std::string old_text = before.statistics.value_or(""), new_text = after.statistics.value_or("");
    const Statistics old_statistics = parse_statistics(old_text, limits);
    const Statistics new_statistics = parse_statistics(new_text, limits);
    const auto left = statistics_of(old_statistics), right = statistics_of(new_statistics);
    Bound tables;
    for (const std::string& table : differing_keys(left, right)) {
        if (!tables.take()) continue;
        const std::string last = table.substr(table.rfind('.') + 1);  // npos + 1 is 0
        PackChange change{"statistics", {table}, {}, ""};
        if (last != table) change.also.push_back(last);
        change.text = "stats.txt: statistics of " + table + " differ (" + rows_in_words(left, table) + " before, " +
                      rows_in_words(right, table) + " after)";
        out.push_back(std::move(change));
    }
    tables.close("statistics", "stats.txt: statistics of tables:", out);
    add_unreadable(old_text, new_text, old_statistics.flaws, new_statistics.flaws, "statistics", "stats.txt", out);
}

// --- settings and version --------------------------------------------------------------------------------------------

/// 1.14's name of a setting and today's are one setting.
void use_new_names(Settings& settings) {
    if (auto old_name = settings.values.extract("pipeline.operator-chaining")) {
        old_name.key() = "pipeline.operator-chaining.enabled";
        settings.values.insert(std::move(old_name));
    }
}

constexpr std::string_view kMiniBatch = "table.exec.mini-batch.";

/// What else a person may call a setting.
std::vector<std::string> other_names(const std::string& key) {
    if (key.starts_with(kMiniBatch)) return {"table.exec.mini-batch", "mini-batch", "minibatch", "mini batch"};
    std::vector<std::string> out;
    const std::string last = key.substr(key.rfind('.') + 1);
    if (last.size() != key.size()) {
        const auto dot =
            last.size() + 2 > key.size() ? std::string::npos : key.rfind('.', key.size() - last.size() - 2);
        out.push_back(key.substr(dot + 1));  // npos + 1 is 0
    }
    if (last.size() > 10) out.push_back(last);
    if (key == "pipeline.operator-chaining.enabled") out.emplace_back("pipeline.operator-chaining");
    return out;
}

void add_settings(const PackTexts& before, const PackTexts& after, const Limits& limits, Changes& out) {
    if (one_is_missing(before.settings, after.settings, "config", "table_config.json", out)) return;
    if (!before.settings) return;
    Settings left = parse_settings(*before.settings, limits), right = parse_settings(*after.settings, limits);
    use_new_names(left);
    use_new_names(right);
    std::optional<std::size_t> mini_batch;
    Bound settings;
    for (const std::string& key : differing_keys(left.values, right.values)) {
        const auto old_value = left.get(key), new_value = right.get(key);
        if (is_beside_plans(key) || same_setting(key, old_value, new_value) || !settings.take()) continue;
        const std::string text = key + " is " + in_quotes(old_value) + " before, " + in_quotes(new_value) + " after";
        if (key.starts_with(kMiniBatch) && mini_batch) {
            out[*mini_batch].names.push_back(key);
            out[*mini_batch].text += "; " + text;
            continue;
        }
        if (key.starts_with(kMiniBatch)) mini_batch = out.size();
        out.push_back({"config", {key}, other_names(key), "table_config.json: " + text});
    }
    settings.close("config", "table_config.json: settings:", out);
    add_unreadable(*before.settings, *after.settings, left.flaws, right.flaws, "config", "table_config.json", out);
}

void add_version(const PackTexts& before, const PackTexts& after, const Limits& limits, Changes& out) {
    if (one_is_missing(before.version, after.version, "version", "version.txt", out)) return;
    if (!before.version) return;
    const Version left = parse_version(*before.version, limits), right = parse_version(*after.version, limits);
    const bool commits = !left.commit.empty() && !right.commit.empty() && left.commit != right.commit;
    if (left.version == right.version && !commits)
        return add_unreadable(*before.version, *after.version, left.flaws, right.flaws, "version", "version.txt", out);
    PackChange change{"version", {left.version, right.version}, {}, ""};
    for (const Version* side : {&left, &right})
        if (side->major && side->minor)
            change.also.push_back(std::to_string(*side->major) + "." + std::to_string(*side->minor));
    change.text = "version.txt: " + left.version + " before, " + right.version + " after";
    if (left.version == right.version) {
        change.names = {left.commit, right.commit};
        change.also.push_back(left.version);
        change.text = "version.txt: commit " + left.commit + " before, " + right.commit + " after";
    }
    out.push_back(std::move(change));
}

}  // namespace

std::vector<PackChange> pack_changes(const PackTexts& before, const PackTexts& after, const Limits& limits) {
    Changes out;
    add_sql_and_catalog(before, after, limits, out);
    add_statistics(before, after, limits, out);
    add_settings(before, after, limits, out);
    add_version(before, after, limits, out);
    return out;
}

}  // namespace plangrade::flink
