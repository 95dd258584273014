// Events of SQL executions and their plans.
#include "evidence/spark/event_log_builder.hpp"

namespace plangrade::spark {
namespace {

constexpr std::size_t kConfigBytes = 1024;

/// The value of a member of the line's object, as it stands in the line. The line was found valid before.
std::string raw_member(std::string_view line, std::string_view key) {
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document;
    simdjson::ondemand::object object;
    std::string_view raw;
    if (parser.iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING).get(document) !=
        simdjson::SUCCESS)
        return {};
    if (document.find_field_unordered(key).get_object().get(object) != simdjson::SUCCESS) return {};
    if (object.raw_json().get(raw) != simdjson::SUCCESS) return {};
    return std::string(raw);
}

}  // namespace

/// The execution that an event names. One that never started here (its start is in a file that is missing) is made,
/// with line 0.
SqlExecution* LogBuilder::execution(const Json& event) {
    open_.any_event = true;
    const auto id = integer(member(event, "executionId"));
    if (!id) {
        incomplete_event("executionId");
        return nullptr;
    }
    auto& executions = open_.facts.executions;
    auto found = open_.executions.find(*id);
    if (found == open_.executions.end()) {
        if (!take_item()) return nullptr;
        found = open_.executions.emplace(*id, executions.size()).first;
        executions.emplace_back().id = *id;
    }
    return &executions[found->second];
}

void LogBuilder::read_plan(LoggedPlan& plan, const Json& event, std::string_view line) {
    plan.line = log_.lines;
    const std::string_view description = text(member(event, "physicalPlanDescription")).value_or("");
    std::string info = raw_member(line, "sparkPlanInfo");
    plan.kept = afford(description.size() + info.size());
    if (!plan.kept) return;
    plan.description = description;
    plan.plan_info = std::move(info);
}

void LogBuilder::forget_plan(const LoggedPlan& plan) {
    kept_bytes_ -= plan.description.size() + plan.plan_info.size();
}

void LogBuilder::execution_start(const Json& event, std::string_view line) {
    ++open_.facts.execution_starts;
    SqlExecution* found = execution(event);
    if (found == nullptr) return;
    if (found->line != 0) {
        if (open_.facts.oddities.size() < limits_.flaws_per_artifact)
            open_.facts.oddities.push_back("SQL execution " + std::to_string(found->id) + " starts twice, at lines " +
                                           std::to_string(found->line) + " and " + std::to_string(log_.lines));
        return;
    }
    found->line = log_.lines;
    found->description = keep(text(member(event, "description")).value_or(""));
    found->start_ms = integer(member(event, "time"));
    each_member(member(event, "modifiedConfigs"), [&](std::string_view key, const Json& value) {
        const auto written = text(value);
        if (written && written->size() <= kConfigBytes && take_metric() && afford(key.size() + written->size()))
            found->modified_configs[std::string(key)] = std::string(*written);
    });
    read_plan(found->start, event, line);
    found->any_final |=
        text(member(event, "physicalPlanDescription")).value_or("").find("isFinalPlan=true") != std::string_view::npos;
}

void LogBuilder::execution_update(const Json& event, std::string_view line) {
    SqlExecution* found = execution(event);
    if (found == nullptr) return;
    if (found->last_update) forget_plan(*found->last_update);
    ++found->updates;
    read_plan(found->last_update.emplace(), event, line);
    found->any_final |=
        text(member(event, "physicalPlanDescription")).value_or("").find("isFinalPlan=true") != std::string_view::npos;
}

void LogBuilder::execution_end(const Json& event) {
    ++open_.executions_ended;
    SqlExecution* found = execution(event);
    if (found == nullptr) return;
    found->ended = true;
    found->end_ms = integer(member(event, "time"));
    found->error = keep(text(member(event, "errorMessage")).value_or(""));
    if (found->end_ms && found->start_ms && *found->end_ms < *found->start_ms) ++open_.facts.events_out_of_order;
}

void LogBuilder::driver_updates(const Json& event) {
    SqlExecution* found = execution(event);
    if (found == nullptr) return;
    each(member(event, "accumUpdates"), [&](const Json& update) {
        std::optional<std::int64_t> pair[2];
        std::size_t at = 0;
        each(update, [&](const Json& number) {
            if (at < 2) pair[at] = integer(number);
            ++at;
        });
        if (at == 2 && pair[0] && pair[1] && take_metric()) found->driver_updates.emplace_back(*pair[0], *pair[1]);
    });
}

}  // namespace plangrade::spark
