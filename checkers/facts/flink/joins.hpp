// How a Flink plan joins. The names BroadcastHashJoin and ShuffleHashJoin never stand in a plan: they follow from a
// HashJoin's attributes. Source: explain terms of the batch and stream physical joins, Flink 1.14, 1.20 and 2.3.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evidence/plan.hpp"

namespace plangrade::flink {

/// One input of a join.
struct JoinSide {
    std::optional<double> rows;           ///< estimated rows of the input; none without ESTIMATED_COST
    std::optional<std::string> exchange;  ///< distribution where the input comes over an Exchange
};

struct JoinFact {
    std::uint32_t node = 0;  ///< index into PlanTree::nodes
    std::string op;          ///< "HashJoin"
    std::string
        strategy;      ///< "BroadcastHashJoin", "ShuffleHashJoin", "SortMergeJoin", "NestedLoopJoin"; streaming:
                       ///< "regular", "interval", "temporal", "lookup", "window", "delta", "multi"; else the operator
    std::string type;  ///< joinType: "InnerJoin"
    std::string condition;             ///< where; "" where none is written
    std::optional<std::string> build;  ///< "left" or "right"; none for joins that build no table
    std::optional<std::string> probe;  ///< the other side
    bool broadcast = false;  ///< one side goes to every subtask: BroadcastHashJoin, and NestedLoopJoin over a broadcast
    std::optional<std::string> async;  ///< LookupJoin: what stands in async=[...]; none where the lookup is synchronous
    JoinSide left, right;              ///< a LookupJoin has no right input
};

/// Joins of the tree, from the top. Logical joins of the AST are none.
std::vector<JoinFact> joins(const PlanTree& tree);

nlohmann::json join_json(const JoinFact& join);

}  // namespace plangrade::flink
