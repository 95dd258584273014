#include "evidence/flink/http_head.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

namespace {

const std::string kHead =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=UTF-8\r\ncontent-length: 12\r\n\r\n";

std::string rest(const std::string& text) {
    Flaws flaws;
    const auto found = without_http_head(text, flaws);
    CHECK(found.has_value() == !flaws.empty());
    return found ? found->substr(found->find_first_not_of(" \r\n")) : "as it is";
}

}  // namespace

TEST_CASE("the head of an HTTP answer is blanked, line by line") {
    Flaws flaws;
    const auto found = without_http_head(kHead + "{\n}", flaws);
    REQUIRE(found);
    CHECK(found->ends_with("{\n}"));
    CHECK(std::count(found->begin(), found->end(), '\n') == 5);
    CHECK(found->size() == kHead.size() + 3);
    REQUIRE(flaws.list().size() == 1);
    CHECK(flaws.list()[0].code == "http-head");
    CHECK(flaws.list()[0].severity == Severity::note);
    CHECK(rest("HTTP/1.1 100 Continue\n\n" + kHead + "{}") == "{}");
    CHECK(rest("\n HTTP/2 200\n\n[]") == "[]");
    CHECK(rest("{\"a\": \"HTTP/1.1 200 OK\n\n\"}") == "as it is");
    CHECK(rest("HTTP/1.1 200 OK\nContent-Type: x\n{}") == "as it is");
    CHECK(rest("HTTP") == "as it is");
    CHECK(rest("") == "as it is");
}

TEST_CASE("jobs and graphs behind an HTTP head") {
    const Job job = parse_job(kHead + sample("jobs/23-click-on.json"), {});
    CHECK(job.whole());
    CHECK(job.vertices.size() == job_of("23-click-on.json").vertices.size());
    CHECK(job.flaws.at(0).code == "http-head");
    const Graph graph = parse_graph("\xEF\xBB\xBF" + kHead + sample("graphs/23-click.json"), {});
    CHECK(graph.whole());
    CHECK(graph.nodes.size() == graph_of("23-click.json").nodes.size());
    CHECK_FALSE(graph.after_text);
    CHECK(parse_graph(kHead + sample("plans/23-warning.txt"), {}).whole());
    CHECK_FALSE(parse_job("HTTP/1.1 200 OK\n" + sample("jobs/23-click-on.json"), {}).whole());
    const Job broken = parse_job(kHead + "{\"jid\": }", {});
    REQUIRE(broken.flaws.size() == 2);
    CHECK(broken.flaws[1].at.starts_with("line 5,"));
}
