// A folder of part files as one table.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "evidence/parquet/hadoop_crc.hpp"
#include "evidence/text/csv.hpp"

namespace plangrade {
namespace {

bool hidden(std::string_view name) {
    return name.starts_with('_') || name.starts_with('.');
}

// The files to read, in the order of their paths.
std::vector<const TreeFile*> data_files(const Tree& tree, std::string_view path, CsvTable& csv) {
    std::vector<const TreeFile*> files;
    if (const TreeFile* file = tree.find(path)) {
        files.push_back(file);
        return files;
    }
    std::string deeper;
    for (const TreeFile& file : tree.below(path)) {
        const std::string_view inside = std::string_view(file.path).substr(path.empty() ? 0 : path.size() + 1);
        const std::size_t slash = inside.find('/');
        if (slash != std::string_view::npos) {
            if (deeper.empty() && !hidden(inside.substr(0, slash)) && !hidden(file_name_of(inside))) deeper = file.path;
            continue;
        }
        if (inside == "_SUCCESS") csv.success_marker = true;
        if (!hidden(inside)) files.push_back(&file);
    }
    if (!deeper.empty())
        csv.flaws.add(Severity::partial, "sub-folder", {},
                      "this file lies in a folder below the table and is not read; write the table without partitionBy",
                      deeper);
    if (files.empty() && deeper.empty()) {
        if (tree.has_folder(path))
            csv.flaws.add(Severity::fatal, "no-data-file", {}, "the folder holds no part file of a table",
                          std::string(path));
        else
            csv.flaws.add(Severity::fatal, "missing", {}, "there is no such file or folder", std::string(path));
    }
    return files;
}

// The file's plain bytes; none after a flaw. `used` bytes of the table's limit are taken by the files before it.
std::optional<std::string> plain_bytes(const TreeFile& file, std::uint64_t used, const Limits& limits, Flaws& flaws) {
    const std::uint64_t left = limits.table_bytes - std::min(used, limits.table_bytes);
    if (file.size <= left) {  // compressed data are never much larger than what they hold, so one limit serves both
        const auto source = open(file);
        std::optional<std::string> bytes = inflate_csv(read_all(*source), file.path, limits, flaws);
        if (!bytes || bytes->size() <= left) return bytes;
    }
    flaws.add(Severity::fatal, "too-large", {}, "the table goes over the " + limit_text(limits, "table_bytes"),
              file.path);
    return std::nullopt;
}

}  // namespace

CsvTable read_csv(const Tree& tree, std::string_view path, CsvDialect dialect, bool header, const Limits& limits) {
    while (path.ends_with('/')) path.remove_suffix(1);
    CsvTable csv;
    csv.path = path;
    csv.flaws = Flaws(limits);
    std::uint64_t used = 0;
    for (const TreeFile* file : data_files(tree, path, csv)) {
        csv.files.push_back(file->path);
        if (hadoop_crc_fits(tree, *file) == false) csv.stale_crc.push_back(file->path);
        std::optional<std::string> bytes = plain_bytes(*file, used, limits, csv.flaws);
        if (!bytes) break;
        used += bytes->size();
        const bool empty = bytes->empty();
        const auto names = parse_csv(std::move(*bytes), dialect, header, file->path, limits, csv.table, csv.flaws);
        if (csv.flaws.fatal()) break;
        if (!header || empty) continue;
        if (!csv.header)
            csv.header = names;
        else if (names && *names != *csv.header)
            csv.same_header = false;
    }
    return csv;
}

nlohmann::json to_json(const CsvTable& csv) {
    nlohmann::json out{{"files", csv.files},
                       {"columns", csv.table.columns},
                       {"rows", csv.table.rows()},
                       {"same_header", csv.same_header},
                       {"success_marker", csv.success_marker},
                       {"stale_crc", csv.stale_crc},
                       {"flaws", csv.flaws.json()}};
    out["header"] = csv.header ? nlohmann::json(*csv.header) : nlohmann::json();
    return out;
}

}  // namespace plangrade
