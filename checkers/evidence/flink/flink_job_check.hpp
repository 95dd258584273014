// What a job's REST answers say about the same thing in different places.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "evidence/flink/flink_job.hpp"

namespace plangrade::flink {

inline constexpr const char* kContradiction = "contradiction";
/// How a counter spreads over the subtasks of one vertex is told in two ways; the vertex's own counters stand.
inline constexpr const char* kSpread = "spread-contradiction";
/// Status counts, tasks, vertices against plan nodes: `plan` is the answer's "plan", or null.
void check_structure(const Job& job, const nlohmann::json* plan, Flaws& flaws);

/// Rows that one vertex sends and the next receives.
void check_neighbours(const Job& job, Flaws& flaws);

/// Subtasks of one vertex against the vertex, and against the "aggregated" of its own answer.
void check_subtasks(const Job& job, const JobVertex& vertex, const nlohmann::json& answer, const std::string& at,
                    Flaws& flaws);

}  // namespace plangrade::flink
