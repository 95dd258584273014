// What a job's counters say: rows per subtask behind keyed edges, and rows that really left each scan.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flink/flink_job.hpp"
#include "evidence/flink/flink_pack.hpp"
#include "facts/flink/tree_facts.hpp"

namespace plangrade::flink {

/// How rows spread over the subtasks of a vertex.
struct SkewFact {
    std::uint32_t vertex = 0;           ///< index into Job::vertices
    std::string op;                     ///< its first operator, without number: "GroupAggregate"
    std::vector<std::int64_t> records;  ///< read-records by subtask
    std::size_t busiest = 0;            ///< index of the subtask that read most; the first of several
    double share = 0;                   ///< its part of all, 0 to 1
};

/// Vertices behind a HASH edge that run with more than one subtask and have read something, in the order of the job.
std::vector<SkewFact> keyed_vertices(const Job& job);

/// The one whose busiest subtask has the largest share, the first of equals; none where nothing keyed runs in parallel.
std::optional<SkewFact> skew(const Job& job);

/// What a plan estimated for a scan, and what left it.
struct ScanCost {
    std::string table;
    std::optional<double> estimated;
    std::optional<std::int64_t> sent;  ///< write-records of the vertex that holds the scan; none where nothing can
                                       ///< leave that vertex, or where the scan moved into a multiple input
    bool chained_through =
        false;  ///< the scan's vertex goes through to the sink: nothing leaves it, its counter says 0
    /// estimated and sent are ten times apart or more; zero sent counts as far apart. None where either is unknown.
    std::optional<bool> off_by_10_or_more;
};
/// One for each scan of the (physical) tree, in its order. Scans of one table find their vertices in the job's order.
std::vector<ScanCost> scan_costs(const PlanTree& tree, const Job& job);

/// Ship strategies by number, of the job's edges.
std::map<std::string, std::uint64_t> ship_strategies(const Job& job);

/// Index of the vertex whose chain has an operator of that name (without number), the first of several.
std::optional<std::uint32_t> vertex_with(const Job& job, std::string_view op);

/// A vertex's counters by the operator it begins with: records in and out, the last that is known.
nlohmann::json job_facts_json(const Job& job);

}  // namespace plangrade::flink
