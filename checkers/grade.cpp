#include "grade.hpp"

#include <algorithm>

#include "checks/context.hpp"
#include "checks/root_folder.hpp"
#include "checks/rubric.hpp"
#include "checks/step_grading.hpp"
#include "checks/suspicion_flags.hpp"

namespace plangrade {
namespace {

std::string joined(const std::vector<std::string>& reasons) {
    std::string out;
    for (const std::string& reason : reasons) out += (out.empty() ? "" : "\n") + reason;
    return out;
}

/// What the log readers could not read, as notes of the verdict: nothing is skipped silently.
void note_logs(Context& context, std::vector<std::string>& notes) {
    for (const spark::EventLog& log : context.runs().logs())
        for (const Flaw& flaw : log.flaws.list())
            notes.push_back((flaw.file.empty() ? log.path : flaw.file) + (flaw.at.empty() ? "" : ", " + flaw.at) +
                            ": " + flaw.message);
}

}  // namespace

RubricError::RubricError(std::vector<std::string> all) : std::runtime_error(joined(all)), reasons(std::move(all)) {}

std::shared_ptr<const Rubric> load_rubric(const std::filesystem::path& rubrics_dir, const std::string& lab,
                                          const RubricOptions& options) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.';
    };
    std::error_code missing;
    if (lab.empty() || lab.front() == '.' || !std::all_of(lab.begin(), lab.end(), plain) ||
        !std::filesystem::is_regular_file(rubrics_dir / lab / "rubric.yaml", missing)) {
        std::string labs;
        for (const std::string& known : list_labs(rubrics_dir)) labs += (labs.empty() ? "" : ", ") + known;
        throw RubricError({"there is no lab '" + lab + "'" +
                           (labs.empty() ? "; the rubrics folder holds none" : "; there are: " + labs)});
    }
    std::vector<RubricProblem> problems;
    auto rubric = std::make_shared<Rubric>(load_rubric_file(rubrics_dir / lab, lab, options, problems));
    if (problems.empty()) return rubric;
    std::stable_sort(problems.begin(), problems.end(),
                     [](const RubricProblem& a, const RubricProblem& b) { return a.line < b.line; });
    std::vector<std::string> reasons;
    for (const RubricProblem& problem : problems) {
        std::string reason = problem.line == 0
                                 ? lab + ": " + problem.message
                                 : lab + "/rubric.yaml line " + std::to_string(problem.line) + ": " + problem.message;
        if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(std::move(reason));
    }
    throw RubricError(std::move(reasons));
}

std::vector<std::string> list_labs(const std::filesystem::path& rubrics_dir) {
    std::vector<std::string> out;
    std::error_code ignored;
    for (std::filesystem::directory_iterator it(rubrics_dir, ignored), end; it != end; it.increment(ignored)) {
        if (ignored) break;
        if (std::filesystem::is_regular_file(it->path() / "rubric.yaml", ignored))
            out.push_back(it->path().filename().string());
    }
    std::sort(out.begin(), out.end());
    return out;
}

Verdict grade(const Rubric& rubric, const Tree& submission, const Limits& limits) {
    Verdict verdict;
    verdict.lab = rubric.lab;
    verdict.title = rubric.title;
    verdict.rubric = rubric.digest;
    verdict.submission = submission.digest();
    verdict.max_score = rubric.max_points();
    verdict.notes = rubric.notes;
    const std::string folder = root_folder(rubric, submission);
    const Tree moved = folder.empty() ? Tree() : rooted(submission, folder);
    if (!folder.empty())
        verdict.notes.push_back("the lab's files are in the folder " + folder + "; it was taken as the top folder");
    Context context(rubric, folder.empty() ? submission : moved, limits);
    for (const Step& step : rubric.steps) {
        verdict.steps.push_back(grade_step(context, step, verdict.steps, verdict.flags, verdict.notes));
        verdict.score += verdict.steps.back().points;
    }
    add_suspicions(context, verdict.flags);
    note_logs(context, verdict.notes);
    std::sort(verdict.flags.begin(), verdict.flags.end(),
              [](const Flag& a, const Flag& b) { return std::tie(a.kind, a.message) < std::tie(b.kind, b.message); });
    verdict.flags.erase(
        std::unique(verdict.flags.begin(), verdict.flags.end(),
                    [](const Flag& a, const Flag& b) { return a.kind == b.kind && a.message == b.message; }),
        verdict.flags.end());
    std::sort(verdict.notes.begin(), verdict.notes.end());
    verdict.notes.erase(std::unique(verdict.notes.begin(), verdict.notes.end()), verdict.notes.end());
    return verdict;
}

const char* grader_version() {
    return PLANGRADE_VERSION;
}

}  // namespace plangrade
