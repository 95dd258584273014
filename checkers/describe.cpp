#include "describe.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "evidence/flink/flink_graph.hpp"
#include "evidence/flink/flink_job.hpp"
#include "evidence/flink/flink_plan.hpp"
#include "evidence/parquet/parquet.hpp"
#include "evidence/spark/event_log.hpp"
#include "evidence/spark/plan_text.hpp"
#include "evidence/text/csv.hpp"
#include "evidence/text/report.hpp"
#include "evidence/text/strict_json.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

/// Folder of a part file, above its Hive style folders (k=v).
std::string dataset_of(std::string_view path) {
    std::string_view folder = folder_of(path);
    while (file_name_of(folder).find('=') != std::string_view::npos) folder = folder_of(folder);
    return std::string(folder);
}

json flaws_json(const std::vector<Flaw>& flaws) {
    json out = json::array();
    for (const Flaw& flaw : flaws) out.push_back(to_json(flaw));
    return out;
}

json artifact(const std::string& path, const char* kind, json facts) {
    json out{{"artifact", path}, {"kind", kind}};
    if (!facts.contains("flaws")) out["flaws"] = json::array();
    out.update(facts);
    out["artifact"] = path;
    out["kind"] = kind;
    return out;
}

bool flink_text(std::string_view text) {
    return text.find("== Abstract Syntax Tree ==") != std::string_view::npos ||
           text.find("== Optimized Execution Plan ==") != std::string_view::npos ||
           text.find("== Optimized Physical Plan") != std::string_view::npos;
}

json describe_text(const TreeFile& file, const Limits& limits) {
    if (file.size > limits.text_bytes)
        return artifact(file.path, "unknown",
                        {{"flaws", json::array({to_json(Flaw{Severity::fatal, "too-large", "", "",
                                                             "larger than a plan text may be (" +
                                                                 limit_text(limits, "text_bytes") + ")"})})}});
    const std::string text = read_all(*open(file));
    if (flink_text(text))
        return artifact(file.path, "flink-plan", flink::plan_json(flink::parse_flink_plan(text, limits)));
    Plan plan = spark::parse_spark_plan(text, limits);
    return artifact(file.path, plan.sections.empty() ? "unknown" : "spark-plan", to_json(plan));
}

json describe_json(const TreeFile& file, const Limits& limits) {
    const JsonDocument document = read_strict_json(file, limits);
    if (document.value && document.value->is_object()) {
        const std::string text = read_all(*open(file));
        if (document.value->contains("nodes"))
            return artifact(file.path, "flink-graph", flink::graph_json(flink::parse_graph(text, limits)));
        if (document.value->contains("jid") && document.value->contains("vertices"))
            return artifact(file.path, "flink-job", flink::job_json(flink::parse_job(text, limits)));
    }
    json out{{"flaws", flaws_json(document.flaws)}};
    if (document.value) out["value"] = *document.value;
    return artifact(file.path, "json", std::move(out));
}

json describe_file(const Tree& tree, const TreeFile& file, const Limits& limits) {
    const std::string name(file_name_of(file.path));
    const auto ends = [&](std::string_view end) { return name.ends_with(end); };
    if (ends(".parquet"))
        return artifact(file.path, "parquet", parquet::to_json(parquet::read_parquet_dataset(tree, file.path, limits)));
    if (ends(".csv") || ends(".csv.gz") || ends(".csv.bz2") || ends(".csv.zst"))
        return artifact(file.path, "csv", to_json(read_csv(tree, file.path, CsvDialect::spark, true, limits)));
    if (ends(".json")) return describe_json(file, limits);
    if (ends(".md")) return artifact(file.path, "report", to_json(read_report(file, limits)));
    if (ends(".txt") || ends(".out") || ends(".explain")) return describe_text(file, limits);
    std::string head(8, '\0');
    head.resize(open(file)->read_at(0, head));
    if (head.starts_with("PAR1") || head.starts_with("PARE"))
        return artifact(file.path, "parquet", parquet::to_json(parquet::read_parquet_dataset(tree, file.path, limits)));
    return artifact(file.path, "unknown", {{"bytes", file.size}});
}

}  // namespace

json describe(const Tree& tree, const Limits& limits) {
    std::map<std::string, json> out;
    std::set<std::string> taken;
    for (const spark::LogPlace& place : spark::find_event_logs(tree)) {
        for (const TreeFile& file : place.files) taken.insert(file.path);
        for (const TreeFile& file : place.status) taken.insert(file.path);
        const spark::EventLog log = spark::read_event_log(place, limits);
        out[place.path] = artifact(place.path, "spark-event-log", spark::to_json(log));
    }
    std::set<std::string> parquet_folders;
    std::set<std::string> csv_folders;
    for (const TreeFile& file : tree.files()) {
        const std::string_view name = file_name_of(file.path);
        const std::string folder = dataset_of(file.path);
        if (name.starts_with('_') || name.starts_with('.') || folder.empty()) continue;
        if (name.ends_with(".parquet"))
            parquet_folders.insert(folder);
        else if (name.starts_with("part-") && name.find(".csv") != std::string_view::npos)
            csv_folders.insert(folder);
    }
    for (const std::string& folder : parquet_folders)
        out[folder] =
            artifact(folder, "parquet", parquet::to_json(parquet::read_parquet_dataset(tree, folder, limits)));
    for (const std::string& folder : csv_folders)
        if (!parquet_folders.contains(folder))
            out[folder] = artifact(folder, "csv", to_json(read_csv(tree, folder, CsvDialect::spark, true, limits)));
    for (const TreeFile& file : tree.files()) {
        const std::string_view name = file_name_of(file.path);
        const std::string folder = dataset_of(file.path);
        const bool hidden = name.starts_with('.') || name == "_SUCCESS";
        if (hidden || taken.contains(file.path) || parquet_folders.contains(folder) || csv_folders.contains(folder))
            continue;
        out[file.path] = describe_file(tree, file, limits);
    }
    json list = json::array();
    for (auto& [path, facts] : out) list.push_back(std::move(facts));
    return list;
}

}  // namespace plangrade
