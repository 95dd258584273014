#include "checks/flink_comparisons.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "checks/compare.hpp"
#include "checks/flink_facts.hpp"
#include "checks/messages.hpp"
#include "checks/table_comparisons.hpp"
#include "checks/words.hpp"
#include "evidence/flink/flink_plan.hpp"
#include "facts/flink/belongs.hpp"
#include "facts/flink/plan_diff.hpp"
#include "facts/flink/statement.hpp"
#include "facts/flink/version_fits.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

Outcome passed(const char* code) {
    Outcome out;
    out.code = code;
    return out;
}

Outcome failed(std::string code, json args) {
    Outcome out;
    out.status = Status::fail;
    out.code = std::move(code);
    out.args = std::move(args);
    return out;
}

/// The outcome for a side that is broken itself: that is the message, not what follows from it.
Outcome of_broken(const Value& bad) {
    return failed(bad.code, bad.args);
}

Outcome other_statement(const Value& left, const Value& right, const flink::Mismatch& found) {
    Outcome out;
    out.status = Status::fail;
    out.code = "other-statement";
    const auto in_short = [](const std::string& text) { return shown(text, false, 200); };
    out.args = {{"file", left.from.file}, {"other", right.from.file}};
    if (!found.left.empty()) out.args["left"] = in_short(found.left);
    if (!found.right.empty()) out.args["right"] = in_short(found.right);
    if (found.left_line != 0) out.args["line"] = found.left_line;
    if (found.right_line != 0) out.args["other_line"] = found.right_line;
    return out;
}

bool has_plan_text(const Value& value) {
    return value.plan && !value.flink && value.plan->plan->mode == PlanMode::flink;
}

const flink::Graph* graph_of(const Value& value) {
    return value.flink ? value.flink->graph : nullptr;
}
const flink::Job* job_of(const Value& value) {
    return value.flink ? value.flink->job : nullptr;
}

/// The mismatch of two sides that can be compared in this order; nullopt: they can't.
std::optional<std::optional<flink::Mismatch>> mismatch(const Value& left, const Value& right) {
    if (has_plan_text(left) && graph_of(right) != nullptr)
        return flink::plan_and_graph_differ(*left.plan->plan, *graph_of(right));
    if (graph_of(left) != nullptr && job_of(right) != nullptr)
        return flink::graph_and_job_differ(*graph_of(left), *job_of(right));
    if (job_of(left) != nullptr && job_of(right) != nullptr) return flink::jobs_differ(*job_of(left), *job_of(right));
    if (has_plan_text(left) && right.flink && right.flink->script != nullptr) {
        static const flink::SqlScript kNone;
        return flink::plan_and_sql_differ(*left.plan->plan, *right.flink->script,
                                          right.flink->catalog != nullptr ? *right.flink->catalog : kNone);
    }
    return std::nullopt;
}

flink::Mismatch turned(const flink::Mismatch& found) {
    return {found.right, found.left, found.right_line, found.left_line};
}

/// Graphs and jobs that contradict themselves are of no statement. A broken plan text is: it is compared as far as it
/// can be read.
std::optional<Value> broken_side(const Value& value) {
    return has_plan_text(value) && !value.plan->plan->sections.empty() ? std::nullopt : broken_structure(value);
}

Outcome same_statement_as(Context& context, const Value& actual, const Test& test) {
    const Value expected = evaluate(context, *test.operand);
    if (!expected.known()) return unusable_operand(expected);
    if (const auto bad = broken_side(actual)) return of_broken(*bad);
    if (const auto bad = broken_side(expected)) return of_broken(*bad);
    if (const auto found = mismatch(actual, expected))
        return *found ? other_statement(actual, expected, **found) : passed("same-statement");
    if (const auto found = mismatch(expected, actual))
        return *found ? other_statement(actual, expected, turned(**found)) : passed("same-statement");
    return fault("same_statement_as");
}

/// Last value of each counter of the samples, summed over subtasks, by "operator.metric".
std::map<std::string, double> last_counters(const flink::MetricSamples& samples) {
    std::map<std::string, double> out;
    for (const flink::MetricSample& sample : samples.samples) {
        std::map<std::string, double> here;
        for (const flink::MetricValue& value : sample.values)
            here[value.op.substr(0, value.op.rfind('[')) + "." + value.metric] += value.value;
        for (const auto& [name, value] : here) out[name] = value;
    }
    return out;
}

/// Counters of the operator that a vertex begins with, in the last sample and in the job.
std::optional<Outcome> counters_disagree(const flink::JobVertex& vertex, const std::map<std::string, double>& counters,
                                         bool& common) {
    const std::string& op = vertex.operators.front().name;
    const auto last = [&](const char* metric) -> std::optional<double> {
        const auto found = counters.find(op + "." + metric);
        return found == counters.end() ? std::nullopt : std::optional(found->second);
    };
    const auto in = last("numRecordsIn"), out = last("numRecordsOut");
    if (!in || !out || !vertex.metrics.read_records || !vertex.metrics.write_records) return std::nullopt;
    common = true;
    const auto read = static_cast<double>(*vertex.metrics.read_records);
    const auto written = static_cast<double>(*vertex.metrics.write_records);
    const auto disagree = [&](const char* what, double left, double right) {
        return failed("counters-disagree",
                      {{"op", op}, {"what", what}, {"left", whole_number(left)}, {"right", whole_number(right)}});
    };
    // The job was asked for after the last sample: it has counted as much or more, and what an aggregate sent since
    // came from rows that it read since (an update is two rows at most).
    if (read < *in) return disagree("read-records", read, *in);
    if (vertex.operators.size() > 1) return std::nullopt;  // what leaves it is the chain's last operator's
    if (written < *out) return disagree("write-records", written, *out);
    if (op.ends_with("Aggregate") && written - *out > 2 * (read - *in)) return disagree("write-records", written, *out);
    return std::nullopt;
}

/// Each version's REST answers have keys of their own.
Outcome agrees_with_version(const Value& actual, const Value& expected) {
    std::string version = expected.data.get<std::string>();
    version = version.substr(0, std::min(version.find_first_of("\r\n"), version.size()));
    const std::string& hint = actual.flink->job->version_hint;
    Outcome out;
    out.status = flink::version_fits(hint, expected.data.get<std::string>()) ? Status::pass : Status::fail;
    out.code = out.status == Status::pass ? "counters-agree" : "other-version";
    out.args = {{"file", actual.from.file}, {"other", expected.from.file}, {"hint", hint}, {"version", version}};
    return out;
}

Outcome agrees_with(Context& context, const Value& actual, const Test& test) {
    const Value expected = evaluate(context, *test.operand);
    if (!expected.known()) return unusable_operand(expected);
    const flink::Job* job = job_of(actual);
    if (job == nullptr) return fault("agrees_with");
    if (expected.data.is_string()) return agrees_with_version(actual, expected);
    if (!expected.flink || expected.flink->samples == nullptr) return fault("agrees_with");
    if (const auto bad = broken(actual)) return of_broken(*bad);
    bool common = false;
    const json files{{"file", actual.from.file}, {"other", expected.from.file}};
    const auto counters = last_counters(*expected.flink->samples);
    for (const flink::JobVertex& vertex : job->vertices) {
        if (vertex.operators.empty()) continue;
        if (auto bad = counters_disagree(vertex, counters, common)) {
            bad->args.update(files);
            return std::move(*bad);
        }
    }
    Outcome out;
    out.status = common ? Status::pass : Status::fail;
    out.code = common ? "counters-agree" : "no-common-counter";
    out.args = files;
    return out;
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The name stands in the text as a word of its own.
bool names(const std::string& text, const std::string& name) {
    const std::string in = lower_ascii(text), word = lower_ascii(name);
    if (word.empty()) return false;
    for (auto at = in.find(word); at != std::string::npos; at = in.find(word, at + 1)) {
        const auto end = at + word.size();
        const bool begins = at == 0 || !is_letter(in[at - 1]) || !is_letter(word.front());
        const bool ends = end == in.size() || !is_letter(in[end]) || !is_letter(word.back());
        if (begins && ends) return true;
    }
    return false;
}

Outcome names_one_of(Context& context, const Value& actual, const Test& test) {
    const Value expected = evaluate(context, *test.operand);
    if (!expected.known()) return unusable_operand(expected);
    if (!actual.data.is_string() || !(expected.data.is_array() || expected.data.is_string()))
        return fault("names_one_of");
    json wanted = expected.data;
    if (wanted.is_string()) {
        wanted = json::array({wanted});
        for (const json& other : expected.alternatives) wanted.push_back(other);
    }
    const std::string text = actual.data.get<std::string>();
    Outcome out;
    out.expected = side_of(expected);
    const bool blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
    const bool named = std::any_of(wanted.begin(), wanted.end(), [&](const json& name) {
        return name.is_string() && names(text, name.get<std::string>());
    });
    if (!blank && (wanted.empty() || named)) {
        out.code = "contains";
        return out;
    }
    out.status = Status::fail;
    out.code = "does-not-name";
    out.args = {{"actual", actual.data}, {"place", actual.from.text}};
    if (!wanted.empty()) out.args["name"] = wanted.front();
    return out;
}

constexpr std::array kWords{
    Word{"same_statement_as",
         WordKind::comparison,
         Takes::value,
         "a Flink plan, graph, job or script",
         {},
         "Of the same statement: a plan text and a graph, a graph and a job, two jobs, a plan text and its SQL. "
         "Compared are operators with their attributes, ship strategies, numbers of vertices, tables; not ids.",
         "same_statement_as: {graph: plan.json}",
         {},
         nullptr,
         nullptr,
         same_statement_as},
    Word{"agrees_with",
         WordKind::comparison,
         Takes::value,
         "samples, or a text",
         {},
         "A job whose answer can be of the Flink version that a text names; or a job whose counters go on from those "
         "of the samples: no smaller, and aggregates sent no more than what they "
         "read since can have caused. Looks at the operators that vertices begin with.",
         "{job: job.json}  agrees_with: {samples: samples.json}",
         {},
         nullptr,
         nullptr,
         agrees_with},
    Word{"names_one_of",
         WordKind::comparison,
         Takes::value,
         "list of names, or a name",
         {},
         "A text that has one of these names as a word of its own, letters' case aside. An empty list asks for any "
         "text.",
         "names_one_of: {pack: before, changes_to: after, at: /0/names}",
         {},
         nullptr,
         nullptr,
         names_one_of},
};

const Flaw* worst_of(const std::vector<Flaw>& flaws) {
    const Flaw* worst = nullptr;
    for (const Flaw& flaw : flaws)
        if (flaw.severity != Severity::note && (worst == nullptr || flaw.severity > worst->severity)) worst = &flaw;
    return worst;
}

}  // namespace

std::span<const Word> flink_comparison_words() {
    return kWords;
}

Outcome sound_flink(const Value& actual) {
    if (const auto bad = broken(actual)) return of_broken(*bad);
    if (!has_plan_text(actual)) return passed("sound");
    const Plan& plan = *actual.plan->plan;
    const auto broken_at = [&](const Flaw& flaw) {
        return failed("broken", {{"file", actual.from.file}, {"at", flaw.at}, {"flaw", flaw.message}});
    };
    for (const std::string_view title : {flink::kAst, flink::kPhysical, flink::kExecution}) {
        const PlanTree* tree = flink::tree(plan, title);
        const Flaw* flaw = tree != nullptr ? flaw_of_tree(plan, *tree) : nullptr;
        if (flaw == nullptr) continue;
        return broken_at(*flaw);
    }
    if (const auto found = flink::sections_differ(plan)) {
        Outcome out;
        out.status = Status::fail;
        out.code = "sections-differ";
        out.args = {{"file", actual.from.file}};
        if (!found->left.empty()) out.args.update({{"left", found->left}, {"line", found->left_line}});
        if (!found->right.empty()) out.args.update({{"right", found->right}, {"other_line", found->right_line}});
        return out;
    }
    if (const Flaw* flaw = worst_of(plan.flaws)) return broken_at(*flaw);
    return passed("sound");
}

Outcome same_flink_plan(const Value& actual, const Value& expected) {
    if (const auto bad = broken(actual)) return of_broken(*bad);
    if (const auto bad = broken(expected)) return of_broken(*bad);
    for (const std::string_view title : {flink::kPhysical, flink::kExecution}) {
        const PlanTree* left = flink::tree(*actual.plan->plan, title);
        const PlanTree* right = flink::tree(*expected.plan->plan, title);
        if (left == nullptr || right == nullptr) continue;
        const auto changes = flink::plan_changes(*left, *right);
        if (changes.empty()) continue;
        Outcome out;
        out.status = Status::fail;
        out.code = "plan-differs";
        const auto first = [](const std::vector<std::string>& nodes) { return nodes.empty() ? "" : nodes.front(); };
        const auto line = [](const std::vector<std::uint32_t>& lines) { return lines.empty() ? 0U : lines.front(); };
        out.args = {{"file", actual.from.file},
                    {"line", line(changes.front().left_lines)},
                    {"left", first(changes.front().left)},
                    {"right", first(changes.front().right)},
                    {"column", 0}};
        return out;
    }
    return passed("plan-equal");
}

}  // namespace plangrade
