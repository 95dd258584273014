#include "checks/suspicion_flags.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "checks/messages.hpp"
#include "evidence/parquet/hadoop_crc.hpp"
#include "facts/plan/items.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

From from_log(const spark::EventLog& log, const spark::Application& app,
              std::optional<std::int64_t> execution = std::nullopt) {
    From from;
    from.text = log.path;
    from.file = log.path;
    from.app = app.id;
    from.execution = execution;
    return from;
}

void raise(std::vector<Flag>& flags, const char* kind, const char* code, json args, From from) {
    flags.push_back({kind, render(code, args), std::move(from), args});
}

/// Two accounts of one plan that differ, and what the reader found odd.
void look_at_logs(Context& context, std::vector<Flag>& flags) {
    std::set<const spark::ExecutionFacts*> reported;
    for (const auto& [step, run] : context.by_step) reported.insert(run.execution);
    for (const spark::EventLog& log : context.runs().logs()) {
        for (const spark::Application& app : log.applications) {
            for (const std::string& what : app.oddities)
                raise(flags, "odd-log", "odd-log", {{"log", log.path}, {"what", what}}, from_log(log, app));
            std::size_t seen = 0;
            for (const spark::SqlExecution& execution : app.executions) {
                if (++seen > context.limits().log_flagged_executions) {
                    raise(flags, "not-searched", "not-searched",
                          {{"log", log.path}, {"limit", limit_text(context.limits(), "log_flagged_executions")}},
                          from_log(log, app));
                    break;
                }
                const spark::ExecutionFacts& facts = context.runs().facts(app, execution);
                json args{{"log", log.path}, {"execution", execution.id}, {"app", app.name.value_or("?")}};
                if (!facts.contradictions.empty()) {
                    if (reported.contains(&facts)) continue;  // a step fails for it and says so
                    args["what"] = facts.contradictions.front().what;
                    raise(flags, "log-contradicts-itself", "other-contradiction", std::move(args),
                          from_log(log, app, execution.id));
                } else if (!facts.suspicions.empty()) {
                    const Contradiction& first = facts.suspicions.front();
                    args.update({{"what", first.what},
                                 {"in_text", shown(first.in_text, false)},
                                 {"in_info", shown(first.in_info, false)}});
                    raise(flags, "edited-log", "edited-log", std::move(args), from_log(log, app, execution.id));
                }
            }
        }
    }
}

void look_at_checksums(Context& context, std::vector<Flag>& flags) {
    const auto each = [&](const std::vector<std::string>& stale, const std::string& folder) {
        if (stale.empty()) return;
        std::string files = stale.front();
        if (stale.size() > 1) files += " and " + std::to_string(stale.size() - 1) + " more";
        From from;
        from.text = folder;
        from.file = folder;
        raise(flags, "edited-after-writing", "edited-after-writing", {{"files", files}}, std::move(from));
    };
    for (const auto& [path, table] : context.csv_seen()) each(table.stale_crc, table.path);
    for (const auto& [path, dataset] : context.parquet_seen()) {
        std::vector<std::string> stale;
        for (const parquet::ParquetFile& data : dataset.files)
            if (const TreeFile* file = context.tree().find(data.path);
                file != nullptr && hadoop_crc_fits(context.tree(), *file) == false)
                stale.push_back(data.path);
        each(stale, dataset.path);
    }
}

/// One scan of a bound run over a folder that was handed in.
struct FolderScan {
    std::string step;
    const RunPart* run;
    const ScanFact* scan;
    const PlanNode* node;
    const parquet::ParquetDataset* dataset;
    std::string folder;
};

std::vector<FolderScan> folder_scans(Context& context) {
    std::vector<FolderScan> out;
    for (const auto& [step, run] : context.by_step) {
        if (run.execution == nullptr || run.execution->info.physical() == nullptr) continue;
        const PlanTree& tree = *run.execution->info.physical();
        for (const ScanFact& scan : run.execution->scans) {
            if (!scan.location || scan.location->size() != 1 || scan.location_truncated ||
                scan.node >= tree.nodes.size())
                continue;
            for (const auto& [path, dataset] : context.parquet_seen())
                if (dataset.sound && path_ends_with(scan.location->front(), path))
                    out.push_back({step, &run, &scan, &tree.nodes[scan.node], &dataset, path});
        }
    }
    return out;
}

/// A global sort reads its input once more to sample it, so counts of records say nothing there.
bool samples_its_input(const spark::ExecutionFacts& facts) {
    const PlanTree* tree = facts.info.physical();
    return tree != nullptr && std::any_of(tree->nodes.begin(), tree->nodes.end(), [](const PlanNode& node) {
               return node.text.find("rangepartitioning") != std::string::npos;
           });
}

/// What a scan read and the folder should have given: rows first, else bytes. none: nothing speaks against it.
std::optional<json> disagreement(const FolderScan& each) {
    const ScanFact& scan = *each.scan;
    if (!scan.pushed_filters || !scan.partition_filters || !scan.partition_filters->empty() ||
        samples_its_input(*each.run->execution))
        return std::nullopt;
    const auto rows = each.run->execution->metric(*each.node, "number of output rows");
    const bool filtered = !scan.pushed_filters->empty();
    if (rows && (filtered ? *rows > each.dataset->rows : *rows != each.dataset->rows))
        return json{{"read", *rows}, {"unit", "rows"}, {"folder", each.folder}, {"has", each.dataset->rows}};
    const auto read = each.run->execution->metric(*each.node, "size of files read");
    std::int64_t bytes = 0;
    for (const parquet::ParquetFile& file : each.dataset->files) bytes += static_cast<std::int64_t>(file.bytes);
    if (read && *read != bytes)
        return json{{"read", *read}, {"unit", "bytes"}, {"folder", each.folder}, {"has", bytes}};
    return std::nullopt;
}

/// Runs on other data than the folder that was handed in: one flag for all steps that tell the same.
void look_at_folders(Context& context, std::vector<Flag>& flags) {
    std::map<std::string, std::pair<json, std::vector<const FolderScan*>>> found;
    const std::vector<FolderScan> scans = folder_scans(context);
    for (const FolderScan& each : scans) {
        auto difference = disagreement(each);
        if (!difference) continue;
        auto& [args, who] = found[difference->dump()];
        args = std::move(*difference);
        who.push_back(&each);
    }
    for (auto& [key, entry] : found) {
        auto& [args, who] = entry;
        std::string steps = who.size() == 1 ? "Step " : "Steps ";
        for (std::size_t i = 0; i < who.size(); ++i)
            steps += (i == 0 ? "" : i + 1 == who.size() ? " and " : ", ") + who[i]->step;
        args["steps"] = steps;
        raise(flags, "other-data", "other-data", std::move(args),
              from_log(*who.front()->run->log, *who.front()->run->app, who.front()->run->execution->execution->id));
    }
}

std::set<std::string> folders_read(const Plan& plan) {
    std::set<std::string> out;
    for (const PlanSection& section : plan.sections)
        for (const PlanTree& tree : section.trees)
            for (const ScanFact& scan : scans(tree))
                if (scan.location && !scan.location_truncated) out.insert(scan.location->begin(), scan.location->end());
    return out;
}

/// A plan text that reads another place than the run of its step: copied from somebody else's machine.
void look_at_places(Context& context, std::vector<Flag>& flags) {
    for (const Step& step : context.rubric().steps) {
        if (!step.run || step.run->plan_in.empty()) continue;
        const auto run = context.by_step.find(step.id);
        const auto text = context.plans_seen().find(step.run->plan_in);
        if (run == context.by_step.end() || run->second.execution == nullptr || text == context.plans_seen().end() ||
            !text->second)
            continue;
        const std::set<std::string> in_text = folders_read(text->second->plan);
        std::set<std::string> in_run;
        for (const ScanFact& scan : run->second.execution->scans)
            if (scan.location) in_run.insert(scan.location->begin(), scan.location->end());
        for (const std::string& place : in_text) {
            if (in_run.contains(place) || in_run.empty()) continue;
            From from;
            from.text = step.run->plan_in;
            from.file = step.run->plan_in;
            raise(flags, "other-place", "other-place",
                  {{"step", step.id},
                   {"file", step.run->plan_in},
                   {"text_location", place},
                   {"run_location", *in_run.begin()}},
                  std::move(from));
        }
    }
}

/// Counters of running jobs that fit each other badly: no proof, but worth a teacher's look.
void look_at_jobs(Context& context, std::vector<Flag>& flags) {
    for (const auto& [path, job] : context.flink().jobs_seen()) {
        if (!job) continue;
        for (const Flaw& flaw : job->job.flaws) {
            if (flaw.code != flink::kUneven) continue;
            From from;
            from.file = flaw.file.empty() ? path : flaw.file;
            from.text = from.file + ", " + flaw.at;
            from.pointer = flaw.at;
            json args{{"file", from.file}, {"at", flaw.at}, {"what", flaw.message}};
            raise(flags, flink::kUneven, "uneven-counters", std::move(args), std::move(from));
        }
    }
}

}  // namespace

void add_suspicions(Context& context, std::vector<Flag>& flags) {
    look_at_logs(context, flags);
    look_at_checksums(context, flags);
    look_at_folders(context, flags);
    look_at_places(context, flags);
    look_at_jobs(context, flags);
}

}  // namespace plangrade
