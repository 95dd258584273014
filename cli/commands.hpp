// The command line: one function a command. Each adds its options to the program and, when it was chosen, runs and
// gives the exit status: 0 every step passed (or the command did what it says), 1 graded but not every step passed, 2
// it could not be carried out.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace plangrade {

/// What keeps a command from being carried out: one clear line for standard error; exit status 2.
struct CommandError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using Run = std::function<int()>;

void add_grade_command(CLI::App& program, Run& run);
void add_evidence_command(CLI::App& program, Run& run);
void add_rubric_command(CLI::App& program, Run& run);
void add_limits_command(CLI::App& program, Run& run);
void add_serve_commands(CLI::App& program, Run& run);

/// Where rubrics are looked for when no --rubrics is given: ./rubrics, else what was installed beside the program.
std::filesystem::path default_rubrics();

/// Parses, runs, and turns what is thrown into a line on standard error. Never throws.
int run_command_line(int argc, char** argv);

}  // namespace plangrade
