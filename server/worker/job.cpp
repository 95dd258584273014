#include "worker/job.hpp"

#include "grade.hpp"
#include "submission/unpack.hpp"
#include "verdict.hpp"

namespace plangrade {
namespace {

using nlohmann::json;

json common(const char* kind, const Limits& limits, const Confinement& confinement) {
    json out{{"job", kind}, {"memory_bytes", confinement.memory_bytes}, {"cpu_seconds", confinement.cpu_seconds}};
    json& values = out["limits"] = json::object();
    for (const LimitRow& row : limit_table()) values[std::string(row.name)] = limits.*row.value;
    return out;
}

Limits limits_of(const json& job) {
    Limits out;
    for (const auto& [name, value] : job.at("limits").items()) set_limit(out, name, value.get<std::uint64_t>());
    return out;
}

json do_unpack(const json& job) {
    const Unpacked unpacked = unpack(job.at("archive").get<std::string>(), job.at("directory").get<std::string>(),
                                     limits_of(job), job.at("durable").get<bool>());
    json out{{"fatal", unpacked.flaws.fatal()},
             {"flaws", unpacked.flaws.json()},
             {"digest", digest_of_unpacked(unpacked.tree)}};
    json& files = out["files"] = json::array();
    for (const TreeFile& file : unpacked.tree.files())
        files.push_back({{"path", file.path}, {"size", file.size}, {"blob", file.where.filename().string()}});
    return out;
}

json do_grade(const json& job) {
    std::vector<TreeFile> files;
    for (const json& file : job.at("files"))
        files.push_back({file.at("path").get<std::string>(), file.at("size").get<std::uint64_t>(),
                         file.at("where").get<std::string>()});
    try {
        const auto rubric = load_rubric(job.at("rubrics").get<std::string>(), job.at("lab").get<std::string>(), {});
        // The top folder was stripped when the archive was unpacked; a second one is the student's.
        const Verdict verdict = grade(*rubric, Tree(std::move(files), false), limits_of(job));
        return {{"gradable", verdict.gradable},
                {"rubric", verdict.rubric},
                {"student", to_json(view(verdict, Audience::student))},
                {"teacher", to_json(view(verdict, Audience::teacher))}};
    } catch (const RubricError& error) {
        return {{"rubric_errors", error.reasons}};
    }
}

}  // namespace

json to_json(const UnpackJob& job, const Limits& limits, const Confinement& confinement) {
    json out = common("unpack", limits, confinement);
    out["archive"] = job.archive.string();
    out["directory"] = job.directory.string();
    out["durable"] = job.durable;
    return out;
}

json to_json(const GradeJob& job, const Limits& limits, const Confinement& confinement) {
    json out = common("grade", limits, confinement);
    out["lab"] = job.lab;
    out["rubrics"] = job.rubrics.string();
    json& files = out["files"] = json::array();
    for (const TreeFile& file : job.files)
        files.push_back({{"path", file.path}, {"size", file.size}, {"where", file.where.string()}});
    return out;
}

json do_job(const json& job) {
    confine({job.at("memory_bytes").get<std::uint64_t>(), job.at("cpu_seconds").get<std::uint64_t>()});
    const std::string kind = job.at("job").get<std::string>();
    if (kind == "unpack") return do_unpack(job);
    if (kind == "grade") return do_grade(job);
    throw std::invalid_argument("there is no job called " + kind);
}

}  // namespace plangrade
