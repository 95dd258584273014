#include "checks/flink_artifacts.hpp"

#include <algorithm>

#include "evidence/text/encoding.hpp"
#include "facts/flink/as_tree.hpp"

namespace plangrade {
namespace {

Plan plan_of(PlanTree tree) {
    Plan plan;
    plan.mode = PlanMode::flink;
    PlanSection section;
    section.title = tree.title;
    section.trees.push_back(std::move(tree));
    plan.sections.push_back(std::move(section));
    return plan;
}

}  // namespace

std::optional<std::string> FlinkArtifacts::text(const std::string& path) const {
    const TreeFile* file = tree_.find(path);
    if (file == nullptr) return std::nullopt;
    const std::uint64_t most = std::max(limits_.text_bytes, limits_.json_bytes) + 1;
    std::string bytes(static_cast<std::size_t>(std::min(file->size, most)), '\0');
    bytes.resize(open(*file)->read_at(0, bytes));
    if (auto decoded = decode_utf16(bytes)) return decoded;
    return bytes;
}

template <typename T, typename Parse>
const T* FlinkArtifacts::read(std::map<std::string, std::optional<T>>& cache, const std::string& path, Parse&& parse) {
    auto [it, fresh] = cache.try_emplace(path);
    if (fresh)
        if (const auto bytes = text(path)) it->second = parse(*bytes);
    return it->second ? &*it->second : nullptr;
}

const FlinkGraph* FlinkArtifacts::graph(const std::string& path) {
    return read(graphs_, path, [&](const std::string& bytes) {
        FlinkGraph out{flink::parse_graph(bytes, limits_), {}};
        out.plan = plan_of(flink::as_tree(out.graph));
        return out;
    });
}

const FlinkJob* FlinkArtifacts::job(const std::string& path, const std::string& vertices) {
    return read(jobs_, path, [&](const std::string& bytes) {
        FlinkJob out{flink::parse_job(bytes, limits_), {}};
        if (!vertices.empty())
            for (const TreeFile& file : tree_.below(vertices))
                if (file.path.ends_with(".json"))
                    flink::add_vertex_answer(out.job, *text(file.path), file.path, limits_);
        out.plan = plan_of(flink::as_tree(out.job));
        return out;
    });
}

const flink::SqlScript* FlinkArtifacts::script(const std::string& path) {
    return read(scripts_, path, [&](const std::string& bytes) { return flink::parse_sql(bytes, limits_); });
}

const flink::Settings* FlinkArtifacts::settings(const std::string& path) {
    return read(settings_, path, [&](const std::string& bytes) { return flink::parse_settings(bytes, limits_); });
}

const flink::MetricSamples* FlinkArtifacts::samples(const std::string& path) {
    return read(samples_, path, [&](const std::string& bytes) { return flink::parse_samples(bytes, limits_); });
}

}  // namespace plangrade
