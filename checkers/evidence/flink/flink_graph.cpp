#include "evidence/flink/flink_graph.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>

#include "evidence/flink/flink_json.hpp"
#include "evidence/flink/flink_lines.hpp"
#include "evidence/flink/flink_node.hpp"
#include "evidence/flink/flink_plan.hpp"
#include "evidence/flink/http_head.hpp"
#include "evidence/text/strict_json.hpp"

namespace plangrade::flink {
namespace {

std::string at_node(std::size_t index) {
    return "/nodes/" + std::to_string(index);
}

/// The JSON object at the start of `text`, up to its closing brace.
std::string_view first_object(std::string_view text) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return text.substr(0, i + 1);
        }
    }
    return text;
}

bool begins_with_json(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

/// JSON behind EXPLAIN's text. Only the section's own lines are kept, so that a frame is off and escapes are untouched.
std::optional<std::string> json_behind_text(std::string_view text, const Limits& limits, Graph& graph) {
    Flaws ignored(limits);
    const Lines lines = clean_lines(text, limits, ignored);
    const std::string title = "== " + std::string(kJson) + " ==";
    for (std::size_t i = 0; lines.readable && i < lines.lines.size(); ++i) {
        if (!lines.lines[i].text.ends_with(title)) continue;
        std::string rest;
        graph.line = static_cast<std::uint32_t>(i + 2);
        for (std::size_t j = i + 1; j < lines.lines.size() && lines.lines[j].kind != LineKind::border; ++j) {
            rest += lines.lines[j].text;
            rest += '\n';
        }
        return std::string(first_object(rest));
    }
    return std::nullopt;
}

GraphKind kind_of(const nlohmann::json& value) {
    if (!value.is_object()) return GraphKind::unknown;
    if (member(value, "vertices") != nullptr && member(value, "jid") != nullptr) return GraphKind::rest_job;
    if (const nlohmann::json* plan = member(value, "plan"); plan != nullptr && array_member(*plan, "nodes") != nullptr)
        return GraphKind::rest_plan;
    const nlohmann::json* nodes = array_member(value, "nodes");
    if (nodes == nullptr) return GraphKind::unknown;
    if (member(value, "flinkVersion") != nullptr || member(value, "edges") != nullptr) return GraphKind::compiled_plan;
    if (!nodes->empty() && member(nodes->front(), "optimizer_properties") != nullptr) return GraphKind::rest_plan;
    return GraphKind::execution_plan;
}

const char* what_is_wanted(GraphKind kind) {
    switch (kind) {
        case GraphKind::compiled_plan:
            return "This is a compiled plan (COMPILE PLAN); the JSON that EXPLAIN JSON_EXECUTION_PLAN prints is "
                   "wanted.";
        case GraphKind::rest_plan:
            return "This is the REST answer /jobs/<jid>/plan, which lists the vertices; the JSON that EXPLAIN "
                   "JSON_EXECUTION_PLAN prints is wanted.";
        case GraphKind::rest_job:
            return "This is the REST answer /jobs/<jid>; the JSON that EXPLAIN JSON_EXECUTION_PLAN prints is wanted.";
        default:
            return "This JSON has no \"nodes\" of an execution plan; the JSON that EXPLAIN JSON_EXECUTION_PLAN prints "
                   "is "
                   "wanted.";
    }
}

/// `[6]:Calc(...)`, `Source: TableSourceScan(...)`, `Sink: Sink(...)`, `[8]:ConstraintEnforcer[...]`, `out[8]: Writer`.
void read_contents(GraphNode& node) {
    std::string_view text = node.contents;
    if (text.starts_with("[")) {
        std::uint32_t number = 0;
        const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
        const auto length = static_cast<std::size_t>(end - text.data());
        if (error == std::errc{} && text.substr(length, 2) == "]:") {
            node.number = number;
            text.remove_prefix(length + 2);
        }
    }
    for (const std::string_view prefix : {"Source: ", "Sink: "})
        if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
    NodeText read = read_node(text);
    const bool named = text.find('(') == std::string_view::npos && text != read.op;
    if (!read.whole(text) || named)
        return;  // "KafkaSource-default_catalog...", "out[8]: Writer": a name, no operator with attributes
    node.op = std::move(read.op);
    for (NodeAttribute& item : read.attributes)
        node.attributes.push_back({std::move(item.name), std::move(item.value), false, {}});
}

class GraphReader {
  public:
    GraphReader(const Limits& limits, Graph& graph, Flaws& flaws) : limits_(limits), graph_(graph), flaws_(flaws) {}

    void read(const nlohmann::json& nodes) {
        if (nodes.size() > limits_.plan_nodes) {
            flaws_.add(Severity::fatal, "limit", "/nodes",
                       "The graph has " + std::to_string(nodes.size()) + " nodes (" +
                           limit_text(limits_, "plan_nodes") + ").");
            return;
        }
        if (nodes.empty()) flaws_.add(Severity::fatal, "no-nodes", "/nodes", "The execution plan has no nodes.");
        for (std::size_t i = 0; i < nodes.size(); ++i) read_node_json(nodes[i], i);
        for (std::size_t i = 0; i < nodes.size(); ++i) read_edges(nodes[i], i);
        check_order();
        check_inputs();
    }

  private:
    void lost(const char* code, std::string at, std::string message) {
        flaws_.add(Severity::partial, code, std::move(at), std::move(message));
    }

    void read_node_json(const nlohmann::json& value, std::size_t index) {
        GraphNode node;
        node.type = text_member(value, "type");
        node.pact = text_member(value, "pact");
        node.contents = text_member(value, "contents");
        const auto id = number_member(value, "id"), parallelism = number_member(value, "parallelism");
        if (!id) lost("no-id", at_node(index), "The node has no \"id\" that is a whole number.");
        if (!parallelism || *parallelism < 1)
            lost("no-parallelism", at_node(index), "The node has no \"parallelism\" that is a positive whole number.");
        if (node.type.empty() || node.pact.empty())
            lost("no-type", at_node(index), "The node has no \"type\" or no \"pact\"; Flink writes both.");
        node.id = id.value_or(-1);
        node.parallelism = parallelism.value_or(0);
        read_contents(node);
        if (id && !by_id_.emplace(*id, static_cast<std::uint32_t>(index)).second)
            lost("same-id", at_node(index),
                 "Another node has the id " + std::to_string(*id) + " too; ids are different.");
        graph_.nodes.push_back(std::move(node));
    }

    void read_edges(const nlohmann::json& value, std::size_t index) {
        const nlohmann::json* predecessors = array_member(value, "predecessors");
        if (predecessors == nullptr) return;
        for (std::size_t i = 0; i < predecessors->size(); ++i) {
            if (graph_.edges.size() >= 2 * limits_.plan_nodes) {
                if (!std::exchange(full_, true))
                    flaws_.add(Severity::fatal, "limit", at_node(index),
                               "The graph has more edges than twice the nodes it may have (" +
                                   limit_text(limits_, "plan_nodes") + ").");
                return;
            }
            read_edge((*predecessors)[i], static_cast<std::uint32_t>(index),
                      at_node(index) + "/predecessors/" + std::to_string(i));
        }
    }

    void read_edge(const nlohmann::json& value, std::uint32_t to, std::string at) {
        GraphEdge edge;
        edge.to = to;
        edge.ship_strategy = text_member(value, "ship_strategy");
        edge.side = text_member(value, "side");
        const auto id = number_member(value, "id");
        const auto from = id ? by_id_.find(*id) : by_id_.end();
        if (from == by_id_.end())
            return lost("no-predecessor", std::move(at),
                        id ? "There is no node with the id " + std::to_string(*id) + "; nodes may have been taken out."
                           : std::string("The predecessor has no \"id\" that is a whole number."));
        if (edge.ship_strategy.empty()) lost("no-ship-strategy", at, "The predecessor has no \"ship_strategy\".");
        edge.from = from->second;
        const auto index = static_cast<std::uint32_t>(graph_.edges.size());
        graph_.nodes[edge.from].out.push_back(index);
        graph_.nodes[to].in.push_back(index);
        graph_.edges.push_back(std::move(edge));
    }

    /// Rows flow one way: what is left when sources are taken away again and again is a circle.
    void check_order() {
        std::vector<std::size_t> waiting(graph_.nodes.size());
        std::vector<std::uint32_t> ready;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            waiting[i] = graph_.nodes[i].in.size();
            if (waiting[i] == 0) ready.push_back(static_cast<std::uint32_t>(i));
        }
        std::size_t done = 0;
        for (; done < ready.size(); ++done)
            for (const std::uint32_t edge : graph_.nodes[ready[done]].out)
                if (--waiting[graph_.edges[edge].to] == 0) ready.push_back(graph_.edges[edge].to);
        if (done != graph_.nodes.size())
            lost("circle", "/nodes", "The nodes feed each other in a circle; a Flink plan has none.");
    }

    /// Sources have no predecessors, all others have some.
    void check_inputs() {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const GraphNode& node = graph_.nodes[i];
            if (node.pact.empty() || node.source() == node.in.empty()) continue;
            lost("inputs", at_node(i),
                 node.source()
                     ? "A Data Source has predecessors; it can have none."
                     : "The node has no predecessors, and it is no Data Source; nodes may have been taken out.");
        }
    }

    const Limits& limits_;
    Graph& graph_;
    Flaws& flaws_;
    bool full_ = false;
    std::unordered_map<std::int64_t, std::uint32_t> by_id_;  // only looked up, never gone through
};

}  // namespace

bool Graph::whole() const {
    return kind == GraphKind::execution_plan &&
           std::none_of(flaws.begin(), flaws.end(), [](const Flaw& flaw) { return flaw.severity != Severity::note; });
}

const char* to_string(GraphKind kind) {
    switch (kind) {
        case GraphKind::execution_plan:
            return "execution plan";
        case GraphKind::compiled_plan:
            return "compiled plan";
        case GraphKind::rest_plan:
            return "REST plan";
        case GraphKind::rest_job:
            return "REST job";
        case GraphKind::unknown:
            break;
    }
    return "unknown";
}

Graph parse_graph(std::string_view text, const Limits& limits) {
    Graph graph;
    Flaws flaws(limits);
    const auto body = without_http_head(text, flaws);
    if (body) text = *body;
    std::optional<std::string> behind;
    if (!begins_with_json(text)) behind = json_behind_text(text, limits, graph);
    graph.after_text = behind.has_value();
    const JsonDocument document = parse_strict_json(behind ? std::string_view(*behind) : text, limits);
    for (Flaw flaw : document.flaws) {
        if (graph.after_text) flaw.message += " (The JSON begins in line " + std::to_string(graph.line) + ".)";
        flaws.add(std::move(flaw));
    }
    if (document.value) {
        graph.kind = kind_of(*document.value);
        if (graph.kind == GraphKind::execution_plan)
            GraphReader(limits, graph, flaws).read((*document.value)["nodes"]);
        else
            flaws.add(Severity::fatal, "not-an-execution-plan", "", what_is_wanted(graph.kind));
    }
    graph.flaws = flaws.list();
    return graph;
}

nlohmann::json graph_json(const Graph& graph) {
    nlohmann::json nodes = nlohmann::json::array(), edges = nlohmann::json::array(), flaws = nlohmann::json::array();
    for (const GraphNode& node : graph.nodes)
        nodes.push_back({{"id", node.id},
                         {"type", node.type},
                         {"pact", node.pact},
                         {"op", node.op},
                         {"contents", node.contents},
                         {"parallelism", node.parallelism}});
    for (const GraphEdge& edge : graph.edges)
        edges.push_back({{"from", graph.nodes[edge.from].id},
                         {"to", graph.nodes[edge.to].id},
                         {"ship_strategy", edge.ship_strategy}});
    for (const Flaw& flaw : graph.flaws) flaws.push_back(to_json(flaw));
    return {{"kind", "flink-graph"},
            {"flaws", std::move(flaws)},
            {"json", to_string(graph.kind)},
            {"nodes", std::move(nodes)},
            {"edges", std::move(edges)}};
}

}  // namespace plangrade::flink
