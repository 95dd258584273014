#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>

#include "commands.hpp"
#include "evidence/text/strict_json.hpp"
#include "formats.hpp"
#include "grade.hpp"
#include "hand_in.hpp"

namespace plangrade {
namespace {

struct GradeOptions {
    std::string lab;
    std::string format = "text";
    std::string rubrics;
    std::vector<std::string> given;
    std::string params;
    std::string view = "teacher";
    std::string language = "en";
    std::string submission;
};

nlohmann::json read_params(const std::string& file) {
    if (file.empty()) return nlohmann::json::object();
    if (!std::filesystem::is_regular_file(file)) throw CommandError(file + ": there is no such file");
    FileSource source(file);
    const JsonDocument document = parse_strict_json(read_all(source), {});
    for (const Flaw& flaw : document.flaws)
        if (flaw.severity == Severity::fatal)
            throw CommandError(file + (flaw.at.empty() ? "" : ", " + flaw.at) + ": " + flaw.message);
    if (!document.value->is_object()) throw CommandError(file + ": parameters are a JSON object, {\"name\": value}");
    return *document.value;
}

RubricOptions rubric_options(const GradeOptions& options) {
    RubricOptions out;
    out.language = options.language;
    out.params = read_params(options.params);
    for (const std::string& pair : options.given) {
        const auto equals = pair.find('=');
        if (equals == std::string::npos || equals == 0) throw CommandError("--given takes NAME=FILE, not " + pair);
        out.given[pair.substr(0, equals)] = pair.substr(equals + 1);
    }
    return out;
}

std::string formatted(const Verdict& verdict, const std::string& format) {
    if (format == "json") return to_json(verdict).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (format == "junit") return format_junit(verdict);
    if (format == "markdown") return format_markdown(verdict);
    return format_text(verdict);
}

int grade_now(const GradeOptions& options) {
    std::shared_ptr<const Rubric> rubric;
    try {
        rubric = load_rubric(options.rubrics.empty() ? default_rubrics() : std::filesystem::path(options.rubrics),
                             options.lab, rubric_options(options));
    } catch (const RubricError& error) {
        for (const std::string& reason : error.reasons) std::cerr << "plangrade: " << reason << "\n";
        return 2;
    }
    const Limits limits;
    const HandIn hand_in = open_hand_in(options.submission, limits);
    Verdict verdict = grade(*rubric, hand_in.tree, limits);
    for (const std::string& note : hand_in.notes) std::cerr << "plangrade: " << note << "\n";
    verdict = view(std::move(verdict), options.view == "student" ? Audience::student : Audience::teacher);
    std::cout << formatted(verdict, options.format) << std::flush;
    if (!std::cout) throw CommandError("the verdict could not be written to standard output");
    return verdict.passed() ? 0 : 1;
}

}  // namespace

void add_grade_command(CLI::App& program, Run& run) {
    auto options = std::make_shared<GradeOptions>();
    CLI::App* command = program.add_subcommand("grade", "grade a folder or archive, here and now");
    command->add_option("--lab", options->lab, "the lab: a folder of the rubrics folder")->required();
    command->add_option("--format", options->format, "text, json, junit or markdown")
        ->check(CLI::IsMember({"text", "json", "junit", "markdown"}));
    command->add_option("--rubrics", options->rubrics, "folder of labs (default: ./rubrics, else the installed one)");
    command->add_option("--given", options->given, "NAME=FILE: other given data than the lab's own; may be repeated");
    command->add_option("--params", options->params, "JSON file with parameters of the lab");
    command->add_option("--view", options->view, "teacher (all) or student (without expected values)")
        ->check(CLI::IsMember({"teacher", "student"}));
    command->add_option("--lang", options->language, "language of titles and hints, where the lab has it")
        ->check(CLI::IsMember({"en", "ko", "zh", "id"}));
    command->add_option("SUBMISSION", options->submission, "folder, tar, tar.gz, tar.zst or zip")->required();
    command->callback([&run, options] { run = [options] { return grade_now(*options); }; });
}

}  // namespace plangrade
