#include "evidence/flink/flink_graph.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

std::string codes(const Graph& graph) {
    std::string out;
    for (const Flaw& flaw : graph.flaws) out += (out.empty() ? "" : " ") + flaw.code + "@" + flaw.at;
    return out;
}

std::string edited(std::string_view from, std::string_view to) {
    return codes(parse_graph(replaced(sample("graphs/23-click.json"), from, to), {}));
}

}  // namespace

TEST_CASE("nodes and edges") {
    const Graph graph = graph_of("23-click.json");
    CHECK(graph.whole());
    CHECK(graph.kind == GraphKind::execution_plan);
    REQUIRE(graph.nodes.size() == 5);
    REQUIRE(graph.edges.size() == 4);
    CHECK(graph.nodes[0].source());
    CHECK(graph.nodes[0].type == "Source: clicks[13]");
    CHECK(graph.nodes[0].op == "TableSourceScan");
    CHECK(graph.nodes[2].op == "GroupAggregate");
    CHECK(graph.nodes[2].number == 16U);
    CHECK(graph.nodes[2].parallelism == 1);
    const GraphEdge& edge = graph.edges[graph.nodes[2].in.at(0)];
    CHECK(edge.ship_strategy == "HASH");
    CHECK(graph.nodes[edge.from].type == "Calc[14]");
}

TEST_CASE("1.14's contents have a prefix instead of a number; writers have only a name") {
    const Graph old = graph_of("114-click.json");
    CHECK(old.whole());
    CHECK(old.nodes.front().op == "TableSourceScan");
    CHECK(old.nodes.back().op == "Sink");
    CHECK_FALSE(old.nodes.front().number);
    const Graph writer = graph_of("120-materialize.json");
    CHECK(writer.nodes.back().type == "by_channel[419]: Writer");
    CHECK(writer.nodes.back().op.empty());
}

TEST_CASE("the JSON behind EXPLAIN's text, in a frame too") {
    const Graph graph = parse_graph(sample("plans/23-ranges.txt"), {});
    CHECK(graph.whole());
    CHECK(graph.after_text);
    CHECK(graph.line == 20);
    CHECK(graph.nodes.size() == 3);
    const Graph framed = parse_graph(
        "| == Physical Execution Plan ==\n" + sample("graphs/23-click.json") + " |\n+-----+\n1 row in set\n", {});
    CHECK(framed.whole());
    CHECK(framed.nodes.size() == 5);
    CHECK_FALSE(graph_of("23-click.json").after_text);
}

TEST_CASE("other JSON is named") {
    CHECK(parse_graph(R"({"flinkVersion": "2.3", "nodes": [], "edges": []})", {}).kind == GraphKind::compiled_plan);
    CHECK(parse_graph(R"({"plan": {"jid": "x", "nodes": []}})", {}).kind == GraphKind::rest_plan);
    const Graph job = parse_graph(sample("jobs/23-click-on.json"), {});
    CHECK(job.kind == GraphKind::rest_job);
    CHECK(job.flaws.at(0).message.find("/jobs/<jid>;") != std::string::npos);
    for (const char* text : {"", "[]", "3", "{}", "{\"nodes\": 3}", "nothing", "{\"nodes\": ["}) {
        CAPTURE(text);
        const Graph graph = parse_graph(text, {});
        CHECK_FALSE(graph.whole());
        CHECK_FALSE(graph.flaws.empty());
    }
}

TEST_CASE("edited graphs contradict themselves") {
    CHECK(edited("\"id\" : 15,", "\"id\" : 16,").find("no-predecessor@/nodes/1/predecessors/0") != std::string::npos);
    CHECK(edited("\"parallelism\" : 1", "\"parallelism\" : 0") == "no-parallelism@/nodes/0");
    CHECK(edited("\"pact\" : \"Data Source\"", "\"pact\" : \"Operator\"") == "inputs@/nodes/0");
    CHECK(edited("\"ship_strategy\" : \"FORWARD\",", "") == "no-ship-strategy@/nodes/1/predecessors/0");
    const Graph circle = parse_graph(
        R"({"nodes": [{"id": 1, "type": "A", "pact": "Operator", "parallelism": 1, "predecessors": [{"id": 2, "ship_strategy": "FORWARD"}]},
                      {"id": 2, "type": "B", "pact": "Operator", "parallelism": 1, "predecessors": [{"id": 1, "ship_strategy": "FORWARD"}]}]})",
        {});
    CHECK(codes(circle) == "circle@/nodes");
}

TEST_CASE("a hundred thousand nodes take linear time") {
    std::string text =
        "{\"nodes\":[{\"id\":0,\"type\":\"S\",\"pact\":\"Data Source\",\"contents\":\"S\",\"parallelism\":1}";
    for (int i = 1; i < 100'000; ++i)
        text += ",{\"id\":" + std::to_string(i) +
                ",\"type\":\"C\",\"pact\":\"Operator\",\"contents\":\"[1]:C(a=[b])\",\"parallelism\":1," +
                "\"predecessors\":[{\"id\":" + std::to_string(i - 1) + ",\"ship_strategy\":\"FORWARD\"}]}";
    const auto start = std::chrono::steady_clock::now();
    const Graph graph = parse_graph(text + "]}", {});
    CHECK(graph.whole());
    CHECK(graph.nodes.size() == 100'000);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

TEST_CASE("evidence as JSON") {
    const nlohmann::json json = graph_json(graph_of("23-click.json"));
    CHECK(json["kind"] == "flink-graph");
    CHECK(json["json"] == "execution plan");
    CHECK(json["edges"][1] == nlohmann::json{{"from", 16}, {"to", 18}, {"ship_strategy", "HASH"}});
}
