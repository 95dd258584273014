#include "facts/plan/contradiction.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "evidence/spark/plan_text_node.hpp"
#include "facts/plan/items.hpp"
#include "facts/plan/scan_match.hpp"
#include "facts/plan/scans.hpp"
#include "facts/plan/tree_view.hpp"

namespace plangrade {
namespace {

using Found = std::vector<Contradiction>;

constexpr std::size_t kMost = 50;  // contradictions of one plan: one is enough to decide

// All scans of a text, wherever it shows them: in the final and initial plan, in subqueries, in parts of generated
// code.
std::vector<ScanFact> all_scans(const Plan& plan) {
    std::vector<ScanFact> all;
    for (const PlanSection& section : plan.sections) {
        if (section.output != 0 || (section.title != "Physical Plan" && !section.title.starts_with("Subtree ")))
            continue;
        for (const PlanTree& tree : section.trees) {
            const std::vector<ScanFact> found = scans(tree);
            all.insert(all.end(), found.begin(), found.end());
        }
    }
    return all;
}

// Those that both the text and sparkPlanInfo show.
std::vector<ScanFact> shared_scans(const PlanTree& tree) {
    std::vector<bool> stays(tree.nodes.size());
    for (const std::uint32_t node : view_of(tree, true).order) stays[node] = true;
    std::vector<ScanFact> found = scans(tree);
    std::erase_if(found, [&](const ScanFact& scan) { return !stays[scan.node]; });
    return found;
}

// The scans of a text that sparkPlanInfo must have too: codegen text has no main tree, but each part of it ran.
std::vector<ScanFact> main_scans(const Plan& plan) {
    if (const PlanTree* tree = plan.physical()) return shared_scans(*tree);
    return all_scans(plan);
}

void add_new(Found& out, Found more) {
    for (Contradiction& one : more) {
        const bool known = std::any_of(out.begin(), out.end(), [&](const Contradiction& other) {
            return other.what == one.what && other.in_text == one.in_text && other.in_info == one.in_info;
        });
        if (!known && out.size() < kMost) out.push_back(std::move(one));
    }
}

bool readable(const Plan& plan) {
    return !plan.sections.empty() && std::none_of(plan.flaws.begin(), plan.flaws.end(),
                                                  [](const Flaw& flaw) { return flaw.severity == Severity::fatal; });
}

// A text that was cut shows not all of its plan.
bool whole(const Plan& plan) {
    return std::none_of(plan.flaws.begin(), plan.flaws.end(),
                        [](const Flaw& flaw) { return flaw.code == "limit" || flaw.code == "truncated"; });
}

// The two sides of sparkPlanInfo itself: a scan's metadata and its simpleString.
void check_simple_strings(Found& out, const PlanTree& info) {
    for (const ScanFact& scan : scans(info)) {
        const PlanNode& node = info.nodes[scan.node];
        PlanTree line;
        line.nodes.emplace_back();
        spark::plan_text::read_line(line.nodes.front(), node.text, {});
        const std::vector<ScanFact> simple = scans(line);
        if (!simple.empty()) add_new(out, scan_differences(simple.front(), scan));
        const PlanAttribute* format = node.find("Format");
        if (format == nullptr || format->truncated) continue;
        std::string lower = format->value;
        for (char& c : lower)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        const auto plain = [](const std::string& name) {
            return name == "parquet" || name == "csv" || name == "json" || name == "orc" || name == "text" ||
                   name == "avro";
        };
        if (plain(lower) && plain(scan.format) && lower != scan.format)
            add_new(out, {{"Format", scan.format, lower, scan.at}});
    }
}

using Counts = std::map<std::string, std::int64_t>;

// Counts what `text` has more of than `info`, and the other way round.
void compare_counts(Found& out, const char* what, const Counts& text, const Counts& info) {
    Counts more = text;
    for (const auto& [value, count] : info) more[value] -= count;
    Contradiction found{what, {}, {}, {}};
    const auto put = [](std::string& side, const std::string& value, std::int64_t count) {
        side += (side.empty() ? "" : ", ") + value + (count > 1 ? " x " + std::to_string(count) : "");
    };
    for (const auto& [value, count] : more) {
        if (count > 0) put(found.in_text, value, count);
        if (count < 0) put(found.in_info, value, -count);
    }
    if (!found.in_text.empty() || !found.in_info.empty()) out.push_back(std::move(found));
}

Counts operators_of(const PlanTree& tree) {
    Counts counts;
    for (const std::uint32_t node : view_of(tree, false).order) ++counts[tree.nodes[node].op];
    return counts;
}

// none: a condition is cut or missing, so that the others can't be counted
std::optional<Counts> conditions_of(const PlanTree& tree) {
    Counts counts;
    for (const std::uint32_t i : view_of(tree, false).order) {
        const PlanNode& node = tree.nodes[i];
        if (node.op != "Filter") continue;
        const PlanAttribute* condition = node.find("Condition");
        if (condition == nullptr || condition->truncated) return std::nullopt;
        ++counts[renumber_ids(condition->value)];
    }
    return counts;
}

// none: a command doesn't say where it writes to
std::optional<Counts> targets_of(const PlanTree& tree) {
    Counts counts;
    for (const WriteFact& write : writes(tree)) {
        if (write.target.empty()) return std::nullopt;
        ++counts[write.target];
    }
    return counts;
}

}  // namespace

std::vector<Contradiction> contradictions(const Plan& description, const Plan& info) {
    Found out;
    const PlanTree* info_tree = info.physical();
    if (!readable(description) || !readable(info) || info_tree == nullptr) return out;
    const std::vector<ScanFact> info_all = scans(*info_tree);
    if (!info_all.empty() || whole(info)) {
        ScanMatcher matcher(info_all, ScanMatcher::Side::info);
        for (const ScanFact& scan : main_scans(description)) add_new(out, matcher.differences_of(scan));
    }
    const bool shows_all =
        description.mode != PlanMode::codegen && whole(description) && description.physical() != nullptr;
    if (shows_all) {
        ScanMatcher matcher(all_scans(description), ScanMatcher::Side::text);
        for (const ScanFact& scan : shared_scans(*info_tree)) add_new(out, matcher.differences_of(scan));
    }
    check_simple_strings(out, *info_tree);
    return out;
}

std::vector<Contradiction> suspicions(const Plan& description, const Plan& info) {
    Found out;
    const PlanTree* text_tree = description.physical();
    const PlanTree* info_tree = info.physical();
    if (!readable(description) || !readable(info) || text_tree == nullptr || info_tree == nullptr) return out;
    if (!whole(description) || !whole(info)) return out;
    compare_counts(out, "operators", operators_of(*text_tree), operators_of(*info_tree));
    const std::optional<Counts> text_conditions = conditions_of(*text_tree);
    const std::optional<Counts> info_conditions = conditions_of(*info_tree);
    if (text_conditions && info_conditions) compare_counts(out, "Condition", *text_conditions, *info_conditions);
    const std::optional<Counts> text_targets = targets_of(*text_tree);
    const std::optional<Counts> info_targets = targets_of(*info_tree);
    if (text_targets && info_targets) compare_counts(out, "write target", *text_targets, *info_targets);
    return out;
}

}  // namespace plangrade
