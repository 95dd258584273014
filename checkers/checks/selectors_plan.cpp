// Selectors of plans: sections, operators, attributes; and sections of reports.
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "checks/flink_facts.hpp"
#include "checks/selector_parts.hpp"
#include "evidence/flink/flink_plan.hpp"
#include "facts/plan/items.hpp"

namespace plangrade {

using json = nlohmann::json;

namespace {

const PlanTree* tree_of(const PlanPart& part) {
    if (part.plan->mode == PlanMode::flink) return flink_tree(part);
    if (part.tree != nullptr) return part.tree;
    if (part.section != nullptr) return part.section->trees.empty() ? nullptr : &part.section->trees.front();
    return part.plan->physical();
}

/// Flink's sections: the physical plan is one section under two titles.
Value flink_section(Value value, const std::string& title) {
    PlanPart& part = *value.plan;
    part.section = flink::section(*part.plan, title);
    if (part.section == nullptr) {
        if (auto bad = broken(value)) return std::move(*bad);  // the error message that stands there instead
        json found = json::array();
        for (const PlanSection& section : part.plan->sections) found.push_back(section.title);
        json args{{"file", value.from.file}, {"title", title}, {"sections", std::move(found)}};
        return become(std::move(value), Value::State::absent, "no-plan-section", std::move(args));
    }
    part.tree = flink::tree(*part.plan, title);
    value.from.text = value.from.file + ", " + title;
    value.from.line = part.section->at.line;
    return value;
}

Value plan_section(Value value, const std::string& title) {
    PlanPart& part = *value.plan;
    if (part.plan->mode == PlanMode::flink) return flink_section(std::move(value), title);
    for (const PlanSection& section : part.plan->sections) {
        for (const PlanTree& tree : section.trees) {
            if (section.title != title && tree.title != title) continue;
            part.section = &section;
            part.tree = section.title == title && !section.trees.empty() ? &section.trees.front() : &tree;
            if (section.title != title) part.tree = &tree;
            value.from.text = value.from.file + ", " + title;
            value.from.line = tree.at.line != 0 ? tree.at.line : section.at.line;
            return value;
        }
        if (section.title == title) {
            part.section = &section;
            value.from.text = value.from.file + ", " + title;
            value.from.line = section.at.line;
            return value;
        }
    }
    json found = json::array();
    for (const PlanSection& section : part.plan->sections) found.push_back(section.title);
    const std::string mode = to_string(part.plan->mode);
    json args{{"file", value.from.file}, {"title", title}, {"sections", std::move(found)}, {"mode", mode}};
    return become(std::move(value), Value::State::absent, "no-plan-section", std::move(args));
}

}  // namespace

Value section_selector(Context&, Value value, const Node& argument) {
    if (value.plan) return plan_section(std::move(value), argument.text);
    if (value.report == nullptr) return not_for(value, "section");
    value.sections = find_sections(*value.report, argument.text, 2);
    value.from.text = value.from.file + ", section \"## " + argument.text + "\"";
    if (value.sections.empty()) {
        json titles = json::array();
        for (const ReportSection& section : value.report->sections)
            if (titles.size() < 12)
                titles.push_back(std::string(static_cast<std::size_t>(section.level), '#') + " " + section.title);
        json args{{"file", value.from.file}, {"title", argument.text}, {"headings", std::move(titles)}};
        if (const std::string near = nearest_heading(*value.report, argument.text, 2); !near.empty())
            args["near"] = near;
        return become(std::move(value), Value::State::absent, "no-section", std::move(args));
    }
    value.from.line = value.sections.front()->line;
    const ReportSection& first = *value.sections.front();
    value.from.text += " (lines " + std::to_string(first.line) + " to " + std::to_string(first.last_line) + ")";
    value.data = first.text;
    return value;
}

namespace {

/// One search of a tree; its patterns are compiled once.
class Search {
  public:
    Search(const PlanTree& tree, const Node& argument)
        : tree_(tree),
          op_(argument.find("op")),
          where_(argument.find("where")),
          lacks_(argument.find("lacks")),
          first_(argument.find("first") != nullptr && argument.find("first")->text == "true"),
          scans_(where_ != nullptr ? scans(tree) : std::vector<ScanFact>{}) {}

    std::vector<const PlanNode*> nodes() {
        std::vector<const PlanNode*> out;
        for (std::uint32_t i = 0; i < tree_.nodes.size() && !(first_ && !out.empty()); ++i)
            if (fits(i)) out.push_back(&tree_.nodes[i]);
        return out;
    }

  private:
    bool fits(std::uint32_t index) {
        const PlanNode& node = tree_.nodes[index];
        if (!is_op(node) || (lacks_ != nullptr && node.find(lacks_->text) != nullptr)) return false;
        return where_ == nullptr || std::all_of(where_->entries.begin(), where_->entries.end(), [&](const auto& entry) {
                   return holds(index, entry.first, entry.second);
               });
    }

    /// `op: Exchange`, or `op: {matches: "Aggregate$"}`
    bool is_op(const PlanNode& node) {
        if (op_ == nullptr) return true;
        const Node* pattern = op_->find("matches");
        return pattern != nullptr ? matches(node.op, *pattern) : node.op == op_->text;
    }

    bool holds(std::uint32_t index, const std::string& name, const Node& condition) {
        if (condition.is_map() && condition.entries.front().first == "path") {
            const std::string& path = condition.entries.front().second.text;
            for (const ScanFact& scan : scans_)
                if (scan.node == index && scan.location)
                    return std::any_of(scan.location->begin(), scan.location->end(),
                                       [&](const std::string& place) { return path_is_in(place, path); });
        }
        const PlanAttribute* attribute = tree_.nodes[index].find(name);
        if (attribute == nullptr) return false;
        if (!condition.is_map()) return attribute->value == condition.text;
        const auto& [kind, argument] = condition.entries.front();
        return kind == "path" ? path_ends_with(attribute->value, argument.text) : matches(attribute->value, argument);
    }

    bool matches(const std::string& text, const Node& pattern) {
        auto& compiled = patterns_[&pattern];
        std::vector<RubricProblem> ignored;  // a bad pattern is refused when the rubric is loaded
        if (compiled == nullptr) compiled = compile_pattern(pattern, ignored);
        return compiled != nullptr && re2::RE2::PartialMatch(text, *compiled);
    }

    const PlanTree& tree_;
    const Node *op_, *where_, *lacks_;
    bool first_;
    std::vector<ScanFact> scans_;
    std::map<const Node*, std::shared_ptr<const re2::RE2>> patterns_;
};

/// What the plan reads, for the message that it does not read what was looked for.
json scans_in_words(const PlanTree& tree) {
    json out = json::array();
    for (const ScanFact& scan : scans(tree)) {
        std::string text = "Scan " + scan.format;
        if (scan.location && !scan.location->empty()) text += " of " + scan.location->front();
        if (std::find(out.begin(), out.end(), json(text)) == out.end()) out.push_back(text);
    }
    return out;
}

/// The operators that are there, each once.
json operators_in_words(const PlanTree& tree) {
    json out = json::array();
    for (const PlanNode& node : tree.nodes)
        if (out.size() < 20 && std::find(out.begin(), out.end(), json(node.op)) == out.end()) out.push_back(node.op);
    return out;
}

std::string op_in_words(const Node& argument) {
    const Node* op = argument.find("op");
    if (op == nullptr) return "operator";
    if (!op->is_map()) return op->text;
    std::string pattern = op->entries.front().second.text;
    if (pattern.starts_with('^')) pattern.erase(0, 1);
    if (pattern.ends_with('$')) pattern.pop_back();
    return "operator like " + pattern;
}

}  // namespace

Value find_selector(Context&, Value value, const Node& argument) {
    if (!value.plan) return not_for(value, "find");
    PlanPart& part = *value.plan;
    if (auto bad = broken(value)) return std::move(*bad);
    const PlanTree* tree = tree_of(part);
    const std::string op = op_in_words(argument);
    const bool of_flink = part.plan->mode == PlanMode::flink;
    if (of_flink && part.section == nullptr && !value.flink && tree != nullptr) value.from.text += ", " + tree->title;
    if (tree != nullptr) part.nodes = Search(*tree, argument).nodes();
    if (part.fallback != nullptr && part.fallback->physical() != nullptr)
        part.fallback_nodes = Search(*part.fallback->physical(), argument).nodes();
    if (part.nodes.empty()) part.nodes.swap(part.fallback_nodes);
    part.narrowed = true;
    part.place = value.from.text;
    if (const Node* lacks = argument.find("lacks")) value.args["lacks"] = lacks->text;
    value.from.node = op;
    if (part.nodes.empty()) {
        json args{{"place", value.from.text}, {"op", op}, {"of_run", value.of_run}};
        if (const Node* where = argument.find("where"))
            if (const Node* location = where->find("Location");
                location != nullptr && location->find("path") != nullptr)
                args["location"] = location->find("path")->text;
        if (tree != nullptr && !of_flink) args["scans"] = scans_in_words(*tree);
        if (tree != nullptr && of_flink) args["operators"] = operators_in_words(*tree);
        return become(std::move(value), Value::State::absent, "no-node", std::move(args));
    }
    const PlanNode& node = *part.nodes.front();
    if (of_flink) value.from.node = node.op;
    value.from.text +=
        ", " + (of_flink ? node.op : op) + (node.number ? " (" + std::to_string(*node.number) + ")" : "");
    if (!value.of_run && node.at.line != 0) {
        value.from.line = node.at.line;
        value.from.text += " (line " + std::to_string(node.at.line) + ")";
    }
    value.data = static_cast<std::int64_t>(part.nodes.size());
    return value;
}

namespace {

/// Spark's formatted text prints no line for an empty list of filters.
bool empty_when_left_out(const Plan& plan, const PlanNode& node, std::string_view name) {
    return plan.mode == PlanMode::formatted && node.op.starts_with("Scan ") && node.find("Location") != nullptr &&
           (name == "PushedFilters" || name == "PartitionFilters");
}

/// Flink writes every value in brackets: they are no part of it. Counts and estimates are numbers.
json flink_value(const PlanAttribute& attribute) {
    const std::string text(flink::inside(attribute.value));
    for (const std::string_view name : {"parallelism", "read-records", "write-records", "rowcount"}) {
        json number;
        if (attribute.name == name && read_number(json(text), number)) return number;
    }
    return text;
}

struct Attributes {
    std::vector<json> values;
    bool truncated = false;
    std::uint32_t line = 0;
};

Attributes attributes_of(const Plan& plan, const std::vector<const PlanNode*>& nodes, const std::string& name) {
    Attributes out;
    std::set<json> seen;
    for (const PlanNode* node : nodes) {
        json data;
        if (name == "text")
            data = node->text;
        else if (const PlanAttribute* attribute = node->find(name)) {
            if (attribute->truncated) {
                out.truncated = true;
                continue;
            }
            data = plan.mode == PlanMode::flink ? flink_value(*attribute) : json(attribute->value);
            if (out.line == 0) out.line = attribute->at.line;
        } else if (empty_when_left_out(plan, *node, name)) {
            data = "[]";
        } else {
            continue;
        }
        if (seen.insert(data).second) out.values.push_back(std::move(data));
    }
    return out;
}

Value get_node_attribute(Value value, const std::string& name) {
    const PlanPart& part = *value.plan;
    Attributes found = attributes_of(*part.plan, part.nodes, name);
    if (found.values.empty() && part.fallback != nullptr) {
        Attributes other = attributes_of(*part.fallback, part.fallback_nodes, name);
        if (!other.values.empty() || found.values.empty()) found = std::move(other);
    }
    value.from.text += ", " + name;
    if (!value.of_run && found.line != 0) value.from.line = found.line;
    if (found.values.empty()) {
        json args{{"place", value.from.text}, {"name", name}, {"op", value.from.node}};
        if (found.truncated) return become(std::move(value), Value::State::unknown, "truncated", std::move(args));
        return become(std::move(value), Value::State::absent, "no-attribute", std::move(args));
    }
    value.data = std::move(found.values.front());
    value.alternatives.assign(std::make_move_iterator(found.values.begin() + 1),
                              std::make_move_iterator(found.values.end()));
    return value;
}

}  // namespace

Value get_of_plan(Value value, const std::string& name) {
    if (value.plan->narrowed) return get_node_attribute(std::move(value), name);
    const Plan& plan = *value.plan->plan;
    if (name == "mode") {
        value.data = to_string(plan.mode);
    } else if (name == "sections") {
        value.data = json::array();
        for (const PlanSection& section : plan.sections) value.data.push_back(section.title);
    } else if (name == "is_final") {
        if (!plan.is_final)
            return become(std::move(value), Value::State::absent, "not-adaptive", {{"place", value.from.text}});
        value.data = *plan.is_final;
        value.from.text += ", isFinalPlan";
    } else if (name == "text" && value.plan->section != nullptr) {
        value.data = value.plan->section->text;
    } else {
        return not_for(value, "get: " + name);
    }
    return value;
}

}  // namespace plangrade
