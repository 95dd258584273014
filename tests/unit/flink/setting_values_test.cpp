#include "facts/flink/setting_values.hpp"

#include <doctest/doctest.h>

using namespace plangrade::flink;

TEST_CASE("settings that no plan depends on") {
    for (const char* key : {"pipeline.name", "pipeline.jars", "pipeline.classpaths", "sql-client.execution.result-mode",
                            "rest.port", "table.dml-sync", "$internal.application.main", "jobmanager.rpc.address",
                            "taskmanager.numberOfTaskSlots", "execution.target", "execution.attached", "env.java.opts",
                            "metrics.reporters", "web.submit.enable", "historyserver.web.port"}) {
        CAPTURE(key);
        CHECK(is_beside_plans(key));
    }
    for (const char* key : {"pipeline.operator-chaining.enabled", "pipeline.max-parallelism", "parallelism.default",
                            "execution.runtime-mode", "table.exec.state.ttl", "environment", "restart", ""}) {
        CAPTURE(key);
        CHECK_FALSE(is_beside_plans(key));
    }
}

TEST_CASE("words without regard to case, names with it") {
    CHECK(same_value("execution.runtime-mode", "streaming", "STREAMING"));
    CHECK(same_value("table.optimizer.agg-phase-strategy", "one_phase", "ONE_PHASE"));
    CHECK(same_value("x", "TRUE", "true"));
    CHECK_FALSE(same_value("x", "TRUE", "false"));
    CHECK_FALSE(same_value("x", "ONE_PHASE", "TWO_PHASE"));
    CHECK_FALSE(same_value("table.builtin-catalog-name", "Lab", "lab"));
    CHECK_FALSE(same_value("x", "s3://A", "s3://a"));
    CHECK_FALSE(same_value("x", "", "true"));
}

TEST_CASE("durations are as long as they are") {
    const auto same = [](const char* left, const char* right) {
        return same_value("table.exec.state.ttl", left, right) && same_value("table.exec.state.ttl", right, left);
    };
    CHECK(same("60 s", "1 min"));
    CHECK(same("60 s", "60000 ms"));
    CHECK(same("1 h", "60 min"));
    CHECK(same("1 d", "24 hours"));
    CHECK(same("5s", " 5 Sec "));
    CHECK(same("60000", "1 min"));
    CHECK(same("0 ms", "0 s"));
    CHECK(same("1 ms", "1000000 ns"));
    CHECK(same("1 ms", "1000 \xC2\xB5s"));
    CHECK_FALSE(same("60 s", "61 s"));
    CHECK_FALSE(same("60 s", "60 min"));
    CHECK_FALSE(same("60", "1 min"));
    CHECK_FALSE(same("1", "01"));
    CHECK_FALSE(same("64 mb", "64 m"));
    CHECK_FALSE(same("1 s", "1 week"));
    CHECK_FALSE(same("s", "1 s"));
    CHECK_FALSE(same("18446744073709551615 d", "18446744073709551615 h"));
    CHECK_FALSE(same("99999999999999999999 d", "1 h"));
}

TEST_CASE("a setting that is left out has Flink's default") {
    CHECK(same_setting("execution.runtime-mode", "streaming", std::nullopt));
    CHECK(same_setting("table.exec.state.ttl", std::nullopt, "0 s"));
    CHECK(same_setting("table.exec.mini-batch.enabled", "FALSE", std::nullopt));
    CHECK(same_setting("table.optimizer.distinct-agg.split.bucket-num", std::nullopt, "1024"));
    CHECK(same_setting("parallelism.default", std::nullopt, std::nullopt));
    CHECK(same_setting("parallelism.default", "2", "2"));
    CHECK_FALSE(same_setting("execution.runtime-mode", "batch", std::nullopt));
    CHECK_FALSE(same_setting("table.exec.mini-batch.enabled", "true", std::nullopt));
    CHECK_FALSE(same_setting("table.optimizer.distinct-agg.split.bucket-num", std::nullopt, "64"));
    CHECK_FALSE(same_setting("parallelism.default", "1", std::nullopt));
    CHECK_FALSE(same_setting("table.optimizer.agg-phase-strategy", "TWO_PHASE", "AUTO"));
}
