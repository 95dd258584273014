// What daemon and worker say to each other: JSON, between two processes of one version.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "evidence/tree.hpp"
#include "limits.hpp"
#include "store/store.hpp"
#include "worker/confine.hpp"

namespace plangrade {

/// Exit status of a worker that found the disk full: the machine's fault, not the archive's.
constexpr int kWorkerDiskFull = 3;

struct UnpackJob {
    std::filesystem::path archive;
    std::filesystem::path directory;
    bool durable = false;
};

struct GradeJob {
    std::string lab;
    std::filesystem::path rubrics;
    std::vector<TreeFile> files;  ///< as the unpacked tree has them
};

nlohmann::json to_json(const UnpackJob& job, const Limits& limits, const Confinement& confinement);
nlohmann::json to_json(const GradeJob& job, const Limits& limits, const Confinement& confinement);

/// Does one job and returns its result:
/// {"fatal": bool, "flaws": [...], "files": [{"path", "size", "blob"}], "digest"} or
/// {"gradable": bool, "rubric", "student": VERDICT, "teacher": VERDICT} or, where the lab's rubric can't be used,
/// {"rubric_errors": [...]}. Confines the process first. Throws where the machine fails.
nlohmann::json do_job(const nlohmann::json& job);

}  // namespace plangrade
