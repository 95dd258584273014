// What differs between two evidence packs: the SQL, catalog, statistics, settings and version of two runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "limits.hpp"

namespace plangrade::flink {

/// The texts of one pack; none: it has no such file.
struct PackTexts {
    std::optional<std::string> sql, catalog, statistics, settings, version;
};

/// One change.
struct PackChange {
    std::string kind;                ///< "sql", "catalog", "statistics", "config", "version"
    std::vector<std::string> names;  ///< keys, tables or versions that differ; none for "sql"
    std::vector<std::string> also;   ///< other words that name it as well
    std::string text;                ///< one sentence: "table_config.json: parallelism.default is 2 before, 8 after"
};

/// What changed, in the order sql, catalog, statistics, config, version. Together they are one change: the mini-batch
/// settings; the SQL and the DDL of its own sink; the statistics of one table; version and commit. Spacing, comments
/// (but not hints), the case of keywords and the order of options are no change. A file that only one side has is a
/// change of its kind, except for statistics, of which every table then is one. Settings that no plan depends on, other
/// spellings of one value and Flink's defaults, set or left out, are no change (setting_values.hpp). More than 200
/// changes of one kind are the first 200 and one that says how many more there are. Linear time.
std::vector<PackChange> pack_changes(const PackTexts& before, const PackTexts& after, const Limits& limits);

}  // namespace plangrade::flink
