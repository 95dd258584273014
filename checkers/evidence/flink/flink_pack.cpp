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

/// Git's short or full hash.
bool is_commit(std::string_view word) {
    return word.size() >= 6 && word.size() <= 64 &&
           word.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

bool names_commit(std::string_view word) {
    return word.find("ommit") != std::string_view::npos || word.ends_with("revision");
}

/// "2.3.0", "v1.20.3", "flink-2.3.0", "1.20-SNAPSHOT", "2.3.0." at a sentence's end.
bool read_version(std::string_view word, Version& out) {
    if (word.starts_with("flink-")) word.remove_prefix(6);
    if (word.starts_with("v") || word.starts_with("V")) word.remove_prefix(1);
    while (word.ends_with(".")) word.remove_suffix(1);
    const std::size_t dot = word.find('.');
    if (dot == std::string_view::npos) return false;
    const auto major = number(word.substr(0, dot));
    const std::string_view rest = word.substr(dot + 1);
    const auto minor = number(rest.substr(0, rest.find_first_not_of("0123456789")));
    if (!major || !minor || *major < 1 || *major > 99 || *minor < 0 || *minor > 999) return false;
    out.version = word;
    out.major = static_cast<int>(*major);
    out.minor = static_cast<int>(*minor);
    return true;
}

/// Takes flat settings and nested ones, as YAML has them: {"table": {"exec": {"state.ttl": ...}}}.
class SettingsReader {
  public:
    SettingsReader(Settings& out, Flaws& flaws) : out_(out), flaws_(flaws) {}

    void read(const nlohmann::json& group, const std::string& prefix, const std::string& at) {
        for (const auto& [name, item] : group.items()) {
            const std::string key = prefix + name, here = at + "/" + name;
            if (!prefix.empty() && key.size() > kLongestKey)
                flaws_.add(Severity::partial, "not-a-setting", at, "No setting has so long a name.");
            else if (item.is_object() && key.size() <= kLongestKey)
                read(item, key + ".", here);
            else if (auto scalar = scalar_text(item))
                put(key, std::move(*scalar), here);
            else
                flaws_.add(Severity::partial, "not-a-setting", here,
                           "A setting's value is a string, a number, true or false.");
        }
    }

  private:
    /// Of names put together from groups; Flink's longest has about a hundred bytes.
    static constexpr std::size_t kLongestKey = 1000;

    void put(const std::string& key, std::string value, const std::string& at) {
        const auto [found, is_new] = out_.values.emplace(key, value);
        if (!is_new && found->second != value)
            flaws_.add(Severity::partial, "duplicate-key", at, "The setting stands here twice with two values.");
    }

    Settings& out_;
    Flaws& flaws_;
};

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
    SettingsReader(out, flaws).read(*value, "", "");
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
    bool certain = false;  // "Java 17.0.2, Flink 2.3.0"
    for (const Line& line : lines.lines) {
        const auto parts = words(line.text, " \t:=,;\"'`()[]{}<>");
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::string_view left = i > 0 ? parts[i - 1] : std::string_view();
            // "flink-commit: c0f8d1a", "Commit ID: 895c609", and of /config "flink-revision": "c0f8d1a @ ..."
            if (names_commit(left) || (left == "ID" && i > 1 && names_commit(parts[i - 2]))) {
                if (out.commit.empty() && is_commit(parts[i])) out.commit = parts[i];
                continue;
            }
            const bool of_flink = left.ends_with("link") || left.ends_with("link-version");
            if ((out.version.empty() || (of_flink && !certain)) && read_version(parts[i], out)) certain = of_flink;
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
