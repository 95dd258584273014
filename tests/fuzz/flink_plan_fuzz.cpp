// Any bytes as EXPLAIN's text: read, printed, and every fact taken from every tree.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "facts/flink/belongs.hpp"
#include "facts/flink/joins.hpp"
#include "facts/flink/plan_diff.hpp"
#include "facts/flink/tree_facts.hpp"
#include "require.hpp"

using namespace plangrade;

namespace {

void check_tree(const PlanTree& tree) {
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const PlanNode& node = tree.nodes[i];
        require(!node.parent || *node.parent < i);
        for (const std::uint32_t child : node.children) require(child > i && tree.nodes[child].parent == i);
        for (const PlanAttribute& attribute : node.attributes) flink::list_items(attribute.value);
    }
    flink::exchanges(tree);
    flink::scans(tree);
    flink::two_phase(tree);
    flink::distinct_split(tree);
    flink::joins(tree);
    require(flink::plan_changes(tree, tree).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Limits limits;
    limits.plan_nodes = 5000;
    limits.plan_depth = 200;
    const Plan plan = flink::parse_flink_plan(text, limits);
    require(!plan.sections.empty() || !plan.flaws.empty() || !plan.error.empty());
    bool whole = true;
    for (const PlanSection& section : plan.sections)
        for (const PlanTree& tree : section.trees) {
            check_tree(tree);
            whole = whole && tree.whole;
        }
    require(whole || !plan.flaws.empty());
    require(!flink::plan_json(plan).dump().empty());  // throws where a string is not UTF-8
    require(!flink::plan_facts_json(plan).dump().empty());
    require(flink::same_plan(plan, plan));
    flink::sections_differ(plan);
    return 0;
}
