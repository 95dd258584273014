#include "facts/plan/tree_view.hpp"

#include <algorithm>
#include <optional>

namespace plangrade {

bool is_subquery(std::string_view op) {
    return op.starts_with("Subquery") || op == "ReusedSubquery";
}

namespace {

// Text shows a command twice: as `Execute CreateViewCommand`, and inside it the command itself with its logical plan.
bool is_command_inside(const PlanTree& tree, std::uint32_t child) {
    const std::optional<std::uint32_t> parent = tree.nodes[child].parent;
    constexpr std::string_view kExecute = "Execute ";
    if (!parent || !tree.nodes[*parent].op.starts_with(kExecute)) return false;
    return tree.nodes[*parent].op.substr(kExecute.size()) == tree.nodes[child].op;
}

bool hides_children(std::string_view op) {
    return op == "ReusedExchange" || op == "ReusedSubquery" || op == "CommandResult" || op == "EmptyRelation";
}

}  // namespace

bool has_subqueries(const PlanTree& tree) {
    return std::any_of(tree.nodes.begin(), tree.nodes.end(), [](const PlanNode& node) { return is_subquery(node.op); });
}

TreeView view_of(const PlanTree& tree, bool with_subqueries) {
    struct Next {
        std::uint32_t node;
        std::optional<std::uint32_t> parent;  // nearest one that stays
    };
    TreeView view;
    view.children.resize(tree.nodes.size());
    std::vector<Next> pending;
    const auto push = [&](const std::vector<std::uint32_t>& nodes, std::optional<std::uint32_t> parent) {
        for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) pending.push_back({*node, parent});
    };
    push(tree.roots, std::nullopt);
    while (!pending.empty()) {
        const Next next = pending.back();
        pending.pop_back();
        const PlanNode& node = tree.nodes[next.node];
        if ((!with_subqueries && is_subquery(node.op)) || is_command_inside(tree, next.node)) continue;
        if (node.op == "InMemoryRelation") {
            push(node.children, next.parent);
            continue;
        }
        view.order.push_back(next.node);
        (next.parent ? view.children[*next.parent] : view.roots).push_back(next.node);
        if (!hides_children(node.op)) push(node.children, next.node);
    }
    return view;
}

}  // namespace plangrade
