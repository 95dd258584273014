// How fast Flink's plan texts and JSON graphs are read: flink_bench plan|graph FILE RUNS
// Prints {"bytes", "nodes", "attributes", "cpu_seconds", "peak_mib"}: the fastest of the runs, with the facts that
// grading asks for.
#include <sys/resource.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "evidence/flink/flink_graph.hpp"
#include "evidence/flink/flink_plan.hpp"
#include "facts/flink/chaining.hpp"
#include "facts/flink/tree_facts.hpp"

namespace {

using namespace plangrade;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Counts {
    std::size_t nodes = 0, attributes = 0, facts = 0;
};

Counts read_plan(const std::string& text) {
    const Plan plan = flink::parse_flink_plan(text, Limits{});
    Counts out;
    for (const PlanSection& section : plan.sections)
        for (const PlanTree& tree : section.trees) {
            out.nodes += tree.nodes.size();
            for (const PlanNode& node : tree.nodes) out.attributes += node.attributes.size();
            out.facts += flink::exchanges(tree).size() + flink::scans(tree).size() + flink::changelog(tree).size();
        }
    return out;
}

Counts read_graph(const std::string& text) {
    const flink::Graph graph = flink::parse_graph(text, Limits{});
    Counts out;
    out.nodes = graph.nodes.size();
    for (const flink::GraphNode& node : graph.nodes) out.attributes += node.attributes.size();
    out.facts = flink::predict_vertices(graph, {}).least;
    return out;
}

double peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::cerr << "usage: flink_bench plan|graph FILE RUNS\n";
        return 2;
    }
    std::ifstream in(arguments[2], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    const bool plan = std::string(arguments[1]) == "plan";
    double best = 1e9;
    Counts counts;
    for (int run = std::atoi(arguments[3]); run > 0; --run) {
        const double begin = cpu_seconds();
        counts = plan ? read_plan(text) : read_graph(text);
        best = std::min(best, cpu_seconds() - begin);
    }
    std::cout << "{\"bytes\": " << text.size() << ", \"nodes\": " << counts.nodes
              << ", \"attributes\": " << counts.attributes << ", \"facts\": " << counts.facts
              << ", \"cpu_seconds\": " << best << ", \"peak_mib\": " << peak_mib() << "}\n";
}
