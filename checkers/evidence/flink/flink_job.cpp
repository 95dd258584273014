#include "evidence/flink/flink_job.hpp"

#include <algorithm>

#include "evidence/flink/flink_job_check.hpp"
#include "evidence/flink/flink_json.hpp"
#include "evidence/flink/html_text.hpp"
#include "evidence/flink/http_head.hpp"
#include "evidence/text/strict_json.hpp"

namespace plangrade::flink {
namespace {

std::optional<std::int64_t> counter(const nlohmann::json& metrics, const char* name) {
    const nlohmann::json* complete = member(metrics, (std::string(name) + "-complete").c_str());
    if (complete != nullptr && complete->is_boolean() && !complete->get<bool>()) return std::nullopt;
    return number_member(metrics, name);
}

std::optional<double> milliseconds(const nlohmann::json& metrics, const char* name) {
    const nlohmann::json* found = member(metrics, name);
    return found != nullptr && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

IoMetrics read_metrics(const nlohmann::json& owner) {
    IoMetrics out;
    const nlohmann::json* metrics = member(owner, "metrics");
    if (metrics == nullptr) return out;
    out.read_bytes = counter(*metrics, "read-bytes");
    out.write_bytes = counter(*metrics, "write-bytes");
    out.read_records = counter(*metrics, "read-records");
    out.write_records = counter(*metrics, "write-records");
    out.busy_ms = milliseconds(*metrics, "accumulated-busy-time");
    out.idle_ms = milliseconds(*metrics, "accumulated-idle-time");
    out.backpressured_ms = milliseconds(*metrics, "accumulated-backpressured-time");
    return out;
}

std::map<std::string, std::int64_t> read_counts(const nlohmann::json& owner, const char* name) {
    std::map<std::string, std::int64_t> out;
    const nlohmann::json* counts = member(owner, name);
    if (counts == nullptr || !counts->is_object()) return out;
    for (const auto& [key, value] : counts->items())
        if (const auto number = whole_number(value)) out[key] = *number;
    return out;
}

/// Unescaped, with line feeds for <br/>; those of literals are escaped and stay.
std::string description_text(std::string escaped) {
    constexpr std::string_view kBreak = "<br/>";
    std::string lines;
    std::string_view rest = escaped;
    while (!rest.empty()) {
        const std::size_t end = rest.find(kBreak);
        lines += rest.substr(0, end);
        if (end == std::string_view::npos) break;
        lines += '\n';
        rest.remove_prefix(end + kBreak.size());
    }
    return unescape_html(lines);
}

class JobReader {
  public:
    JobReader(const Limits& limits, Job& job, Flaws& flaws) : limits_(limits), job_(job), flaws_(flaws) {}

    void read(const nlohmann::json& answer) {
        const nlohmann::json* plan = member(answer, "plan");
        if (plan != nullptr && array_member(*plan, "nodes") == nullptr) plan = nullptr;
        const nlohmann::json* vertices = array_member(answer, "vertices");
        if (plan == nullptr && vertices == nullptr) return refuse(answer);
        read_head(answer, plan);
        const std::size_t size = std::max(vertices ? vertices->size() : 0, plan ? (*plan)["nodes"].size() : 0);
        if (size > limits_.plan_nodes) {
            flaws_.add(
                Severity::fatal, "limit", "",
                "The job has " + std::to_string(size) + " vertices (" + limit_text(limits_, "plan_nodes") + ").");
            return;
        }
        job_.has_vertices = vertices != nullptr;
        job_.has_plan = plan != nullptr;
        if (vertices != nullptr) job_.version_hint = version_of(answer, *vertices);
        if (vertices != nullptr)
            for (std::size_t i = 0; i < vertices->size(); ++i)
                read_vertex((*vertices)[i], "/vertices/" + std::to_string(i));
        if (plan != nullptr) read_plan((*plan)["nodes"]);
        for (JobVertex& vertex : job_.vertices) vertex.operators = vertex_operators(vertex.name, vertex.description);
        check_structure(job_, plan, flaws_);
        check_neighbours(job_, flaws_);
    }

  private:
    void refuse(const nlohmann::json& answer) {
        const bool graph = array_member(answer, "nodes") != nullptr;
        const bool vertex = array_member(answer, "subtasks") != nullptr;
        const nlohmann::json* errors = array_member(answer, "errors");
        std::string message = "This JSON has no \"vertices\" of a job; ";
        if (graph) message = "This is an execution plan, not a running job's answer; ";
        if (vertex) message = "This is the answer of one vertex; ";
        if (errors != nullptr) message = "The REST API answered with an error here; ";
        flaws_.add(Severity::fatal, "not-a-job", "", message + "the answer of /jobs/<jid> is wanted.");
    }

    void read_head(const nlohmann::json& answer, const nlohmann::json* plan) {
        job_.jid = text_member(answer, "jid");
        job_.name = text_member(answer, "name");
        job_.state = text_member(answer, "state");
        job_.type = text_member(answer, "job-type");
        job_.scheduler = text_member(answer, "schedulerType");
        job_.start_ms = number_member(answer, "start-time");
        job_.end_ms = number_member(answer, "end-time");
        job_.status_counts = read_counts(answer, "status-counts");
        if (plan == nullptr) return;
        if (job_.jid.empty()) job_.jid = text_member(*plan, "jid");
        if (job_.name.empty()) job_.name = text_member(*plan, "name");
        if (job_.type.empty()) job_.type = text_member(*plan, "type");
    }

    static const char* version_of(const nlohmann::json& answer, const nlohmann::json& vertices) {
        for (const char* key : {"pending-operators", "schedulerType", "application-id"})
            if (member(answer, key) != nullptr) return "2.x";
        if (member(answer, "job-type") != nullptr) return "1.20";
        for (const nlohmann::json& vertex : vertices)
            if (member(vertex, "slotSharingGroupId") != nullptr) return "1.20";
        return "1.14";
    }

    void read_vertex(const nlohmann::json& value, std::string at) {
        JobVertex vertex;
        vertex.id = text_member(value, "id");
        vertex.name = text_member(value, "name");
        vertex.status = text_member(value, "status");
        vertex.parallelism = number_member(value, "parallelism").value_or(0);
        vertex.max_parallelism = number_member(value, "maxParallelism");
        vertex.tasks = read_counts(value, "tasks");
        vertex.metrics = read_metrics(value);
        if (vertex.id.empty() || vertex.name.empty() || vertex.parallelism < 1)
            flaws_.add(Severity::partial, "incomplete-vertex", at,
                       "The vertex has no \"id\", \"name\" or positive \"parallelism\"; Flink writes all three.");
        if (!by_id_.emplace(vertex.id, static_cast<std::uint32_t>(job_.vertices.size())).second)
            flaws_.add(Severity::partial, kContradiction, at,
                       "Two vertices have the id " + vertex.id + "; ids are different.");
        job_.vertices.push_back(std::move(vertex));
    }

    void read_plan(const nlohmann::json& nodes) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::string id = text_member(nodes[i], "id");
            auto found = by_id_.find(id);
            if (found == by_id_.end()) {
                if (job_.has_vertices) continue;  // check_structure says it
                found = by_id_.emplace(id, static_cast<std::uint32_t>(job_.vertices.size())).first;
                JobVertex vertex;
                vertex.id = id;
                vertex.parallelism = number_member(nodes[i], "parallelism").value_or(0);
                job_.vertices.push_back(std::move(vertex));
            }
            JobVertex& vertex = job_.vertices[found->second];
            vertex.description = description_text(text_member(nodes[i], "description"));
            if (vertex.name.empty()) vertex.name = name_of(vertex.description);
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) read_inputs(nodes[i], "/plan/nodes/" + std::to_string(i));
    }

    /// A plan alone has no names: the chain as its description tells it.
    static std::string name_of(const std::string& description) { return description.substr(0, description.find('\n')); }

    void read_inputs(const nlohmann::json& node, const std::string& at) {
        const nlohmann::json* inputs = array_member(node, "inputs");
        const auto to = by_id_.find(text_member(node, "id"));
        if (inputs == nullptr || to == by_id_.end()) return;
        for (std::size_t i = 0; i < inputs->size(); ++i) {
            const nlohmann::json& input = (*inputs)[i];
            const auto from = by_id_.find(text_member(input, "id"));
            if (from == by_id_.end()) {
                flaws_.add(Severity::partial, kContradiction, at + "/inputs/" + std::to_string(i),
                           "The input names a vertex that the answer does not list.");
                continue;
            }
            const auto index = static_cast<std::uint32_t>(job_.edges.size());
            job_.edges.push_back({from->second, to->second, number_member(input, "num").value_or(0),
                                  text_member(input, "ship_strategy"), text_member(input, "exchange")});
            job_.vertices[from->second].out.push_back(index);
            job_.vertices[to->second].in.push_back(index);
        }
    }

    const Limits& limits_;
    Job& job_;
    Flaws& flaws_;
    std::map<std::string, std::uint32_t> by_id_;
};

void read_subtasks(const nlohmann::json& answer, JobVertex& vertex, const Limits& limits) {
    vertex.subtasks.clear();
    const nlohmann::json* subtasks = array_member(answer, "subtasks");
    if (subtasks == nullptr) return;
    for (const nlohmann::json& value : *subtasks) {
        if (vertex.subtasks.size() >= limits.plan_nodes) return;
        Subtask subtask;
        subtask.index = number_member(value, "subtask").value_or(-1);
        subtask.attempt = number_member(value, "attempt").value_or(0);
        subtask.status = text_member(value, "status");
        subtask.metrics = read_metrics(value);
        vertex.subtasks.push_back(std::move(subtask));
    }
}

using VertexIds = std::map<std::string, std::uint32_t, std::less<>>;

VertexIds vertex_ids(const Job& job) {
    VertexIds out;
    for (const JobVertex& vertex : job.vertices)
        if (!vertex.id.empty()) out.emplace(vertex.id, static_cast<std::uint32_t>(&vertex - job.vertices.data()));
    return out;
}

void add_vertex(Job& job, const VertexIds& ids, const nlohmann::json& answer, const std::string& at,
                const Limits& limits, Flaws& flaws) {
    const std::string id = text_member(answer, "id");
    const auto found = ids.find(id);
    if (found == ids.end()) {
        flaws.add(Severity::partial, kContradiction, at,
                  "The answer is of a vertex " + (id.empty() ? std::string("without an id") : id) +
                      ", which is none of the job's.");
        return;
    }
    JobVertex& vertex = job.vertices[found->second];
    read_subtasks(answer, vertex, limits);
    check_subtasks(job, vertex, answer, at, flaws);
}

nlohmann::json metrics_json(const IoMetrics& metrics) {
    nlohmann::json out = nlohmann::json::object();
    const auto put = [&](const char* name, const auto& value) {
        out[name] = value ? nlohmann::json(*value) : nlohmann::json();
    };
    put("read_bytes", metrics.read_bytes);
    put("write_bytes", metrics.write_bytes);
    put("read_records", metrics.read_records);
    put("write_records", metrics.write_records);
    put("busy_ms", metrics.busy_ms);
    put("idle_ms", metrics.idle_ms);
    put("backpressured_ms", metrics.backpressured_ms);
    return out;
}

nlohmann::json vertex_json(const JobVertex& vertex) {
    nlohmann::json operators = nlohmann::json::array(), subtasks = nlohmann::json::array();
    for (const VertexOperator& op : vertex.operators) operators.push_back({{"name", op.name}, {"text", op.text}});
    for (const Subtask& subtask : vertex.subtasks)
        subtasks.push_back(
            {{"subtask", subtask.index}, {"status", subtask.status}, {"metrics", metrics_json(subtask.metrics)}});
    return {{"id", vertex.id},
            {"name", vertex.name},
            {"status", vertex.status},
            {"operators", operators},
            {"subtasks", subtasks},
            {"parallelism", vertex.parallelism},
            {"metrics", metrics_json(vertex.metrics)}};
}

}  // namespace

bool JobVertex::has_source() const {
    return in.empty() || std::any_of(operators.begin(), operators.end(), [](const VertexOperator& op) {
               return op.name.starts_with("Source: ") || op.text.starts_with("TableSourceScan(");
           });
}

const Flaw* Job::contradiction() const {
    for (const Flaw& flaw : flaws)
        if (flaw.code == kContradiction || flaw.code == kSpread) return &flaw;
    return nullptr;
}

const Flaw* Job::broken_beside_spread() const {
    for (const Flaw& flaw : flaws)
        if (flaw.severity != Severity::note && flaw.code != kSpread) return &flaw;
    return nullptr;
}

bool Job::whole() const {
    return !vertices.empty() &&
           std::none_of(flaws.begin(), flaws.end(), [](const Flaw& flaw) { return flaw.severity != Severity::note; });
}

Job parse_job(std::string_view text, const Limits& limits) {
    Job job;
    Flaws flaws(limits);
    const auto body = without_http_head(text, flaws);
    const JsonDocument document = parse_strict_json(body ? std::string_view(*body) : text, limits);
    for (const Flaw& flaw : document.flaws) flaws.add(flaw);
    if (document.value) {
        const nlohmann::json* answer = &*document.value;
        const nlohmann::json* details = nullptr;
        if (const nlohmann::json* inner = member(*answer, "job"); inner != nullptr && inner->is_object()) {
            details = array_member(*answer, "vertices");
            answer = inner;
        }
        JobReader(limits, job, flaws).read(*answer);
        const VertexIds ids = vertex_ids(job);
        for (std::size_t i = 0; details != nullptr && i < details->size() && i <= job.vertices.size(); ++i)
            add_vertex(job, ids, (*details)[i], "/vertices/" + std::to_string(i), limits, flaws);
    }
    job.flaws = flaws.list();
    return job;
}

void add_vertex_answer(Job& job, std::string_view text, const std::string& file, const Limits& limits) {
    Flaws flaws(limits);
    const auto body = without_http_head(text, flaws);
    const JsonDocument document = parse_strict_json(body ? std::string_view(*body) : text, limits);
    for (const Flaw& flaw : document.flaws) flaws.add(flaw);
    if (document.value) add_vertex(job, vertex_ids(job), *document.value, "", limits, flaws);
    for (Flaw flaw : flaws.list()) {
        flaw.file = file;
        job.flaws.push_back(std::move(flaw));
    }
}

nlohmann::json job_json(const Job& job) {
    nlohmann::json vertices = nlohmann::json::array(), edges = nlohmann::json::array(), flaws = nlohmann::json::array();
    for (const JobVertex& vertex : job.vertices) vertices.push_back(vertex_json(vertex));
    for (const JobEdge& edge : job.edges)
        edges.push_back({{"from", job.vertices[edge.from].name},
                         {"to", job.vertices[edge.to].name},
                         {"ship_strategy", edge.ship_strategy},
                         {"exchange", edge.exchange}});
    for (const Flaw& flaw : job.flaws) flaws.push_back(to_json(flaw));
    return {{"kind", "flink-job"}, {"flaws", flaws},     {"jid", job.jid},
            {"name", job.name},    {"state", job.state}, {"vertices", vertices},
            {"edges", edges},      {"type", job.type},   {"version", job.version_hint}};
}

}  // namespace plangrade::flink
