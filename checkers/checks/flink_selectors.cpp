// Selectors of the Flink labs: what changed between two plans or packs, costs against runtime, counters of samples.
#include <algorithm>
#include <array>

#include "checks/flink_facts.hpp"
#include "checks/messages.hpp"
#include "checks/selector_parts.hpp"
#include "checks/source_parts.hpp"
#include "checks/words.hpp"
#include "evidence/flink/flink_plan.hpp"
#include "facts/flink/pack_changes.hpp"
#include "facts/flink/plan_diff.hpp"
#include "facts/flink/runtime.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

bool has_changelog(const PlanTree& tree) {
    return std::any_of(tree.nodes.begin(), tree.nodes.end(),
                       [](const PlanNode& node) { return node.find("changelogMode") != nullptr; });
}

PlanTree without_changelog(PlanTree tree) {
    for (PlanNode& node : tree.nodes)
        std::erase_if(node.attributes, [](const PlanAttribute& each) { return each.name == "changelogMode"; });
    return tree;
}

/// Changes of one section; modes count only where both EXPLAINs were asked for them.
std::vector<flink::PlanChange> changes_of(const PlanTree& left, const PlanTree& right) {
    if (has_changelog(left) == has_changelog(right)) return flink::plan_changes(left, right);
    return flink::plan_changes(without_changelog(left), without_changelog(right));
}

std::string trimmed(const std::string& text) {
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

void tell(std::string& out, const std::string& file, const std::vector<std::string>& nodes,
          const std::vector<std::uint32_t>& lines) {
    if (nodes.empty())
        out += file + " has nothing there\n";
    else
        out += file + " line " + std::to_string(lines.front()) + " has " + shown(trimmed(nodes.front()), false, 160) +
               "\n";
}

/// The other plan text, or why it can't be used.
Value other_plan(Context& context, const std::string& path) {
    const PlanText* text = context.plan_text(path);
    if (text == nullptr) return no_file(context, path);
    if (const Flaw* flaw = fatal_of(text->plan.flaws)) return unreadable(path, *flaw);
    Value value = Value::of(nullptr, from_file(path));
    value.plan.emplace().plan = &text->plan;
    if (auto bad = broken(value)) return std::move(*bad);
    return value;
}

Value changed_in(Context& context, Value value, const Node& argument) {
    if (!is_flink(value) || value.flink) return not_for(value, "changed_in");
    if (auto bad = broken(value)) return std::move(*bad);
    Value other = other_plan(context, argument.text);
    if (!other.known()) return other;
    const std::string left_file = value.from.file;
    std::size_t compared = 0;
    bool changed = false;
    std::string because;
    for (const std::string_view title : {flink::kPhysical, flink::kExecution}) {
        const PlanTree* left = flink::tree(*value.plan->plan, title);
        const PlanTree* right = flink::tree(*other.plan->plan, title);
        if (left == nullptr || right == nullptr || !left->whole || !right->whole) continue;
        ++compared;
        const auto changes = changes_of(*left, *right);
        if (changes.empty() || changed) continue;
        changed = true;
        tell(because, left_file, changes.front().left, changes.front().left_lines);
        tell(because, argument.text, changes.front().right, changes.front().right_lines);
    }
    value.from.text = left_file + " against " + argument.text;
    if (compared == 0)
        return become(std::move(value), Value::State::unknown, "no-common-section",
                      {{"file", left_file}, {"other", argument.text}});
    if (!changed) because = "no operator, attribute, Exchange or join strategy differs\n";
    value.data = changed;
    value.derived = true;
    value.because = std::move(because);
    value.plan.reset();
    return value;
}

Value costs_in(Context& context, Value value, const Node& argument) {
    if (!is_flink(value) || value.flink) return not_for(value, "costs_in");
    if (auto bad = broken(value)) return std::move(*bad);
    const PlanTree* tree = flink_tree(*value.plan);
    const FlinkJob* job = context.flink().job(argument.text, "");
    if (job == nullptr) return no_file(context, argument.text);
    Value run = Value::of(nullptr, from_file(argument.text));
    if (const Flaw* flaw = fatal_of(job->job.flaws)) return unreadable(argument.text, *flaw);
    run.flink.emplace().job = &job->job;
    if (auto bad = broken_structure(run)) return std::move(*bad);
    value.from.text = value.from.file + " and " + argument.text;
    if (tree == nullptr)
        return become(std::move(value), Value::State::absent, "no-plan-section",
                      {{"file", value.from.file}, {"title", flink::kPhysical}});
    const auto or_null = [](const auto& each) { return each ? json(*each) : json(); };
    value.data = json::array();
    json literal = json::array();  // the counter's own 0 where nothing can leave the vertex, as right as null
    bool estimated = true;
    for (const flink::ScanCost& cost : flink::scan_costs(*tree, job->job)) {
        json item{{"table", cost.table},
                  {"estimated", or_null(cost.estimated)},
                  {"sent", or_null(cost.sent)},
                  {"off_by_10_or_more", or_null(cost.off_by_10_or_more)}};
        value.data.push_back(item);
        if (cost.chained_through && !cost.sent) item.update({{"sent", 0}, {"off_by_10_or_more", true}});
        literal.push_back(std::move(item));
        estimated = estimated && cost.estimated.has_value();
    }
    if (literal != value.data) value.alternatives.push_back(std::move(literal));
    value.derived = true;
    value.from.line.reset();
    if (!estimated) return become(std::move(value), Value::State::absent, "no-estimates", {{"file", value.from.file}});
    value.plan.reset();
    return value;
}

Value changes_to(Context& context, Value value, const Node& argument) {
    if (!value.flink || value.flink->pack == nullptr) return not_for(value, "changes_to");
    const std::string before = value.from.file;
    if (!context.tree().has_folder(argument.text)) return no_file(context, argument.text);
    const auto other = pack_texts(context, argument.text, value.args);
    value.data = json::array();
    for (const flink::PackChange& change : flink::pack_changes(*value.flink->pack, *other, context.limits())) {
        json names = change.names;
        for (const std::string& name : change.also) names.push_back(name);
        value.data.push_back({{"kind", change.kind}, {"names", std::move(names)}, {"text", change.text}});
        value.because += change.text + "\n";
    }
    if (value.data.empty())
        value.because =
            before + " and " + argument.text + " have the same SQL, catalog, statistics, settings and version\n";
    value.from.text = before + " against " + argument.text;
    return value;
}

/// "GlobalGroupAggregate.numRecordsOut" in its two parts.
struct CounterName {
    std::string op, metric;
};
CounterName counter_name(const std::string& text) {
    const auto dot = text.rfind('.');
    if (dot == std::string::npos) return {"", text};
    return {text.substr(0, dot), text.substr(dot + 1)};
}

Value no_counter(Value value, const CounterName& name) {
    json args{{"file", value.from.file}, {"op", name.op}, {"metric", name.metric}};
    return become(std::move(value), Value::State::absent, "no-counter", std::move(args));
}

Value counter(Context&, Value value, const Node& argument) {
    if (!value.flink || value.flink->samples == nullptr) return not_for(value, "counter");
    const CounterName name = counter_name(argument.text);
    value.from.text += ", " + argument.text;
    json list = json::array();
    for (const auto& each : value.flink->samples->counter(name.op, name.metric))
        if (each) list.push_back(whole_number(*each));
    if (list.empty()) return no_counter(std::move(value), name);
    value.data = std::move(list);
    return value;
}

Value growth(Context&, Value value, const Node& argument) {
    const Node *of = argument.find("of"), *while_ = argument.find("while");
    if (!value.flink || value.flink->samples == nullptr || of == nullptr || while_ == nullptr)
        return not_for(value, "growth");
    const CounterName of_name = counter_name(of->text), while_name = counter_name(while_->text);
    const auto counts = value.flink->samples->counter(of_name.op, of_name.metric);
    const auto inputs = value.flink->samples->counter(while_name.op, while_name.metric);
    value.from.text += ", growth of " + of->text;
    json list = json::array();
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (!counts[i] || !inputs[i]) continue;
        if (last && *inputs[i] > *inputs[*last]) list.push_back(whole_number(*counts[i] - *counts[*last]));
        last = i;
    }
    if (!last) return no_counter(std::move(value), of_name);
    if (list.empty()) {
        json args{{"file", value.from.file}, {"counter", while_->text}};
        return become(std::move(value), Value::State::absent, "no-growth", std::move(args));
    }
    value.data = std::move(list);
    return value;
}

constexpr std::array kGrowthParameters{
    Parameter{"of", Takes::text, true, "the counter, OPERATOR.METRIC"},
    Parameter{"while", Takes::text, true, "the counter that must have grown between two samples for them to count"}};

constexpr std::array kWords{
    Word{"changed_in",
         WordKind::selector,
         Takes::path,
         "another plan text of the submission",
         {},
         "Whether that plan is another one: operators, attributes, Exchanges, join strategies; not ids, generated "
         "names, estimates or advice. true or false.",
         "{plan: before/explain.txt, changed_in: after/explain.txt}",
         {},
         nullptr,
         changed_in},
    Word{"costs_in",
         WordKind::selector,
         Takes::path,
         "a job of the submission",
         {},
         "For each scan of the plan [{table, estimated, sent, off_by_10_or_more}]: what the optimizer estimated and "
         "what really left the vertex that holds the scan; null where nothing leaves it.",
         "{plan: before/explain.txt, section: Optimized Physical Plan, costs_in: before/runtime.json}",
         {},
         nullptr,
         costs_in},
    Word{"changes_to",
         WordKind::selector,
         Takes::path,
         "another pack of the submission",
         {},
         "What differs: [{kind, names, text}]; kind is sql, catalog, statistics, config or version. One change are: "
         "the mini-batch settings; the SQL with its own sink's DDL; the statistics of one table; one version step.",
         "{pack: before, changes_to: after, count: true}",
         {},
         nullptr,
         changes_to},
    Word{"counter",
         WordKind::selector,
         Takes::text,
         "OPERATOR.METRIC",
         {},
         "A counter of the samples, summed over subtasks: a list with one number for each sample that has it.",
         "counter: GlobalGroupAggregate.numRecordsIn",
         {},
         nullptr,
         counter},
    Word{"growth",
         WordKind::selector,
         Takes::any,
         "map with of, while",
         kGrowthParameters,
         "By how much a counter grew between neighbouring samples, where another one grew: a list of numbers.",
         "growth: {of: GlobalGroupAggregate.numRecordsOut, while: GlobalGroupAggregate.numRecordsIn}",
         {},
         nullptr,
         growth},
};

}  // namespace

std::span<const Word> flink_selector_words() {
    return kWords;
}

}  // namespace plangrade
