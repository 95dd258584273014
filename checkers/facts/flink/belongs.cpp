#include "facts/flink/belongs.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

namespace plangrade::flink {
namespace {

/// An operator in one form, and the line where a text has it.
struct Entry {
    std::string text;
    std::uint32_t line = 0;
};
using Entries = std::vector<Entry>;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Without `[6]:` in front, the number in `out[8]: Writer`, and the words that tell a chain's ends.
std::string without_numbers(std::string_view text) {
    if (text.starts_with("[")) {
        const std::size_t close = text.find("]:");
        if (close != std::string_view::npos &&
            std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(close), is_digit))
            text.remove_prefix(close + 2);
    }
    for (const std::string_view prefix : {"Source: ", "Sink: "})
        if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
    const std::size_t open = text.rfind('['), close = open == std::string_view::npos ? open : text.find(']', open);
    if (close == std::string_view::npos || close == open + 1) return std::string(text);
    const std::string_view behind = text.substr(close + 1);
    const bool number = std::all_of(text.begin() + static_cast<std::ptrdiff_t>(open) + 1,
                                    text.begin() + static_cast<std::ptrdiff_t>(close), is_digit);
    if (!number || !(behind.empty() || behind.starts_with(": "))) return std::string(text);
    return std::string(text.substr(0, open)) + std::string(behind);
}

std::string written(const PlanNode& node) {
    std::string out = node.op + "(";
    for (const PlanAttribute& attribute : node.attributes) {
        if (attribute.name == "reuse_id" || attribute.name == "rowcount" || attribute.name == "cumulative cost")
            continue;
        if (out.back() != '(') out += ", ";
        out += attribute.name + "=" + attribute.value;
    }
    return out.back() == '(' ? node.op : out + ")";
}

/// First entry of one side, by its order, that the other side lacks, each counted as often as it stands there.
std::optional<Mismatch> first_missing(const Entries& left, const Entries& right) {
    std::map<std::string_view, std::int64_t> balance;
    for (const Entry& entry : right) ++balance[entry.text];
    for (const Entry& entry : left)
        if (--balance[entry.text] < 0) return Mismatch{entry.text, "", entry.line, 0};
    for (const Entry& entry : right)
        if (balance[entry.text] > 0) return Mismatch{"", entry.text, 0, entry.line};
    return std::nullopt;
}

bool among(std::string_view op, const auto& names) {
    return std::find(names.begin(), names.end(), op) != names.end();
}

/// Operators whose translation is not one to one.
constexpr std::array<std::string_view, 3> kRewritten{"MultipleInput", "AdaptiveJoin", "Reused"};
constexpr std::array<std::string_view, 4> kOnlyInPlans{"Exchange", "Union", "Reused", "InputAdapter"};
constexpr std::array<std::string_view, 3> kOnlyInGraphs{"ConstraintEnforcer", "NotNullEnforcer", "SinkMaterializer"};

std::string_view translated(std::string_view op) {
    return op == "Rank" ? "Deduplicate" : op;
}

Entries operators(const Job& job) {
    Entries out;
    for (const JobVertex& vertex : job.vertices)
        for (const VertexOperator& op : vertex.operators)
            out.push_back({without_numbers(op.text.empty() ? op.name : op.text), 0});
    return out;
}

}  // namespace

std::optional<Mismatch> sections_differ(const Plan& plan) {
    const PlanTree *physical = tree(plan, kPhysical), *execution = tree(plan, kExecution);
    if (physical == nullptr || execution == nullptr || !physical->whole || !execution->whole) return std::nullopt;
    for (const PlanNode& node : execution->nodes)
        if (among(node.op, kRewritten)) return std::nullopt;
    const std::size_t size = std::max(physical->nodes.size(), execution->nodes.size());
    for (std::size_t i = 0; i < size; ++i) {
        const PlanNode* left = i < physical->nodes.size() ? &physical->nodes[i] : nullptr;
        const PlanNode* right = i < execution->nodes.size() ? &execution->nodes[i] : nullptr;
        if (left != nullptr && right != nullptr && translated(left->op) == translated(right->op)) continue;
        return Mismatch{left ? left->op : "", right ? right->op : "", left ? left->at.line : 0,
                        right ? right->at.line : 0};
    }
    return std::nullopt;
}

std::optional<Mismatch> plan_and_graph_differ(const PlanTree& execution, const Graph& graph) {
    Entries left, right;
    bool named_source = false, named_sink = false;
    for (const GraphNode& node : graph.nodes) {
        if (node.op.empty()) {
            named_source = named_source || node.source();
            named_sink = named_sink || !node.source();
        } else if (!among(node.op, kOnlyInGraphs) && node.contents.find('(') != std::string::npos) {
            right.push_back({without_numbers(node.contents), 0});
        } else if (node.contents.find('(') == std::string::npos) {
            right.push_back({node.op, 0});  // DropUpdateBefore, and the file sink's helpers
        }
    }
    for (const PlanNode& node : execution.nodes) {
        if (among(node.op, kOnlyInPlans)) continue;
        if (named_source && node.op.ends_with("Scan")) continue;
        if (named_sink && node.op.ends_with("Sink")) continue;
        left.push_back({written(node), node.at.line});
    }
    // helpers have bare names that no plan has
    std::set<std::string_view> known;
    for (const Entry& entry : left) known.insert(entry.text);
    std::erase_if(right, [&](const Entry& entry) {
        return entry.text.find('(') == std::string::npos && !known.contains(entry.text);
    });
    // a source that has only a name hides which scan it is, so those that do tell are left out as well
    if (named_source)
        std::erase_if(right, [](const Entry& entry) { return entry.text.starts_with("TableSourceScan("); });
    if (named_sink) std::erase_if(right, [](const Entry& entry) { return entry.text.starts_with("Sink("); });
    return first_missing(left, right);
}

std::optional<Mismatch> graph_and_job_differ(const Graph& graph, const Job& job) {
    Entries left;
    for (const GraphNode& node : graph.nodes) left.push_back({without_numbers(node.contents), 0});
    return first_missing(left, operators(job));
}

std::optional<Mismatch> jobs_differ(const Job& left, const Job& right) {
    return first_missing(operators(left), operators(right));
}

}  // namespace plangrade::flink
