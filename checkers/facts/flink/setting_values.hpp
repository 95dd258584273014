// What the settings of two runs mean: which no plan depends on, which are Flink's own defaults, which are one value.
// Source: the configuration pages of Flink 1.14 to 2.3 (execution, optimizer, pipeline options), ConfigurationUtils
// (enum values and booleans without regard to case), TimeUtils (durations).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plangrade::flink {

/// True for settings that name a job, say where it runs, or how it is watched, and can change no plan:
/// "pipeline.name", "rest.*", "taskmanager.*".
bool is_beside_plans(std::string_view key);

/// Flink's default of a setting, where it is the same in all its versions; none for others.
std::optional<std::string_view> default_value(std::string_view key);

/// "TRUE" and "true", "AUTO" and "auto", "60 s" and "1 min"; "60000" is as long as "1 min". Other values only where
/// they are written alike, and names always.
bool same_value(std::string_view key, std::string_view left, std::string_view right);

/// The same, where a side that lacks the setting has its default.
bool same_setting(std::string_view key, const std::optional<std::string>& left,
                  const std::optional<std::string>& right);

}  // namespace plangrade::flink
