// What a Flink plan tree says: where rows must move, which rows change, what is estimated, how aggregates are split.
// Indexes are into PlanTree::nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flink/flink_plan.hpp"

namespace plangrade::flink {

/// A number as Java prints doubles: "1.0E8", "100.0", "Infinity" is none.
std::optional<double> plan_number(std::string_view text);

/// An Exchange.
struct ExchangeFact {
    std::uint32_t node = 0;
    std::string distribution;          ///< "hash[page]", "single", "broadcast", "any", "forward"
    std::vector<std::string> keys;     ///< {"page"} of hash[page]
    std::string above, below;          ///< operators; above is "" where the Exchange is the root of a shared part
    std::vector<std::string> readers;  ///< operators that its rows go to: `above`, or those above each Reused of it
};
/// In the order of the text, from the top.
std::vector<ExchangeFact> exchanges(const PlanTree& tree);

/// A scan, and what was pushed into it.
struct ScanFact {
    std::uint32_t node = 0;
    std::vector<std::string> path;  ///< {"default_catalog", "default_database", "clicks"}
    std::string table;              ///< its last part
    std::optional<std::string>
        filter;  ///< between filter=[ and ]; "" is filter=[]: nothing could be taken; none: no filter=
    std::optional<std::string> projection;  ///< between project=[ and ]
    std::optional<double> rows;             ///< estimated; none without ESTIMATED_COST
};
std::vector<ScanFact> scans(const PlanTree& tree);

/// Indexes from the sources up to the sink: the reverse of the text.
std::vector<std::uint32_t> bottom_up(const PlanTree& tree);

/// True where no operator has two inputs and the tree has one root.
bool is_linear(const PlanTree& tree);

/// A node's changelog mode.
struct ChangelogFact {
    std::uint32_t node = 0;
    std::string op, modes;  ///< "GroupAggregate", "I,UB,UA"
};
/// From the sources up; nodes without changelogMode (batch plans have none at all) are left out.
std::vector<ChangelogFact> changelog(const PlanTree& tree);

/// The first node from the sources up that sends updates or deletes though all it receives are inserts; none where no
/// node does, as where the source itself sends updates.
std::optional<std::uint32_t> first_update_node(const PlanTree& tree);

/// Changelog mode of what the first sink's input sends; none without a sink or without changelogMode.
std::optional<std::string> sink_receives(const PlanTree& tree);

/// Tables that sinks write, as written: "default_catalog.default_database.page_stats".
std::vector<std::string> sinks(const PlanTree& tree);

/// Number of nodes of that operator.
std::size_t count(const PlanTree& tree, std::string_view op);

/// True where a sink has upsertMaterialize=[true], in any section (1.14 says it in the execution plan only).
bool upsert_materialize(const Plan& plan);

/// Operators whose name ends with Aggregate, from the top.
std::vector<std::string> aggregates(const PlanTree& tree);

/// A pair of aggregates of which the lower sends accumulators over an Exchange to the upper.
struct TwoPhase {
    std::uint32_t global = 0, local = 0;
    std::string global_op, local_op;  ///< "GlobalGroupAggregate", "LocalGroupAggregate"; batch: "HashAggregate", ...
    std::string distribution;         ///< of the Exchange below the global one
};
std::vector<TwoPhase> two_phase(const PlanTree& tree);

/// COUNT(DISTINCT) split into two layers.
struct DistinctSplit {
    std::vector<std::int64_t> buckets;        ///< of MOD(HASH_CODE(column), buckets), one for each bucket column
    std::vector<std::string> bucket_columns;  ///< "$f2"
    std::vector<std::string> hashed;          ///< `column` of each
    std::optional<std::uint32_t> partial,
        final;                           ///< nodes with partialFinalType=[PARTIAL] and [FINAL]: the upmost each
    std::vector<std::string> exchanges;  ///< distributions, from the top
    bool whole() const { return !buckets.empty() && partial && final && exchanges.size() >= 2; }
};
DistinctSplit distinct_split(const PlanTree& tree);

/// Everything above, of the physical and the execution plan.
nlohmann::json plan_facts_json(const Plan& plan);

}  // namespace plangrade::flink
