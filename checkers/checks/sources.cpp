// Sources: where a value expression begins.
#include <algorithm>
#include <array>
#include <variant>

#include "checks/source_parts.hpp"
#include "checks/words.hpp"
#include "evidence/flink/flink_job.hpp"
#include "evidence/text/encoding.hpp"

namespace plangrade {

using json = nlohmann::json;

From from_file(const std::string& path) {
    From from;
    from.text = path;
    from.file = path;
    return from;
}

Value no_file(const Context& context, const std::string& path) {
    json args{{"file", path}};
    if (const std::string near = context.similar_path(path); !near.empty()) args["near"] = near;
    return Value::missing(Value::State::absent, "missing-file", std::move(args), from_file(path));
}

Value unreadable(const std::string& path, const Flaw& flaw, const std::string& code) {
    From from = from_file(flaw.file.empty() ? path : flaw.file);
    if (!flaw.at.empty()) from.text += (flaw.at.front() == '/' ? ", " : " ") + flaw.at;
    return Value::missing(Value::State::malformed, code,
                          {{"file", from.file}, {"at", flaw.at}, {"flaw", flaw.message}, {"flaw_code", flaw.code}},
                          from);
}

const Flaw* fatal_of(const std::vector<Flaw>& flaws) {
    const auto it =
        std::find_if(flaws.begin(), flaws.end(), [](const Flaw& flaw) { return flaw.severity == Severity::fatal; });
    return it == flaws.end() ? nullptr : &*it;
}

void take_notes(Value& value, const std::vector<Flaw>& flaws) {
    for (const Flaw& flaw : flaws)
        if (flaw.severity == Severity::note && flaw.code != flink::kUneven)
            value.notes.push_back(value.from.file + (flaw.at.empty() ? "" : " " + flaw.at) + ": " + flaw.message);
}

namespace {

Value answer_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    const JsonDocument* document = context.json(path);
    if (document == nullptr) return no_file(context, path);
    if (const Flaw* flaw = fatal_of(document->flaws)) return unreadable(path, *flaw);
    Value value = Value::of(*document->value, from_file(path));
    value.document = true;
    if (expression.text("numeric_strings") == "accept") value.args["numeric_strings"] = true;
    take_notes(value, document->flaws);
    return value;
}

Value text_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    Flaws flaws(context.limits());
    const std::string* text = context.text(path, flaws);
    if (text == nullptr) return flaws.empty() ? no_file(context, path) : unreadable(path, flaws.list().front());
    if (auto decoded = decode_utf16(*text)) {
        Value value = Value::of(std::move(*decoded), from_file(path));
        value.notes.push_back(path + ": the file is UTF-16 text; it was read all the same. UTF-8 is better.");
        return value;
    }
    return Value::of(*text, from_file(path));
}

Value report_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    const Report* report = context.report(path);
    if (report == nullptr) return no_file(context, path);
    if (!report->readable) {
        const Flaw* flaw = fatal_of(report->flaws);
        return unreadable(
            path, flaw != nullptr ? *flaw : Flaw{Severity::fatal, "unreadable", "", "", "it can't be read as text"});
    }
    Value value = Value::of(json::array(), from_file(path));
    for (const ReportSection& section : report->sections) value.data.push_back(section.title);
    value.report = report;
    take_notes(value, report->flaws);
    return value;
}

Value csv_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    const CsvTable& table = context.csv(path, expression.text("header", "true") == "true");
    if (const Flaw* flaw = fatal_of(table.flaws.list())) {
        if (flaw->code == "missing") return no_file(context, path);
        return unreadable(path, *flaw);
    }
    Value value = Value::of(nullptr, from_file(path));
    value.from.text =
        path + " (" + std::to_string(table.files.size()) + (table.files.size() == 1 ? " file)" : " files)");
    value.rows = Rows{&table.table, {}, &table, nullptr};
    return value;
}

Value parquet_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    const parquet::ParquetDataset& dataset = context.parquet(path);
    if (dataset.files.empty()) {
        const Flaw* flaw = fatal_of(dataset.flaws.list());
        if (flaw != nullptr && flaw->code != "missing") return unreadable(path, *flaw);
        return no_file(context, path);
    }
    Value value = Value::of(nullptr, from_file(path));
    value.from.text =
        path + " (" + std::to_string(dataset.files.size()) + (dataset.files.size() == 1 ? " file)" : " files)");
    value.rows = Rows{nullptr, {}, nullptr, &dataset};
    return value;
}

Value sql_source(Context& context, const Expression& expression) {
    const std::string& sql = expression.argument.text;
    const QueryResult& result = context.query(sql);
    From from;
    from.text =
        context.rubric().given.size() == 1 ? "the given " + context.rubric().given.front()->name() : "the given data";
    if (context.rubric().given.size() == 1) from.given = context.rubric().given.front()->name();
    if (result.error)
        return Value::missing(Value::State::unknown, "query-failed", {{"why", result.error->message}}, from);
    Value value = Value::of(nullptr, from);
    if (const auto single = result.single()) value.data = *single;
    value.rows = Rows{&result.table, result.real_columns, nullptr, nullptr};
    value.secret = true;
    return value;
}

/// The run that `this` or a step's id names; a value that says why there is none otherwise.
std::variant<RunPart, Value> run_of(Context& context, const std::string& name) {
    const bool own = name == "this" || name == context.current_step;
    if (own && context.current) return *context.current;
    if (!own)
        if (const auto it = context.by_step.find(name); it != context.by_step.end()) return it->second;
    const auto it = context.no_run.find(own ? context.current_step : name);
    json args = it != context.no_run.end() ? it->second.args : json::object();
    args["step"] = own ? context.current_step : name;
    Value value = Value::missing(Value::State::unknown, own ? "needs-run" : "needs-run-of-step", std::move(args));
    if (!own && it != context.no_run.end()) value.args["because"] = it->second.message;
    if (it != context.no_run.end() && it->second.status == Status::fail) value.state = Value::State::absent;
    value.of_run = true;
    return value;
}

From from_run(const RunPart& run) {
    From from;
    from.app = run.app->id;
    from.file = run.log->path;
    from.text = "your run of " + run.app->name.value_or("?") + " (" + run.app->id + ")";
    if (run.execution != nullptr) {
        from.execution = run.execution->execution->id;
        from.text += ", execution " + std::to_string(run.execution->execution->id);
    }
    return from;
}

Value of_source(Context& context, const Expression& expression) {
    auto found = run_of(context, expression.argument.text);
    if (auto* value = std::get_if<Value>(&found)) return std::move(*value);
    const RunPart& run = std::get<RunPart>(found);
    Value value = Value::of(run.app->name.value_or(""), from_run(run));
    value.run = run;
    value.of_run = true;
    return value;
}

Value run_plan(Context& context, const Expression& expression) {
    auto found = run_of(context, expression.text("of", "this"));
    if (auto* value = std::get_if<Value>(&found)) return std::move(*value);
    const RunPart& run = std::get<RunPart>(found);
    Value value = Value::of(nullptr, from_run(run));
    value.of_run = true;
    if (run.execution == nullptr)
        return Value::missing(Value::State::unknown, "needs-execution", json::object(), value.from);
    PlanPart part;
    part.execution = run.execution;
    part.app = run.app;
    const bool info = run.execution->info.physical() != nullptr;
    part.plan = info ? &run.execution->info : &run.execution->text;
    part.fallback = info ? &run.execution->text : nullptr;
    part.raw = &run.execution->execution->executed().description;
    if (part.plan->physical() == nullptr) {
        const spark::LoggedPlan& logged = run.execution->execution->executed();
        return Value::missing(Value::State::unknown, logged.kept ? "no-logged-plan" : "plan-not-kept",
                              {{"limit", limit_text(context.limits(), "log_kept_plan_bytes")}}, value.from);
    }
    value.plan = std::move(part);
    return value;
}

Value plan_source(Context& context, const Expression& expression) {
    const std::string& path = expression.argument.text;
    if (path == "run") return run_plan(context, expression);
    const PlanText* text = context.plan_text(path);
    if (text == nullptr) return no_file(context, path);
    if (const Flaw* flaw = fatal_of(text->plan.flaws)) return unreadable(path, *flaw);
    Value value = Value::of(nullptr, from_file(path));
    value.artifact = text->plan.mode == PlanMode::flink;
    PlanPart part;
    part.plan = &text->plan;
    part.raw = &text->text;
    value.plan = std::move(part);
    take_notes(value, text->plan.flaws);
    return value;
}

Value param_source(Context& context, const Expression& expression) {
    From from;
    from.text = "the lab's parameter " + expression.argument.text;
    const json& params = context.rubric().params;
    if (!params.contains(expression.argument.text))
        return Value::missing(Value::State::unknown, "query-failed",
                              {{"why", "there is no parameter " + expression.argument.text}}, from);
    Value value = Value::of(params.at(expression.argument.text), from);
    value.secret = true;
    return value;
}

constexpr std::array kAnswerParameters{
    Parameter{"numeric_strings", Takes::choice, false,
              "whether \"123\" may stand for 123 (refuse by default; accept says so in a note)", "refuse|accept"}};
constexpr std::array kCsvParameters{
    Parameter{"header", Takes::flag, false, "whether the first line of each file is a header (default true)"}};
constexpr std::array kPlanParameters{
    Parameter{"of", Takes::step, false, "with `plan: run`: the step whose run is meant (default: this step)"}};

constexpr std::array kWords{
    Word{"answer",
         WordKind::source,
         Takes::path,
         "JSON file of the submission",
         kAnswerParameters,
         "A JSON document that the student wrote, read strictly: duplicate keys, NaN and wrong encodings are named.",
         "{answer: out/aqe.json, at: /reduce_tasks}",
         {},
         answer_source},
    Word{"text",
         WordKind::source,
         Takes::path,
         "text file of the submission",
         {},
         "A file as plain text.",
         "{text: convert.py}",
         {},
         text_source},
    Word{"report",
         WordKind::source,
         Takes::path,
         "Markdown file of the submission",
         {},
         "A Markdown report; its value is the list of its headings.",
         "{report: report.md, section: AQE, numbers: true}",
         {},
         report_source},
    Word{"csv",
         WordKind::source,
         Takes::path,
         "folder of part files, or one file",
         kCsvParameters,
         "Inside `table`: CSV as Spark writes it; all part files are one table.",
         "{table: {csv: out/pushdown}}",
         {},
         csv_source},
    Word{"parquet",
         WordKind::source,
         Takes::path,
         "folder of part files, or one file",
         {},
         "Inside `table`: Parquet, by its footers (pages are not decoded).",
         "{table: {parquet: orders_pq}, get: rows}",
         {},
         parquet_source},
    Word{"sql",
         WordKind::source,
         Takes::sql,
         "one SELECT",
         {},
         "Inside `table`: a query over the given tables (SQLite); parameters are bound as :name. One row with one "
         "column is also that value.",
         "{table: {sql: \"SELECT count(*) FROM orders\"}}",
         {},
         sql_source},
    Word{"plan",
         WordKind::source,
         Takes::text,
         "a plan text of the submission, or `run`",
         kPlanParameters,
         "A query plan: of a text that was handed in, or the one that really ran, from the run's event log.",
         "{plan: run, find: {op: Scan parquet}, get: PushedFilters, items: true}",
         {},
         plan_source},
    Word{"of",
         WordKind::source,
         Takes::step,
         "`this`, or the id of an earlier step",
         {},
         "The run that proves this or another step; facts such as `tasks` are read from it.",
         "{of: aqe, tasks: reduce}",
         {},
         of_source},
    Word{"param",
         WordKind::source,
         Takes::text,
         "name of a parameter",
         {},
         "A parameter of the rubric.",
         "{param: shuffle_partitions}",
         {},
         param_source},
};

}  // namespace

std::span<const Word> source_words() {
    return kWords;
}

Value evaluate(Context& context, const Expression& expression) {
    if (expression.source == nullptr) {
        From from;
        from.text = "the lab";
        Value value = Value::of(expression.argument.json(), from);
        value.secret = true;
        return value;
    }
    Value value = expression.source->source(context, expression);
    for (const Expression::Selector& selector : expression.selectors) {
        if (!value.known()) break;
        value = selector.word->select(context, std::move(value), selector.argument);
    }
    return value;
}

}  // namespace plangrade
