#include "facts/plan/scans.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "evidence/spark/plan_text_split.hpp"
#include "facts/plan/items.hpp"

namespace plangrade {
namespace {

using Strings = std::vector<std::string>;
using spark::plan_text::is_cut;
using spark::plan_text::trim;

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// "Scan parquet" -> "parquet", "BatchScan" -> ""; none: no scan
std::optional<std::string> scan_format(std::string_view op) {
    const std::size_t blank = op.find(' ');
    if (!op.substr(0, blank).ends_with("Scan")) return std::nullopt;
    if (blank == std::string_view::npos) return op == "BatchScan" ? std::optional<std::string>("") : std::nullopt;
    return lower(op.substr(blank + 1));
}

bool reads_files(const PlanNode& node) {
    constexpr std::array<std::string_view, 4> kKeys = {"ReadSchema", "Location", "PushedFilters", "Format"};
    constexpr std::array<std::string_view, 6> kFormats = {"parquet", "csv", "json", "orc", "text", "avro"};
    const std::optional<std::string> format = scan_format(node.op);
    if (!format) return false;
    if (std::find(kFormats.begin(), kFormats.end(), *format) != kFormats.end()) return true;
    return std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) { return node.find(key) != nullptr; });
}

// Paths are written one after the other without quotes; a comma can be part of one.
Strings split_paths(std::string_view text) {
    Strings paths;
    std::size_t start = 0;
    for (std::size_t at = text.find(", "); at != std::string_view::npos; at = text.find(", ", at + 2)) {
        const std::string_view behind = text.substr(at + 2);
        const std::size_t scheme =
            behind.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");
        const bool path = behind.starts_with('/') ||
                          (scheme != std::string_view::npos && scheme != 0 && behind.substr(scheme, 2) == ":/");
        if (!path && behind != "...") continue;
        paths.emplace_back(text.substr(start, at - start));
        start = at + 2;
    }
    paths.emplace_back(text.substr(start));
    return paths;
}

// "InMemoryFileIndex(2 paths)[file:/a, file:/b]" of metadata and simple text, "InMemoryFileIndex [file:/a, ... 1
// entries]" of formatted text, which has the first path only
void read_location(ScanFact& scan, std::string_view value) {
    const std::size_t open = value.find('[');
    if (open == std::string_view::npos) {
        scan.location_truncated = is_cut(value);
        return;
    }
    std::size_t count = 0;
    if (const std::size_t paths = value.substr(0, open).find('('); paths != std::string_view::npos)
        std::from_chars(value.data() + paths + 1, value.data() + open, count);
    std::string_view inside = value.substr(open + 1);
    const bool closed = inside.ends_with(']');
    if (closed) inside.remove_suffix(1);
    if (const std::size_t entries = inside.rfind(", ... ");
        inside.ends_with(" entries") && entries != std::string_view::npos) {
        inside = inside.substr(0, entries);
        scan.location_truncated = true;
    }
    const bool first_only = open != 0 && value[open - 1] == ' ';
    Strings paths;
    if ((first_only || count == 1) && inside != "...") {
        paths.emplace_back(inside);
    } else if (!inside.empty()) {
        paths = split_paths(inside);
    }
    const bool cut_path = !paths.empty() && (paths.back() == "..." || (!closed && paths.back().ends_with("...")));
    if (cut_path) paths.pop_back();
    scan.location_truncated =
        scan.location_truncated || cut_path || (count != 0 && !first_only && count != paths.size());
    if (!paths.empty() || !scan.location_truncated) scan.location = std::move(paths);
}

std::optional<Strings> items_of(const PlanNode& node, std::string_view name, bool missing_is_empty) {
    const PlanAttribute* attribute = node.find(name);
    if (attribute == nullptr) return missing_is_empty ? std::optional<Strings>(Strings()) : std::nullopt;
    if (attribute->truncated) return std::nullopt;
    return split_items(attribute->value);
}

ScanFact scan_of(const PlanNode& node, std::uint32_t index) {
    ScanFact scan;
    scan.node = index;
    scan.at = node.at;
    scan.format = *scan_format(node.op);
    if (const PlanAttribute* format = node.find("Format");
        scan.format.empty() && format != nullptr && !format->truncated)
        scan.format = lower(format->value);
    if (const PlanAttribute* table = node.find("Table")) scan.table = table->value;
    if (const PlanAttribute* location = node.find("Location")) read_location(scan, location->value);
    const PlanAttribute* schema = node.find("ReadSchema");
    if (schema != nullptr && !schema->truncated) scan.read_schema = schema->value;
    // FileSourceScanExec.verboseStringWithOperatorId leaves empty lists out; ReadSchema is its last line
    const bool whole_details = node.number && schema != nullptr && node.op.starts_with("Scan ");
    scan.pushed_filters = items_of(node, "PushedFilters", whole_details);
    scan.partition_filters = items_of(node, "PartitionFilters", whole_details);
    scan.data_filters = items_of(node, "DataFilters", false);
    return scan;
}

}  // namespace

std::vector<ScanFact> scans(const PlanTree& tree) {
    std::vector<ScanFact> found;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i)
        if (reads_files(tree.nodes[i])) found.push_back(scan_of(tree.nodes[i], i));
    return found;
}

}  // namespace plangrade
