// Any bytes as REST answers about a job, a vertex, or metric samples.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "evidence/flink/html_text.hpp"
#include "facts/flink/belongs.hpp"
#include "facts/flink/runtime.hpp"
#include "require.hpp"

using namespace plangrade;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Limits limits;
    limits.plan_nodes = 1000;
    flink::Job job = flink::parse_job(text, limits);
    require(!job.vertices.empty() || !job.flaws.empty() || job.has_vertices || job.has_plan);
    for (const flink::JobEdge& edge : job.edges)
        require(edge.from < job.vertices.size() && edge.to < job.vertices.size());
    for (const flink::SkewFact& fact : flink::keyed_vertices(job)) require(fact.share > 0 && fact.share <= 1);
    flink::add_vertex_answer(job, text, "vertex.json", limits);
    require(!flink::job_json(job).dump().empty());
    require(!flink::job_facts_json(job).dump().empty());
    require(!flink::jobs_differ(job, job));
    require(flink::to_json(flink::parse_samples(text, limits)).contains("samples"));
    require(flink::unescape_html(text).size() <= text.size());
    flink::vertex_operators(text, text);
    return 0;
}
