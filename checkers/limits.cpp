#include "limits.hpp"

#include <array>

namespace plangrade {
namespace {

constexpr std::array kRows{
    LimitRow{"submission_bytes", &Limits::submission_bytes, "bytes", "all files of one submission, unpacked"},
    LimitRow{"submission_packed_bytes", &Limits::submission_packed_bytes, "bytes", "one archive as it is sent"},
    LimitRow{"submission_entries", &Limits::submission_entries, "entries",
             "files and folders of one submission; a table partitioned by day has hundreds"},
    LimitRow{"path_bytes", &Limits::path_bytes, "bytes",
             "one path inside a submission; its parts are at most 255 bytes, as file systems have it"},
    LimitRow{"path_depth", &Limits::path_depth, "folders", "folders in folders"},
    LimitRow{"inflate_ratio", &Limits::inflate_ratio, "to 1",
             "unpacked to packed bytes; event logs reach 40 to 1, bombs 30 000 to 1"},
    LimitRow{"inflate_ratio_from_bytes", &Limits::inflate_ratio_from_bytes, "bytes",
             "the ratio counts only once this much came out"},
    LimitRow{"text_bytes", &Limits::text_bytes, "bytes", "one plan text"},
    LimitRow{"report_bytes", &Limits::report_bytes, "bytes", "report.md; Markdown parsers may need quadratic time"},
    LimitRow{"json_bytes", &Limits::json_bytes, "bytes", "one JSON artifact (answers, plans, REST answers)"},
    LimitRow{"json_depth", &Limits::json_depth, "levels", "arrays and objects inside each other"},
    LimitRow{"json_items", &Limits::json_items, "values", "values of one JSON artifact"},
    LimitRow{"table_rows", &Limits::table_rows, "rows", "rows of one CSV table that is compared"},
    LimitRow{"table_bytes", &Limits::table_bytes, "bytes", "one CSV table, decompressed"},
    LimitRow{"table_columns", &Limits::table_columns, "columns", "columns of one CSV table"},
    LimitRow{"plan_nodes", &Limits::plan_nodes, "nodes", "operators of one plan text or graph"},
    LimitRow{"plan_depth", &Limits::plan_depth, "levels", "depth of one plan tree"},
    LimitRow{"parquet_footer_bytes", &Limits::parquet_footer_bytes, "bytes",
             "the metadata at the end of one Parquet file"},
    LimitRow{"parquet_thrift_depth", &Limits::parquet_thrift_depth, "levels",
             "structures inside each other in a footer"},
    LimitRow{"parquet_columns", &Limits::parquet_columns, "columns", "schema elements of one Parquet file"},
    LimitRow{"parquet_files", &Limits::parquet_files, "files", "data files of one Parquet directory"},
    LimitRow{"log_plain_bytes", &Limits::log_plain_bytes, "bytes", "one event log, decompressed"},
    LimitRow{"log_line_bytes", &Limits::log_line_bytes, "bytes", "one event; real ones reach 1 MB"},
    LimitRow{"log_block_bytes", &Limits::log_block_bytes, "bytes",
             "one block of an lz4, snappy or lzf event log; Spark writes 32 KiB"},
    LimitRow{"log_zstd_window_log", &Limits::log_zstd_window_log, "bits",
             "window of a zstd event log; Spark uses 19 (512 KiB)"},
    LimitRow{"log_kept_plan_bytes", &Limits::log_kept_plan_bytes, "bytes", "plans kept in memory for one event log"},
    LimitRow{"log_items", &Limits::log_items, "items",
             "jobs, stages, SQL executions and metrics kept for one event log"},
    LimitRow{"log_flagged_executions", &Limits::log_flagged_executions, "executions",
             "SQL executions of one application that are searched for signs of editing; thousands of queries are no "
             "lab's log"},
    LimitRow{"flaws_per_artifact", &Limits::flaws_per_artifact, "flaws",
             "flaws listed for one artifact; further ones are counted"},
};

// A limit that is missing from the table could be neither printed nor configured.
static_assert(kRows.size() * sizeof(std::uint64_t) == sizeof(Limits));

}  // namespace

std::span<const LimitRow> limit_table() {
    return kRows;
}

bool set_limit(Limits& limits, std::string_view name, std::uint64_t value) {
    for (const LimitRow& row : kRows) {
        if (row.name != name) continue;
        limits.*row.value = value;
        return true;
    }
    return false;
}

std::string limit_text(const Limits& limits, std::string_view name) {
    for (const LimitRow& row : kRows)
        if (row.name == name)
            return "limit " + std::string(name) + ": " + std::to_string(limits.*row.value) + " " +
                   std::string(row.unit);
    return "limit " + std::string(name);
}

}  // namespace plangrade
