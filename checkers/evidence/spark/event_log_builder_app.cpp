// Events of an application itself, of its jobs, stages and tasks.
#include <algorithm>

#include "evidence/spark/event_log_builder.hpp"

namespace plangrade::spark {
namespace {

constexpr std::size_t kPropertyBytes = 1024;

bool wanted_property(std::string_view key) {
    return key.starts_with("spark.sql.") || key.starts_with("spark.eventLog.") || key == "spark.master" ||
           key == "spark.default.parallelism";
}

/// Two instants the wrong way round; instants that are not said (none or 0) contradict nothing.
bool before(std::optional<std::int64_t> end, std::optional<std::int64_t> begin) {
    return end && begin && *end > 0 && *begin > 0 && *end < *begin;
}

std::string_view trimmed(std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

}  // namespace

void LogBuilder::log_start(const Json& event) {
    const Application& app = open_.facts;
    const bool used = !app.spark_version.empty() || app.name || app.end == LogEnd::complete || app.job_starts != 0 ||
                      app.execution_starts != 0 || app.tasks.ended != 0;
    if (used) next_application();
    open_.any_event = true;
    open_.facts.spark_version = keep(text(member(event, "Spark Version")).value_or("?"));
}

void LogBuilder::application_start(const Json& event) {
    if (open_.facts.name) next_application();  // logs of one file after the other, the second without LogStart
    Application& app = open_.facts;
    open_.any_event = true;
    app.name = keep(text(member(event, "App Name")).value_or(""));
    app.id = keep(text(member(event, "App ID")).value_or(""));
    const auto attempt = member(event, "App Attempt ID");
    app.attempt = keep(text(attempt).value_or(""));
    if (app.attempt.empty())
        if (const auto number = integer(attempt)) app.attempt = std::to_string(*number);
    app.user = keep(text(member(event, "User")).value_or(""));
    app.start_ms = integer(member(event, "Timestamp"));
}

void LogBuilder::application_end(const Json& event) {
    Application& app = open_.facts;
    open_.any_event = true;
    app.end = LogEnd::complete;
    app.end_ms = integer(member(event, "Timestamp"));
    app.events_out_of_order += before(app.end_ms, app.start_ms);
}

void LogBuilder::environment(const Json& event) {
    if (open_.facts.end == LogEnd::complete) next_application();
    open_.any_event = true;
    each_member(member(event, "Spark Properties"), [&](std::string_view key, const Json& value) {
        const auto written = text(value);
        if (!written) return;
        if (key == "spark.app.name") open_.name_property = keep(*written);
        if (key == "spark.app.id") open_.id_property = keep(*written);
        if (!wanted_property(key)) return;
        if (written->size() > kPropertyBytes)
            flaw(Severity::note, "long-property",
                 "the value of " + std::string(key.substr(0, 200)) + " is longer than 1024 bytes and was not kept");
        else if (take_metric() && afford(key.size() + written->size()))
            open_.facts.properties[std::string(key)] = std::string(*written);
    });
}

void LogBuilder::job_start(const Json& event) {
    open_.any_event = true;
    ++open_.facts.job_starts;
    const auto id = integer(member(event, "Job ID"));
    if (!id) return incomplete_event("Job ID");
    if (open_.jobs.contains(*id) || !take_item()) return;
    open_.jobs[*id] = open_.facts.jobs.size();
    Job& job = open_.facts.jobs.emplace_back();
    job.id = *id;
    job.line = log_.lines;
    job.start_ms = integer(member(event, "Submission Time"));
    job.execution = integer(member(member(event, "Properties"), "spark.sql.execution.id"));
    each(member(event, "Stage IDs"), [&](const Json& stage_id) {
        if (const auto stage_number = integer(stage_id); stage_number && take_metric())
            job.stages.push_back(*stage_number);
    });
}

void LogBuilder::job_end(const Json& event) {
    open_.any_event = true;
    ++open_.jobs_ended;
    const auto id = integer(member(event, "Job ID"));
    if (!id) return incomplete_event("Job ID");
    auto found = open_.jobs.find(*id);
    if (found == open_.jobs.end()) {  // its start is in a file that is missing
        if (!take_item()) return;
        found = open_.jobs.emplace(*id, open_.facts.jobs.size()).first;
        open_.facts.jobs.emplace_back().id = *id;
    }
    Job& job = open_.facts.jobs[found->second];
    job.ended = true;
    job.end_ms = integer(member(event, "Completion Time"));
    job.succeeded = text(member(member(event, "Job Result"), "Result")) == "JobSucceeded";
    open_.facts.events_out_of_order += before(job.end_ms, job.start_ms);
}

Stage* LogBuilder::stage(std::int64_t id, std::int64_t attempt) {
    auto& stages = open_.facts.stages;
    if (open_.last_stage < stages.size() && stages[open_.last_stage].id == id &&
        stages[open_.last_stage].attempt == attempt)
        return &stages[open_.last_stage];
    auto found = open_.stages.find({id, attempt});
    if (found == open_.stages.end()) {
        if (!take_item()) return nullptr;
        found = open_.stages.emplace(std::pair(id, attempt), stages.size()).first;
        Stage& made = stages.emplace_back();
        made.id = id;
        made.attempt = attempt;
        made.line = log_.lines;
        open_.totals.emplace_back();
    }
    open_.last_stage = found->second;
    return &stages[found->second];
}

Stage* LogBuilder::stage_of(const Json& info) {
    const auto id = integer(member(info, "Stage ID"));
    if (!id) {
        incomplete_event("Stage ID");
        return nullptr;
    }
    Stage* found = stage(*id, integer(member(info, "Stage Attempt ID")).value_or(0));
    if (found == nullptr) return nullptr;
    if (found->name.empty()) found->name = keep(text(member(info, "Stage Name")).value_or(""));
    if (const auto tasks = integer(member(info, "Number of Tasks")); tasks && *tasks >= 0)
        found->number_of_tasks = static_cast<std::uint64_t>(*tasks);
    if (const auto submitted = integer(member(info, "Submission Time"))) found->submitted_ms = submitted;
    if (found->scan_names.empty()) read_scan_names(*found, info);
    return found;
}

void LogBuilder::stage_submitted(const Json& event) {
    open_.any_event = true;
    const auto info = member(event, "Stage Info");
    if (!info) return incomplete_event("Stage Info");
    if (stage_of(*info) != nullptr) open_.totals[open_.last_stage].submitted = true;
}

void LogBuilder::stage_completed(const Json& event) {
    open_.any_event = true;
    const auto info = member(event, "Stage Info");
    if (!info) return incomplete_event("Stage Info");
    Stage* found = stage_of(*info);
    if (found == nullptr) return;
    found->completed = true;
    found->completed_ms = integer(member(*info, "Completion Time"));
    found->failure = keep(text(member(*info, "Failure Reason")).value_or(""));
    open_.facts.events_out_of_order += before(found->completed_ms, found->submitted_ms);
    read_accumulables(*found, *info);
}

void LogBuilder::read_accumulables(Stage& stage, const Json& info) {
    stage.accumulables.clear();
    StageTotals& totals = open_.totals[open_.last_stage];
    each(member(info, "Accumulables"), [&](const Json& accumulable) {
        const auto id = integer(member(accumulable, "ID"));
        const auto value = integer(member(accumulable, "Value"));
        if (!id || !value) return;
        if (text(member(accumulable, "Metadata")) == "sql" && take_metric())
            stage.accumulables.emplace_back(*id, *value);
        const auto name = text(member(accumulable, "Name"));
        if (name == "internal.metrics.shuffle.read.recordsRead") totals.shuffle_records_read = value;
        if (name == "internal.metrics.input.recordsRead") totals.input_records_read = value;
    });
}

/// The scope of an RDD is JSON inside a string: {"id":"11","name":"Scan parquet "}.
void LogBuilder::read_scan_names(Stage& stage, const Json& info) {
    each(member(info, "RDD Info"), [&](const Json& rdd) {
        const auto scope = text(member(rdd, "Scope"));
        if (!scope || scope->find("Scan ") == std::string_view::npos) return;
        Json parsed;
        if (scope_parser_.parse(*scope).get(parsed) != simdjson::SUCCESS) return;
        const auto name = text(member(parsed, "name"));
        if (!name || !name->starts_with("Scan ")) return;
        std::string scan(trimmed(*name));
        if (std::find(stage.scan_names.begin(), stage.scan_names.end(), scan) != stage.scan_names.end()) return;
        if (take_metric() && afford(scan.size())) stage.scan_names.push_back(std::move(scan));
    });
}

void LogBuilder::task_end(const TaskEnd& task) {
    Application& app = open_.facts;
    count_task(app.tasks, task);
    app.events_out_of_order += before(task.finish_ms, task.launch_ms);
    if (!task.stage) return incomplete_event("Stage ID");
    if (Stage* found = stage(*task.stage, task.stage_attempt)) count_task(found->tasks, task);
}

}  // namespace plangrade::spark
