#include "facts/flink/setting_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "evidence/flink/sql_words.hpp"

namespace plangrade::flink {
namespace {

struct Default {
    std::string_view key, value;
};
constexpr std::array<Default, 13> kDefaults{{
    {"execution.runtime-mode", "STREAMING"},
    {"pipeline.operator-chaining.enabled", "true"},
    {"table.exec.mini-batch.enabled", "false"},
    {"table.exec.sink.keyed-shuffle", "AUTO"},
    {"table.exec.sink.upsert-materialize", "AUTO"},
    {"table.exec.state.ttl", "0 ms"},
    {"table.optimizer.agg-phase-strategy", "AUTO"},
    {"table.optimizer.distinct-agg.split.bucket-num", "1024"},
    {"table.optimizer.distinct-agg.split.enabled", "false"},
    {"table.optimizer.join-reorder-enabled", "false"},
    {"table.optimizer.multiple-input-enabled", "true"},
    {"table.optimizer.reuse-source-enabled", "true"},
    {"table.optimizer.reuse-sub-plan-enabled", "true"},
}};

constexpr std::array<std::string_view, 6> kBeside{"pipeline.name",      "pipeline.jars",    "pipeline.classpaths",
                                                  "execution.attached", "execution.target", "table.dml-sync"};
constexpr std::array<std::string_view, 9> kBesideGroups{
    "$internal.", "env.", "historyserver.", "jobmanager.", "metrics.", "rest.", "sql-client.", "taskmanager.", "web."};

struct Unit {
    std::string_view name;
    std::uint64_t nanoseconds;
};
constexpr std::uint64_t kSecond = 1'000'000'000;
/// In capitals.
constexpr std::array<Unit, 32> kUnits{{{"D", 86'400 * kSecond},
                                       {"DAY", 86'400 * kSecond},
                                       {"DAYS", 86'400 * kSecond},
                                       {"H", 3600 * kSecond},
                                       {"HOUR", 3600 * kSecond},
                                       {"HOURS", 3600 * kSecond},
                                       {"M", 60 * kSecond},
                                       {"MIN", 60 * kSecond},
                                       {"MINUTE", 60 * kSecond},
                                       {"MINUTES", 60 * kSecond},
                                       {"S", kSecond},
                                       {"SEC", kSecond},
                                       {"SECS", kSecond},
                                       {"SECOND", kSecond},
                                       {"SECONDS", kSecond},
                                       {"MS", 1'000'000},
                                       {"MILLI", 1'000'000},
                                       {"MILLIS", 1'000'000},
                                       {"MILLISECOND", 1'000'000},
                                       {"MILLISECONDS", 1'000'000},
                                       {"\xC2\xB5S", 1000},
                                       {"\xCE\xBCS", 1000},
                                       {"MICRO", 1000},
                                       {"MICROS", 1000},
                                       {"MICROSECOND", 1000},
                                       {"MICROSECONDS", 1000},
                                       {"NS", 1},
                                       {"NANO", 1},
                                       {"NANOS", 1},
                                       {"NANOSECOND", 1},
                                       {"NANOSECONDS", 1},
                                       {"", 1'000'000}}};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Whole units and what one is; a length of time in nanoseconds would not fit 64 bits.
struct Duration {
    std::uint64_t count = 0;
    std::uint64_t unit = 0;
    bool has_unit = false;
};

std::optional<Duration> duration(std::string_view text) {
    text = trimmed(text);
    Duration out;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.count);
    if (error != std::errc{}) return std::nullopt;
    const std::string unit = sql_uppercase(trimmed(text.substr(static_cast<std::size_t>(end - text.data()))));
    const auto found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& each) { return each.name == unit; });
    if (found == kUnits.end()) return std::nullopt;
    out.unit = found->nanoseconds;
    out.has_unit = !unit.empty();
    return out;
}

bool same_length(const Duration& left, const Duration& right) {
    if (!left.has_unit && !right.has_unit) return false;          // numbers, which are compared as they are written
    const std::uint64_t small = std::min(left.unit, right.unit);  // each unit is a multiple of each smaller one
    const std::uint64_t left_times = left.unit / small, right_times = right.unit / small;
    if (left.count > UINT64_MAX / left_times || right.count > UINT64_MAX / right_times) return false;
    return left.count * left_times == right.count * right_times;
}

bool is_word(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    });
}

/// Settings whose value is a name, in which letters' case counts.
bool holds_name(std::string_view key) {
    const std::string_view last = key.substr(key.rfind('.') + 1);  // npos + 1 is 0
    for (const std::string_view part : {"name", "catalog", "database", "zone", "path", "dir", "user", "password"})
        if (last.find(part) != std::string_view::npos) return true;
    return false;
}

}  // namespace

bool is_beside_plans(std::string_view key) {
    return std::find(kBeside.begin(), kBeside.end(), key) != kBeside.end() ||
           std::any_of(kBesideGroups.begin(), kBesideGroups.end(),
                       [&](std::string_view group) { return key.starts_with(group); });
}

std::optional<std::string_view> default_value(std::string_view key) {
    for (const Default& each : kDefaults)
        if (each.key == key) return each.value;
    return std::nullopt;
}

bool same_value(std::string_view key, std::string_view left, std::string_view right) {
    if (left == right) return true;
    if (is_word(left) && is_word(right)) return !holds_name(key) && sql_uppercase(left) == sql_uppercase(right);
    const auto before = duration(left), after = duration(right);
    return before && after && same_length(*before, *after);
}

bool same_setting(std::string_view key, const std::optional<std::string>& left,
                  const std::optional<std::string>& right) {
    const auto standard = default_value(key);
    if ((!left || !right) && !standard) return !left && !right;
    return same_value(key, left ? std::string_view(*left) : *standard, right ? std::string_view(*right) : *standard);
}

}  // namespace plangrade::flink
