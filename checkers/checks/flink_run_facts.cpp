// Facts of Flink's JSON graphs and of running jobs.
#include <algorithm>
#include <array>
#include <cmath>

#include "checks/flink_facts.hpp"
#include "checks/messages.hpp"
#include "checks/selector_parts.hpp"
#include "facts/flink/chaining.hpp"
#include "facts/flink/runtime.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

Value with(Value value, std::string_view name, json data) {
    value.data = std::move(data);
    value.from.text += ", " + std::string(name);
    value.plan.reset();
    return value;
}

// --- graphs ------------------------------------------------------------------------------------------------------

Value nodes(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    return with(value, "nodes", static_cast<std::int64_t>(value.flink->graph->nodes.size()));
}

Value graph_ships(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    return with(value, "edges by ship strategy", flink::ship_strategies(*value.flink->graph));
}

Value non_forward_edges(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    const flink::Graph& graph = *value.flink->graph;
    Value out = with(value, "edges that are not FORWARD", flink::non_forward_edges(graph));
    for (const flink::GraphEdge& edge : graph.edges)
        if (edge.ship_strategy != "FORWARD" && out.because.size() < 1000)
            out.because += graph.nodes[edge.from].type.substr(0, 60) + " -> " +
                           graph.nodes[edge.to].type.substr(0, 60) + " is " + edge.ship_strategy + "\n";
    return out;
}

/// The number that the graph foretells; where the JSON leaves it open, any number of the range is as right.
Value predicted(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    const flink::VertexPrediction found = flink::predict_vertices(*value.flink->graph, *value.flink->hints);
    Value out = with(value, "vertices that it becomes with chaining", static_cast<std::int64_t>(found.least));
    for (std::size_t i = found.least + 1; i <= found.most; ++i)
        out.alternatives.emplace_back(static_cast<std::int64_t>(i));
    const std::size_t nodes = value.flink->graph->nodes.size();
    out.because = std::to_string(nodes) + " operators, of which " + std::to_string(nodes - found.least) +
                  " are chained to the one before: FORWARD, the same parallelism, one input\n";
    for (const std::string& open : found.open) out.because += open + "\n";
    return out;
}

Value into_sinks(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    json list = json::array();
    for (const flink::SinkEdge& edge : flink::edges_into_sinks(*value.flink->graph))
        list.push_back({{"ship_strategy", edge.ship_strategy},
                        {"upstream_parallelism", edge.upstream_parallelism},
                        {"sink_parallelism", edge.sink_parallelism}});
    return with(value, "edges into sinks", std::move(list));
}

Value graph_tables(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    std::set<std::string> names;
    for (const flink::GraphNode& node : value.flink->graph->nodes)
        if (node.source()) names.insert(flink::source_table(node));
    return with(value, "tables read", json(names));
}

// --- jobs --------------------------------------------------------------------------------------------------------

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

/// Names of a job's vertices with their parallelism, one a line.
std::string vertices_in_words(const flink::Job& job) {
    std::size_t width = 0;
    const auto name = [](const flink::JobVertex& vertex) { return shown(vertex.name, false, 80); };
    for (const flink::JobVertex& vertex : job.vertices) width = std::max(width, name(vertex).size());
    std::string out;
    for (std::size_t i = 0; i < job.vertices.size() && i < 12; ++i)
        out += padded(name(job.vertices[i]), width) + "   parallelism " + std::to_string(job.vertices[i].parallelism) +
               "\n";
    if (job.vertices.size() > 12) out += "and " + std::to_string(job.vertices.size() - 12) + " more\n";
    return out;
}

Value vertices(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    Value out = with(value, "vertices", static_cast<std::int64_t>(value.flink->job->vertices.size()));
    out.because = vertices_in_words(*value.flink->job);
    return out;
}

Value jid(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    if (value.flink->job->jid.empty())
        return become(std::move(value), Value::State::unknown, "no-jid", {{"file", value.from.file}});
    return with(value, "jid", value.flink->job->jid);
}

Value state(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    return with(value, "state", value.flink->job->state);
}

Value job_ships(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    return with(value, "edges by ship strategy", flink::ship_strategies(*value.flink->job));
}

/// Thousands of equally busy subtasks have as many answers: only the first of them tell all subtasks' records, too.
constexpr std::size_t kMostNumbers = 100'000;

json skew_json(const flink::SkewFact& fact, const std::string& vertex, std::size_t subtask, bool records = true) {
    json out{{"vertex", vertex}, {"subtask", subtask}, {"share", std::round(fact.share * 10000) / 10000}};
    if (records) out["records"] = fact.records;
    return out;
}

std::string milliseconds(const std::optional<double>& value) {
    return value ? std::to_string(static_cast<std::int64_t>(*value)) + " ms" : "-";
}

/// Records, bytes, busy and backpressured time of each subtask, one a line.
std::string subtasks_in_words(const flink::JobVertex& vertex) {
    std::string out = shown(vertex.name, false, 80) + "\n";
    for (std::size_t i = 0; i < vertex.subtasks.size() && i < 16; ++i) {
        const flink::IoMetrics& m = vertex.subtasks[i].metrics;
        const auto number = [](const std::optional<std::int64_t>& n) { return n ? std::to_string(*n) : "-"; };
        out += "subtask " + std::to_string(vertex.subtasks[i].index) + ": " + number(m.read_records) + " records, " +
               number(m.read_bytes) + " bytes read, busy " + milliseconds(m.busy_ms) + ", backpressured " +
               milliseconds(m.backpressured_ms) + "\n";
    }
    if (vertex.subtasks.size() > 16) out += "and " + std::to_string(vertex.subtasks.size() - 16) + " more\n";
    return out;
}

/// A keyed vertex that runs in parallel and whose own answer, with its subtasks, is missing or not whole.
const flink::JobVertex* without_subtasks(const flink::Job& job) {
    for (const flink::JobVertex& vertex : job.vertices) {
        const bool keyed = std::any_of(vertex.in.begin(), vertex.in.end(), [&](std::uint32_t edge) {
            return job.edges[edge].ship_strategy.starts_with("HASH");
        });
        if (keyed && vertex.parallelism > 1 && vertex.subtasks.size() < static_cast<std::size_t>(vertex.parallelism))
            return &vertex;
    }
    return nullptr;
}

/// The most skewed keyed vertex, or null. Equally busy subtasks, equally skewed vertices and the vertex's longer names
/// are as right.
Value skew(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    const flink::Job& job = *value.flink->job;
    if (const flink::JobVertex* vertex = without_subtasks(job)) {
        json args{{"file", value.from.file}, {"vertex", shown(vertex->name, false, 80)}, {"id", vertex->id}};
        return become(std::move(value), Value::State::unknown, "no-subtasks", std::move(args));
    }
    const auto most = flink::skew(job);
    if (!most) return with(value, "skew", nullptr);
    Value out = with(value, "skew", skew_json(*most, most->op, most->busiest, true));
    std::size_t numbers = 0;  // in the alternatives' lists of records
    for (const flink::SkewFact& fact : flink::keyed_vertices(job)) {
        if (fact.share < most->share) continue;
        const flink::JobVertex& vertex = job.vertices[fact.vertex];
        std::set<std::string> names{fact.op, vertex.name};
        if (!vertex.operators.empty() && vertex.operators.front().number)
            names.insert(fact.op + "[" + std::to_string(*vertex.operators.front().number) + "]");
        for (std::size_t i = 0; i < fact.records.size(); ++i) {
            if (fact.records[i] != fact.records[fact.busiest]) continue;
            for (const std::string& name : names) {
                const bool list = numbers < kMostNumbers;
                numbers += fact.records.size();
                out.alternatives.push_back(skew_json(fact, name, i, list));
            }
        }
    }
    out.because = subtasks_in_words(job.vertices[most->vertex]);
    return out;
}

constexpr std::array kFacts{
    FlinkFact{"graph", "nodes", "number of operators", nodes},
    FlinkFact{"graph", "ship_strategies", "number of edges by ship strategy: {FORWARD: 3, HASH: 1}", graph_ships},
    FlinkFact{"graph", "non_forward_edges", "number of edges that are not FORWARD", non_forward_edges},
    FlinkFact{"graph", "vertices",
              "number of vertices of a job with chaining, by Flink's own rule; where the JSON leaves it open, all that "
              "are possible",
              predicted},
    FlinkFact{"graph", "into_sinks",
              "edges over which sinks get their rows: {ship_strategy, upstream_parallelism, sink_parallelism}",
              into_sinks},
    FlinkFact{"graph", "tables", "names of the tables that are read, sorted", graph_tables},
    FlinkFact{"job", "vertices", "number of vertices", vertices},
    FlinkFact{"job", "jid", "the job's id", jid},
    FlinkFact{"job", "state", "RUNNING, FINISHED, ...", state},
    FlinkFact{"job", "ship_strategies", "number of edges between vertices by ship strategy", job_ships},
    FlinkFact{"job", "skew",
              "the vertex behind a HASH edge whose busiest subtask has the largest share of the records: {vertex, "
              "records, subtask, share}; null where nothing keyed runs in parallel",
              skew},
};

}  // namespace

std::span<const FlinkFact> flink_run_facts() {
    return kFacts;
}

}  // namespace plangrade
