// Whether two Flink plans are the same plan, and where not: operators, attributes, exchanges, join strategies. Ids,
// estimates, advice and the numbers of generated names ($f2, EXPR$0, count1$0) are no difference.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evidence/plan.hpp"

namespace plangrade::flink {

/// A node in one form: three blanks a level, operator, attributes without rowcount, costs, advice and reuse ids; the
/// numbers of generated names counted by first appearance in the tree.
std::vector<std::string> normal_nodes(const PlanTree& tree);

/// A part of a plan that the other doesn't have. Lines of the same place stand together: first `left`, then `right`.
struct PlanChange {
    std::vector<std::string> left, right;                ///< nodes as normal_nodes writes them
    std::vector<std::uint32_t> left_lines, right_lines;  ///< their lines in the texts
};

/// Changes from the top; none: the same plan. Where more than 2000 nodes lie between the first and the last difference,
/// they are one change.
std::vector<PlanChange> plan_changes(const PlanTree& left, const PlanTree& right);

/// The same for whole plans: physical and execution plan. What only one of them has is a change.
bool same_plan(const Plan& left, const Plan& right);

nlohmann::json changes_json(const std::vector<PlanChange>& changes);

}  // namespace plangrade::flink
