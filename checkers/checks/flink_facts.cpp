#include "checks/flink_facts.hpp"

#include <algorithm>
#include <charconv>

#include "checks/selector_parts.hpp"
#include "evidence/flink/flink_plan.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

/// The number in a place like "line 12, column 3"; 0 where it has none.
std::uint32_t line_of(std::string_view at) {
    constexpr std::string_view kLine = "line ";
    if (!at.starts_with(kLine)) return 0;
    std::uint32_t line = 0;
    std::from_chars(at.data() + kLine.size(), at.data() + at.size(), line);
    return line;
}

const Flaw* first_serious(const std::vector<Flaw>& flaws) {
    const auto it =
        std::find_if(flaws.begin(), flaws.end(), [](const Flaw& flaw) { return flaw.severity != Severity::note; });
    return it == flaws.end() ? nullptr : &*it;
}

Value as_broken(const Value& value, const Flaw& flaw) {
    Value out = value;
    const std::string file = flaw.file.empty() ? value.from.file : flaw.file;
    if (const std::uint32_t line = line_of(flaw.at); line != 0) out.from.line = line;
    return become(std::move(out), Value::State::malformed, "broken",
                  {{"file", file}, {"at", flaw.at}, {"flaw", flaw.message}, {"flaw_code", flaw.code}});
}

}  // namespace

const PlanTree* flink_tree(const PlanPart& part) {
    if (part.tree != nullptr) return part.tree;
    if (part.section != nullptr) return part.section->trees.empty() ? nullptr : &part.section->trees.front();
    for (const std::string_view title : {flink::kExecution, flink::kPhysical})
        if (const PlanTree* tree = flink::tree(*part.plan, title)) return tree;
    const bool one = part.plan->sections.size() == 1 && !part.plan->sections.front().trees.empty();
    return one ? &part.plan->sections.front().trees.front() : nullptr;  // a graph or a job
}

const Flaw* flaw_of_tree(const Plan& plan, const PlanTree& tree) {
    if (tree.whole) return nullptr;
    for (const Flaw& flaw : plan.flaws)
        if (flaw.severity != Severity::note && line_of(flaw.at) >= tree.at.line) return &flaw;
    return first_serious(plan.flaws);
}

std::optional<Value> broken_structure(const Value& value) {
    if (!value.flink || value.flink->job == nullptr) return broken(value);
    const Flaw* flaw = value.flink->job->broken_beside_spread();
    return flaw != nullptr ? std::optional<Value>(as_broken(value, *flaw)) : std::nullopt;
}

std::optional<Value> broken(const Value& value) {
    if (value.flink && value.flink->graph != nullptr) {
        if (!value.flink->graph->whole()) return as_broken(value, *first_serious(value.flink->graph->flaws));
        return std::nullopt;
    }
    if (value.flink && value.flink->job != nullptr) {
        const flink::Job& job = *value.flink->job;
        if (const Flaw* flaw = job.contradiction()) return as_broken(value, *flaw);
        if (const Flaw* flaw = first_serious(job.flaws)) return as_broken(value, *flaw);
        return std::nullopt;
    }
    if (!value.plan || value.plan->plan->mode != PlanMode::flink) return std::nullopt;
    const Plan& plan = *value.plan->plan;
    if (plan.sections.empty() && !plan.error.empty()) {
        Value out = value;
        out.from.line = plan.error_at.line;
        return become(std::move(out), Value::State::malformed, "error-instead-of-plan",
                      {{"file", value.from.file}, {"error", plan.error}});
    }
    const PlanTree* tree = flink_tree(*value.plan);
    if (tree == nullptr) return std::nullopt;
    const Flaw* flaw = flaw_of_tree(plan, *tree);
    return flaw != nullptr ? std::optional<Value>(as_broken(value, *flaw)) : std::nullopt;
}

bool is_flink(const Value& value) {
    if (value.plan && value.plan->narrowed) return false;
    return (value.flink && (value.flink->graph != nullptr || value.flink->job != nullptr)) ||
           (value.plan && value.plan->plan->mode == PlanMode::flink);
}

std::span<const FlinkFact> flink_facts() {
    static const std::vector<FlinkFact> kFacts = [] {
        std::vector<FlinkFact> all;
        for (const auto part : {flink_plan_facts(), flink_run_facts()}) all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return kFacts;
}

Value get_of_flink(Context& context, Value value, const std::string& name) {
    const bool graph = value.flink && value.flink->graph != nullptr;
    const bool job = value.flink && value.flink->job != nullptr;
    const std::string_view source = graph ? "graph" : job ? "job" : "plan";
    for (const FlinkFact& fact : flink_facts())
        if (fact.source == source && fact.name == name) return fact.read(context, std::move(value));
    if (name == "mode") {  // asked of a plan that should be Spark's
        value.data = to_string(PlanMode::flink);
        return value;
    }
    if (name == "is_final")
        return become(std::move(value), Value::State::absent, "not-adaptive", {{"place", value.from.text}});
    return not_for(value, "get: " + name);
}

}  // namespace plangrade
