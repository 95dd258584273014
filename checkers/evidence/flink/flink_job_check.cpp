#include "evidence/flink/flink_job_check.hpp"

#include <algorithm>
#include <set>

#include "evidence/flink/flink_json.hpp"

namespace plangrade::flink {
namespace {

std::string pointer(const Job& job, const JobVertex& vertex) {
    return "/vertices/" + std::to_string(&vertex - job.vertices.data());
}

std::string quoted(const JobVertex& vertex) {
    constexpr std::size_t kMost = 60;
    std::string name = vertex.name.empty() ? vertex.id : vertex.name;
    if (name.size() > kMost) {
        std::size_t end = kMost;
        while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
        name = name.substr(0, end) + "...";
    }
    return "\"" + name + "\"";
}

void contradict(Flaws& flaws, std::string at, std::string message) {
    flaws.add(Severity::partial, kContradiction, std::move(at), std::move(message));
}

std::int64_t sum(const std::map<std::string, std::int64_t>& counts) {
    std::int64_t total = 0;
    for (const auto& [name, count] : counts)
        if (__builtin_add_overflow(total, count, &total)) return -1;
    return total;
}

std::string text_of(std::int64_t number) {
    return std::to_string(number);
}

void check_status_counts(const Job& job, Flaws& flaws) {
    if (job.status_counts.empty()) return;
    const auto vertices = static_cast<std::int64_t>(job.vertices.size());
    if (sum(job.status_counts) != vertices)
        return contradict(flaws, "/status-counts",
                          "The status counts add up to " + text_of(sum(job.status_counts)) + ", but the answer lists " +
                              text_of(vertices) + " vertices; Flink counts every vertex once.");
    std::map<std::string, std::int64_t> counted;
    for (const JobVertex& vertex : job.vertices) ++counted[vertex.status];
    for (const auto& [status, count] : job.status_counts)
        if (count != counted[status])
            return contradict(flaws, "/status-counts/" + status,
                              text_of(count) + " vertices are counted as " + status + ", but " +
                                  text_of(counted[status]) + " have that status.");
}

void check_tasks(const Job& job, const JobVertex& vertex, Flaws& flaws) {
    if (vertex.tasks.empty() || sum(vertex.tasks) == vertex.parallelism) return;
    contradict(flaws, pointer(job, vertex) + "/tasks",
               "The tasks of " + quoted(vertex) + " add up to " + text_of(sum(vertex.tasks)) + ", its parallelism is " +
                   text_of(vertex.parallelism) + "; a vertex has one task for each.");
}

/// The name's operator numbers against the description's.
void check_name(const Job& job, const JobVertex& vertex, Flaws& flaws) {
    if (vertex.description.empty()) return;
    const bool all = std::all_of(vertex.operators.begin(), vertex.operators.end(),
                                 [](const VertexOperator& op) { return !op.text.empty(); });
    if (all) return;
    contradict(flaws, pointer(job, vertex) + "/name",
               "The operators in the name of " + quoted(vertex) + " are not those that the plan describes for it.");
}

void check_plan_node(const Job& job, const JobVertex& vertex, const nlohmann::json& node, Flaws& flaws) {
    const auto parallelism = number_member(node, "parallelism");
    if (parallelism && *parallelism != vertex.parallelism)
        contradict(flaws, pointer(job, vertex) + "/parallelism",
                   quoted(vertex) + " has parallelism " + text_of(vertex.parallelism) + " in \"vertices\" and " +
                       text_of(*parallelism) + " in \"plan\".");
}

void check_plan(const Job& job, const nlohmann::json& plan, Flaws& flaws) {
    const nlohmann::json* nodes = array_member(plan, "nodes");
    if (nodes == nullptr) return;
    const std::string jid = text_member(plan, "jid");
    if (!jid.empty() && !job.jid.empty() && jid != job.jid)
        contradict(flaws, "/plan/jid", "The plan is of the job " + jid + ", the answer of the job " + job.jid + ".");
    if (nodes->size() != job.vertices.size())
        return contradict(flaws, "/vertices",
                          "The answer lists " + std::to_string(job.vertices.size()) + " vertices, but its plan has " +
                              std::to_string(nodes->size()) + " nodes; each vertex is one node.");
    std::map<std::string, const JobVertex*> by_id;
    for (const JobVertex& vertex : job.vertices) by_id.emplace(vertex.id, &vertex);
    for (const nlohmann::json& node : *nodes) {
        const auto found = by_id.find(text_member(node, "id"));
        if (found == by_id.end())
            return contradict(flaws, "/plan/nodes",
                              "The plan has a node " + text_member(node, "id") + " that no vertex is.");
        check_plan_node(job, *found->second, node, flaws);
    }
}

/// True where every row that reaches the vertex comes over an edge that hands each row to one subtask.
bool counts_each_row_once(const Job& job, const JobVertex& vertex) {
    if (vertex.in.empty() || vertex.has_source()) return false;
    return std::all_of(vertex.in.begin(), vertex.in.end(), [&](std::uint32_t edge) {
        return job.edges[edge].ship_strategy != "BROADCAST" || vertex.parallelism == 1;
    });
}

struct Counter {
    const char* key;
    std::optional<std::int64_t> IoMetrics::*value;
};
constexpr Counter kCounters[] = {{"read-bytes", &IoMetrics::read_bytes},
                                 {"write-bytes", &IoMetrics::write_bytes},
                                 {"read-records", &IoMetrics::read_records},
                                 {"write-records", &IoMetrics::write_records}};

/// Sum, least and most of one counter over the subtasks; none where one of them has no number.
struct Spread {
    std::int64_t sum = 0, min = INT64_MAX, max = INT64_MIN;
};
std::optional<Spread> spread(const JobVertex& vertex, std::optional<std::int64_t> IoMetrics::*value) {
    Spread out;
    for (const Subtask& subtask : vertex.subtasks) {
        const auto& number = subtask.metrics.*value;
        if (!number || __builtin_add_overflow(out.sum, *number, &out.sum)) return std::nullopt;
        out.min = std::min(out.min, *number);
        out.max = std::max(out.max, *number);
    }
    return vertex.subtasks.empty() ? std::nullopt : std::optional(out);
}

void check_aggregated(const nlohmann::json& answer, const Counter& counter, const Spread& real, const JobVertex& vertex,
                      const std::string& at, Flaws& flaws) {
    const nlohmann::json* aggregated = member(answer, "aggregated");
    const nlohmann::json* metrics = aggregated == nullptr ? nullptr : member(*aggregated, "metrics");
    const nlohmann::json* said = metrics == nullptr ? nullptr : member(*metrics, counter.key);
    if (said == nullptr) return;
    const std::pair<const char*, std::int64_t> values[] = {{"sum", real.sum}, {"min", real.min}, {"max", real.max}};
    for (const auto& [name, value] : values) {
        const auto number = number_member(*said, name);
        if (!number || *number == value) continue;
        return flaws.add(Severity::partial, kSpread, at + "/aggregated/metrics/" + counter.key + "/" + name,
                         "The " + std::string(name) + " of " + counter.key + " of " + quoted(vertex) + " is given as " +
                             text_of(*number) + ", but its subtasks say " + text_of(value) + ".");
    }
}

}  // namespace

void check_structure(const Job& job, const nlohmann::json* plan, Flaws& flaws) {
    if (!job.has_vertices) return;
    check_status_counts(job, flaws);
    for (const JobVertex& vertex : job.vertices) {
        check_tasks(job, vertex, flaws);
        check_name(job, vertex, flaws);
    }
    if (plan != nullptr) check_plan(job, *plan, flaws);
}

void check_neighbours(const Job& job, Flaws& flaws) {
    // A running job's rows are on their way, and its counters are read at different times: only counters that are far
    // apart are worth saying, and they are no proof.
    const auto far_apart = [](std::int64_t a, std::int64_t b) {
        return std::max(a, b) - std::min(a, b) >= 5 && std::max(a, b) / 2 >= std::min(a, b);
    };
    const bool finished = job.state == "FINISHED";
    for (const JobVertex& vertex : job.vertices) {
        if (!counts_each_row_once(job, vertex) || !vertex.metrics.read_records) continue;
        std::int64_t sent = 0;
        bool known = true;
        for (const std::uint32_t edge : vertex.in) {
            const auto& written = job.vertices[job.edges[edge].from].metrics.write_records;
            known = known && written && !__builtin_add_overflow(sent, *written, &sent);
        }
        if (!known || sent == *vertex.metrics.read_records) continue;
        if (!finished && !far_apart(sent, *vertex.metrics.read_records)) continue;
        flaws.add(finished ? Severity::partial : Severity::note, finished ? kContradiction : kUneven,
                  pointer(job, vertex) + "/metrics/read-records",
                  quoted(vertex) + " has read " + text_of(*vertex.metrics.read_records) +
                      " records, but the vertices before it have written " + text_of(sent) + ".");
    }
}

void check_subtasks(const Job& job, const JobVertex& vertex, const nlohmann::json& answer, const std::string& at,
                    Flaws& flaws) {
    if (const auto parallelism = number_member(answer, "parallelism");
        parallelism && *parallelism != vertex.parallelism)
        contradict(flaws, at + "/parallelism",
                   quoted(vertex) + " has parallelism " + text_of(*parallelism) + " in its own answer and " +
                       text_of(vertex.parallelism) + " in the job's.");
    if (const std::string name = text_member(answer, "name"); !name.empty() && name != vertex.name)
        contradict(flaws, at + "/name", quoted(vertex) + " has another name in its own answer.");
    if (static_cast<std::int64_t>(vertex.subtasks.size()) != vertex.parallelism)
        contradict(flaws, at + "/subtasks",
                   quoted(vertex) + " has " + std::to_string(vertex.subtasks.size()) +
                       " subtasks, its parallelism is " + text_of(vertex.parallelism) + ".");
    std::set<std::int64_t> indexes;
    for (const Subtask& subtask : vertex.subtasks) indexes.insert(subtask.index);
    if (indexes.size() != vertex.subtasks.size())
        contradict(flaws, at + "/subtasks", "Two subtasks of " + quoted(vertex) + " have the same index.");
    for (const Counter& counter : kCounters) {
        const auto real = spread(vertex, counter.value);
        if (!real) continue;
        const auto& total = vertex.metrics.*counter.value;
        if (total && *total != real->sum && job.state == "FINISHED")
            contradict(flaws, at + "/subtasks",
                       "The subtasks' " + std::string(counter.key) + " of " + quoted(vertex) + " add up to " +
                           text_of(real->sum) + ", the job's answer says " + text_of(*total) + ".");
        check_aggregated(answer, counter, *real, vertex, at, flaws);
    }
}

}  // namespace plangrade::flink
