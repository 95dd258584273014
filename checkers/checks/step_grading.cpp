#include "checks/step_grading.hpp"

#include <algorithm>

#include "checks/check_grading.hpp"
#include "checks/messages.hpp"
#include "checks/run_binding.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

/// A try of a step with one candidate.
struct Attempt {
    std::optional<RunPart> run;
    CheckResult run_check;  ///< meaningful where the step wants a run
    std::vector<CheckResult> checks;
    std::vector<std::string> notes;

    std::size_t passing(bool with_run) const {
        const auto count =
            std::count_if(checks.begin(), checks.end(), [](const CheckResult& c) { return c.status == Status::pass; });
        return static_cast<std::size_t>(count) + (with_run && run_check.status == Status::pass ? 1 : 0);
    }
};

std::string run_text(const RunPart& run) {
    std::string out = run.app->name.value_or("?") + " (" + run.app->id +
                      (run.app->attempt.empty() ? "" : ", attempt " + run.app->attempt) + ")";
    if (run.execution != nullptr) {
        out += ", execution " + std::to_string(run.execution->execution->id);
        if (!run.execution->execution->description.empty()) out += " (" + run.execution->execution->description + ")";
    }
    return out;
}

/// Checks that this one needs and that did not pass: `checks "a" and "b"`.
std::string unmet(const Check& check, const std::vector<CheckResult>& before) {
    std::vector<std::string> open;
    for (const std::string& need : check.needs) {
        const auto it = std::find_if(before.begin(), before.end(), [&](const CheckResult& c) { return c.id == need; });
        if (it != before.end() && it->status != Status::pass) open.push_back("\"" + need + "\"");
    }
    std::string out;
    for (std::size_t i = 0; i < open.size(); ++i)
        out += (i == 0 ? (open.size() == 1 ? "check " : "checks ") : i + 1 == open.size() ? " and " : ", ") + open[i];
    return out;
}

void grade_checks(Context& context, const Step& step, Attempt& attempt) {
    for (const Check& check : step.checks) {
        CheckResult result;
        if (const std::string waits_for = unmet(check, attempt.checks); !waits_for.empty()) {
            result.id = check.id;
            result.title = check.title;
            result.hint.clear();
            result.max_points = check.points;
            result.hidden = check.hidden;
            result.status = Status::skipped;
            result.code = "waits";
            result.args = {{"waits_for", waits_for}};
        } else {
            result = grade_check(context, check, attempt.notes);
        }
        attempt.checks.push_back(std::move(result));
    }
}

CheckResult run_found(const RunPart& run, const RunSpec& spec) {
    CheckResult out;
    out.id = "run";
    out.title = "the run that proves this step";
    out.status = Status::pass;
    out.code = "run-found";
    out.args = {{"run", run_text(run)}};
    out.max_points = spec.points;
    out.actual.present = true;
    out.actual.value = run.app->id;
    out.actual.from.app = run.app->id;
    out.actual.from.file = run.log->path;
    out.actual.from.text = run.log->path;
    if (run.execution != nullptr) out.actual.from.execution = run.execution->execution->id;
    return out;
}

Attempt try_run(Context& context, const Step& step, const RunPart& run) {
    Attempt attempt;
    attempt.run = run;
    attempt.run_check = run_found(run, *step.run);
    context.no_run.erase(step.id);
    context.current = run;
    if (auto fault = fault_of(run, *step.run)) {
        const auto points = attempt.run_check.max_points;
        const Side found = attempt.run_check.actual;
        attempt.run_check = std::move(*fault);
        attempt.run_check.max_points = points;
        attempt.run_check.actual = found;
        attempt.run_check.message = message_of(attempt.run_check);
        context.no_run[step.id] = attempt.run_check;
        context.current.reset();
    }
    grade_checks(context, step, attempt);
    return attempt;
}

Attempt without_run(Context& context, const Step& step, CheckResult problem) {
    Attempt attempt;
    problem.max_points = step.run->points;
    problem.message = message_of(problem);
    attempt.run_check = problem;
    context.no_run[step.id] = std::move(problem);
    context.current.reset();
    grade_checks(context, step, attempt);
    return attempt;
}

bool all_pass(const Step& step, const Attempt& attempt) {
    if (step.run && attempt.run_check.status != Status::pass) return false;
    for (std::size_t i = 0; i < step.checks.size(); ++i)
        if (!step.checks[i].flag && attempt.checks[i].status != Status::pass) return false;
    return true;
}

/// The first candidate that passes everything; else, of the newest application's candidates, the one that passes most.
Attempt best_attempt(Context& context, const Step& step, std::vector<Flag>& flags) {
    if (!step.run) {
        Attempt attempt;
        context.current.reset();
        grade_checks(context, step, attempt);
        return attempt;
    }
    Candidates candidates = find_candidates(context, *step.run);
    if (candidates.problem) return without_run(context, step, std::move(*candidates.problem));
    std::optional<Attempt> best;
    const spark::Application* newest = candidates.runs.front().app;
    for (const RunPart& run : candidates.runs) {
        Attempt attempt = try_run(context, step, run);
        if (all_pass(step, attempt)) {
            if (run.app != newest) {
                const json args{{"app", step.run->app}, {"newer", newest->id}, {"id", run.app->id}, {"step", step.id}};
                Flag flag{"newer-run-disagrees", render("newer-run", args), {}, args};
                flag.from.app = newest->id;
                flag.from.text = run_text({candidates.runs.front().log, newest, nullptr});
                flags.push_back(std::move(flag));
            }
            return attempt;
        }
        if (!best || (run.app == newest && attempt.passing(true) > best->passing(true))) best = std::move(attempt);
    }
    // leave the context as the reported attempt saw it: later steps may ask for this step's run
    if (best->run_check.status == Status::pass)
        context.no_run.erase(step.id);
    else
        context.no_run[step.id] = best->run_check;
    return std::move(*best);
}

/// Nothing of a step counts while a gate is shut; what is right so far says so.
void shut_gates(const Step& step, StepResult& result) {
    std::string gate;
    for (const CheckResult& check : result.checks) {
        const auto it =
            std::find_if(step.checks.begin(), step.checks.end(), [&](const Check& c) { return c.id == check.id; });
        const bool is_gate = it == step.checks.end() ? check.id == "run" : it->gate;
        if (is_gate && check.status != Status::pass && gate.empty()) gate = check.id;
    }
    if (gate.empty()) return;
    for (CheckResult& check : result.checks) {
        if (check.status != Status::pass || check.id == gate) continue;
        check.status = Status::skipped;
        check.code = "unproven";
        check.args = {{"waits_for", "check \"" + gate + "\""}};
    }
}

Status worst(const std::vector<CheckResult>& checks) {
    Status out = Status::pass;
    for (const CheckResult& check : checks) out = std::min(out, check.status);
    return out;
}

/// `{name}` by what was found; brackets are what they are.
std::string with_names(std::string_view text, const json& found) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
        if (end == std::string_view::npos) {
            out += text[at++];
            continue;
        }
        const auto name = found.find(std::string(text.substr(at + 1, end - at - 1)));
        if (name != found.end()) out += shown(*name, false, 80);
        at = end + 1;
    }
    return out;
}

/// Of a step that did not pass: the ids of the checks that decide, for a title said alone would read as its opposite.
std::string summary_of(const Step& step, const StepResult& result) {
    constexpr std::size_t kMost = 3;
    if (result.status != Status::pass) {
        std::string out;
        std::size_t count = 0;
        for (const CheckResult& check : result.checks)
            if (check.status == result.status && ++count <= kMost) out += (out.empty() ? "" : ", ") + check.id;
        return count > kMost ? out + " and " + std::to_string(count - kMost) + " more" : out;
    }
    json found = json::object();
    for (const CheckResult& check : result.checks)
        if (check.actual.present) found[check.id] = check.actual.value.is_null() ? json("-") : check.actual.value;
    return with_names(step.pass_summary, found);
}

StepResult skipped_step(const Step& step, const std::string& need) {
    StepResult result;
    result.id = step.id;
    result.title = step.title;
    result.max_points = step.points;
    result.status = Status::skipped;
    result.summary = render("step-waits", {{"waits_for", need}});
    for (const Check& check : step.checks) {
        CheckResult skipped;
        skipped.id = check.id;
        skipped.title = check.title;
        skipped.max_points = check.points;
        skipped.code = "step-waits";
        skipped.args = {{"waits_for", need}};
        skipped.message = message_of(skipped);
        result.checks.push_back(std::move(skipped));
    }
    return result;
}

/// A check that only flags leaves the results and becomes a flag where it does not pass.
void take_flags(const Step& step, StepResult& result, std::vector<Flag>& flags) {
    for (const Check& check : step.checks) {
        if (!check.flag) continue;
        const auto it = std::find_if(result.checks.begin(), result.checks.end(),
                                     [&](const CheckResult& c) { return c.id == check.id; });
        if (it->status == Status::fail) {
            const json args{{"step", step.id}, {"check", check.id}, {"message", message_of(*it)}};
            flags.push_back({"check-" + check.id, render("check-flag", args), it->actual.from, args});
        }
        result.checks.erase(it);
    }
}

}  // namespace

StepResult grade_step(Context& context, const Step& step, const std::vector<StepResult>& earlier,
                      std::vector<Flag>& flags, std::vector<std::string>& notes) {
    context.current_step = step.id;
    for (const std::string& need : step.needs) {
        const auto it = std::find_if(earlier.begin(), earlier.end(), [&](const StepResult& r) { return r.id == need; });
        if (it != earlier.end() && it->status != Status::pass) return skipped_step(step, need);
    }
    Attempt attempt = best_attempt(context, step, flags);
    StepResult result;
    result.id = step.id;
    result.title = step.title;
    result.max_points = step.points;
    if (step.run) result.checks.push_back(attempt.run_check);
    result.checks.insert(result.checks.end(), attempt.checks.begin(), attempt.checks.end());
    take_flags(step, result, flags);
    shut_gates(step, result);
    for (CheckResult& check : result.checks) {
        check.message = message_of(check);
        if (check.status == Status::pass) check.points = check.max_points;
        result.points += check.points;
    }
    result.status = worst(result.checks);
    if (attempt.run) {
        result.run = run_text(*attempt.run);
        context.by_step[step.id] = *attempt.run;
    }
    result.summary = summary_of(step, result);
    notes.insert(notes.end(), attempt.notes.begin(), attempt.notes.end());
    return result;
}

}  // namespace plangrade
