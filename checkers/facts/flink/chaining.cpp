#include "facts/flink/chaining.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "evidence/flink/flink_node.hpp"

namespace plangrade::flink {
namespace {

const PlanAttribute* find(const GraphNode& node, std::string_view name) {
    for (const PlanAttribute& attribute : node.attributes)
        if (attribute.name == name) return &attribute;
    return nullptr;
}

/// Operators that hand rows on later and from a mailbox (YieldingOperatorFactory): Sink V2 writers, asynchronous
/// lookups.
bool yields(const GraphNode& node) {
    if (node.type.ends_with(": Writer")) return true;
    if (node.op != "LookupJoin") return false;
    const PlanAttribute* async = find(node, "async");
    return async != nullptr && inside(async->value) != "false";  // 1.14 writes async=[false] for a synchronous one
}

bool begins_vertex_in_1x(const GraphNode& node) {
    return node.type == "compact-coordinator" || node.type == "PartitionCommitter";
}

bool may_chain(const Graph& graph, const GraphEdge& edge) {
    return edge.ship_strategy == "FORWARD" && graph.nodes[edge.from].parallelism == graph.nodes[edge.to].parallelism;
}

/// One reading of what the hints leave open.
struct Reading {
    bool unknown_sources_are_legacy;
    bool file_sink_of_1x;
};

std::optional<bool> legacy(const GraphNode& node, const ChainingHints& hints) {
    if (node.op.starts_with("Legacy")) return true;
    const auto found = hints.legacy_sources.find(source_table(node));
    if (found != hints.legacy_sources.end()) return found->second;
    // "KafkaSource-...": only Source V2 has names of its own
    if (node.contents.find("KafkaSource-") != std::string::npos) return false;
    return std::nullopt;
}

/// Chains of one reading: for each node the node that begins its chain.
class Chains {
  public:
    Chains(const Graph& graph, const ChainingHints& hints, Reading reading)
        : graph_(graph), hints_(hints), reading_(reading), head_(graph.nodes.size()) {
        for (const std::uint32_t node : order()) place(node);
    }
    const std::vector<std::uint32_t>& heads() const { return head_; }
    std::size_t count() const {
        std::size_t heads = 0;
        for (std::size_t i = 0; i < head_.size(); ++i) heads += head_[i] == i;
        return heads;
    }

  private:
    /// Each node behind all that feed it. Nodes in a circle come last: a flaw of the graph says so.
    std::vector<std::uint32_t> order() const {
        std::vector<std::size_t> waiting(graph_.nodes.size());
        std::vector<std::uint32_t> out;
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            waiting[i] = graph_.nodes[i].in.size();
            if (waiting[i] == 0) out.push_back(static_cast<std::uint32_t>(i));
        }
        for (std::size_t i = 0; i < out.size(); ++i)
            for (const std::uint32_t edge : graph_.nodes[out[i]].out)
                if (--waiting[graph_.edges[edge].to] == 0) out.push_back(graph_.edges[edge].to);
        for (std::size_t i = 0; i < waiting.size(); ++i)
            if (waiting[i] != 0) out.push_back(static_cast<std::uint32_t>(i));
        return out;
    }

    bool is_legacy(std::uint32_t node) const {
        return graph_.nodes[node].source() &&
               legacy(graph_.nodes[node], hints_).value_or(reading_.unknown_sources_are_legacy);
    }

    void place(std::uint32_t index) {
        const GraphNode& node = graph_.nodes[index];
        head_[index] = index;
        if (node.in.size() == 1 && joins(graph_.edges[node.in.front()], node))
            head_[index] = head_[graph_.edges[node.in.front()].from];
        else if (node.op == "MultipleInput")
            for (const std::uint32_t edge : node.in) take_source(graph_.edges[edge], index);
    }

    bool joins(const GraphEdge& edge, const GraphNode& node) const {
        if (!may_chain(graph_, edge) || edge.from == edge.to) return false;
        if (reading_.file_sink_of_1x && begins_vertex_in_1x(node)) return false;
        return !(yields(node) && is_legacy(head_[edge.from]));
    }

    void take_source(const GraphEdge& edge, std::uint32_t into) {
        const GraphNode& from = graph_.nodes[edge.from];
        if (may_chain(graph_, edge) && from.source() && from.out.size() == 1 && !is_legacy(edge.from))
            head_[edge.from] = into;
    }

    const Graph& graph_;
    const ChainingHints& hints_;
    Reading reading_;
    std::vector<std::uint32_t> head_;
};

/// Vertices numbered in the order in which the graph first mentions them.
std::vector<std::uint32_t> numbered(const std::vector<std::uint32_t>& heads) {
    constexpr std::uint32_t kNone = UINT32_MAX;
    std::vector<std::uint32_t> number(heads.size(), kNone), out;
    std::uint32_t next = 0;
    for (const std::uint32_t head : heads) {
        if (number[head] == kNone) number[head] = next++;
        out.push_back(number[head]);
    }
    return out;
}

std::vector<std::string> open_questions(const Graph& graph, const ChainingHints& hints) {
    std::set<std::string> tables;
    bool file_sink = false;
    for (const GraphNode& node : graph.nodes) {
        if (node.source() && !legacy(node, hints)) tables.insert(source_table(node));
        file_sink = file_sink || (begins_vertex_in_1x(node) && !hints.major);
    }
    std::vector<std::string> out;
    for (const std::string& table : tables)
        out.push_back("Whether the source of " + (table.empty() ? std::string("a table without a name") : table) +
                      " is a SourceFunction, which its DDL tells.");
    if (file_sink) out.emplace_back("Whether Flink is 1.x, where operators of the file sink begin vertices.");
    return out;
}

bool is_sinks_own(const GraphNode& node) {
    return node.type.starts_with("SinkMaterializer") || node.contents.starts_with("SinkMaterializer") ||
           node.op == "SinkMaterializer";
}

}  // namespace

void add_tables(ChainingHints& hints, const std::vector<SqlTable>& tables) {
    for (const SqlTable& table : tables) {
        const std::string connector = table.option("connector");
        if (connector == "datagen") hints.legacy_sources[table.name()] = true;
        if (connector == "filesystem" || connector == "kafka" || connector == "upsert-kafka")
            hints.legacy_sources[table.name()] = false;
    }
}

VertexPrediction predict_vertices(const Graph& graph, const ChainingHints& hints) {
    VertexPrediction out;
    if (!hints.chaining) {
        out.least = out.most = graph.nodes.size();
        for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) out.vertex_of.push_back(i);
        return out;
    }
    const bool known = hints.major.has_value(), old = known && *hints.major < 2;
    const Chains least(graph, hints, {false, old});
    out.least = least.count();
    out.most = Chains(graph, hints, {true, known ? old : true}).count();
    out.vertex_of = numbered(least.heads());
    if (!out.certain()) out.open = open_questions(graph, hints);
    return out;
}

std::map<std::string, std::uint64_t> ship_strategies(const Graph& graph) {
    std::map<std::string, std::uint64_t> out;
    for (const GraphEdge& edge : graph.edges) ++out[edge.ship_strategy];
    return out;
}

std::uint64_t non_forward_edges(const Graph& graph) {
    return static_cast<std::uint64_t>(std::count_if(
        graph.edges.begin(), graph.edges.end(), [](const GraphEdge& edge) { return edge.ship_strategy != "FORWARD"; }));
}

std::string source_table(const GraphNode& node) {
    if (const PlanAttribute* table = find(node, "table")) {
        std::string last;
        for (const std::string& item : list_items(inside(table->value))) {
            if (item.find('=') != std::string::npos) break;  // the source's abilities follow the path
            last = item;
        }
        return last;
    }
    if (!node.source()) return "";
    std::string_view name = node.type;
    if (name.starts_with("Source: ")) name.remove_prefix(8);
    if (name.ends_with("]") && name.rfind('[') != std::string_view::npos) name = name.substr(0, name.rfind('['));
    return std::string(name.substr(name.rfind('.') + 1));  // npos + 1 is 0: the whole name
}

std::vector<SinkEdge> edges_into_sinks(const Graph& graph) {
    std::vector<SinkEdge> out;
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
        if (!graph.nodes[i].out.empty()) continue;
        for (const std::uint32_t first : graph.nodes[i].in) {
            const GraphEdge* edge = &graph.edges[first];
            const GraphNode& before = graph.nodes[edge->from];
            if (is_sinks_own(before) && before.in.size() == 1) edge = &graph.edges[before.in.front()];
            out.push_back({i, edge->ship_strategy, graph.nodes[edge->from].parallelism, graph.nodes[i].parallelism});
        }
    }
    return out;
}

std::vector<std::string> edges_into(const Graph& graph, std::string_view op) {
    std::vector<std::string> out;
    for (const GraphNode& node : graph.nodes)
        if (node.op == op)
            for (const std::uint32_t edge : node.in) out.push_back(graph.edges[edge].ship_strategy);
    return out;
}

nlohmann::json chaining_json(const Graph& graph, const ChainingHints& hints) {
    const VertexPrediction on = predict_vertices(graph, hints);
    nlohmann::json sinks = nlohmann::json::array();
    for (const SinkEdge& edge : edges_into_sinks(graph))
        sinks.push_back({{"sink", graph.nodes[edge.sink].type},
                         {"ship_strategy", edge.ship_strategy},
                         {"upstream_parallelism", edge.upstream_parallelism},
                         {"sink_parallelism", edge.sink_parallelism}});
    return {
        {"nodes", graph.nodes.size()},
        {"ship_strategies", ship_strategies(graph)},
        {"non_forward_edges", non_forward_edges(graph)},
        {"vertices", {{"least", on.least}, {"most", on.most}, {"open", on.open}, {"chaining_off", graph.nodes.size()}}},
        {"into_sinks", std::move(sinks)}};
}

}  // namespace plangrade::flink
