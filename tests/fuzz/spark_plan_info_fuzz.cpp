// Any bytes as sparkPlanInfo, compared with a real plan's text.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "evidence/spark/plan_info.hpp"
#include "evidence/spark/plan_text.hpp"
#include "facts/plan/contradiction.hpp"
#include "facts/plan/diff.hpp"

namespace {

const plangrade::Plan& text_plan() {
    static const plangrade::Plan plan = plangrade::spark::parse_spark_plan(
        "== Physical Plan ==\nAdaptiveSparkPlan isFinalPlan=true\n+- == Final Plan ==\n   *(1) Filter (a#1 > 2)\n"
        "   +- FileScan parquet [a#1] Batched: true, Format: Parquet, Location: InMemoryFileIndex(1 paths)[file:/x], "
        "PushedFilters: [GreaterThan(a,2)], ReadSchema: struct<a:int>\n");
    return plan;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view json(reinterpret_cast<const char*>(data), size);
    plangrade::Limits limits;
    limits.plan_nodes = 5000;
    limits.plan_depth = 200;
    const plangrade::Plan plan = plangrade::spark::read_plan_info(json, limits);
    if (plan.physical() == nullptr ? plan.flaws.empty() : plan.physical()->nodes.empty()) std::abort();
    if (plan.physical() != nullptr) {
        plangrade::first_tree_difference(*text_plan().physical(), *plan.physical());
        if (!plangrade::same_tree(*plan.physical(), *plan.physical())) std::abort();
    }
    plangrade::contradictions(text_plan(), plan);
    plangrade::suspicions(text_plan(), plan);
    if (plangrade::to_json(plan).dump().empty()) std::abort();
    return 0;
}
