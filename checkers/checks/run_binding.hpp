// Which runs can prove a step: complete applications of the right name, newest first, and in each the SQL executions
// that fit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checks/context.hpp"

namespace plangrade {

/// The candidates of a step, best first by age; or why there is none.
struct Candidates {
    std::vector<RunPart> runs;
    std::optional<CheckResult> problem;  ///< status, code and args of the `run` check where `runs` is empty
};

Candidates find_candidates(Context& context, const RunSpec& spec);

/// What is wrong with a candidate's execution itself (it failed, did not end, contradicts itself); nullopt: nothing.
std::optional<CheckResult> fault_of(const RunPart& run, const RunSpec& spec);

}  // namespace plangrade
