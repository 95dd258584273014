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
