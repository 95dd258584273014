#include "evidence/spark/event_log_names.hpp"

#include <doctest/doctest.h>

namespace plangrade::spark {

TEST_CASE("names of rolling logs") {
    const auto events = events_name("events_12_local-1796072143398.zstd.compact");
    REQUIRE(events);
    CHECK(events->number == 12);
    CHECK(events->app == "local-1796072143398");
    CHECK(events->compact);
    CHECK(events_name("events_1_application_1751493828576_0001_1")->app == "application_1751493828576_0001_1");
    for (const char* no :
         {"events_x_local-1", "events_1", "events_1_", "event_1_a", ".events_1_a.crc", "events_99999999999999999999_a"})
        CHECK_FALSE(events_name(no));
    CHECK(appstatus_name("appstatus_local-1.inprogress") == "local-1");
    CHECK(appstatus_name("appstatus_local-1") == "local-1");
    CHECK_FALSE(appstatus_name(".appstatus_local-1.crc"));
    CHECK(rolling_folder_name("eventlog_v2_local-1") == "local-1");
    CHECK_FALSE(rolling_folder_name("eventlogs"));
}

TEST_CASE("names of single logs") {
    for (const char* yes :
         {"local-1796069743101", "local-1796069743101.inprogress", "local-1.lz4", "local-1.zstd.inprogress",
          "local-1_2", "application_1751493828576_0001", "application_1751493828576_0001_1.snappy",
          "app-20211019113801-0001.gz", "spark-1f0a3c5e7b9d4d2f8a6c4e2b0d1f3a5c", "spark-application-1700000000000",
          "eventlog", "eventlog.gz", "local-1796069743101.txt", "local-1.json", "anything.inprogress"})
        CHECK_MESSAGE(is_log_name(yes), yes);
    for (const char* no : {"local-", "local-x1", "application_1", "app-1", "report.md", "aqe.json", "orders.csv.gz",
                           "spark-defaults.conf", "spark-env", "part-00000-c000.snappy.parquet", "eventlogs"})
        CHECK_FALSE_MESSAGE(is_log_name(no), no);
}

TEST_CASE("names of other things") {
    for (const char* yes : {"a.parquet", "orders.csv.gz", "report.md", ".local-1.crc", "aqe.py"})
        CHECK_MESSAGE(is_other_name(yes), yes);
    for (const char* no : {"local-1.zstd", "mylog", "a.gz", "gpu_eventlog", "x.txt", "aqe.json"})
        CHECK_FALSE_MESSAGE(is_other_name(no), no);
}

}  // namespace plangrade::spark
