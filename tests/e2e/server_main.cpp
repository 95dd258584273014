// The real daemon around a grader that does what a submission tells it: answers, crashes, hangs, or is slow. So the
// tests can see what the daemon does about each. Usage: `serve CONFIG` and `worker`, as the command line calls them.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "config.hpp"
#include "grade.hpp"
#include "server.hpp"

namespace plangrade {

class Rubric {
  public:
    std::string lab;
};

RubricError::RubricError(std::vector<std::string> all)
    : std::runtime_error("the rubric can't be used"), reasons(std::move(all)) {}

std::shared_ptr<const Rubric> load_rubric(const std::filesystem::path& rubrics, const std::string& lab,
                                          const RubricOptions&) {
    if (!std::filesystem::exists(rubrics / lab / "rubric.yaml"))
        throw RubricError({"rubric.yaml: there is no such lab"});
    if (lab == "broken") throw RubricError({"rubric.yaml line 3: secret detail"});
    auto rubric = std::make_shared<Rubric>();
    rubric->lab = lab;
    return rubric;
}

std::vector<std::string> list_labs(const std::filesystem::path& rubrics) {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(rubrics))
        out.push_back(entry.path().filename().string());
    std::sort(out.begin(), out.end());
    return out;
}

const char* grader_version() {
    return "0.0.0-test";
}

Verdict grade(const Rubric& rubric, const Tree& submission, const Limits&) {
    if (submission.find("crash") != nullptr) std::abort();
    if (submission.find("hang") != nullptr)
        while (true) std::this_thread::sleep_for(std::chrono::hours(1));
    if (submission.find("slow") != nullptr) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // workers are not filtered under sanitizers
    if (submission.find("exec") != nullptr) {
        const char* const none[] = {"/bin/true", nullptr};
        ::execve(none[0], const_cast<char* const*>(none), nullptr);  // refused: the worker goes on
    }
#endif
    Verdict out;
    out.lab = rubric.lab;
    out.rubric = "sha256:rubric";
    out.submission = submission.digest();
    CheckResult check;
    check.id = "files";
    check.status = Status::pass;
    check.actual = {submission.files().size(), {}, true, false};
    check.expected = {"only for teachers", {}, true, true};
    StepResult step;
    step.id = "step";
    step.status = Status::pass;
    step.points = step.max_points = 10'000;
    step.checks.push_back(check);
    out.steps.push_back(step);
    out.score = out.max_score = 10'000;
    return out;
}

}  // namespace plangrade

int main(int count, char** arguments) {
    const std::string_view command = count > 1 ? arguments[1] : "";
    try {
        if (command == "worker") return plangrade::run_worker();
        if (command == "serve" && count == 3) return plangrade::serve(plangrade::load_config(arguments[2]));
    } catch (const plangrade::ConfigError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
    std::fprintf(stderr, "usage: serve CONFIG | worker\n");
    return 2;
}
