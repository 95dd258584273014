#include "facts/run/runs.hpp"

#include <algorithm>
#include <set>

#include "evidence/spark/plan_info.hpp"
#include "evidence/spark/plan_text.hpp"
#include "facts/plan/items.hpp"

namespace plangrade::spark {
namespace {

/// Newest first; ties are broken by what does not depend on the order of files.
bool newer(const Run& a, const Run& b) {
    const auto key = [](const Run& run) {
        return std::tuple(run.app->start_ms.value_or(0), run.app->id, run.app->attempt, run.app->complete(),
                          run.log->path);
    };
    return key(a) > key(b);
}

bool same_application(const Run& a, const Run& b) {
    return a.app->id == b.app->id && a.app->attempt == b.app->attempt && a.app->start_ms == b.app->start_ms &&
           !a.app->id.empty();
}

}  // namespace

bool ExecutionFacts::reads(std::string_view relative_path) const {
    return std::any_of(scans.begin(), scans.end(), [&](const ScanFact& scan) {
        return scan.location && std::any_of(scan.location->begin(), scan.location->end(),
                                            [&](const std::string& path) { return path_is_in(path, relative_path); });
    });
}

bool ExecutionFacts::writes_to(std::string_view relative_path) const {
    return std::any_of(writes.begin(), writes.end(), [&](const WriteFact& write) {
        return !write.table && path_ends_with(write.target, relative_path);
    });
}

std::optional<std::int64_t> ExecutionFacts::metric(const PlanNode& node, std::string_view name) const {
    for (const PlanMetric& metric : node.metrics)
        if (metric.name == name) return app->accumulator(*execution, metric.accumulator);
    return std::nullopt;
}

RunIndex::RunIndex(const Tree& tree, const Limits& limits) : limits_(limits) {
    for (const LogPlace& place : find_event_logs(tree)) logs_.push_back(read_event_log(place, limits_));
}

std::vector<Run> RunIndex::runs(std::string_view app_name) const {
    std::vector<Run> out;
    for (const EventLog& log : logs_)
        for (const Application& app : log.applications)
            if (app.name && *app.name == app_name) out.push_back({&log, &app});
    std::sort(out.begin(), out.end(), newer);
    out.erase(std::unique(out.begin(), out.end(), same_application), out.end());
    return out;
}

std::vector<std::string> RunIndex::names() const {
    std::set<std::string> names;
    for (const EventLog& log : logs_)
        for (const Application& app : log.applications)
            if (app.name) names.insert(*app.name);
    return {names.begin(), names.end()};
}

const ExecutionFacts& RunIndex::facts(const Application& app, const SqlExecution& execution) {
    if (const auto known = by_execution_.find(&execution); known != by_execution_.end()) return *known->second;
    ExecutionFacts& facts = facts_.emplace_back();
    by_execution_[&execution] = &facts;
    facts.app = &app;
    facts.execution = &execution;
    const LoggedPlan& executed = execution.executed();
    facts.text = parse_spark_plan(executed.description, limits_);
    facts.info = read_plan_info(executed.plan_info, limits_);
    if (execution.last_update) facts.start_info = read_plan_info(execution.start.plan_info, limits_);
    const PlanTree* text_tree = facts.text.physical();
    const PlanTree* info_tree = facts.info.physical();
    if (info_tree != nullptr) facts.scans = scans(*info_tree);
    if (facts.scans.empty() && text_tree != nullptr) facts.scans = scans(*text_tree);
    if (text_tree != nullptr) facts.writes = writes(*text_tree);
    if (facts.writes.empty() && info_tree != nullptr) facts.writes = writes(*info_tree);
    facts.contradictions = contradictions(facts.text, facts.info);
    facts.suspicions = suspicions(facts.text, facts.info);
    return facts;
}

}  // namespace plangrade::spark
