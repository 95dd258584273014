// Any bytes as a plan text: read, described, printed and compared with itself.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "evidence/spark/plan_text.hpp"
#include "facts/plan/contradiction.hpp"
#include "facts/plan/diff.hpp"
#include "facts/plan/items.hpp"
#include "facts/plan/scans.hpp"
#include "require.hpp"

namespace {

void check_tree(const plangrade::PlanTree& tree) {
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const plangrade::PlanNode& node = tree.nodes[i];
        if (node.parent) require(*node.parent < i);
        for (const std::uint32_t child : node.children) require(child > i && tree.nodes[child].parent == i);
        for (const plangrade::PlanAttribute& attribute : node.attributes) plangrade::split_items(attribute.value);
    }
    plangrade::scans(tree);
    plangrade::writes(tree);
    require(plangrade::same_tree(tree, tree));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    plangrade::Limits limits;
    limits.plan_nodes = 5000;
    limits.plan_depth = 200;
    const plangrade::Plan plan = plangrade::spark::parse_spark_plan(text, limits);
    require(plan.sections.empty() ? !plan.flaws.empty() : plan.mode != plangrade::PlanMode::unknown);
    for (const plangrade::PlanSection& section : plan.sections)
        for (const plangrade::PlanTree& tree : section.trees) check_tree(tree);
    require(!plangrade::to_json(plan).dump().empty());  // throws where a string is not UTF-8
    if (!plan.sections.empty()) require(!plangrade::first_plan_difference(text, text));
    plangrade::contradictions(plan, plan);
    plangrade::suspicions(plan, plan);
    return 0;
}
