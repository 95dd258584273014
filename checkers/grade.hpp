// The one function that joins rubric and submission.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "evidence/tree.hpp"
#include "limits.hpp"
#include "verdict.hpp"

namespace plangrade {

class Rubric;  // checks/rubric.hpp: loaded, validated, parameters resolved; immutable and safe to share between threads

/// What a course or a command sets over a rubric's own defaults.
struct RubricOptions {
    nlohmann::json params = nlohmann::json::object();    ///< --params: overrides of `params:`
    std::map<std::string, std::filesystem::path> given;  ///< --given NAME=FILE
    std::string language = "en";                         ///< of titles and hints
};

/// A rubric that can't be used, with each reason ("rubric.yaml line 12: ...").
struct RubricError : std::runtime_error {
    explicit RubricError(std::vector<std::string> reasons);
    std::vector<std::string> reasons;
};

/// Loads rubrics_dir/lab/rubric.yaml. Throws RubricError.
std::shared_ptr<const Rubric> load_rubric(const std::filesystem::path& rubrics_dir, const std::string& lab,
                                          const RubricOptions& options);

/// Labs below a folder: names of the folders that hold a rubric.yaml, sorted.
std::vector<std::string> list_labs(const std::filesystem::path& rubrics_dir);

/// Pure: no clock, no network, no order of directory entries; the same bytes give the byte-identical verdict.
/// A submission's faults are in the verdict; throws only where the machine fails.
Verdict grade(const Rubric& rubric, const Tree& submission, const Limits& limits = {});

/// The version that verdicts carry.
const char* grader_version();

}  // namespace plangrade
