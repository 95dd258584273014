// What a Flink hand-in holds, each artifact read once and when first asked for.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evidence/flink/flink_graph.hpp"
#include "evidence/flink/flink_job.hpp"
#include "evidence/flink/flink_pack.hpp"
#include "evidence/flink/flink_sql.hpp"
#include "evidence/plan.hpp"
#include "evidence/tree.hpp"

namespace plangrade {

/// A JSON graph or a running job, with the same in the plan model for what searches plans.
struct FlinkGraph {
    flink::Graph graph;
    Plan plan;  ///< one section with one tree
};
struct FlinkJob {
    flink::Job job;
    Plan plan;
};

/// Not thread-safe: part of one grading's Context. References live as long as it does; nullptr: there is no such file.
class FlinkArtifacts {
  public:
    FlinkArtifacts(const Tree& tree, const Limits& limits) : tree_(tree), limits_(limits) {}

    const FlinkGraph* graph(const std::string& path);
    /// With the vertices' own answers, where the folder beside it holds them.
    const FlinkJob* job(const std::string& path, const std::string& vertices);
    const flink::SqlScript* script(const std::string& path);
    const flink::Settings* settings(const std::string& path);
    const flink::MetricSamples* samples(const std::string& path);
    /// Jobs that were looked at, for flags.
    const std::map<std::string, std::optional<FlinkJob>>& jobs_seen() const { return jobs_; }
    /// The file's text (UTF-16 with a byte order mark as UTF-8, else its bytes); nullopt: there is none. Of a file over
    /// the limit for texts one byte more than the limit is read, so that its reader refuses it and says why.
    std::optional<std::string> text(const std::string& path) const;

  private:
    template <typename T, typename Parse>
    const T* read(std::map<std::string, std::optional<T>>& cache, const std::string& path, Parse&& parse);

    const Tree& tree_;
    const Limits& limits_;
    std::map<std::string, std::optional<FlinkGraph>> graphs_;
    std::map<std::string, std::optional<FlinkJob>> jobs_;
    std::map<std::string, std::optional<flink::SqlScript>> scripts_;
    std::map<std::string, std::optional<flink::Settings>> settings_;
    std::map<std::string, std::optional<flink::MetricSamples>> samples_;
};

}  // namespace plangrade
