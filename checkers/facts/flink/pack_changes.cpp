#include "facts/flink/pack_changes.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "evidence/flink/flink_pack.hpp"
#include "evidence/flink/flink_sql.hpp"

namespace plangrade::flink {
namespace {

using Changes = std::vector<PackChange>;

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
        if (!statement.sink.empty()) out.insert(statement.sink);
    return out;
}

/// A table in one form: what stands in its brackets without quotes, then its options sorted by key.
std::string table_form(const SqlTable& table, const SqlStatement& statement) {
    std::string body = normal_sql(statement.text);
    std::erase(body, '`');
    for (char& c : body)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    const auto first = body.find('(');
    const auto with = body.rfind(" WITH ( ");
    body = body.substr(std::min(first, body.size()), with == std::string::npos ? with : with - std::min(first, with));
    for (const auto& [key, value] : table.options) body += "\n" + key + "=" + value;
    return body;
}

/// Tables by name, each in one form. Views and other statements count as one under "".
std::map<std::string, std::string> tables_of(const SqlScript& script) {
    std::map<std::string, std::string> out;
    std::size_t turn = 0;
    for (const SqlStatement& statement : script.statements) {
        if (statement.kind != SqlKind::create_table)
            out[""] += normal_sql(statement.text) + "\n";
        else if (turn < script.tables.size()) {
            const SqlTable& table = script.tables[turn++];
            out[table.name()] = table_form(table, statement);
        }
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

/// Options of a table that differ, for the sentence; "" where it is something else.
std::string differing_options(const SqlScript& before, const SqlScript& after, const std::string& name) {
    const SqlTable *left = before.table(name), *right = after.table(name);
    if (left == nullptr || right == nullptr) return left == nullptr ? " is new" : " is gone";
    std::string out;
    for (const std::string& key : differing_keys(left->options, right->options)) {
        const auto value = [&](const SqlTable& table) {
            const auto it = table.options.find(key);
            return in_quotes(it == table.options.end() ? std::nullopt : std::optional<std::string>(it->second));
        };
        out += (out.empty() ? ": " : ", ") + key + " is " + value(*left) + " before, " + value(*right) + " after";
    }
    return out.empty() ? " has other columns or keys" : out;
}

/// What else a person may call a changed table: by its part in the statement, or by what was changed of it.
std::vector<std::string> other_names(const SqlScript& before, const SqlScript& after, const std::string& name,
                                     bool is_sink, bool is_source) {
    std::vector<std::string> out;
    if (is_sink) out.insert(out.end(), {"sink", "싱크", "写入表", "汇"});
    if (is_source) out.insert(out.end(), {"source", "소스", "源表", "源"});
    const SqlTable *left = before.table(name), *right = after.table(name);
    if (left == nullptr || right == nullptr) return out;
    for (const std::string& key : differing_keys(left->options, right->options)) {
        out.push_back(key);
        if (const auto it = right->options.find(key); it != right->options.end() && it->second.size() > 3)
            out.push_back(it->second);
    }
    if (left->primary_key != right->primary_key) out.push_back("primary key");
    return out;
}

void add_sql_and_catalog(const PackTexts& before, const PackTexts& after, const Limits& limits, Changes& out) {
    std::set<std::string> own_sinks, sinks, sources;
    bool other_sql = false;
    for (const auto* sql : {&before.sql, &after.sql}) {
        if (!*sql) continue;
        const SqlScript script = parse_sql(**sql, limits);
        sinks.merge(sinks_of(script));
        for (const SqlStatement& statement : script.statements)
            sources.insert(statement.reads.begin(), statement.reads.end());
    }
    if (before.sql && after.sql) {
        const SqlScript left = parse_sql(*before.sql, limits), right = parse_sql(*after.sql, limits);
        other_sql = statements_of(left) != statements_of(right);
        if (other_sql) {
            own_sinks = sinks_of(left);
            own_sinks.merge(sinks_of(right));
            out.push_back({"sql", {}, {}, "sql.sql is another statement"});
        }
    } else {
        one_is_missing(before.sql, after.sql, "sql", "sql.sql", out);
    }
    if (!before.catalog || !after.catalog) {
        one_is_missing(before.catalog, after.catalog, "catalog", "catalog.sql", out);
        return;
    }
    const SqlScript left = parse_sql(*before.catalog, limits), right = parse_sql(*after.catalog, limits);
    for (const std::string& name : differing_keys(tables_of(left), tables_of(right))) {
        if (own_sinks.contains(name)) {
            out.front().text +=
                ", and catalog.sql's table " + name + ", its sink" + differing_options(left, right, name);
            continue;
        }
        PackChange change{"catalog", {name}, {}, "catalog.sql: table " + name + differing_options(left, right, name)};
        change.also = other_names(left, right, name, sinks.contains(name), sources.contains(name));
        if (name.empty()) change = {"catalog", {}, {}, "catalog.sql has other statements beside its tables"};
        out.push_back(std::move(change));
    }
}

// --- statistics ------------------------------------------------------------------------------------------------------

using Numbers = std::vector<std::optional<double>>;

std::map<std::string, std::pair<std::map<std::string, Numbers>, std::string>> statistics_of(
    const std::optional<std::string>& text, const Limits& limits) {
    std::map<std::string, std::pair<std::map<std::string, Numbers>, std::string>> out;
    if (!text) return out;
    for (const TableStatistics& table : parse_statistics(*text, limits).tables) {
        auto& [columns, rows] = out[table.table];
        columns[""] = {table.rows};
        if (table.rows) rows = std::to_string(static_cast<std::int64_t>(std::min(*table.rows, 9e18)));
        for (const ColumnStatistics& column : table.columns)
            columns[std::string(1, column.kind) + " " + column.column] = {column.distinct, column.nulls, column.low,
                                                                          column.high};
    }
    return out;
}

void add_statistics(const PackTexts& before, const PackTexts& after, const Limits& limits, Changes& out) {
    const auto left = statistics_of(before.statistics, limits), right = statistics_of(after.statistics, limits);
    for (const std::string& table : differing_keys(left, right)) {
        const auto rows = [&](const auto& side) {
            const auto it = side.find(table);
            return it == side.end() ? std::string("none") : it->second.second + " rows";
        };
        const std::string last = table.substr(table.rfind('.') + 1);  // npos + 1 is 0
        PackChange change{"statistics", {table}, {}, ""};
        if (last != table) change.also.push_back(last);
        change.text =
            "stats.txt: statistics of " + table + " differ (" + rows(left) + " before, " + rows(right) + " after)";
        out.push_back(std::move(change));
    }
}

// --- settings and version --------------------------------------------------------------------------------------------

void add_settings(const PackTexts& before, const PackTexts& after, const Limits& limits, Changes& out) {
    if (one_is_missing(before.settings, after.settings, "config", "table_config.json", out)) return;
    if (!before.settings) return;
    const Settings left = parse_settings(*before.settings, limits), right = parse_settings(*after.settings, limits);
    constexpr std::string_view kMiniBatch = "table.exec.mini-batch.";
    std::optional<std::size_t> mini_batch;
    for (const std::string& key : differing_keys(left.values, right.values)) {
        const std::string text =
            key + " is " + in_quotes(left.get(key)) + " before, " + in_quotes(right.get(key)) + " after";
        const std::string last = key.substr(key.rfind('.') + 1);
        if (key.starts_with(kMiniBatch) && mini_batch) {
            out[*mini_batch].names.push_back(key);
            out[*mini_batch].text += "; " + text;
            continue;
        }
        PackChange change{"config", {key}, {}, "table_config.json: " + text};
        if (key.starts_with(kMiniBatch)) {
            mini_batch = out.size();
            change.also = {"table.exec.mini-batch", "mini-batch", "minibatch", "mini batch"};
        } else {
            const auto dot = key.rfind('.', key.size() - last.size() - 2);
            if (last.size() != key.size()) change.also.push_back(key.substr(dot + 1));  // npos + 1 is 0
            if (last.size() > 10) change.also.push_back(last);
        }
        out.push_back(std::move(change));
    }
}

void add_version(const PackTexts& before, const PackTexts& after, const Limits& limits, Changes& out) {
    if (one_is_missing(before.version, after.version, "version", "version.txt", out)) return;
    if (!before.version) return;
    const Version left = parse_version(*before.version, limits), right = parse_version(*after.version, limits);
    const bool commits = !left.commit.empty() && !right.commit.empty() && left.commit != right.commit;
    if (left.version == right.version && !commits) return;
    PackChange change{"version", {left.version, right.version}, {}, ""};
    for (const Version* side : {&left, &right})
        if (side->major && side->minor)
            change.also.push_back(std::to_string(*side->major) + "." + std::to_string(*side->minor));
    change.text = "version.txt: " + left.version + " before, " + right.version + " after";
    if (left.version == right.version) {
        change.names = {left.commit, right.commit};
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
