// The small files beside a plan: settings, the job's configuration, statistics, version, checksum, metric samples.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flaw.hpp"
#include "limits.hpp"

namespace plangrade::flink {

/// table_config.json: settings by their full names, as text: {"parallelism.default": "2"}.
struct Settings {
    std::map<std::string, std::string> values;
    std::vector<Flaw> flaws;
    std::optional<std::string> get(const std::string& key) const;
};
/// A flat or nested object; numbers and true/false are taken as Flink prints them ("2", "true").
Settings parse_settings(std::string_view text, const Limits& limits);

/// config.json: /jobs/<jid>/config.
struct JobConfig {
    std::string jid, name;
    std::optional<std::int64_t> parallelism;  ///< job-parallelism; -1: the default
    std::string execution_mode;               ///< "PIPELINED"; "" in 2.x, which has no such key
    std::map<std::string, std::string> user_config;
    std::vector<Flaw> flaws;
};
JobConfig parse_job_config(std::string_view text, const Limits& limits);

/// stats.txt: `table rows column:n|s:ndv:nulls:min|avg-length:max ...`, one table a line.
struct ColumnStatistics {
    std::string column;
    char kind = 'n';  ///< n: number (least, most); s: text (average length, greatest length)
    std::optional<double> distinct, nulls, low, high;
};
struct TableStatistics {
    std::string table;
    std::optional<double> rows;
    std::vector<ColumnStatistics> columns;
    std::uint32_t line = 0;
};
struct Statistics {
    std::vector<TableStatistics> tables;
    std::vector<Flaw> flaws;
};
Statistics parse_statistics(std::string_view text, const Limits& limits);

/// version.txt: `flink-version: 2.3.0`, `flink-commit: c0f8d1a`, the version alone, what `flink --version` prints, or
/// the JSON of /overview and /config; in quotes and brackets or without.
struct Version {
    std::string version, commit;  ///< "" where the file has none
    std::optional<int> major, minor;
    std::vector<Flaw> flaws;
};
Version parse_version(std::string_view text, const Limits& limits);

/// sql.sha256: `<64 hexadecimal digits>  sql.sql`, as sha256sum prints it; the digits alone will do.
struct Checksum {
    std::string hex;  ///< lower case; "" where the file has none
    std::string file;
    std::vector<Flaw> flaws;
};
Checksum parse_checksum(std::string_view text, const Limits& limits);

/// samples.json: operator metrics of a running job, `/vertices/<vid>/metrics?get=...` some times over.
struct MetricValue {
    std::string vertex;  ///< id
    std::int64_t subtask = 0;
    std::string op;      ///< "GlobalGroupAggregate[22]"
    std::string metric;  ///< "numRecordsIn"
    double value = 0;
};
struct MetricSample {
    std::int64_t t_ms = 0;
    std::vector<MetricValue> values;
};
struct MetricSamples {
    std::vector<MetricSample> samples;
    std::vector<Flaw> flaws;
    /// For each sample the sum of a counter over subtasks and vertices; none where the sample has none of it.
    /// `op` is the operator without its number: "GlobalGroupAggregate".
    std::vector<std::optional<double>> counter(std::string_view op, std::string_view metric) const;
};
/// Samples are in the order of their times; a note says where they had another. Two samples of one time that tell
/// different counters are a flaw.
MetricSamples parse_samples(std::string_view text, const Limits& limits);

nlohmann::json to_json(const Settings& settings);
nlohmann::json to_json(const JobConfig& config);
nlohmann::json to_json(const Statistics& statistics);
nlohmann::json to_json(const Version& version);
nlohmann::json to_json(const Checksum& checksum);
nlohmann::json to_json(const MetricSamples& samples);

}  // namespace plangrade::flink
