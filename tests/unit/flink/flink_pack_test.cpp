#include "evidence/flink/flink_pack.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "evidence/digest.hpp"
#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::flink;

TEST_CASE("settings") {
    CHECK(parse_settings(sample("pack/table_config.json"), {}).get("parallelism.default") == "2");
    const Settings settings = parse_settings(R"({"a": 2, "b": true, "c": "x", "d": [1]})", {});
    CHECK(settings.get("a") == "2");
    CHECK(settings.get("b") == "true");
    CHECK(settings.get("c") == "x");
    CHECK_FALSE(settings.get("d"));
    REQUIRE(settings.flaws.size() == 1);
    CHECK(settings.flaws[0].at == "/d");
    CHECK(parse_settings("[]", {}).flaws.at(0).code == "not-an-object");
    CHECK(parse_settings("{", {}).flaws.size() == 1);
}

TEST_CASE("nested settings are flat ones") {
    const Settings settings = parse_settings(
        R"({"table": {"exec": {"mini-batch.enabled": true, "state": {"ttl": "1 h"}}}, "parallelism": {"default": 2}, "e": {}, "a.b": 1})",
        {});
    CHECK(settings.flaws.empty());
    CHECK(settings.values.size() == 4);
    CHECK(settings.get("table.exec.mini-batch.enabled") == "true");
    CHECK(settings.get("table.exec.state.ttl") == "1 h");
    CHECK(settings.get("parallelism.default") == "2");
    CHECK(parse_settings(R"({"a.b": 1, "a": {"b": 1}})", {}).flaws.empty());
    const Settings twice = parse_settings(R"({"a.b": 1, "a": {"b": 2}})", {});
    CHECK(twice.flaws.at(0).code == "duplicate-key");
    const Settings bad = parse_settings(R"({"a": {"b": [1], "c": null, "d": 3}})", {});
    REQUIRE(bad.flaws.size() == 2);
    CHECK(bad.flaws[0].at == "/a/b");
    CHECK(bad.get("a.d") == "3");
    const std::string name(600, 'k');
    CHECK(parse_settings("{\"" + name + "\": {\"" + name + "\": 1}}", {}).flaws.at(0).code == "not-a-setting");
    CHECK(parse_settings("{\"" + name + name + "\": 1}", {}).values.size() == 1);
}

TEST_CASE("a job's configuration") {
    const JobConfig config = parse_job_config(sample("pack/config.json"), {});
    CHECK(config.flaws.empty());
    CHECK(config.jid == "774fd05a91554020c3d88596aa5b6f8f");
    CHECK(config.parallelism == 1);
    CHECK(config.execution_mode == "PIPELINED");
    CHECK(parse_job_config("{}", {}).flaws.at(0).code == "not-a-job-config");
}

TEST_CASE("statistics") {
    const Statistics statistics = parse_statistics(sample("pack/stats.txt"), {});
    CHECK(statistics.flaws.empty());
    REQUIRE(statistics.tables.size() == 2);
    CHECK(statistics.tables[1].table == "dim");
    CHECK(statistics.tables[1].rows == 100);
    REQUIRE(statistics.tables[1].columns.size() == 3);
    CHECK(statistics.tables[1].columns[1].column == "name");
    CHECK(statistics.tables[1].columns[1].kind == 's');
    CHECK(statistics.tables[1].columns[1].low == 7);
    const Statistics bad = parse_statistics("t many\nu 5 a:n:1\n\n", {});
    REQUIRE(bad.flaws.size() == 2);
    CHECK(bad.flaws[0].at == "line 1");
    CHECK(bad.flaws[1].at == "line 2");
    CHECK(parse_statistics("", {}).tables.empty());
}

TEST_CASE("versions") {
    const Version version = parse_version(sample("pack/version.txt"), {});
    CHECK(version.version == "2.3.0");
    CHECK(version.major == 2);
    CHECK(version.minor == 3);
    CHECK(version.commit == "c0f8d1a");
    CHECK(parse_version("1.20.3\r\n", {}).minor == 20);
    CHECK(parse_version("Version: v1.14.4, Commit ID: 895c609", {}).version == "1.14.4");
    CHECK(parse_version("Version: v1.14.4, Commit ID: 895c609", {}).major == 1);
    CHECK(parse_version("Version: v1.14.4, Commit ID: 895c609", {}).commit == "895c609");
    const auto both = [](const char* text) {
        const Version read = parse_version(text, {});
        return read.version + " " + read.commit;
    };
    CHECK(both("Flink 2.3.0 (commit c0f8d1a)") == "2.3.0 c0f8d1a");
    CHECK(both(R"({"taskmanagers":1,"flink-version":"2.3.0","flink-commit":"c0f8d1a"})") == "2.3.0 c0f8d1a");
    CHECK(both("{\n  \"flink-version\" : \"1.20.3\",\n  \"flink-commit\" : \"01e3a6d\"\n}\n") == "1.20.3 01e3a6d");
    CHECK(
        both(
            R"({"refresh-interval":3000,"flink-version":"2.3.0","flink-revision":"c0f8d1a @ 2026-01-02T03:04:05Z"})") ==
        "2.3.0 c0f8d1a");
    CHECK(both("\"2.3.0\"") == "2.3.0 ");
    CHECK(both("[2.3.0]") == "2.3.0 ");
    CHECK(both("Java 17.0.2, Flink 2.3.0.") == "2.3.0 ");
    CHECK(both("Flink 2.3.0 on Java 17.0.2") == "2.3.0 ");
    CHECK(both("flink-1.20.3") == "1.20.3 ");
    CHECK(both("flink-version: 2.3.0\nflink-commit: unknown") == "2.3.0 ");
    CHECK(both("2.3-SNAPSHOT") == "2.3-SNAPSHOT ");
    CHECK(both("commit 2.3.0") == " ");
    CHECK(parse_version("latest", {}).flaws.at(0).code == "no-version");
}

TEST_CASE("checksums") {
    const Checksum checksum = parse_checksum(sample("pack/sql.sha256"), {});
    CHECK(checksum.hex == sha256_hex(sample("pack/sql.sql")));
    CHECK(checksum.file == "sql.sql");
    const std::string hex(64, 'A');
    CHECK(parse_checksum(hex, {}).hex == std::string(64, 'a'));
    CHECK(parse_checksum(hex + " *sql.sql\r\n", {}).file == "sql.sql");
    CHECK(parse_checksum("SHA256 (sql.sql) = " + hex, {}).file == "sql.sql");
    CHECK(parse_checksum("abc  sql.sql", {}).flaws.at(0).code == "no-checksum");
}

TEST_CASE("metric samples") {
    const MetricSamples samples = parse_samples(sample("pack/samples.json"), {});
    CHECK(samples.flaws.empty());
    REQUIRE(samples.samples.size() == 6);
    const std::vector<std::optional<double>> in = samples.counter("GlobalGroupAggregate", "numRecordsIn");
    CHECK(in.front() == 0);
    CHECK(in.back() == 10);
    CHECK(samples.counter("GlobalGroupAggregate", "numRecordsOut").back() == 1);
    CHECK_FALSE(samples.counter("Calc", "numRecordsOut").back());
    const MetricSamples sums = parse_samples(
        R"([{"t_ms": 5, "vertices": [{"vertex": "v", "metrics": [{"id": "0.A.B(c=[x.y])[3].m", "value": "1"}, {"id": "1.A.B(c=[x.y])[3].m", "value": 2}, {"id": "z", "value": "1"}]}]},
            {"t_ms": 5, "vertices": []}, {"t_ms": "x"}])",
        {});
    CHECK(sums.counter("A.B(c=[x.y])", "m").front() == 3);
    REQUIRE(sums.flaws.size() == 2);
    CHECK(sums.flaws[0].at == "/2");
    CHECK(sums.flaws[1].at == "/1/t_ms");
    CHECK(sums.flaws[1].code == "contradiction");
    CHECK(parse_samples("{}", {}).flaws.at(0).code == "not-samples");
    CHECK(to_json(samples)["samples"].size() == 6);
}

TEST_CASE("metric samples out of order are sorted") {
    const auto sample_of = [](int t, int value) {
        return R"({"t_ms": )" + std::to_string(t) +
               R"(, "vertices": [{"vertex": "v", "metrics": [{"id": "0.A[1].m", "value": ")" + std::to_string(value) +
               R"("}]}]})";
    };
    const auto read = [&](const std::string& first, const std::string& second, const std::string& third) {
        return parse_samples("[" + first + "," + second + "," + third + "]", {});
    };
    const MetricSamples ordered = read(sample_of(1, 10), sample_of(2, 20), sample_of(3, 30));
    CHECK(ordered.flaws.empty());
    const MetricSamples turned = read(sample_of(3, 30), sample_of(1, 10), sample_of(2, 20));
    CHECK(turned.counter("A", "m") == ordered.counter("A", "m"));
    REQUIRE(turned.flaws.size() == 1);
    CHECK(turned.flaws[0].severity == Severity::note);
    CHECK(turned.flaws[0].code == "order");
    CHECK(turned.flaws[0].at == "/1/t_ms");
    // one time twice
    CHECK(read(sample_of(1, 10), sample_of(2, 20), sample_of(2, 20)).flaws.empty());
    const MetricSamples other = read(sample_of(2, 20), sample_of(1, 10), sample_of(2, 21));
    REQUIRE(other.flaws.size() == 2);
    CHECK(other.flaws[1].code == "contradiction");
    CHECK(other.flaws[1].severity == Severity::partial);
    CHECK(other.flaws[1].at == "/2/t_ms");
}
