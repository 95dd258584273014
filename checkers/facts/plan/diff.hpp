// When two plans are the same plan, and where they first differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "evidence/plan.hpp"

namespace plangrade {

/// The first line in which two texts of plans differ.
struct PlanDifference {
    std::uint32_t left_line = 0;   ///< line in the left text as it was handed in, from 1; 0: the left text has ended
    std::uint32_t right_line = 0;  ///< the same of the right text
    std::string left,
        right;  ///< the lines as compared: trimmed at the end, ids renumbered; empty where the text has ended
    std::size_t column = 0;  ///< byte at which they differ, from 0, in `left` and `right`
};

/// Compares two texts of the same mode; none: the same plan. What doesn't count: CRLF, blanks at line ends, blank lines
/// at the end, what stands before the first `== heading ==`, an indentation that all lines share, a byte order mark,
/// the numbers of ids (renumbered by first appearance on both sides, never dropped), and the statistics behind query
/// stages in formatted trees, which only logs of Spark 4 have (`ResultQueryStage (8), Statistics(sizeInBytes=8.0
/// EiB)`).
std::optional<PlanDifference> first_plan_difference(std::string_view left, std::string_view right);

/// Where two trees differ first.
struct TreeDifference {
    std::optional<std::uint32_t> left, right;  ///< node indexes; none: that tree has no node there
    TextPos left_at, right_at;                 ///< of the nodes, or of the attribute that differs
    std::string what;                          ///< "operator", "children", or the attribute's name: "Condition"
    std::string left_value, right_value;       ///< operator names, numbers of children, or values with ids renumbered
};

/// Compares a tree with another of the same query that was printed in another way (simple text, formatted text,
/// sparkPlanInfo): operators, their order and nesting, and each attribute that both sides know and neither has cut, ids
/// renumbered by first appearance over those attributes. Left out: plan ids, statistics, operator numbers, code
/// generation ids, stage numbers, what only one of the ways prints (InMemoryRelation, children of reused exchanges,
/// subqueries that the other side lists elsewhere), and isFinalPlan where both plans have become a ResultQueryStage
/// (Spark 4.0 may log no final update). None: the same tree.
std::optional<TreeDifference> first_tree_difference(const PlanTree& left, const PlanTree& right);

inline bool same_tree(const PlanTree& left, const PlanTree& right) {
    return !first_tree_difference(left, right);
}

}  // namespace plangrade
