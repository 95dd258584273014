#include "facts/flink/chaining.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

VertexPrediction predicted(const std::string& name, std::optional<int> major = 2, bool legacy = false) {
    const Graph graph = graph_of(name);
    REQUIRE(graph.whole());
    ChainingHints hints;
    hints.major = major;
    for (const GraphNode& node : graph.nodes)
        if (node.source()) hints.legacy_sources[source_table(node)] = legacy;
    return predict_vertices(graph, hints);
}

std::size_t count(const std::string& name, std::optional<int> major = 2, bool legacy = false) {
    const VertexPrediction out = predicted(name, major, legacy);
    CHECK(out.certain());
    CHECK(out.open.empty());
    return out.least;
}

}  // namespace

TEST_CASE("the numbers of vertices that these jobs really had") {
    CHECK(count("23-click.json") == 2);
    CHECK(count("114-click.json", 1) == 2);
    CHECK(count("23-self-join.json") == 2);       // two edges from one source
    CHECK(count("23-union.json") == 3);           // FORWARD into a node with two inputs
    CHECK(count("23-multiple-input.json") == 2);  // the source moves into it
    CHECK(count("120-materialize.json", 1) == 2);
    CHECK(count("23-two-sinks.json", 2, true) == 2);     // a writer leaves the chain of a SourceFunction
    CHECK(count("23-async-lookup.json", 2, true) == 2);  // the lookup leaves it; behind it the writer stays
    CHECK(count("120-file-sink.json", 1) == 4);
    CHECK(count("120-file-sink.json", 2) == 2);
}

TEST_CASE("without chaining each node is a vertex") {
    ChainingHints hints;
    hints.chaining = false;
    const VertexPrediction out = predict_vertices(graph_of("23-click.json"), hints);
    CHECK(out.least == 5);
    CHECK(out.certain());
    CHECK(out.vertex_of == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
}

TEST_CASE("what the JSON doesn't tell is said") {
    const VertexPrediction sinks = predict_vertices(graph_of("23-two-sinks.json"), {});
    CHECK(sinks.least == 1);
    CHECK(sinks.most == 2);
    CHECK(sinks.allows(2));
    CHECK_FALSE(sinks.allows(3));
    REQUIRE(sinks.open.size() == 1);
    CHECK(sinks.open[0] == "Whether the source of gen is a SourceFunction, which its DDL tells.");
    const VertexPrediction files = predicted("120-file-sink.json", std::nullopt);
    CHECK(files.least == 2);
    CHECK(files.most == 4);
    CHECK(files.open.size() == 1);
}

TEST_CASE("DDL closes the question") {
    ChainingHints hints;
    add_tables(hints, parse_sql("CREATE TABLE gen (a INT) WITH ('connector'='datagen'); CREATE TABLE f (a INT) WITH "
                                "('connector'='filesystem');"
                                "CREATE TABLE x (a INT) WITH ('connector'='my-own')",
                                {})
                          .tables);
    CHECK(hints.legacy_sources == std::map<std::string, bool, std::less<>>{{"f", false}, {"gen", true}});
    const VertexPrediction out = predict_vertices(graph_of("23-two-sinks.json"), hints);
    CHECK(out.least == 2);
    CHECK(out.certain());
    CHECK(out.vertex_of == std::vector<std::uint32_t>{0, 0, 1, 0});
}

TEST_CASE("edges") {
    const Graph graph = graph_of("120-materialize.json");
    CHECK(ship_strategies(graph) == std::map<std::string, std::uint64_t>{{"FORWARD", 2}, {"HASH", 1}});
    CHECK(non_forward_edges(graph) == 1);
    const std::vector<SinkEdge> sinks = edges_into_sinks(graph);
    REQUIRE(sinks.size() == 1);
    CHECK(sinks[0].ship_strategy == "HASH");  // before the materializer
    CHECK(sinks[0].upstream_parallelism == 2);
    CHECK(edges_into(graph_of("23-async-lookup.json"), "LookupJoin") == std::vector<std::string>{"FORWARD"});
    CHECK(source_table(graph_of("114-click.json").nodes[0]) == "clicks");
    GraphNode kafka;
    kafka.pact = "Data Source";
    kafka.type = "Source: KafkaSource-default_catalog.default_database.orders";
    CHECK(source_table(kafka) == "orders");
    CHECK(chaining_json(graph, {})["vertices"]["chaining_off"] == 4);
}
