// What a Flink job really ran as: the REST API's answers /jobs/<jid>, /jobs/<jid>/plan and /jobs/<jid>/vertices/<vid>.
// Source of the forms: JobDetailsInfo, JobPlanInfo, JobVertexDetailsInfo and JsonPlanGenerator of Flink 1.14, 1.20
// and 2.3, measured on their answers. Answers that contradict themselves were edited: no job of Flink's gives them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flaw.hpp"
#include "limits.hpp"

namespace plangrade::flink {

/// Code of a note: neighbours' counters of a job that has not finished are far apart.
inline constexpr const char* kUneven = "uneven-counters";

/// Counters of a vertex or subtask; times in milliseconds. None: the answer has no such number, or says that it is not
/// complete ("read-records-complete": false).
struct IoMetrics {
    std::optional<std::int64_t> read_bytes, write_bytes, read_records, write_records;
    std::optional<double> busy_ms, idle_ms, backpressured_ms;  ///< none in 1.14, and where Flink writes "NaN"
};

/// One parallel part of a vertex; of the newest attempt.
struct Subtask {
    std::int64_t index = 0, attempt = 0;
    std::string status;
    IoMetrics metrics;
};

/// One operator of a vertex, as name and description say it.
struct VertexOperator {
    std::string name;  ///< "GroupAggregate", "Source: clicks", "out: Writer": of the name, without [n]
    std::optional<std::uint32_t> number;  ///< n of [n]; none in 1.14
    std::string text;  ///< "GroupAggregate(groupBy=[page], ...)" of the description; "" where it has none
};

/// A task: operators that were chained.
struct JobVertex {
    std::string id, name, status;
    std::int64_t parallelism = 0;
    std::optional<std::int64_t> max_parallelism;
    std::map<std::string, std::int64_t> tasks;  ///< subtasks by status
    IoMetrics metrics;
    std::vector<VertexOperator> operators;  ///< in the order of the name: the chain's head first
    std::string description;                ///< of plan.nodes, unescaped, its lines parted by line feeds
    std::vector<std::uint32_t> in, out;     ///< edges, by index into Job::edges
    std::vector<Subtask> subtasks;          ///< only where the vertex's own answer was read
    bool has_source() const;                ///< an operator of the chain is a source
};

struct JobEdge {
    std::uint32_t from = 0, to = 0;  ///< indexes into Job::vertices
    std::int64_t num = 0;            ///< which input of the receiver
    std::string ship_strategy;       ///< "HASH", "HASH[k]", "FORWARD", "REBALANCE", "RESCALE", "BROADCAST", "GLOBAL"
    std::string exchange;            ///< "pipelined_bounded", "blocking"
};

/// A job as its REST answers tell it.
struct Job {
    std::string jid, name, state;
    std::string type;       ///< "STREAMING", "BATCH"; "" in old answers
    std::string scheduler;  ///< "Default", "AdaptiveBatch", "Adaptive"; "" in answers that don't tell
    /// Versions that the keys of the answer tell: "1.14" (before 1.20), "1.20", "2.x"; "" where only the plan was
    /// handed in. 1.20 brought job-type and slotSharingGroupId (FLINK-35223, FLINK-20090), 2.0 pending-operators
    /// (FLINK-36069).
    std::string version_hint;
    std::optional<std::int64_t> start_ms, end_ms;
    std::vector<JobVertex> vertices;  ///< in the order of the answer: sources first
    std::vector<JobEdge> edges;       ///< of plan.nodes[].inputs
    std::map<std::string, std::int64_t> status_counts;
    bool has_vertices = false;  ///< false: only the plan was handed in (/jobs/<jid>/plan)
    bool has_plan = false;
    /// Code "contradiction": what no answer of Flink's can say; such a job proves nothing. `at` is a JSON pointer.
    /// Neighbours' counters are compared only where they can't differ: the job has finished, every row goes to one
    /// subtask.
    std::vector<Flaw> flaws;
    /// Code "spread-contradiction": only how a vertex's counter spreads over its subtasks is told in two ways.
    const Flaw* contradiction() const;         ///< first one of either code, or nullptr
    const Flaw* broken_beside_spread() const;  ///< what speaks against structure and counters of vertices, or nullptr
    /// True where the answer was read, nothing of it is lost and nothing contradicts itself.
    bool whole() const;
};

/// Reads /jobs/<jid>, /jobs/<jid>/plan, or {"job": /jobs/<jid>, "vertices": [/jobs/<jid>/vertices/<vid>, ...]}.
/// An HTTP answer's head before it is skipped (flaw "http-head", a note). Never throws on any bytes.
Job parse_job(std::string_view text, const Limits& limits);

/// Adds an answer /jobs/<jid>/vertices/<vid>. The job's flaws then say where it contradicts itself or the job; they
/// name `file`.
void add_vertex_answer(Job& job, std::string_view text, const std::string& file, const Limits& limits);

/// {"kind": "flink-job", "flaws", "jid", "state", "vertices": [{"name", "operators", "parallelism", ...}], "edges":
/// [...]}
nlohmann::json job_json(const Job& job);

/// Operators of a vertex, from its name and (unescaped) description: where they name the same [n], one with both.
std::vector<VertexOperator> vertex_operators(std::string_view name, std::string_view description);

/// Operators in a vertex's name, "Source: a[1] -> Calc[2] -> (Sink: b[3], Sink: c[4])", in order. Literals and brackets
/// of 1.14's names, which hold whole descriptions, don't part them.
std::vector<std::string> chained_names(std::string_view name);

}  // namespace plangrade::flink
