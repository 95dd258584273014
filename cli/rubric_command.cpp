#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "checks/manual.hpp"
#include "commands.hpp"
#include "grade.hpp"

namespace plangrade {
namespace {

int lint(const std::vector<std::string>& folders) {
    bool good = true;
    for (const std::string& folder : folders) {
        const std::filesystem::path path = std::filesystem::weakly_canonical(folder);
        std::error_code missing;
        if (!std::filesystem::is_regular_file(path / "rubric.yaml", missing))
            throw CommandError(folder + ": there is no rubric.yaml in it");
        try {
            load_rubric(path.parent_path(), path.filename().string(), {});
            std::cout << folder << ": no faults\n";
        } catch (const RubricError& error) {
            good = false;
            for (const std::string& reason : error.reasons) std::cout << reason << "\n";
        }
    }
    return good ? 0 : 1;
}

}  // namespace

void add_rubric_command(CLI::App& program, Run& run) {
    CLI::App* command = program.add_subcommand("rubric", "for lab authors");
    command->require_subcommand(1);
    auto folders = std::make_shared<std::vector<std::string>>();
    CLI::App* lint_command =
        command->add_subcommand("lint", "check lab folders; exit status 1 where a rubric has faults");
    lint_command->add_option("LAB", *folders, "folders with a rubric.yaml")->required();
    lint_command->callback([&run, folders] { run = [folders] { return lint(*folders); }; });
    command->add_subcommand("docs", "the words of a rubric, as Markdown")->callback([&run] {
        run = [] {
            std::cout << rubric_manual();
            return 0;
        };
    });
    command->add_subcommand("schema", "JSON Schema of rubric.yaml, for editors")->callback([&run] {
        run = [] {
            std::cout << rubric_schema().dump(2) << "\n";
            return 0;
        };
    });
}

}  // namespace plangrade
