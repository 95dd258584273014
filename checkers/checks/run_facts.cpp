// Facts of a run: counts of tasks, values of SQL metrics.
#include <algorithm>

#include "checks/selector_parts.hpp"

namespace plangrade {

using json = nlohmann::json;

Value tasks_fact(Context&, Value value, const Node& argument) {
    if (!value.run) return not_for(value, "tasks");
    const RunPart& run = *value.run;
    value.from.text =
        "the event log of " + run.app->name.value_or("?") + " (" + run.app->id + "), " + argument.text + " tasks";
    if (run.log->compacted)
        return become(std::move(value), Value::State::unknown, "compacted-log", {{"log", run.log->path}});
    if (run.log->gaps) {
        // a lost line may have been a task's end
        json args{{"log", run.log->path}};
        for (const Flaw& flaw : run.log->flaws.list())
            if (flaw.severity == Severity::partial) args.update({{"at", flaw.at}, {"flaw", flaw.message}});
        return become(std::move(value), Value::State::unknown, "log-with-gaps", std::move(args));
    }
    const spark::TaskCounts& tasks = run.app->tasks;
    if (argument.text == "reduce") {
        value.data = static_cast<std::int64_t>(tasks.reduce);
        // Leaving out failed and speculative attempts is as good a reading of "tasks".
        if (tasks.reduce_plain != tasks.reduce)
            value.alternatives.emplace_back(static_cast<std::int64_t>(tasks.reduce_plain));
    } else if (argument.text == "failed") {
        value.data = static_cast<std::int64_t>(tasks.failed);
    } else {
        value.data = static_cast<std::int64_t>(tasks.ended);
    }
    return value;
}

Value metric_fact(Context&, Value value, const Node& argument) {
    if (!value.plan || value.plan->execution == nullptr || !value.plan->narrowed) return not_for(value, "metric");
    const PlanPart& part = *value.plan;
    value.from.text += ", metric \"" + argument.text + "\"";
    std::vector<json> found;
    for (const PlanNode* node : part.nodes)
        if (const auto metric = part.execution->metric(*node, argument.text))
            if (std::find(found.begin(), found.end(), json(*metric)) == found.end()) found.emplace_back(*metric);
    if (found.empty()) {
        const bool declared = std::any_of(part.nodes.begin(), part.nodes.end(), [&](const PlanNode* node) {
            return std::any_of(node->metrics.begin(), node->metrics.end(),
                               [&](const PlanMetric& metric) { return metric.name == argument.text; });
        });
        json args{{"place", value.from.text}, {"metric", argument.text}, {"op", value.from.node}};
        // Declared but never reported: the log lacks what would prove it. Not declared: this scan has no such thing.
        return become(std::move(value), declared ? Value::State::unknown : Value::State::absent,
                      declared ? "no-metric-value" : "no-metric", std::move(args));
    }
    value.data = std::move(found.front());
    value.alternatives.assign(std::make_move_iterator(found.begin() + 1), std::make_move_iterator(found.end()));
    return value;
}

}  // namespace plangrade
