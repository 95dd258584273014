#include "config.hpp"

#include <doctest/doctest.h>

#include "temp_dir.hpp"

using namespace plangrade;

namespace {

std::string refused(const std::string& text) {
    const TempDir dir;
    const auto file = dir.write("plangrade.yaml", text);
    try {
        load_config(file);
    } catch (const ConfigError& error) {
        const std::string what = error.what();
        REQUIRE(what.starts_with(file.string() + " "));
        return what.substr(file.string().size() + 1);
    }
    return "accepted";
}

}  // namespace

TEST_CASE("an empty file gives the defaults: local and for students") {
    const TempDir dir;
    for (const char* text : {"", "# nothing\n"}) {
        const ServerConfig config = load_config(dir.write("c.yaml", text));
        CHECK(config.host == "127.0.0.1");
        CHECK(config.port == 8080);
        CHECK(config.view == Audience::student);
        CHECK(config.teacher_token_sha256.empty());
    }
}

TEST_CASE("every key is taken") {
    const TempDir dir;
    const ServerConfig config = load_config(
        dir.write("c.yaml",
                  "listen: '[::1]:0'\nport_file: port\ndata_dir: /var/lib/x\nrubrics: labs\n"
                  "workers: 3\nqueue: 0\nworker_memory: 0\nview: teacher\n"
                  "teacher_token_sha256: " +
                      std::string(64, 'a') +
                      "\n"
                      "connections: 9\nconnections_per_address: 8\nmin_upload_rate: 7\nmin_free_disk: 6\n"
                      "timeouts: {header: 1, idle: 2, write: 3, grade: 4, shutdown: 5}\n"
                      "limits: {submission_entries: 5, report_bytes: 7}\nlog: {level: warn, file: x.log}\n"));
    CHECK(config.host == "::1");
    CHECK(config.port == 0);
    CHECK(config.port_file == dir.path() / "port");
    CHECK(config.data_dir == "/var/lib/x");
    CHECK(config.rubrics == dir.path() / "labs");
    CHECK(config.workers == 3);
    CHECK(config.queue == 0);
    CHECK(config.worker_memory == 0);
    CHECK(config.view == Audience::teacher);
    CHECK(config.connections == 9);
    CHECK(config.connections_per_address == 8);
    CHECK(config.min_upload_rate == 7);
    CHECK(config.min_free_disk == 6);
    CHECK(config.timeouts.header.count() == 1);
    CHECK(config.timeouts.shutdown.count() == 5);
    CHECK(config.limits.submission_entries == 5);
    CHECK(config.limits.report_bytes == 7);
    CHECK(config.log_level == "warn");
    CHECK(config.log_file == dir.path() / "x.log");
}

TEST_CASE("what is wrong is refused with its line") {
    CHECK(refused("queue: 1\nworker: 2\n") == "line 2: there is no key 'worker' in the configuration");
    CHECK(refused("queue: 1\n\nqueue: 2\n") == "line 3: 'queue' is set twice");
    CHECK(refused("timeouts:\n  idle: 5\n  sleep: 1\n") == "line 3: there is no key 'sleep' in 'timeouts'");
    CHECK(refused("limits: {no_such_limit: 1}\n") == "line 1: there is no key 'no_such_limit' in 'limits'");
    CHECK(refused("queue: many\n") == "line 1: 'queue' must be a whole number from 0 to 100000");
    CHECK(refused("queue: -1\n") != "accepted");
    CHECK(refused("queue: 1.5\n") != "accepted");
    CHECK(refused("queue: [1]\n") == "line 1: 'queue' must be a single value");
    CHECK(refused("timeouts: {idle: 0}\n") != "accepted");
    CHECK(refused("view: everyone\n") == "line 1: 'view' must be student or teacher");
    CHECK(refused("teacher_token_sha256: secret\n") != "accepted");
    CHECK(refused("log: {level: loud}\n") != "accepted");
    CHECK(refused("- a\n- b\n") == "line 1: the configuration must hold 'key: value' lines");
    CHECK(refused("a: [1\n").find("this is not YAML") != std::string::npos);
    for (const char* listen :
         {"localhost:80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:99999", "1.2.3:80", "127.0.0.1:8o"}) {
        CAPTURE(listen);
        CHECK(refused("listen: '" + std::string(listen) + "'\n").find("line 1: 'listen' must be") == 0);
    }
    CHECK_THROWS_AS(load_config("/nowhere/c.yaml"), ConfigError);
}

TEST_CASE("a token file gives its token's digest") {
    const TempDir dir;
    CHECK(token_file_sha256(dir.write("token", "  correct-horse-battery-staple\n")) ==
          token_file_sha256(dir.write("same", "correct-horse-battery-staple")));
    CHECK_THROWS_AS(token_file_sha256(dir.write("short", "1234567890\n")), ConfigError);
    CHECK_THROWS_AS(token_file_sha256(dir.path() / "none"), ConfigError);
}
