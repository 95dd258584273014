#include <doctest/doctest.h>

#include "codec_pack.hpp"
#include "evidence/spark/event_log.hpp"
#include "temp_dir.hpp"

namespace plangrade::spark {
namespace {

const std::string kStart = "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"4.0.1\"}\n";

std::vector<std::string> paths(const TempDir& dir, std::string_view folder = "") {
    Flaws flaws;
    std::vector<std::string> out;
    for (const LogPlace& place : find_event_logs(Tree::of_directory(dir.path(), {}, flaws, false), folder)) {
        std::string text = place.path + (place.rolling ? " rolling" : "");
        for (const TreeFile& file : place.files) text += " " + file.path.substr(file.path.rfind('/') + 1);
        out.push_back(text);
    }
    return out;
}

}  // namespace

TEST_CASE("logs are found by name and by content, and nothing else is") {
    const TempDir dir;
    dir.write("logs/local-1", kStart);
    dir.write("logs/local-2.inprogress", "");
    dir.write("logs/.local-1.crc", kStart);
    dir.write("my run", kStart);
    dir.write("packed.zst", pack::zstd(kStart));
    dir.write("spaced", "  {\"Event\" : \"SparkListenerLogStart\"}\n");
    dir.write("sorted", "{\"App Name\": \"a\", \"Event\": \"SparkListenerApplicationStart\"}\n");
    dir.write("local-3.txt", kStart);
    dir.write("aqe.json", "{\"reduce_tasks\": 8}");
    dir.write("notes.txt", "what I did");
    dir.write("spk-plan-aqe.txt", kStart);
    dir.write("report.md", kStart);
    dir.write("local-4.json", "{\"reduce_tasks\": 8}");
    dir.write("config", "{\"name\": \"Event\", \"Event\": 3}");
    dir.write("plan", "== Physical Plan ==\n");
    dir.write("orders_pq/part-0.snappy.parquet", "PAR1xxxxPAR1");
    dir.write("orders.csv.gz", pack::gzip(kStart));
    dir.write("empty", "");
    CHECK(paths(dir) == std::vector<std::string>{"local-3.txt local-3.txt", "logs/local-1 local-1",
                                                 "logs/local-2.inprogress local-2.inprogress", "my run my run",
                                                 "packed.zst packed.zst", "sorted sorted", "spaced spaced",
                                                 "spk-plan-aqe.txt spk-plan-aqe.txt"});
    CHECK(paths(dir, "logs").size() == 2);
    CHECK(paths(dir, "nowhere").empty());
}

TEST_CASE("a rolling log is one log, its files in the order of their numbers") {
    const TempDir dir;
    for (const int n : {1, 2, 9, 10, 11})
        dir.write("e/eventlog_v2_local-1/events_" + std::to_string(n) + "_local-1.zstd", "");
    dir.write("e/eventlog_v2_local-1/appstatus_local-1", "");
    dir.write("e/eventlog_v2_local-1/.appstatus_local-1.crc", "crc");
    dir.write("e/eventlog_v2_local-2/appstatus_local-2.inprogress", "");
    CHECK(paths(dir) ==
          std::vector<std::string>{
              "e/eventlog_v2_local-1 rolling events_1_local-1.zstd events_2_local-1.zstd events_9_local-1.zstd "
              "events_10_local-1.zstd events_11_local-1.zstd",
              "e/eventlog_v2_local-2 rolling"});
}

TEST_CASE("events files outside of their folder are still rolling logs") {
    const TempDir dir;
    dir.write("logs/events_1_local-1.zstd", "");
    dir.write("logs/events_2_local-1.zstd", "");
    dir.write("logs/events_1_local-2", "");
    CHECK(paths(dir) ==
          std::vector<std::string>{"logs/events_1_local-1.zstd rolling events_1_local-1.zstd events_2_local-1.zstd",
                                   "logs/events_1_local-2 rolling events_1_local-2"});
}

}  // namespace plangrade::spark
