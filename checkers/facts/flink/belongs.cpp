#include "facts/flink/belongs.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "facts/flink/chaining.hpp"
#include "facts/flink/execution_mode.hpp"
#include "facts/flink/tree_facts.hpp"

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

/// What scans read and what was pushed into them is the same text in both sections.
std::optional<Mismatch> scans_differ(const PlanTree& physical, const PlanTree& execution) {
    const auto tables = [](const PlanTree& tree) {
        Entries out;
        for (const PlanNode& node : tree.nodes)
            if (const PlanAttribute* table = attribute(node, "table"); table != nullptr && node.op.ends_with("Scan"))
                out.push_back({node.op + "(table=" + table->value + ")", node.at.line});
        return out;
    };
    const Entries left = tables(physical), right = tables(execution);
    for (std::size_t i = 0; left.size() == right.size() && i < left.size(); ++i)
        if (left[i].text != right[i].text) return Mismatch{left[i].text, right[i].text, left[i].line, right[i].line};
    return std::nullopt;
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
    return scans_differ(*physical, *execution);
}

namespace {

struct Sides {
    Entries left, right;
};

/// What both of them can have, in one form.
Sides comparable(const PlanTree& execution, const Graph& graph) {
    Sides out;
    auto& [left, right] = out;
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
    return out;
}

/// Table that a sink of the graph writes, by the last part of its name; "" where it tells none.
std::string sink_table(const GraphNode& node) {
    for (const PlanAttribute& attribute : node.attributes)
        if (attribute.name == "table" && node.op.ends_with("Sink")) {
            const std::string path(inside(attribute.value));
            return path.substr(path.rfind('.') + 1);  // npos + 1 is 0
        }
    std::string name = without_numbers(node.type);
    if (const auto colon = name.find(": "); colon != std::string::npos) name.erase(colon);  // "out: Writer"
    return name.find('(') == std::string::npos ? name : "";
}

/// Names of two sides; those of `optional` the right side may lack.
std::optional<Mismatch> names_differ(const std::set<std::string>& left, const std::set<std::string>& right,
                                     const char* what, const std::set<std::string>& optional = {}) {
    if (left.empty() || right.empty()) return std::nullopt;
    for (const std::string& name : left)
        if (!right.contains(name) && !optional.contains(name))
            return Mismatch{what + name, what + *right.begin(), 0, 0};
    for (const std::string& name : right)
        if (!left.contains(name)) return Mismatch{what + *left.begin(), what + name, 0, 0};
    return std::nullopt;
}

/// A syntax tree's scan below a LogicalSnapshot (FOR SYSTEM_TIME AS OF) may become a lookup, which is no source.
bool may_be_lookup(const PlanTree& tree, std::uint32_t node) {
    for (auto parent = tree.nodes[node].parent; parent; parent = tree.nodes[*parent].parent) {
        const PlanNode& above = tree.nodes[*parent];
        if (above.op == "LogicalSnapshot") return true;
        if (above.children.size() > 1) return false;
    }
    return false;
}

std::optional<Mismatch> tables_differ(const PlanTree& tree, const Graph& graph) {
    std::set<std::string> reads, lookups, writes, graph_reads, graph_writes;
    for (const ScanFact& scan : scans(tree)) {
        reads.insert(scan.table);
        if (may_be_lookup(tree, scan.node)) lookups.insert(scan.table);
    }
    for (const std::string& path : sinks(tree)) writes.insert(path.substr(path.rfind('.') + 1));
    for (const GraphNode& node : graph.nodes) {
        if (node.source()) graph_reads.insert(source_table(node));
        if (node.out.empty()) graph_writes.insert(sink_table(node));
    }
    for (auto* names : {&graph_reads, &graph_writes})
        if (names->contains("")) names->clear();
    if (auto found = names_differ(reads, graph_reads, "a scan of ", lookups)) return found;
    return names_differ(writes, graph_writes, "a Sink into ");
}

/// The best tree for names: the execution plan's, else the physical plan's, else the syntax tree.
const PlanTree* any_tree(const Plan& plan) {
    const PlanTree* broken = nullptr;
    for (const std::string_view title : {kExecution, kPhysical, kAst}) {
        const PlanTree* found = tree(plan, title);
        if (found != nullptr && found->whole) return found;
        if (broken == nullptr) broken = found;
    }
    return broken;
}

bool has_sink(const PlanTree& tree) {
    return std::any_of(tree.nodes.begin(), tree.nodes.end(),
                       [](const PlanNode& node) { return node.op.ends_with("Sink"); });
}

}  // namespace

std::optional<Mismatch> plan_and_graph_differ(const PlanTree& execution, const Graph& graph) {
    const Sides sides = comparable(execution, graph);
    return first_missing(sides.left, sides.right);
}

std::optional<Mismatch> plan_and_graph_differ(const Plan& plan, const Graph& graph) {
    const PlanTree* execution = tree(plan, kExecution);
    const bool whole = execution != nullptr && execution->whole;
    const auto mode = whole ? execution_mode(*execution) : "", graph_mode = execution_mode(graph);
    if (!whole || (!mode.empty() && !graph_mode.empty() && mode != graph_mode)) {
        const PlanTree* named = any_tree(plan);
        return named != nullptr ? tables_differ(*named, graph) : std::nullopt;
    }
    const Sides sides = comparable(*execution, graph);
    auto found = first_missing(sides.left, sides.right);
    if (found && found->left.empty() && !has_sink(*execution)) return std::nullopt;
    return found;
}

namespace {

/// Ends of an edge in one form: texts of the operators that it may join.
std::set<std::string> texts_of(const JobVertex& vertex) {
    std::set<std::string> out;
    for (const VertexOperator& op : vertex.operators) out.insert(without_numbers(op.text.empty() ? op.name : op.text));
    return out;
}

std::string edge_in_words(const std::string& from, const std::string& ship) {
    return "an edge " + ship + " out of " + from.substr(0, 120);
}

/// All edges of the graph from operators of one text to operators of another.
struct Between {
    std::set<std::string_view> ships;
    bool adaptive = false;             ///< an adaptive join chooses its inputs' distribution while it runs
    const GraphEdge* first = nullptr;  ///< for the message

    /// Batch jobs decide while they run: FORWARD and REBALANCE may become RESCALE; a FORWARD between operators that are
    /// hashed by the same key (ForwardForConsecutiveHashPartitioner) is the HASH again where they are not chained.
    bool allows(const std::string& job) const {
        const bool forward = ships.contains("FORWARD");
        return adaptive || ships.contains(job) || (job == "RESCALE" && (forward || ships.contains("REBALANCE"))) ||
               (forward && job.starts_with("HASH["));
    }
};
using EdgesFrom = std::map<std::string_view, Between>;  ///< by the text of the operator that they go to

std::map<std::string_view, EdgesFrom> edges_by_text(const Graph& graph, const std::vector<std::string>& texts) {
    std::map<std::string_view, EdgesFrom> out;
    for (const GraphEdge& edge : graph.edges) {
        Between& between = out[texts[edge.from]][texts[edge.to]];
        between.ships.insert(edge.ship_strategy);
        between.adaptive = between.adaptive || graph.nodes[edge.to].op == "AdaptiveJoin";
        if (between.first == nullptr) between.first = &edge;
    }
    return out;
}

/// What the graph has between operators of two vertices.
struct Fitting {
    bool allowed = false;
    const GraphEdge* other = nullptr;
};

Fitting edges_between(const std::map<std::string_view, EdgesFrom>& edges, const std::set<std::string>& from,
                      const std::set<std::string>& to, const std::string& ship, std::size_t& looked_at) {
    Fitting out;
    const auto look = [&](const Between& between) {
        out.allowed = out.allowed || between.allows(ship);
        if (out.other == nullptr) out.other = between.first;
    };
    for (const std::string& text : from) {
        ++looked_at;
        const auto found = edges.find(text);
        if (found == edges.end()) continue;
        looked_at += std::min(found->second.size(), to.size());
        if (found->second.size() <= to.size()) {
            for (const auto& [target, between] : found->second)
                if (to.contains(std::string(target))) look(between);
        } else {
            for (const std::string& target : to)
                if (const auto it = found->second.find(target); it != found->second.end()) look(it->second);
        }
        if (out.allowed) break;
    }
    return out;
}

/// First edge of the job that the graph has between the same operators with another ship strategy only. The work is
/// bounded: real jobs need some lookups for each edge.
std::optional<Mismatch> ships_differ(const Graph& graph, const Job& job) {
    constexpr std::size_t kMostLookups = 5'000'000;
    std::vector<std::string> nodes;
    for (const GraphNode& node : graph.nodes) nodes.push_back(without_numbers(node.contents));
    const auto edges = edges_by_text(graph, nodes);
    std::vector<std::set<std::string>> texts;
    for (const JobVertex& vertex : job.vertices) texts.push_back(texts_of(vertex));
    std::size_t looked_at = 0;
    for (const JobEdge& edge : job.edges) {
        if (looked_at > kMostLookups) break;
        const Fitting found = edges_between(edges, texts[edge.from], texts[edge.to], edge.ship_strategy, looked_at);
        if (!found.allowed && found.other != nullptr)
            return Mismatch{edge_in_words(nodes[found.other->from], found.other->ship_strategy),
                            edge_in_words(nodes[found.other->from], edge.ship_strategy), 0, 0};
    }
    return std::nullopt;
}

/// How many parts each operator runs in, by its text; sorted where several have the same.
using Parallelisms = std::map<std::string, std::vector<std::int64_t>>;

std::string in_parts(const std::string& op, std::int64_t parallelism) {
    return op.substr(0, 120) + " with parallelism " + std::to_string(parallelism);
}

/// A streaming job runs its operators in as many parts as the graph says; batch jobs decide while they run.
std::optional<Mismatch> parallelism_differs(const Graph& graph, const Job& job) {
    const auto mode = execution_mode(graph);
    if (mode == "batch" || job.type == "BATCH" || (mode.empty() && job.type.empty())) return std::nullopt;
    if (job.scheduler == "Adaptive") return std::nullopt;  // it takes as many slots as there are
    Parallelisms left, right;
    for (const GraphNode& node : graph.nodes) left[without_numbers(node.contents)].push_back(node.parallelism);
    for (const JobVertex& vertex : job.vertices)
        for (const VertexOperator& op : vertex.operators)
            right[without_numbers(op.text.empty() ? op.name : op.text)].push_back(vertex.parallelism);
    for (const GraphNode& node : graph.nodes) {
        const std::string op = without_numbers(node.contents);
        const auto found = right.find(op);
        std::vector<std::int64_t> planned = std::exchange(left[op], {});  // once for each text
        if (planned.empty() || found == right.end() || found->second.size() != planned.size()) continue;
        std::sort(planned.begin(), planned.end());
        std::sort(found->second.begin(), found->second.end());
        for (std::size_t i = 0; i < planned.size(); ++i)
            if (planned[i] > 0 && found->second[i] > 0 && planned[i] != found->second[i])
                return Mismatch{in_parts(op, planned[i]), in_parts(op, found->second[i]), 0, 0};
    }
    return std::nullopt;
}

std::optional<Mismatch> counts_differ(const Graph& graph, const Job& job) {
    const std::size_t vertices = job.vertices.size();
    const VertexPrediction chained = predict_vertices(graph, {});
    if (vertices == graph.nodes.size() || chained.allows(vertices)) return std::nullopt;
    std::string range = std::to_string(chained.least);
    if (!chained.certain()) range += " to " + std::to_string(chained.most);
    return Mismatch{std::to_string(graph.nodes.size()) + " operators, which become " + range +
                        (range == "1" ? " vertex" : " vertices") + " with chaining",
                    std::to_string(vertices) + (vertices == 1 ? " vertex" : " vertices"), 0, 0};
}

}  // namespace

std::optional<Mismatch> graph_and_job_differ(const Graph& graph, const Job& job) {
    Entries left;
    for (const GraphNode& node : graph.nodes) left.push_back({without_numbers(node.contents), 0});
    if (auto found = first_missing(left, operators(job))) return found;
    if (auto found = parallelism_differs(graph, job)) return found;
    if (auto found = ships_differ(graph, job)) return found;
    return counts_differ(graph, job);
}

std::optional<Mismatch> jobs_differ(const Job& left, const Job& right) {
    return first_missing(operators(left), operators(right));
}

}  // namespace plangrade::flink
