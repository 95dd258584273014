// The artifacts of fixtures/flink: printed and answered by Flink 1.14.4, 1.20.3 and 2.3.0.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "evidence/flink/flink_graph.hpp"
#include "evidence/flink/flink_job.hpp"
#include "evidence/flink/flink_plan.hpp"

namespace plangrade::flink {

inline std::string sample(const std::string& name) {
    std::ifstream in(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/flink/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline Plan plan_of(const std::string& name) {
    return parse_flink_plan(sample("plans/" + name), {});
}
inline Graph graph_of(const std::string& name) {
    return parse_graph(sample("graphs/" + name), {});
}
inline Job job_of(const std::string& name) {
    return parse_job(sample("jobs/" + name), {});
}

/// The text with the first `from` replaced; the test fails where there is none.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) return "no \"" + std::string(from) + "\" in the sample";
    return text.replace(at, from.size(), to);
}

/// Operators with their depth: "Sink 0", "Calc 1".
inline std::string outline(const PlanTree& tree) {
    std::string out;
    std::vector<int> depth(tree.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].parent) depth[i] = depth[*tree.nodes[i].parent] + 1;
        out += (i == 0 ? "" : " ") + tree.nodes[i].op + std::to_string(depth[i]);
    }
    return out;
}

}  // namespace plangrade::flink
