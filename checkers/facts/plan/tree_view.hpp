// A tree as every way of printing it has it: without what only some ways print.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "evidence/plan.hpp"

namespace plangrade {

/// Nodes that stay, depth first, and for each of the tree's nodes its children that stay. Left out: InMemoryRelation
/// (its children take its place); what is below ReusedExchange and ReusedSubquery (only sparkPlanInfo repeats it),
/// below EmptyRelation (Spark 4: text has less of it), below CommandResult and the command inside of `Execute ...`
/// (only text shows them); and, if asked, subqueries (formatted text lists them elsewhere).
struct TreeView {
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> roots;
    std::vector<std::vector<std::uint32_t>> children;
};

TreeView view_of(const PlanTree& tree, bool with_subqueries);

bool is_subquery(std::string_view op);

/// True where the tree holds a subquery among its operators.
bool has_subqueries(const PlanTree& tree);

}  // namespace plangrade
