#include "evidence/spark/plan_info.hpp"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "evidence/spark/plan_text_node.hpp"
#include "evidence/spark/plan_text_split.hpp"

namespace plangrade::spark {
namespace {

using namespace plan_text;
using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::string_view kCodegen = "WholeStageCodegen";

// A node still to be read. Lifted ones (WholeStageCodegen, InputAdapter) hand their place on to their children.
struct Pending {
    element json;
    std::optional<std::uint32_t> parent;
    std::optional<std::uint32_t> codegen;
    std::uint32_t depth = 0;
};

// A node's members as they stand in the JSON; what is absent or of another type is empty.
struct Members {
    std::string_view name, simple;
    array children, metrics;
    object metadata;
    bool has_children = false, has_metrics = false, has_metadata = false;
};

std::string_view text_of(element value) {
    std::string_view text;
    return value.get_string().get(text) == simdjson::SUCCESS ? text : std::string_view();
}

std::optional<std::uint32_t> codegen_id(std::string_view name) {
    const std::size_t open = name.find('(');
    if (open == std::string_view::npos) return std::nullopt;
    std::uint32_t id = 0;
    const auto result = std::from_chars(name.data() + open + 1, name.data() + name.size(), id);
    return result.ec == std::errc() ? std::optional(id) : std::nullopt;
}

class InfoReader {
  public:
    explicit InfoReader(const Limits& limits) : limits_(limits), flaws_(limits) {}

    Plan read(std::string_view json) {
        // a node is an object in an array: two levels of JSON a level of plan
        simdjson::dom::parser parser;
        const std::size_t depth = static_cast<std::size_t>(limits_.plan_depth) * 2 + 16;
        element root;
        simdjson::error_code error = parser.allocate(std::max<std::size_t>(json.size(), 64), depth);
        if (error == simdjson::SUCCESS) error = parser.parse(json.data(), json.size()).get(root);
        object top;
        if (error == simdjson::DEPTH_ERROR) {
            fatal("limit",
                  "sparkPlanInfo is nested more deeply than is read (" + limit_text(limits_, "plan_depth") + ")");
        } else if (error != simdjson::SUCCESS || root.get_object().get(top) != simdjson::SUCCESS) {
            fatal("not-a-plan", "sparkPlanInfo is no JSON object with nodeName, simpleString and children");
        } else {
            read_nodes(root);
        }
        plan_.flaws = flaws_.list();
        return std::move(plan_);
    }

  private:
    void fatal(const char* code, std::string message) { flaws_.add(Severity::fatal, code, "", std::move(message)); }

    void read_nodes(element root) {
        PlanTree tree;
        tree.title = "Physical Plan";
        std::vector<Pending> pending{{root, std::nullopt, std::nullopt, 0}};
        while (!pending.empty()) {
            const Pending next = pending.back();
            pending.pop_back();
            read_node(tree, next, pending);
        }
        if (tree.nodes.empty()) return fatal("not-a-plan", "sparkPlanInfo holds no operator with a nodeName");
        const PlanNode& first = tree.nodes.front();
        if (const PlanAttribute* adaptive = first.find("isFinalPlan")) plan_.is_final = adaptive->value == "true";
        PlanSection section;
        section.title = tree.title;
        section.trees.push_back(std::move(tree));
        plan_.sections.push_back(std::move(section));
    }

    Members members_of(object json) {
        Members members;
        bool name = false;
        for (const auto& [key, value] : json) {
            bool again = false;
            if (key == "nodeName") {
                again = std::exchange(name, true);
                if (!again) members.name = text_of(value);
            } else if (key == "simpleString") {
                if (members.simple.empty()) members.simple = text_of(value);
            } else if (key == "children") {
                again = members.has_children;
                if (!again) members.has_children = value.get_array().get(members.children) == simdjson::SUCCESS;
            } else if (key == "metadata") {
                again = members.has_metadata;
                if (!again) members.has_metadata = value.get_object().get(members.metadata) == simdjson::SUCCESS;
            } else if (key == "metrics") {
                again = members.has_metrics;
                if (!again) members.has_metrics = value.get_array().get(members.metrics) == simdjson::SUCCESS;
            }
            if (again)
                flaws_.add(
                    Severity::partial, "duplicate-key", "",
                    "an operator of sparkPlanInfo has the key " + std::string(key) + " twice; Spark writes it once");
        }
        return members;
    }

    void read_node(PlanTree& tree, const Pending& at, std::vector<Pending>& pending) {
        object json;
        if (at.json.get_object().get(json) != simdjson::SUCCESS) {
            flaws_.add(Severity::partial, "not-a-node", "", "a child in sparkPlanInfo is no object");
            tree.whole = false;
            return;
        }
        const Members members = members_of(json);
        const std::string_view name = trim(members.name);
        if (name.starts_with(kCodegen)) return push_children(members, at.parent, codegen_id(name), at.depth, pending);
        if (name == "InputAdapter") return push_children(members, at.parent, std::nullopt, at.depth, pending);
        if (tree.nodes.size() >= limits_.plan_nodes) {
            if (std::exchange(limit_said_, true)) return;
            tree.whole = false;
            flaws_.add(Severity::partial, "limit", "",
                       "sparkPlanInfo has more operators than are read (" + limit_text(limits_, "plan_nodes") + ")");
            return;
        }
        const auto index = static_cast<std::uint32_t>(tree.nodes.size());
        tree.nodes.push_back(node_of(members, name, at));
        if (at.parent) {
            tree.nodes[*at.parent].children.push_back(index);
        } else {
            tree.roots.push_back(index);
        }
        push_children(members, index, at.codegen, at.depth + 1, pending);
    }

    PlanNode node_of(const Members& members, std::string_view name, const Pending& at) {
        PlanNode node;
        node.parent = at.parent;
        node.codegen = at.codegen;
        node.text = members.simple;
        read_metadata(node, members);
        read_line(node, members.simple.empty() ? name : members.simple, Place{});
        // the name decides: simpleString can be redacted or cut
        const OpName split = split_name(name);
        if (!split.op.empty()) node.op = canonical_op(split.op);
        if (!split.table.empty()) add_attribute(node, "Table", split.table, {});
        read_metrics(node, members);
        return node;
    }

    static void read_metadata(PlanNode& node, const Members& members) {
        if (!members.has_metadata) return;
        for (const auto& [key, value] : members.metadata)
            if (value.is_string()) add_attribute(node, key, text_of(value), {});
        std::sort(node.attributes.begin(), node.attributes.end(),
                  [](const PlanAttribute& a, const PlanAttribute& b) { return a.name < b.name; });
    }

    static void read_metrics(PlanNode& node, const Members& members) {
        if (!members.has_metrics) return;
        for (const element metric : members.metrics) {
            object json;
            if (metric.get_object().get(json) != simdjson::SUCCESS) continue;
            PlanMetric out;
            for (const auto& [key, value] : json) {
                if (key == "name") out.name = text_of(value);
                if (key == "metricType") out.type = text_of(value);
                std::int64_t id = 0;
                if (key == "accumulatorId" && value.get_int64().get(id) == simdjson::SUCCESS) out.accumulator = id;
            }
            node.metrics.push_back(std::move(out));
        }
    }

    // Text has subqueries before the other children, sparkPlanInfo behind them.
    static void push_children(const Members& members, std::optional<std::uint32_t> parent,
                              std::optional<std::uint32_t> codegen, std::uint32_t depth,
                              std::vector<Pending>& pending) {
        if (!members.has_children) return;
        std::vector<Pending> children;
        for (const element child : members.children) children.push_back({child, parent, codegen, depth});
        std::stable_partition(children.begin(), children.end(), [](const Pending& child) {
            std::string_view name;
            if (child.json["nodeName"].get_string().get(name) != simdjson::SUCCESS) return false;
            return name.starts_with("Subquery") || name.starts_with("ReusedSubquery");
        });
        pending.insert(pending.end(), children.rbegin(), children.rend());
    }

    const Limits& limits_;
    Flaws flaws_;
    Plan plan_;
    bool limit_said_ = false;
};

}  // namespace

Plan read_plan_info(std::string_view json, const Limits& limits) {
    return InfoReader(limits).read(json);
}

}  // namespace plangrade::spark
