#include "evidence/flink/flink_pack.hpp"

#include <algorithm>
#include <charconv>

#include "evidence/flink/flink_json.hpp"
#include "evidence/flink/flink_lines.hpp"
#include "evidence/text/strict_json.hpp"

namespace plangrade::flink {
namespace {

std::vector<std::string_view> words(std::string_view line, std::string_view separators) {
    std::vector<std::string_view> out;
    while (true) {
        const std::size_t first = line.find_first_not_of(separators);
        if (first == std::string_view::npos) return out;
        line.remove_prefix(first);
        const std::size_t end = std::min(line.find_first_of(separators), line.size());
        out.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// A scalar as Flink would print it.
std::optional<std::string> scalar_text(const nlohmann::json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number() || value.is_boolean()) return value.dump();
    return std::nullopt;
}

/// The document as an object; flaws say why not.
std::optional<nlohmann::json> object(std::string_view text, const Limits& limits, const char* wanted,
                                     std::vector<Flaw>& flaws) {
    JsonDocument document = parse_strict_json(text, limits);
    flaws = std::move(document.flaws);
    if (document.value && !document.value->is_object()) {
        flaws.push_back({Severity::fatal, "not-an-object", "", "", std::string(wanted) + " is a JSON object."});
        return std::nullopt;
    }
    return std::move(document.value);
}

/// `label:ndv:nulls:low:high`, split from the right: a column's name may hold a colon.
std::optional<ColumnStatistics> column_statistics(std::string_view text) {
    std::vector<std::string_view> parts(5);
    for (std::size_t i = 5; i-- > 0;) {
        const std::size_t colon = text.rfind(':');
        if (colon == std::string_view::npos) return std::nullopt;
        parts[i] = text.substr(colon + 1);
        text = text.substr(0, colon);
    }
    if (text.empty() || (parts[0] != "n" && parts[0] != "s")) return std::nullopt;
    return ColumnStatistics{std::string(text), parts[0].front(), number(parts[1]),
                            number(parts[2]),  number(parts[3]), number(parts[4])};
}

nlohmann::json flaws_json(const std::vector<Flaw>& flaws) {
    nlohmann::json out = nlohmann::json::array();
    for (const Flaw& flaw : flaws) out.push_back(plangrade::to_json(flaw));
    return out;
}

nlohmann::json optional_json(const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
}

bool is_hex(std::string_view text) {
    return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

}  // namespace

std::optional<std::string> Settings::get(const std::string& key) const {
    const auto found = values.find(key);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

Settings parse_settings(std::string_view text, const Limits& limits) {
    Settings out;
    const auto value = object(text, limits, "A list of settings", out.flaws);
    if (!value) return out;
    Flaws flaws(limits);
    for (const auto& [key, item] : value->items()) {
        if (auto scalar = scalar_text(item))
            out.values[key] = std::move(*scalar);
        else
            flaws.add(Severity::partial, "not-a-setting", "/" + key,
                      "A setting's value is a string, a number, true or false.");
    }
    for (const Flaw& flaw : flaws.list()) out.flaws.push_back(flaw);
    return out;
}

JobConfig parse_job_config(std::string_view text, const Limits& limits) {
    JobConfig out;
    const auto value = object(text, limits, "The answer of /jobs/<jid>/config", out.flaws);
    if (!value) return out;
    out.jid = text_member(*value, "jid");
    out.name = text_member(*value, "name");
    const nlohmann::json* config = member(*value, "execution-config");
    if (out.jid.empty() || config == nullptr) {
        out.flaws.push_back(
            {Severity::fatal, "not-a-job-config", "", "",
             "This JSON has no \"jid\" or no \"execution-config\"; the answer of /jobs/<jid>/config is wanted."});
        return out;
    }
    out.parallelism = number_member(*config, "job-parallelism");
    out.execution_mode = text_member(*config, "execution-mode");
    if (const nlohmann::json* user = member(*config, "user-config"); user != nullptr && user->is_object())
        for (const auto& [key, item] : user->items())
            if (auto scalar = scalar_text(item)) out.user_config[key] = std::move(*scalar);
    return out;
}

Statistics parse_statistics(std::string_view text, const Limits& limits) {
    Statistics out;
    Flaws flaws(limits);
    const Lines lines = clean_lines(text, limits, flaws);
    for (std::size_t i = 0; i < lines.lines.size(); ++i) {
        const auto parts = words(lines.lines[i].text, " \t");
        if (parts.empty() || parts[0].starts_with("#")) continue;
        TableStatistics table;
        table.table = parts[0];
        table.line = static_cast<std::uint32_t>(i + 1);
        table.rows = parts.size() > 1 ? number(parts[1]) : std::nullopt;
        if (!table.rows)
            flaws.add(Severity::partial, "no-rows", "line " + std::to_string(i + 1),
                      "A table's name and its number of rows belong here.");
        for (std::size_t part = 2; part < parts.size(); ++part) {
            auto column = column_statistics(parts[part]);
            if (column)
                table.columns.push_back(std::move(*column));
            else
                flaws.add(
                    Severity::partial, "no-column-statistics", "line " + std::to_string(i + 1),
                    "A column's statistics are written column:n:ndv:nulls:min:max or column:s:ndv:nulls:average:max.");
        }
        out.tables.push_back(std::move(table));
    }
    out.flaws = flaws.list();
    return out;
}

Version parse_version(std::string_view text, const Limits& limits) {
    Version out;
    Flaws flaws(limits);
    const Lines lines = clean_lines(text, limits, flaws);
    for (const Line& line : lines.lines) {
        const auto parts = words(line.text, " \t:=,");
        for (std::size_t i = 0; i < parts.size(); ++i) {
            std::string_view word = parts[i];
            if (word.starts_with("v") || word.starts_with("V")) word.remove_prefix(1);
            const bool commit = i > 0 && parts[i - 1].find("ommit") != std::string_view::npos;
            if (commit && out.commit.empty()) out.commit = parts[i];
            const std::size_t dot = word.find('.');
            if (!out.version.empty() || commit || dot == std::string_view::npos) continue;
            const auto major = number(word.substr(0, dot));
            const std::string_view rest = word.substr(dot + 1);
            const auto minor = number(rest.substr(0, rest.find_first_not_of("0123456789")));
            if (!major || !minor || *major < 1 || *major > 99 || *minor < 0 || *minor > 999) continue;
            out.version = word;
            out.major = static_cast<int>(*major);
            out.minor = static_cast<int>(*minor);
        }
    }
    if (out.version.empty())
        flaws.add(Severity::fatal, "no-version", "",
                  "The file names no version of Flink, like \"flink-version: 2.3.0\".");
    out.flaws = flaws.list();
    return out;
}

Checksum parse_checksum(std::string_view text, const Limits& limits) {
    Checksum out;
    Flaws flaws(limits);
    const Lines lines = clean_lines(text, limits, flaws);
    for (const Line& line : lines.lines) {
        for (std::string_view word : words(line.text, " \t()=")) {
            if (word.size() == 64 && is_hex(word)) {
                out.hex = word;
                std::transform(out.hex.begin(), out.hex.end(), out.hex.begin(),
                               [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; });
            } else if (out.file.empty() && word != "SHA256") {
                if (word.starts_with("*")) word.remove_prefix(1);  // sha256sum --binary
                out.file = word;
            }
        }
        if (!out.hex.empty()) break;
    }
    if (out.hex.empty())
        flaws.add(Severity::fatal, "no-checksum", "", "The file has no SHA-256 of 64 hexadecimal digits.");
    out.flaws = flaws.list();
    return out;
}

nlohmann::json to_json(const Settings& settings) {
    return {{"kind", "flink-settings"}, {"flaws", flaws_json(settings.flaws)}, {"settings", settings.values}};
}

nlohmann::json to_json(const JobConfig& config) {
    return {{"kind", "flink-job-config"},
            {"flaws", flaws_json(config.flaws)},
            {"jid", config.jid},
            {"name", config.name},
            {"parallelism", config.parallelism ? nlohmann::json(*config.parallelism) : nlohmann::json()},
            {"execution_mode", config.execution_mode},
            {"user_config", config.user_config}};
}

nlohmann::json to_json(const Statistics& statistics) {
    nlohmann::json tables = nlohmann::json::array();
    for (const TableStatistics& table : statistics.tables) {
        nlohmann::json columns = nlohmann::json::array();
        for (const ColumnStatistics& column : table.columns)
            columns.push_back({{"column", column.column},
                               {"kind", std::string(1, column.kind)},
                               {"distinct", optional_json(column.distinct)},
                               {"nulls", optional_json(column.nulls)},
                               {"low", optional_json(column.low)},
                               {"high", optional_json(column.high)}});
        tables.push_back(
            {{"table", table.table}, {"rows", optional_json(table.rows)}, {"columns", std::move(columns)}});
    }
    return {{"kind", "flink-statistics"}, {"flaws", flaws_json(statistics.flaws)}, {"tables", std::move(tables)}};
}

nlohmann::json to_json(const Version& version) {
    return {{"kind", "flink-version"},
            {"flaws", flaws_json(version.flaws)},
            {"version", version.version},
            {"commit", version.commit}};
}

nlohmann::json to_json(const Checksum& checksum) {
    return {
        {"kind", "checksum"}, {"flaws", flaws_json(checksum.flaws)}, {"sha256", checksum.hex}, {"file", checksum.file}};
}

}  // namespace plangrade::flink
