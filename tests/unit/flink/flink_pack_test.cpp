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
    CHECK(sums.flaws[0].at == "/1/t_ms");
    CHECK(sums.flaws[1].at == "/2");
    CHECK(parse_samples("{}", {}).flaws.at(0).code == "not-samples");
    CHECK(to_json(samples)["samples"].size() == 6);
}
