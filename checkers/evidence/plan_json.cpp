// A plan as `plangrade evidence` prints it: nodes in a flat list, each with its parent, so that depth needs no
// recursion.
#include <nlohmann/json.hpp>

#include "evidence/plan.hpp"

namespace plangrade {
namespace {

using nlohmann::json;

void put_place(json& out, const TextPos& at) {
    if (at.line != 0) out["at"] = {{"line", at.line}, {"column", at.column}};
}

json json_of(const PlanAttribute& attribute) {
    json out{{"name", attribute.name}, {"value", attribute.value}};
    if (attribute.truncated) out["truncated"] = true;
    put_place(out, attribute.at);
    return out;
}

json json_of(const PlanNode& node) {
    json out{{"op", node.op}, {"text", node.text}, {"attributes", json::array()}};
    if (node.number) out["number"] = *node.number;
    if (node.codegen) out["codegen"] = *node.codegen;
    out["parent"] = node.parent ? json(*node.parent) : json();
    for (const PlanAttribute& attribute : node.attributes) out["attributes"].push_back(json_of(attribute));
    for (const PlanMetric& metric : node.metrics)
        out["metrics"].push_back({{"name", metric.name}, {"accumulator", metric.accumulator}, {"type", metric.type}});
    put_place(out, node.at);
    return out;
}

json json_of(const PlanTree& tree) {
    json out{{"title", tree.title}, {"roots", tree.roots}, {"nodes", json::array()}};
    if (tree.owner) out["owner"] = *tree.owner;
    if (!tree.whole) out["whole"] = false;
    for (const PlanNode& node : tree.nodes) out["nodes"].push_back(json_of(node));
    put_place(out, tree.at);
    return out;
}

json json_of(const PlanRemark& remark) {
    json out{{"kind", remark.kind}, {"text", remark.text}};
    if (remark.number) out["number"] = *remark.number;
    put_place(out, remark.at);
    return out;
}

}  // namespace

json to_json(const Plan& plan) {
    json out{{"mode", to_string(plan.mode)}, {"sections", json::array()}, {"flaws", json::array()}};
    out["is_final"] = plan.is_final ? json(*plan.is_final) : json();
    for (const PlanSection& section : plan.sections) {
        json part{{"title", section.title}, {"trees", json::array()}};
        for (const PlanTree& tree : section.trees) part["trees"].push_back(json_of(tree));
        for (const PlanRemark& remark : section.remarks) part["remarks"].push_back(json_of(remark));
        if (section.output != 0) part["output"] = section.output;
        put_place(part, section.at);
        out["sections"].push_back(std::move(part));
    }
    if (!plan.error.empty()) {
        out["error"] = {{"text", plan.error}};
        put_place(out["error"], plan.error_at);
    }
    for (const Flaw& flaw : plan.flaws) out["flaws"].push_back(to_json(flaw));
    return out;
}

}  // namespace plangrade
