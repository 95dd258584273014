// The daemon's side of its workers: one process for each job; whatever a submission does to it ends there.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "config.hpp"
#include "http/net.hpp"
#include "worker/job.hpp"

namespace plangrade {

struct UnpackResult {
    bool usable = false;  ///< false: `flaws` says why
    nlohmann::json flaws = nlohmann::json::array();
    std::vector<StoredFile> files;
    std::string digest;
};

class Grader {
  public:
    Grader(const ServerConfig& config, net::thread_pool& pool) : config_(config), pool_(pool) {}

    /// Throws std::system_error where the disk is full. A worker that crashes or runs too long is a flaw of the
    /// archive.
    net::awaitable<UnpackResult> unpack(UnpackJob job);

    /// Always a verdict: where the worker crashed, ran too long or could not use the rubric it is one that says so and
    /// is not gradable.
    net::awaitable<NewVerdict> grade(std::string lab, std::vector<TreeFile> files, std::string digest);

    /// The verdict where there is none: not gradable, no score.
    static NewVerdict no_verdict(const std::string& lab, const std::string& digest, const std::string& problem,
                                 const std::string& for_teacher = {});

  private:
    struct Outcome {
        std::optional<nlohmann::json> result;
        std::string problem;  ///< one sentence, where there is no result
    };
    net::awaitable<Outcome> run(nlohmann::json job, const char* what);
    Confinement confinement() const;

    const ServerConfig& config_;
    net::thread_pool& pool_;
};

}  // namespace plangrade
