// Sources of the Flink labs: JSON graphs, running jobs, settings, metric samples, SQL scripts, evidence packs.
#include <algorithm>
#include <array>
#include <charconv>

#include "checks/source_parts.hpp"
#include "checks/words.hpp"
#include "facts/flink/chaining.hpp"
#include "facts/flink/pack_changes.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

std::optional<int> major_of(std::string_view version) {
    int major = 0;
    const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), major);
    if (error != std::errc{} || end == version.data()) return std::nullopt;
    return major;
}

/// What the DDL beside a graph, and the lab itself, tell of its sources.
std::shared_ptr<const flink::ChainingHints> hints_of(Context& context, const Expression& expression,
                                                     const flink::Graph& graph) {
    auto hints = std::make_shared<flink::ChainingHints>();
    hints->major = major_of(expression.text("version"));
    if (const std::string path = expression.text("ddl"); !path.empty())
        if (const flink::SqlScript* script = context.flink().script(path)) flink::add_tables(*hints, script->tables);
    const Node* named = expression.parameter("legacy_sources");
    if (named == nullptr) return hints;
    const json param = context.rubric().params.value(named->text, json());
    if (!param.is_array()) return hints;
    for (const flink::GraphNode& node : graph.nodes) {
        if (!node.source()) continue;
        const std::string table = flink::source_table(node);
        const bool legacy = std::find(param.begin(), param.end(), json(table)) != param.end();
        hints->legacy_sources.try_emplace(table, legacy);
    }
    return hints;
}

Value with_plan(const std::string& path, const Plan& plan, FlinkPart part) {
    Value value = Value::of(nullptr, from_file(path));
    value.artifact = true;
    value.flink = std::move(part);
    PlanPart nodes;
    nodes.plan = &plan;
    value.plan = std::move(nodes);
    return value;
}

}  // namespace

std::shared_ptr<const flink::PackTexts> pack_texts(Context& context, const std::string& folder, const json& names) {
    const auto text = [&](const char* name) {
        return context.flink().text(folder + "/" + names.at(name).get<std::string>());
    };
    auto out = std::make_shared<flink::PackTexts>();
    out->sql = text("sql_file");
    out->catalog = text("catalog_file");
    out->statistics = text("statistics_file");
    out->settings = text("settings_file");
    out->version = text("version_file");
    return out;
}

namespace {

Value graph_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    const FlinkGraph* found = context.flink().graph(path);
    if (found == nullptr) return no_file(context, path);
    if (const Flaw* flaw = fatal_of(found->graph.flaws)) return unreadable(path, *flaw);
    if (found->graph.after_text && expression.text("after_text", "accept") == "refuse")
        return unreadable(path, {Severity::fatal, "after-text", "", "line " + std::to_string(found->graph.line),
                                 "the JSON stands behind EXPLAIN's text; the JSON alone is asked for"});
    FlinkPart part;
    part.graph = &found->graph;
    part.hints = hints_of(context, expression, found->graph);
    Value value = with_plan(path, found->plan, std::move(part));
    take_notes(value, found->graph.flaws);
    return value;
}

Value job_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    const FlinkJob* found = context.flink().job(path, expression.text("vertices"));
    if (found == nullptr) return no_file(context, path);
    if (const Flaw* flaw = fatal_of(found->job.flaws)) return unreadable(path, *flaw);
    FlinkPart part;
    part.job = &found->job;
    Value value = with_plan(path, found->plan, std::move(part));
    take_notes(value, found->job.flaws);
    return value;
}

Value settings_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    const flink::Settings* settings = context.flink().settings(path);
    if (settings == nullptr) return no_file(context, path);
    if (const Flaw* flaw = fatal_of(settings->flaws)) return unreadable(path, *flaw);
    Value value = Value::of(json(settings->values), from_file(path));
    value.document = true;
    value.artifact = true;
    take_notes(value, settings->flaws);
    return value;
}

Value samples_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    const flink::MetricSamples* samples = context.flink().samples(path);
    if (samples == nullptr) return no_file(context, path);
    for (const Flaw& flaw : samples->flaws)
        if (flaw.severity != Severity::note) return unreadable(path, flaw);
    Value value = Value::of(static_cast<std::int64_t>(samples->samples.size()), from_file(path));
    value.artifact = true;
    value.flink.emplace().samples = samples;
    take_notes(value, samples->flaws);
    return value;
}

Value script_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    const flink::SqlScript* script = context.flink().script(path);
    if (script == nullptr) return no_file(context, path);
    if (const Flaw* flaw = fatal_of(script->flaws)) return unreadable(path, *flaw);
    Value value = Value::of(nullptr, from_file(path));
    value.flink.emplace().script = script;
    if (const std::string catalog = expression.text("ddl"); !catalog.empty())
        value.flink->catalog = context.flink().script(catalog);
    take_notes(value, script->flaws);
    return value;
}

Value pack_source(Context& context, const Expression& expression) {
    const std::string& folder = expression.argument.text;
    if (!context.tree().has_folder(folder)) return no_file(context, folder);
    Value value = Value::of(folder, from_file(folder));
    value.artifact = true;
    for (const auto& [name, usual] :
         {std::pair("sql_file", "sql.sql"), std::pair("catalog_file", "catalog.sql"),
          std::pair("statistics_file", "stats.txt"), std::pair("settings_file", "table_config.json"),
          std::pair("version_file", "version.txt")})
        value.args[name] = expression.text(name, usual);
    value.flink.emplace().pack = pack_texts(context, folder, value.args);
    return value;
}

constexpr std::array kGraphParameters{
    Parameter{"ddl", Takes::path, false,
              "SQL file with the tables' CREATE TABLE, whose connectors decide how sources chain"},
    Parameter{"legacy_sources", Takes::text, false,
              "name of a parameter that lists the tables whose source is a SourceFunction; the others' are not"},
    Parameter{"version", Takes::text, false, "Flink's version; 1.x chains file sinks otherwise than 2.x"},
    Parameter{"after_text", Takes::choice, false,
              "whether the JSON may stand behind EXPLAIN's text sections (accept by default)", "accept|refuse"}};
constexpr std::array kJobParameters{Parameter{"vertices", Takes::path, false,
                                              "folder with the answers /jobs/<jid>/vertices/<vid>, as far as there are "
                                              "any; they must agree with the job"}};
constexpr std::array kScriptParameters{
    Parameter{"ddl", Takes::path, false, "another SQL file with the tables and views that the statement names"}};
constexpr std::array kPackParameters{
    Parameter{"sql_file", Takes::path, false, "its file of that kind (default sql.sql)"},
    Parameter{"catalog_file", Takes::path, false, "its file of that kind (default catalog.sql)"},
    Parameter{"statistics_file", Takes::path, false, "its file of that kind (default stats.txt; may be missing)"},
    Parameter{"settings_file", Takes::path, false, "its file of that kind (default table_config.json)"},
    Parameter{"version_file", Takes::path, false, "its file of that kind (default version.txt)"}};

constexpr std::array kWords{
    Word{"graph",
         WordKind::source,
         Takes::path,
         "JSON file of the submission",
         kGraphParameters,
         "Flink's JSON execution plan: the operators of the stream graph before chaining, and their edges. `find` "
         "searches its operators, which have the attributes `parallelism` and `ship_strategy` (of each edge into "
         "them) too.",
         "{graph: plan.json, get: non_forward_edges}",
         {},
         graph_source},
    Word{"job",
         WordKind::source,
         Takes::path,
         "JSON file of the submission",
         kJobParameters,
         "A running or finished Flink job: the REST answer /jobs/<jid>, or {\"job\", \"vertices\"} with the vertices' "
         "own answers. An answer that contradicts itself proves nothing. `find` searches the operators in the "
         "vertices' names, which have the attributes `vertex`, `parallelism`, `read-records`, `write-records` and "
         "`ship_strategy`.",
         "{job: chaining_on/job.json, get: vertices}",
         {},
         job_source},
    Word{"settings",
         WordKind::source,
         Takes::path,
         "JSON file of the submission",
         {},
         "Flink settings as a flat JSON object; all values are texts, as Flink prints them.",
         "{settings: before/table_config.json, at: /parallelism.default}",
         {},
         settings_source},
    Word{"samples",
         WordKind::source,
         Takes::path,
         "JSON file of the submission",
         {},
         "Metrics of a running job, asked for some times: [{\"t_ms\", \"vertices\": [{\"vertex\", \"metrics\"}]}].",
         "{samples: samples.json, counter: GlobalGroupAggregate.numRecordsOut}",
         {},
         samples_source},
    Word{"script",
         WordKind::source,
         Takes::path,
         "SQL file of the submission",
         kScriptParameters,
         "A Flink SQL script: its tables and INSERTs. It is read, never run.",
         "{script: before/sql.sql, ddl: before/catalog.sql}",
         {},
         script_source},
    Word{"pack",
         WordKind::source,
         Takes::path,
         "folder of the submission",
         kPackParameters,
         "An evidence pack: SQL, catalog, statistics, settings and version of one run.",
         "{pack: before, changes_to: after}",
         {},
         pack_source},
};

}  // namespace

std::span<const Word> flink_source_words() {
    return kWords;
}

}  // namespace plangrade
