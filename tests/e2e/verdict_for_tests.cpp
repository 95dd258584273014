// What checkers/verdict.hpp promises, as far as the daemon's tests look at it; built in only where the grading library
// is absent.
#include "verdict.hpp"

namespace plangrade {

Verdict view(Verdict verdict, Audience audience) {
    if (audience == Audience::teacher) return verdict;
    for (StepResult& step : verdict.steps)
        for (CheckResult& check : step.checks)
            if (check.expected.secret) check.expected.present = false;
    return verdict;
}

nlohmann::json to_json(const Verdict& verdict) {
    nlohmann::json steps = nlohmann::json::array();
    for (const StepResult& step : verdict.steps) {
        nlohmann::json checks = nlohmann::json::array();
        for (const CheckResult& check : step.checks) {
            nlohmann::json one{{"id", check.id}};
            if (check.actual.present) one["actual"] = {{"value", check.actual.value}};
            if (check.expected.present) one["expected"] = {{"value", check.expected.value}};
            checks.push_back(one);
        }
        steps.push_back({{"id", step.id}, {"checks", checks}});
    }
    return {{"schema", 1},
            {"gradable", verdict.gradable},
            {"problem", verdict.problem},
            {"lab", verdict.lab},
            {"rubric", verdict.rubric},
            {"submission", verdict.submission},
            {"score", static_cast<double>(verdict.score) / 1000},
            {"steps", steps}};
}

}  // namespace plangrade
