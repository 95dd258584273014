#include "facts/flink/runtime.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plangrade::flink {
namespace {

bool behind_hash(const Job& job, const JobVertex& vertex) {
    return std::any_of(vertex.in.begin(), vertex.in.end(),
                       [&](std::uint32_t edge) { return job.edges[edge].ship_strategy.starts_with("HASH"); });
}

std::string first_operator(const JobVertex& vertex) {
    return vertex.operators.empty() ? vertex.name : vertex.operators.front().name;
}

std::optional<SkewFact> spread(const Job& job, std::uint32_t index) {
    const JobVertex& vertex = job.vertices[index];
    if (vertex.parallelism < 2 || vertex.subtasks.size() < 2 || !behind_hash(job, vertex)) return std::nullopt;
    SkewFact out{index, first_operator(vertex), {}, 0, 0};
    std::int64_t total = 0;
    for (const Subtask& subtask : vertex.subtasks) {
        const auto& read = subtask.metrics.read_records;
        if (!read || *read < 0 || __builtin_add_overflow(total, *read, &total)) return std::nullopt;
        out.records.push_back(*read);
    }
    if (total == 0) return std::nullopt;
    out.busiest =
        static_cast<std::size_t>(std::max_element(out.records.begin(), out.records.end()) - out.records.begin());
    out.share = static_cast<double>(out.records[out.busiest]) / static_cast<double>(total);
    return out;
}

/// `c, d, clicks` of what stands behind `(table=[[`: `c, d, clicks, filter=[...]]], fields=[...])`.
std::string_view path_of(std::string_view text) {
    text = text.substr(0, text.find(']'));
    const std::size_t ability = text.find('=');
    if (ability == std::string_view::npos) return text;
    const std::size_t comma = text.rfind(", ", ability);
    return text.substr(0, comma == std::string_view::npos ? 0 : comma);
}

/// Vertices by the tables that they scan, in the job's order.
class Holders {
  public:
    explicit Holders(const Job& job) {
        for (const JobVertex& vertex : job.vertices)
            for (const VertexOperator& op : vertex.operators) add(vertex, op);
    }
    /// The vertex with the scan of this table that comes `turn`th; nullptr: there is none. A table that is scanned once
    /// and reused has fewer vertices than scans.
    const JobVertex* of(const ScanFact& scan, std::size_t turn) const {
        std::string path;
        for (const std::string& part : scan.path) path += (path.empty() ? "" : ", ") + part;
        for (const std::string& key : {path, "Source: " + scan.table})
            if (const auto found = by_table_.find(key); found != by_table_.end())
                return found->second[std::min(turn, found->second.size() - 1)];
        return nullptr;
    }

  private:
    void add(const JobVertex& vertex, const VertexOperator& op) {
        constexpr std::string_view kTable = "(table=[[", kSource = "Source: ";
        const std::string_view text = op.text, name = op.name;
        if (text.find("Scan(") != std::string_view::npos) {  // a multiple input's has several
            for (auto at = text.find(kTable); at != std::string_view::npos; at = text.find(kTable, at + 1))
                add(vertex, std::string(path_of(text.substr(at + kTable.size()))));
        } else if (name.starts_with(kSource)) {  // "Source: clicks", "Source: KafkaSource-catalog.database.clicks"
            add(vertex, std::string(name));
            if (const auto dot = name.rfind('.'); dot != std::string_view::npos)
                add(vertex, std::string(kSource) + std::string(name.substr(dot + 1)));
        }
    }
    void add(const JobVertex& vertex, const std::string& key) {
        auto& list = by_table_[key];
        if (list.empty() || list.back() != &vertex) list.push_back(&vertex);
    }

    std::map<std::string, std::vector<const JobVertex*>, std::less<>> by_table_;
};

/// Rows that left the vertex with this scan.
std::optional<std::int64_t> sent_by(const JobVertex& vertex) {
    const bool moved = !vertex.operators.empty() && vertex.operators.front().name == "MultipleInput";
    if (moved || vertex.out.empty()) return std::nullopt;
    return vertex.metrics.write_records;
}

std::optional<bool> far_apart(const std::optional<double>& estimated, const std::optional<std::int64_t>& sent) {
    if (!estimated || !sent) return std::nullopt;
    const double rows = static_cast<double>(*sent);
    if (rows == 0 || *estimated == 0) return rows != *estimated;
    return *estimated >= 10 * rows || rows >= 10 * *estimated;
}

}  // namespace

std::vector<SkewFact> keyed_vertices(const Job& job) {
    std::vector<SkewFact> out;
    for (std::uint32_t i = 0; i < job.vertices.size(); ++i)
        if (auto fact = spread(job, i)) out.push_back(std::move(*fact));
    return out;
}

std::optional<SkewFact> skew(const Job& job) {
    std::optional<SkewFact> out;
    for (SkewFact& fact : keyed_vertices(job))
        if (!out || fact.share > out->share) out = std::move(fact);
    return out;
}

std::vector<ScanCost> scan_costs(const PlanTree& tree, const Job& job) {
    std::vector<ScanCost> out;
    std::map<std::string, std::size_t> seen;
    const Holders holders(job);
    for (const ScanFact& scan : scans(tree)) {
        ScanCost cost;
        cost.table = scan.table;
        cost.estimated = scan.rows;
        if (const JobVertex* holder = holders.of(scan, seen[scan.table]++)) {
            cost.sent = sent_by(*holder);
            cost.chained_through = holder->out.empty();
        }
        cost.off_by_10_or_more = far_apart(cost.estimated, cost.sent);
        out.push_back(std::move(cost));
    }
    return out;
}

std::map<std::string, std::uint64_t> ship_strategies(const Job& job) {
    std::map<std::string, std::uint64_t> out;
    for (const JobEdge& edge : job.edges) ++out[edge.ship_strategy];
    return out;
}

std::optional<std::uint32_t> vertex_with(const Job& job, std::string_view op) {
    for (std::uint32_t i = 0; i < job.vertices.size(); ++i)
        for (const VertexOperator& candidate : job.vertices[i].operators)
            if (candidate.name == op) return i;
    return std::nullopt;
}

nlohmann::json job_facts_json(const Job& job) {
    nlohmann::json keyed = nlohmann::json::array();
    for (const SkewFact& fact : keyed_vertices(job))
        keyed.push_back(
            {{"vertex", fact.op}, {"records", fact.records}, {"subtask", fact.busiest}, {"share", fact.share}});
    return {{"vertices", job.vertices.size()},
            {"ship_strategies", ship_strategies(job)},
            {"keyed_vertices", std::move(keyed)}};
}

}  // namespace plangrade::flink
