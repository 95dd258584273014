#include "evidence/spark/event_log_task.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "evidence/spark/event_log.hpp"

namespace plangrade::spark {
namespace {

std::vector<std::string> task_ends() {
    std::ifstream in(PLANGRADE_SOURCE_DIR "/fixtures/event_logs/local-1796069923860", std::ios::binary);
    std::vector<std::string> out;
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(R"({"Event":"SparkListenerTaskEnd")")) out.push_back(line);
    return out;
}

TaskEnd parsed(const std::string& line) {
    simdjson::dom::parser parser;
    return task_end_of(parser.parse(line).value());
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("a scanned task says the same as a parsed one") {
    TaskEndScanner scanner;
    TaskCounts counts;
    const auto lines = task_ends();
    REQUIRE(lines.size() == 11);
    for (const std::string& line : lines) {
        const auto scanned = scanner.scan(line);
        REQUIRE(scanned);
        CHECK(*scanned == parsed(line));
        count_task(counts, *scanned);
    }
    CHECK(counts.ended == 11);
    CHECK(counts.succeeded == 11);
    CHECK(counts.reduce == 8);
    CHECK(counts.shuffle_records_read == 1400);
    CHECK(counts.input_records_read == 20000);
    CHECK(counts.no_metrics == 0);
}

TEST_CASE("what is unusual is not scanned") {
    TaskEndScanner scanner;
    const std::string line = task_ends().back();
    REQUIRE(scanner.scan(line));
    CHECK_FALSE(scanner.scan(
        replaced(line, R"("Reason":"Success")", R"("Reason":"TaskKilled","Kill Reason":"another attempt succeeded")")));
    CHECK_FALSE(scanner.scan(replaced(line, R"("Event":)", R"("Event": )")));
    CHECK_FALSE(scanner.scan(replaced(line, R"("Host":"localhost")", R"("Host":"local\"host")")));
    CHECK_FALSE(scanner.scan(replaced(line, R"("Shuffle Read Metrics":{)", R"("Shuffle Read Metrics":{"more":{},)")));
    CHECK_FALSE(scanner.scan(replaced(line, R"("Total Records Read":)", R"("Total Records":)")));
    CHECK_FALSE(scanner.scan(replaced(line, R"("Task Metrics":)", R"("Task Numbers":)")));
    CHECK_FALSE(scanner.scan(line.substr(0, line.size() - 1)));
    CHECK_FALSE(scanner.scan(line + line));
    CHECK_FALSE(scanner.scan(""));
}

TEST_CASE("a task is counted by what its event says") {
    const std::string line = task_ends().back();
    const auto counts_of = [](const std::string& text) {
        TaskCounts counts;
        count_task(counts, parsed(text));
        return counts;
    };
    const TaskCounts killed = counts_of(replaced(line, R"("Reason":"Success")", R"("Reason":"TaskKilled")"));
    CHECK(killed.failed == 1);
    CHECK(killed.killed == 1);
    CHECK(killed.reduce == 1);
    CHECK(killed.reduce_plain == 0);
    const TaskCounts speculative = counts_of(replaced(line, R"("Speculative":false)", R"("Speculative":true)"));
    CHECK(speculative.speculative == 1);
    CHECK(speculative.reduce_plain == 0);
    CHECK(speculative.succeeded == 1);
    CHECK(counts_of(replaced(line, R"("Attempt":0)", R"("Attempt":1)")).retried == 1);
    CHECK(counts_of(replaced(line, R"("Stage Attempt ID":0)", R"("Stage Attempt ID":2)")).retried == 1);
    const TaskCounts without =
        counts_of(R"({"Event":"SparkListenerTaskEnd","Stage ID":1,"Task End Reason":{"Reason":"TaskKilled"}})");
    CHECK(without.no_metrics == 1);
    CHECK(without.reduce == 0);
    const TaskCounts old = counts_of(
        R"({"Event":"SparkListenerTaskEnd","Stage ID":1,"Task Metrics":{"Shuffle Read Metrics":{"Total Records Read":"7"}}})");
    CHECK(old.reduce == 1);
    CHECK(old.succeeded + old.failed == 0);  // no reason is told
}

TEST_CASE("the shape of JSON is lost by what damages lines") {
    const std::string line = task_ends().front();
    REQUIRE(has_json_shape(line));
    CHECK(has_json_shape("{}"));
    CHECK_FALSE(has_json_shape(""));
    CHECK_FALSE(has_json_shape("[]"));
    for (std::size_t length = 0; length < line.size(); ++length)
        REQUIRE_FALSE(has_json_shape(std::string_view(line).substr(0, length)));
    CHECK_FALSE(has_json_shape(line + line));
    CHECK_FALSE(has_json_shape(line.substr(0, 500) + line));
    for (const std::size_t at : {std::size_t{1}, std::size_t{17}, line.size() / 2, line.size() - 2})
        for (const char damage : {'\0', '\n', '\\', '\x80', '\x1F', '{', '"', ']'}) {
            std::string damaged = line;
            damaged.insert(at, 1, damage);
            CHECK_FALSE(has_json_shape(damaged));
        }
}

}  // namespace plangrade::spark
