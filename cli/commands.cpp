#include "commands.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <system_error>

#include "grade.hpp"

namespace plangrade {

std::filesystem::path default_rubrics() {
    std::error_code ignored;
    if (std::filesystem::is_directory("rubrics", ignored)) return "rubrics";
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::filesystem::path beside = program.parent_path().parent_path() / "share/plangrade/rubrics";
    if (!ignored && std::filesystem::is_directory(beside, ignored)) return beside;
    return PLANGRADE_RUBRICS_DIR;
}

namespace {

/// The parser would only say that a command is missing.
void refuse_unknown_command(CLI::App& program, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::string known;
    for (const CLI::App* command : program.get_subcommands({})) {
        if (command->get_name() == argv[1]) return;
        if (command->get_name() != "worker") known += (known.empty() ? "" : ", ") + command->get_name();
    }
    throw CommandError("there is no command '" + std::string(argv[1]) + "'; there are: " + known);
}

}  // namespace

int run_command_line(int argc, char** argv) {
    CLI::App program("plangrade grades labs on Spark and Flink from what the run left behind", "plangrade");
    program.set_version_flag("--version", std::string("plangrade ") + grader_version());
    program.require_subcommand(1);
    program.get_formatter()->column_width(36);
    Run run;
    add_grade_command(program, run);
    add_evidence_command(program, run);
    add_rubric_command(program, run);
    add_limits_command(program, run);
    add_serve_commands(program, run);
    try {
        refuse_unknown_command(program, argc, argv);
        program.parse(argc, argv);
        return run();
    } catch (const CLI::Success& asked) {  // --help, --version
        program.exit(asked, std::cout, std::cerr);
        return 0;
    } catch (const CLI::ParseError& error) {
        std::cerr << "plangrade: " << error.what() << "; see plangrade --help\n";
    } catch (const CommandError& error) {
        std::cerr << "plangrade: " << error.what() << "\n";
    } catch (const std::system_error& error) {
        std::cerr << "plangrade: " << error.what() << "\n";
    } catch (const std::exception& error) {
        std::cerr << "plangrade: unexpected: " << error.what() << "\n";
    }
    return 2;
}

}  // namespace plangrade
