#include "checks/run_binding.hpp"

#include <algorithm>
#include <set>

#include "checks/messages.hpp"
#include "facts/plan/diff.hpp"
#include "facts/plan/items.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

CheckResult problem(Status status, std::string code, json args, const RunSpec& spec) {
    CheckResult out;
    out.id = "run";
    out.title = "the run that proves this step";
    out.status = status;
    out.code = std::move(code);
    out.args = std::move(args);
    out.args["app"] = spec.app;
    if (!spec.script.empty()) out.args["script"] = spec.script;
    return out;
}

std::string near_name(const std::vector<std::string>& names, const std::string& wanted) {
    const auto folded = [](std::string_view text) {
        std::string out;
        for (const char c : text)
            if (c != '-' && c != '_' && c != ' ') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        return out;
    };
    const std::string target = folded(wanted);
    for (const std::string& name : names)
        if (folded(name) == target || folded(name).starts_with(target) ||
            (!folded(name).empty() && target.starts_with(folded(name))))
            return name;
    return {};
}

/// Archives inside the hand-in: they are not looked into, and a log may be in one.
json packed_files(const Tree& tree) {
    json out = json::array();
    for (const TreeFile& file : tree.files())
        for (const std::string_view ending : {".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst", ".7z", ".rar", ".xz"})
            if (file.path.ends_with(ending) && out.size() < 3) out.push_back(file.path);
    return out;
}

/// No application of that name: no logs at all, logs that can't be read, or other applications' logs.
CheckResult no_application(Context& context, const RunSpec& spec) {
    spark::RunIndex& index = context.runs();
    json packed = packed_files(context.tree());
    if (index.logs().empty()) return problem(Status::error, "no-logs", {{"packed", std::move(packed)}}, spec);
    for (const spark::EventLog& log : index.logs()) {
        const bool named = std::any_of(log.applications.begin(), log.applications.end(),
                                       [](const auto& app) { return app.name.has_value(); });
        if (named) continue;
        for (const Flaw& flaw : log.flaws.list())
            if (flaw.severity != Severity::note)
                return problem(
                    Status::error, "unreadable-log",
                    {{"log", flaw.file.empty() ? log.path : flaw.file}, {"at", flaw.at}, {"flaw", flaw.message}}, spec);
    }
    const std::vector<std::string> names = index.names();
    json args{{"apps", names}, {"packed", std::move(packed)}};
    if (const std::string near = near_name(names, spec.app); !near.empty()) args["near"] = near;
    return problem(Status::error, "no-run", std::move(args), spec);
}

json place_of(const spark::Run& run) {
    return {{"log", run.log->path}, {"id", run.app->id}, {"lines", run.log->lines}};
}

/// Text of a plan and an execution: is it that execution's plan, before or after it ran?
bool is_plan_of(const PlanText& text, const spark::ExecutionFacts& facts) {
    const spark::SqlExecution& execution = *facts.execution;
    if (text.plan.mode == facts.text.mode) {
        if (!first_plan_difference(text.text, execution.executed().description)) return true;
        if (execution.last_update && !first_plan_difference(text.text, execution.start.description)) return true;
        return false;
    }
    const PlanTree* tree = text.plan.physical();
    if (tree == nullptr) return false;
    if (const PlanTree* info = facts.info.physical(); info != nullptr && same_tree(*tree, *info)) return true;
    const PlanTree* start = facts.start_info.physical();
    return start != nullptr && same_tree(*tree, *start);
}

/// Number of lines that both texts have, for the nearest of several queries.
std::size_t common_lines(std::string_view a, std::string_view b) {
    const auto lines = [](const std::string& text) {
        std::multiset<std::string> out;
        std::size_t at = 0;
        while (at < text.size()) {
            const auto end = std::min(text.find('\n', at), text.size());
            std::string line = text.substr(at, end - at);
            while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
            if (!line.empty()) out.insert(std::move(line));
            at = end + 1;
        }
        return out;
    };
    const auto left = lines(renumber_ids(a));
    const auto right = lines(renumber_ids(b));
    std::vector<std::string> both;
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
    return both.size();
}

std::string comparable_text(const PlanText& text, const spark::ExecutionFacts& facts) {
    if (text.plan.mode == facts.text.mode) return facts.execution->executed().description;
    std::string out;
    if (const PlanTree* tree = facts.info.physical())
        for (const PlanNode& node : tree->nodes) out += node.op + "\n";
    return out;
}

/// Executions whose plan the text holds; where there is none, the nearest one alone.
std::vector<const spark::ExecutionFacts*> plan_in(Context& context, const spark::Application& app,
                                                  const std::string& path) {
    std::vector<const spark::ExecutionFacts*> all;
    for (auto it = app.executions.rbegin(); it != app.executions.rend(); ++it)
        all.push_back(&context.runs().facts(app, *it));
    const PlanText* text = context.plan_text(path);
    if (text == nullptr || all.empty()) return all.empty() ? all : std::vector{all.front()};
    std::vector<const spark::ExecutionFacts*> fitting;
    std::copy_if(all.begin(), all.end(), std::back_inserter(fitting),
                 [&](const auto* facts) { return is_plan_of(*text, *facts); });
    if (!fitting.empty()) return fitting;
    const auto nearest = std::max_element(all.begin(), all.end(), [&](const auto* a, const auto* b) {
        return common_lines(text->text, comparable_text(*text, *a)) <
               common_lines(text->text, comparable_text(*text, *b));
    });
    return {*nearest};
}

std::vector<const spark::ExecutionFacts*> executions_of(Context& context, const spark::Application& app,
                                                        const RunSpec& spec) {
    std::vector<const spark::ExecutionFacts*> out;
    if (!spec.plan_in.empty())
        out = plan_in(context, app, spec.plan_in);
    else
        for (auto it = app.executions.rbegin(); it != app.executions.rend(); ++it)
            out.push_back(&context.runs().facts(app, *it));
    std::erase_if(out, [&](const spark::ExecutionFacts* facts) {
        return (!spec.writes.empty() && !facts->writes_to(spec.writes)) ||
               (!spec.reads.empty() && !facts->reads(spec.reads));
    });
    return out;
}

/// What the application did instead of writing or reading the path.
CheckResult no_execution(Context& context, const spark::Run& run, const RunSpec& spec) {
    std::set<std::string> wrote;
    std::set<std::string> read;
    for (const spark::SqlExecution& execution : run.app->executions) {
        const spark::ExecutionFacts& facts = context.runs().facts(*run.app, execution);
        for (const WriteFact& write : facts.writes) wrote.insert(write.target);
        for (const ScanFact& scan : facts.scans)
            if (scan.location && !scan.location->empty()) read.insert(scan.location->front());
    }
    json args = place_of(run);
    if (!spec.writes.empty()) {
        args.update({{"path", spec.writes}, {"wrote", wrote}});
        return problem(Status::fail, "no-write", std::move(args), spec);
    }
    if (!spec.reads.empty()) {
        args.update({{"path", spec.reads}, {"read", read}});
        return problem(Status::fail, "no-read", std::move(args), spec);
    }
    return problem(Status::fail, "no-query", std::move(args), spec);
}

}  // namespace

Candidates find_candidates(Context& context, const RunSpec& spec) {
    Candidates out;
    const std::vector<spark::Run> runs = context.runs().runs(spec.app);
    if (runs.empty()) {
        out.problem = no_application(context, spec);
        return out;
    }
    const spark::Run* complete = nullptr;
    for (const spark::Run& run : runs) {
        if (!run.countable()) continue;
        if (complete == nullptr) complete = &run;
        if (!spec.wants_execution()) {
            out.runs.push_back({run.log, run.app, nullptr});
            continue;
        }
        for (const spark::ExecutionFacts* facts : executions_of(context, *run.app, spec))
            out.runs.push_back({run.log, run.app, facts});
    }
    if (!out.runs.empty()) return out;
    if (complete != nullptr)
        out.problem = no_execution(context, *complete, spec);
    else if (runs.front().log->compacted)
        out.problem = problem(Status::error, "compacted-run", place_of(runs.front()), spec);
    else
        out.problem = problem(Status::error, "unfinished-run", place_of(runs.front()), spec);
    return out;
}

std::optional<CheckResult> fault_of(const RunPart& run, const RunSpec& spec) {
    if (run.execution == nullptr) return std::nullopt;
    const spark::SqlExecution& execution = *run.execution->execution;
    json args{
        {"log", run.log->path}, {"id", run.app->id}, {"execution", execution.id}, {"query", execution.description}};
    if (!run.execution->contradictions.empty()) {
        const Contradiction& first = run.execution->contradictions.front();
        args.update(
            {{"what", first.what}, {"in_text", shown(first.in_text, false)}, {"in_info", shown(first.in_info, false)}});
        return problem(Status::fail, "log-contradicts-itself", std::move(args), spec);
    }
    if (!execution.error.empty()) {
        args["error"] = shown(execution.error.substr(0, execution.error.find('\n')), false);
        return problem(Status::fail, "query-error", std::move(args), spec);
    }
    const auto unfinished = [&](std::int64_t id) {
        return std::any_of(run.app->jobs.begin(), run.app->jobs.end(),
                           [&](const spark::Job& job) { return job.id == id && !job.ended; });
    };
    if (!execution.ended || std::any_of(execution.jobs.begin(), execution.jobs.end(), unfinished))
        return problem(Status::error, "query-unfinished", std::move(args), spec);
    return std::nullopt;
}

}  // namespace plangrade
