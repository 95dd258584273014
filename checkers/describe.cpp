#include "describe.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "evidence/flink/flink_graph.hpp"
#include "evidence/flink/flink_job.hpp"
#include "evidence/flink/flink_pack.hpp"
#include "evidence/flink/flink_plan.hpp"
#include "evidence/flink/flink_sql.hpp"
#include "evidence/parquet/parquet.hpp"
#include "evidence/spark/event_log.hpp"
#include "evidence/spark/plan_text.hpp"
#include "evidence/text/csv.hpp"
#include "evidence/text/report.hpp"
#include "evidence/text/strict_json.hpp"
#include "facts/flink/chaining.hpp"
#include "facts/flink/runtime.hpp"
#include "facts/flink/tree_facts.hpp"

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

json describe_flink_plan(const TreeFile& file, const std::string& text, const Limits& limits) {
    const Plan plan = flink::parse_flink_plan(text, limits);
    json out = flink::plan_json(plan);
    out["facts"] = flink::plan_facts_json(plan);
    return artifact(file.path, "flink-plan", std::move(out));
}

json describe_text(const TreeFile& file, const Limits& limits) {
    if (file.size > limits.text_bytes)
        return artifact(file.path, "unknown",
                        {{"flaws", json::array({to_json(Flaw{Severity::fatal, "too-large", "", "",
                                                             "larger than a plan text may be (" +
                                                                 limit_text(limits, "text_bytes") + ")"})})}});
    const std::string text = read_all(*open(file));
    if (flink::has_headings(text)) return describe_flink_plan(file, text, limits);
    Plan plan = spark::parse_spark_plan(text, limits);
    return artifact(file.path, plan.sections.empty() ? "unknown" : "spark-plan", to_json(plan));
}

json describe_graph(const TreeFile& file, const std::string& text, const Limits& limits) {
    const flink::Graph graph = flink::parse_graph(text, limits);
    json out = flink::graph_json(graph);
    if (graph.whole()) out["facts"] = flink::chaining_json(graph, {});
    return artifact(file.path, "flink-graph", std::move(out));
}

json describe_job(const TreeFile& file, const std::string& text, const Limits& limits) {
    const flink::Job job = flink::parse_job(text, limits);
    json out = flink::job_json(job);
    out["facts"] = flink::job_facts_json(job);
    return artifact(file.path, "flink-job", std::move(out));
}

/// JSON is told apart by what is in it, settings by their file's name: they are any flat object.
json describe_json(const TreeFile& file, const Limits& limits) {
    const JsonDocument document = read_strict_json(file, limits);
    const json* value = document.value ? &*document.value : nullptr;
    const auto has = [&](const char* key) { return value != nullptr && value->is_object() && value->contains(key); };
    const bool samples = value != nullptr && value->is_array() && !value->empty() && value->front().is_object() &&
                         value->front().contains("t_ms");
    const bool of_flink = has("nodes") || (has("jid") && has("vertices")) || (has("job") && has("vertices")) ||
                          has("execution-config") || samples || file_name_of(file.path) == "table_config.json";
    if (value != nullptr && of_flink) {
        const std::string text = read_all(*open(file));
        if (has("nodes")) return describe_graph(file, text, limits);
        if (has("vertices")) return describe_job(file, text, limits);
        if (samples) return artifact(file.path, "flink-samples", flink::to_json(flink::parse_samples(text, limits)));
        if (has("execution-config"))
            return artifact(file.path, "flink-job-config", flink::to_json(flink::parse_job_config(text, limits)));
        return artifact(file.path, "flink-settings", flink::to_json(flink::parse_settings(text, limits)));
    }
    json out{{"flaws", flaws_json(document.flaws)}};
    if (document.value) out["value"] = *document.value;
    return artifact(file.path, "json", std::move(out));
}

/// The small text files of an evidence pack, by name; null: it is none of them.
json describe_pack_text(const TreeFile& file, const Limits& limits) {
    const std::string_view name = file_name_of(file.path);
    if (file.size > limits.text_bytes) return nullptr;
    const auto text = [&] { return read_all(*open(file)); };
    if (name.ends_with(".sql"))
        return artifact(file.path, "flink-sql", flink::sql_json(flink::parse_sql(text(), limits)));
    if (name.ends_with(".sha256"))
        return artifact(file.path, "checksum", flink::to_json(flink::parse_checksum(text(), limits)));
    if (name == "version.txt")
        return artifact(file.path, "flink-version", flink::to_json(flink::parse_version(text(), limits)));
    if (name == "stats.txt")
        return artifact(file.path, "flink-statistics", flink::to_json(flink::parse_statistics(text(), limits)));
    return nullptr;
}

json describe_file(const Tree& tree, const TreeFile& file, const Limits& limits) {
    const std::string name(file_name_of(file.path));
    const auto ends = [&](std::string_view end) { return name.ends_with(end); };
    if (ends(".parquet"))
        return artifact(file.path, "parquet", parquet::to_json(parquet::read_parquet_dataset(tree, file.path, limits)));
    if (ends(".csv") || ends(".csv.gz") || ends(".csv.bz2") || ends(".csv.zst"))
        return artifact(file.path, "csv", to_json(read_csv(tree, file.path, CsvDialect::spark, true, limits)));
    if (ends(".json")) return describe_json(file, limits);
    if (json found = describe_pack_text(file, limits); !found.is_null()) return found;
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
