// Every bound that plangrade keeps, in one table: name, value, unit and why. `plangrade limits` prints it; a
// configuration can raise or lower each one. Going over a limit is a Flaw that names the limit and its value, never a
// crash or a silent cut.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace plangrade {

/// The values in force. A plain aggregate: copy it, change members, hand it to readers by const reference. Thread-safe
/// as any value.
struct Limits {
    // a submission
    std::uint64_t submission_bytes = 2ULL << 30;
    std::uint64_t submission_packed_bytes = 512ULL << 20;
    std::uint64_t submission_entries = 20'000;
    std::uint64_t path_bytes = 1024;
    std::uint64_t path_depth = 32;
    std::uint64_t inflate_ratio = 1000;
    std::uint64_t inflate_ratio_from_bytes = 64ULL << 20;
    // text and JSON artifacts
    std::uint64_t text_bytes = 16ULL << 20;
    std::uint64_t report_bytes = 1ULL << 20;
    std::uint64_t json_bytes = 16ULL << 20;
    std::uint64_t json_depth = 64;
    std::uint64_t json_items = 2'000'000;
    // tables
    std::uint64_t table_rows = 5'000'000;
    std::uint64_t table_bytes = 512ULL << 20;
    std::uint64_t table_columns = 4096;
    // plans
    std::uint64_t plan_nodes = 200'000;
    std::uint64_t plan_depth = 2000;
    // Parquet
    std::uint64_t parquet_footer_bytes = 64ULL << 20;
    std::uint64_t parquet_thrift_depth = 32;
    std::uint64_t parquet_columns = 20'000;
    std::uint64_t parquet_files = 10'000;
    // event logs
    std::uint64_t log_plain_bytes = 64ULL << 30;
    std::uint64_t log_line_bytes = 64ULL << 20;
    std::uint64_t log_block_bytes = 32ULL << 20;
    std::uint64_t log_zstd_window_log = 25;
    std::uint64_t log_kept_plan_bytes = 24ULL << 20;
    std::uint64_t log_items = 100'000;
    std::uint64_t log_flagged_executions = 2'000;
    std::uint64_t flaws_per_artifact = 50;
};

/// One row of the table of limits.
struct LimitRow {
    std::string_view name;         ///< as in Limits, and in a configuration
    std::uint64_t Limits::*value;  ///< where its value stands
    std::string_view unit;         ///< "bytes", "entries", ...
    std::string_view reason;       ///< why there is a bound, and why about there
};

/// All rows, in the order of Limits. The span lives as long as the program.
std::span<const LimitRow> limit_table();

/// Sets one limit by name. False when there is no limit of that name.
bool set_limit(Limits& limits, std::string_view name, std::uint64_t value);

/// "limit log_line_bytes: 67108864 bytes": how a message names a limit that was reached.
std::string limit_text(const Limits& limits, std::string_view name);

}  // namespace plangrade
