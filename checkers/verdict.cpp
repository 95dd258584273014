#include "verdict.hpp"

#include <algorithm>

#include "checks/step_grading.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

json to_json(const From& from) {
    json out{{"text", from.text}};
    if (!from.file.empty()) out["file"] = from.file;
    if (!from.given.empty()) out["given"] = from.given;
    if (from.line) out["line"] = *from.line;
    if (!from.pointer.empty()) out["pointer"] = from.pointer;
    if (!from.app.empty()) out["app"] = from.app;
    if (from.execution) out["execution"] = *from.execution;
    if (!from.node.empty()) out["node"] = from.node;
    return out;
}

json to_json(const Side& side) {
    return {{"value", side.value}, {"from", to_json(side.from)}};
}

json to_json(const CheckResult& check) {
    json out{{"id", check.id},
             {"status", to_string(check.status)},
             {"code", check.code},
             {"args", check.args},
             {"message", check.message},
             {"points", points_number(check.points)},
             {"max_points", points_number(check.max_points)}};
    if (!check.title.empty()) out["title"] = check.title;
    if (!check.hint.empty() && check.status != Status::pass) out["hint"] = check.hint;
    if (check.actual.present) out["actual"] = to_json(check.actual);
    if (check.expected.present) out["expected"] = to_json(check.expected);
    return out;
}

json to_json(const StepResult& step) {
    json checks = json::array();
    for (const CheckResult& check : step.checks) checks.push_back(to_json(check));
    json out{{"id", step.id},
             {"title", step.title},
             {"status", to_string(step.status)},
             {"points", points_number(step.points)},
             {"max_points", points_number(step.max_points)},
             {"checks", std::move(checks)}};
    if (!step.summary.empty()) out["summary"] = step.summary;
    if (!step.run.empty()) out["run"] = step.run;
    return out;
}

/// Arguments that tell what only the teacher's data or rubric know.
void hide_expected(CheckResult& check) {
    for (const char* name : {"expected", "missing_rows"}) check.args.erase(name);
    if (check.code == "rows-differ" && check.args.value("missing", 0) > 0) {
        check.args.erase("missing");  // with the rows handed in it would tell how many are right
        check.args["some_missing"] = true;
    }
    check.expected = Side{};
    check.message = message_of(check);
}

}  // namespace

const char* to_string(Status status) {
    switch (status) {
        case Status::fail:
            return "fail";
        case Status::error:
            return "error";
        case Status::skipped:
            return "skipped";
        case Status::pass:
            break;
    }
    return "pass";
}

bool Verdict::passed() const {
    return gradable &&
           std::all_of(steps.begin(), steps.end(), [](const StepResult& step) { return step.status == Status::pass; });
}

Verdict view(Verdict verdict, Audience audience) {
    if (audience == Audience::teacher) return verdict;
    for (StepResult& step : verdict.steps) {
        std::erase_if(step.checks, [](const CheckResult& check) { return check.hidden; });
        for (CheckResult& check : step.checks) {
            if (check.expected.secret && !check.reveal) hide_expected(check);
        }
    }
    return verdict;
}

double points_number(Millipoints points) {
    return static_cast<double>(points) / 1000.0;
}

std::string points_text(Millipoints points) {
    std::string out = std::to_string(points / 1000) + ".";
    std::string rest = std::to_string(points % 1000);
    rest.insert(0, 3 - rest.size(), '0');
    while (rest.size() > 1 && rest.back() == '0') rest.pop_back();
    return out + rest;
}

json to_json(const Verdict& verdict) {
    json steps = json::array();
    for (const StepResult& step : verdict.steps) steps.push_back(to_json(step));
    json flags = json::array();
    for (const Flag& flag : verdict.flags)
        flags.push_back(
            {{"kind", flag.kind}, {"message", flag.message}, {"from", to_json(flag.from)}, {"args", flag.args}});
    json out{{"schema", 1},
             {"gradable", verdict.gradable},
             {"lab", verdict.lab},
             {"title", verdict.title},
             {"rubric", verdict.rubric},
             {"submission", verdict.submission},
             {"grader", PLANGRADE_VERSION},
             {"steps", std::move(steps)},
             {"flags", std::move(flags)}};
    if (verdict.gradable) {
        out["score"] = points_number(verdict.score);
        out["max_score"] = points_number(verdict.max_score);
    } else {
        out["problem"] = verdict.problem;
    }
    if (!verdict.notes.empty()) out["notes"] = verdict.notes;
    return out;
}

}  // namespace plangrade
