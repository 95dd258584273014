#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "config.hpp"
#include "server.hpp"

namespace plangrade {
namespace {

struct ServeOptions {
    std::string config;
    std::string listen;
    std::string data_dir;
    std::string rubrics;
    std::string port_file;
    std::string teacher_token_file;
    std::string log_level;
};

int serve_now(const ServeOptions& options) {
    ServerConfig config;
    try {
        if (!options.config.empty())
            config = load_config(options.config);
        else
            config.rubrics = default_rubrics();
        if (!options.listen.empty()) set_listen(config, options.listen);
        if (!options.data_dir.empty()) config.data_dir = options.data_dir;
        if (!options.rubrics.empty()) config.rubrics = options.rubrics;
        if (!options.port_file.empty()) config.port_file = options.port_file;
        if (!options.log_level.empty()) config.log_level = options.log_level;
        if (!options.teacher_token_file.empty())
            config.teacher_token_sha256 = token_file_sha256(options.teacher_token_file);
    } catch (const ConfigError& error) {
        throw CommandError(error.what());
    }
    return serve(config);
}

}  // namespace

void add_serve_commands(CLI::App& program, Run& run) {
    auto options = std::make_shared<ServeOptions>();
    CLI::App* command =
        program.add_subcommand("serve", "the daemon: takes submissions over HTTP, grades and stores them");
    command->add_option("--config", options->config, "YAML file; deploy/plangrade.yaml explains each key");
    command->add_option("--listen", options->listen, "ADDRESS:PORT (default 127.0.0.1:8080)");
    command->add_option("--data-dir", options->data_dir,
                        "where submissions and verdicts are kept (default plangrade-data)");
    command->add_option("--rubrics", options->rubrics, "folder of labs");
    command->add_option("--port-file", options->port_file, "the port is written here once the daemon listens");
    command->add_option("--teacher-token-file", options->teacher_token_file,
                        "file with the token whose bearer sees the teacher's view");
    command->add_option("--log-level", options->log_level, "trace, debug, info, warn or error");
    command->callback([&run, options] { run = [options] { return serve_now(*options); }; });

    CLI::App* worker = program.add_subcommand("worker", "");  // the daemon's own: one job on standard input
    worker->group("");
    worker->callback([&run] { run = [] { return run_worker(); }; });
}

}  // namespace plangrade
