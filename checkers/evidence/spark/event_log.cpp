#include "evidence/spark/event_log.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plangrade::spark {
namespace {

nlohmann::json text_or_null(const std::string& text) {
    return text.empty() ? nlohmann::json() : nlohmann::json(text);
}

const char* name_of(LogEnd end) {
    switch (end) {
        case LogEnd::complete:
            return "complete";
        case LogEnd::cut_end_mark:
            return "cut-end-mark";
        case LogEnd::unfinished:
            break;
    }
    return "unfinished";
}

nlohmann::json json_of(const TaskCounts& tasks) {
    return {{"ended", tasks.ended},
            {"succeeded", tasks.succeeded},
            {"failed", tasks.failed},
            {"killed", tasks.killed},
            {"speculative", tasks.speculative},
            {"retried", tasks.retried},
            {"without_metrics", tasks.no_metrics},
            {"reduce", tasks.reduce},
            {"reduce_plain", tasks.reduce_plain},
            {"shuffle_records_read", tasks.shuffle_records_read},
            {"input_records_read", tasks.input_records_read},
            {"input_bytes_read", tasks.input_bytes_read},
            {"output_records_written", tasks.output_records_written}};
}

nlohmann::json json_of(const SqlExecution& execution) {
    return {{"id", execution.id},
            {"description", execution.description},
            {"line", execution.line},
            {"ended", execution.ended},
            {"error", text_or_null(execution.error)},
            {"adaptive_updates", execution.updates},
            {"final_plan", execution.any_final},
            {"jobs", execution.jobs}};
}

nlohmann::json json_of(const Application& app) {
    nlohmann::json executions = nlohmann::json::array();
    for (const SqlExecution& execution : app.executions) executions.push_back(json_of(execution));
    return {{"name", app.name ? nlohmann::json(*app.name) : nlohmann::json()},
            {"id", text_or_null(app.id)},
            {"attempt", text_or_null(app.attempt)},
            {"spark_version", text_or_null(app.spark_version)},
            {"complete", app.complete()},
            {"end", name_of(app.end)},
            {"jobs", app.job_starts},
            {"sql_executions", app.execution_starts},
            {"stages", app.stages.size()},
            {"tasks", json_of(app.tasks)},
            {"executions", std::move(executions)},
            {"properties", app.properties},
            {"events_out_of_order", app.events_out_of_order},
            {"oddities", app.oddities}};
}

}  // namespace

void TaskCounts::add(const TaskCounts& other) {
    ended += other.ended;
    succeeded += other.succeeded;
    failed += other.failed;
    killed += other.killed;
    speculative += other.speculative;
    retried += other.retried;
    no_metrics += other.no_metrics;
    reduce += other.reduce;
    reduce_plain += other.reduce_plain;
    shuffle_records_read += other.shuffle_records_read;
    input_records_read += other.input_records_read;
    input_bytes_read += other.input_bytes_read;
    output_records_written += other.output_records_written;
}

const SqlExecution* Application::execution(std::int64_t execution_id) const {
    const auto found =
        std::lower_bound(executions.begin(), executions.end(), execution_id,
                         [](const SqlExecution& execution, std::int64_t wanted) { return execution.id < wanted; });
    return found != executions.end() && found->id == execution_id ? &*found : nullptr;
}

std::optional<std::int64_t> Application::accumulator(const SqlExecution& execution, std::int64_t accumulator_id) const {
    std::optional<std::int64_t> sum;
    for (const auto& [updated, value] : execution.driver_updates) {
        std::int64_t next = 0;
        if (updated != accumulator_id) continue;
        if (__builtin_add_overflow(sum.value_or(0), value, &next)) return std::nullopt;
        sum = next;
    }
    if (sum) return sum;
    // A stage tells the accumulator's total so far: the stage that completed last tells all.
    std::pair<std::int64_t, std::int64_t> latest{-1, 0};
    for (const Stage& stage : stages)
        for (const auto& [updated, value] : stage.accumulables)
            if (updated == accumulator_id) latest = std::max(latest, std::pair(stage.completed_ms.value_or(0), value));
    return latest.first < 0 ? std::nullopt : std::optional(latest.second);
}

nlohmann::json to_json(const EventLog& log) {
    nlohmann::json files = nlohmann::json::array();
    for (std::size_t i = 0; i < log.files.size(); ++i)
        files.push_back({{"file", log.files[i]}, {"codec", i < log.codecs.size() ? to_string(log.codecs[i]) : "none"}});
    nlohmann::json applications = nlohmann::json::array();
    for (const Application& app : log.applications) applications.push_back(json_of(app));
    return {{"lines", log.lines},
            {"unreadable_lines", log.unreadable_lines},
            {"plain_bytes", log.plain_bytes},
            {"rolling", log.rolling},
            {"in_progress_name", log.in_progress_name},
            {"compacted", log.compacted},
            {"gaps", log.gaps},
            {"files", std::move(files)},
            {"applications", std::move(applications)},
            {"flaws", log.flaws.json()}};
}

}  // namespace plangrade::spark
