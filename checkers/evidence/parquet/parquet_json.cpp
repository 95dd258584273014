// What `plangrade evidence` prints of Parquet.
#include <chrono>
#include <nlohmann/json.hpp>

#include "evidence/parquet/parquet.hpp"

namespace plangrade::parquet {
namespace {

using nlohmann::json;

std::string padded(std::uint64_t value, std::size_t digits) {
    const std::string text = std::to_string(value);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

/// "2026-02-14"; the plain number for days outside the years 0 to 9999.
json date(std::int64_t days) {
    if (days < -719'528 || days > 2'932'896) return days;
    const std::chrono::year_month_day day{std::chrono::sys_days{std::chrono::days{days}}};
    return padded(static_cast<std::uint64_t>(static_cast<int>(day.year())), 4) + "-" +
           padded(static_cast<unsigned>(day.month()), 2) + "-" + padded(static_cast<unsigned>(day.day()), 2);
}

/// 1234 with scale 2 -> "12.34"
std::string decimal(std::int64_t unscaled, std::size_t scale) {
    const std::uint64_t digits =
        unscaled < 0 ? ~static_cast<std::uint64_t>(unscaled) + 1 : static_cast<std::uint64_t>(unscaled);
    std::string text = padded(digits, scale + 1);
    if (scale != 0) text.insert(text.size() - scale, ".");
    return unscaled < 0 ? "-" + text : text;
}

/// A number of an integer column as its logical type shows it.
json shown(const Column& column, std::int64_t value) {
    if (column.logical == "date") return date(value);
    if (!column.logical.starts_with("decimal(")) return value;
    const std::string scale = column.logical.substr(column.logical.find(',') + 1);
    std::size_t places = 0;
    for (const char digit : scale)
        if (digit >= '0' && digit <= '9' && places < 100) places = places * 10 + static_cast<std::size_t>(digit - '0');
    return places < 100 ? json(decimal(value, places)) : json(value);
}

json statistics(const Column& column) {
    const ColumnStats& stats = column.stats;
    json out{{"complete", stats.complete}};
    out["nulls"] = stats.nulls_known ? json(stats.nulls) : json();
    if (stats.min_int && stats.max_int) {
        out["min"] = shown(column, *stats.min_int);
        out["max"] = shown(column, *stats.max_int);
    } else if (stats.min_text && stats.max_text) {
        out["min"] = *stats.min_text;
        out["max"] = *stats.max_text;
    } else if (stats.min_real && stats.max_real) {
        out["min"] = *stats.min_real;
        out["max"] = *stats.max_real;
    }
    return out;
}

json columns(const std::vector<Column>& list) {
    json out = json::array();
    for (const Column& column : list)
        out.push_back({{"name", column.name},
                       {"type", column.sql_type()},
                       {"physical", column.physical},
                       {"logical", column.logical},
                       {"nested", column.nested},
                       {"required", column.required},
                       {"codec", column.codec},
                       {"statistics", statistics(column)}});
    return out;
}

/// The facts of one file that are its own, not its schema's.
json facts(const ParquetFile& file) {
    return {{"path", file.path},
            {"sound", file.sound},
            {"bytes", file.bytes},
            {"footer_bytes", file.footer_bytes},
            {"rows", file.rows},
            {"row_groups", file.row_groups},
            {"created_by", file.created_by},
            {"codec", file.columns.empty() ? "" : file.columns.front().codec}};
}

}  // namespace

json to_json(const ParquetFile& file) {
    json out = facts(file);
    out.erase("path");
    out["artifact"] = file.path;
    out["kind"] = "parquet";
    out["flaws"] = json::array();
    for (const Flaw& flaw : file.flaws) out["flaws"].push_back(to_json(flaw));
    out["metadata"] = file.metadata;
    out["top_columns"] = file.top_columns;
    out["columns"] = columns(file.columns);
    return out;
}

json to_json(const ParquetDataset& dataset) {
    json files = json::array();
    for (const ParquetFile& file : dataset.files) files.push_back(facts(file));
    return {{"artifact", dataset.path},
            {"kind", "parquet"},
            {"flaws", dataset.flaws.json()},
            {"sound", dataset.sound},
            {"rows", dataset.rows},
            {"success_marker", dataset.success_marker},
            {"files", std::move(files)},
            {"other_files", dataset.other_files},
            {"partition_columns", dataset.partition_columns},
            {"partition_rows", dataset.partition_rows},
            {"top_columns", dataset.top_columns},
            {"columns", columns(dataset.columns)}};
}

}  // namespace plangrade::parquet
