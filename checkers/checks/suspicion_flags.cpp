#include "checks/suspicion_flags.hpp"

#include <algorithm>
#include <set>

#include "checks/messages.hpp"
#include "evidence/parquet/hadoop_crc.hpp"
#include "facts/plan/items.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

From from_log(const spark::EventLog& log, const spark::Application& app, std::optional<std::int64_t> execution = std::nullopt) {
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
    constexpr std::size_t kMostExecutions = 2000;  // flags help a person to look; thousands of queries are no lab's log
    for (const spark::EventLog& log : context.runs().logs()) {
        for (const spark::Application& app : log.applications) {
            for (const std::string& what : app.oddities) raise(flags, "odd-log", "odd-log", {{"log", log.path}, {"what", what}}, from_log(log, app));
            std::size_t seen = 0;
            for (const spark::SqlExecution& execution : app.executions) {
                if (++seen > kMostExecutions) break;
                const spark::ExecutionFacts& facts = context.runs().facts(app, execution);
                json args{{"log", log.path}, {"execution", execution.id}, {"app", app.name.value_or("?")}};
                if (!facts.contradictions.empty()) {
                    args["what"] = facts.contradictions.front().what;
                    raise(flags, "log-contradicts-itself", "other-contradiction", std::move(args), from_log(log, app, execution.id));
                } else if (!facts.suspicions.empty()) {
                    const Contradiction& first = facts.suspicions.front();
                    args.update({{"what", first.what}, {"in_text", shown(first.in_text, false)}, {"in_info", shown(first.in_info, false)}});
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
            if (const TreeFile* file = context.tree().find(data.path); file != nullptr && hadoop_crc_fits(context.tree(), *file) == false)
                stale.push_back(data.path);
        each(stale, dataset.path);
    }
}

/// Records that a scan without filters delivered, against the rows of the folder that was handed in.
void look_at_records(Context& context, std::vector<Flag>& flags) {
    for (const auto& [step, run] : context.by_step) {
        if (run.execution == nullptr || run.execution->info.physical() == nullptr) continue;
        const PlanTree& tree = *run.execution->info.physical();
        for (const ScanFact& scan : run.execution->scans) {
            if (!scan.location || scan.location->empty() || scan.node >= tree.nodes.size()) continue;
            for (const auto& [path, dataset] : context.parquet_seen()) {
                if (!dataset.sound || !path_ends_with(scan.location->front(), path)) continue;
                const bool filtered = !scan.pushed_filters || !scan.pushed_filters->empty() || !scan.partition_filters || !scan.partition_filters->empty();
                const auto rows = run.execution->metric(tree.nodes[scan.node], "number of output rows");
                if (!rows) continue;
                if (filtered ? *rows <= dataset.rows : *rows == dataset.rows) continue;
                raise(flags, "other-data", "other-data",
                      {{"step", step}, {"read", *rows}, {"unit", "rows"}, {"folder", path}, {"has", dataset.rows}},
                      from_log(*run.log, *run.app, run.execution->execution->id));
            }
        }
    }
}

/// Bytes that a scan of a whole folder read, against the files that were handed in.
void look_at_bytes(Context& context, std::vector<Flag>& flags) {
    for (const auto& [step, run] : context.by_step) {
        if (run.execution == nullptr || run.execution->info.physical() == nullptr) continue;
        const PlanTree& tree = *run.execution->info.physical();
        for (const ScanFact& scan : run.execution->scans) {
            if (!scan.location || scan.location->size() != 1 || scan.location_truncated || scan.node >= tree.nodes.size()) continue;
            if (!scan.partition_filters || !scan.partition_filters->empty()) continue;
            const auto known = context.parquet_seen().find(std::string(scan.location->front().substr(scan.location->front().rfind('/') + 1)));
            if (known == context.parquet_seen().end() || !known->second.sound) continue;
            std::int64_t bytes = 0;
            for (const auto& file : known->second.files) bytes += static_cast<std::int64_t>(file.bytes);
            const auto read = run.execution->metric(tree.nodes[scan.node], "size of files read");
            if (!read || *read == bytes) continue;
            raise(flags, "other-data", "other-data",
                  {{"step", step}, {"read", *read}, {"unit", "bytes"}, {"folder", known->first}, {"has", bytes}},
                  from_log(*run.log, *run.app, run.execution->execution->id));
        }
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
        if (run == context.by_step.end() || run->second.execution == nullptr || text == context.plans_seen().end() || !text->second) continue;
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
                  {{"step", step.id}, {"file", step.run->plan_in}, {"text_location", place}, {"run_location", *in_run.begin()}}, std::move(from));
        }
    }
}

}  // namespace

void add_suspicions(Context& context, std::vector<Flag>& flags) {
    look_at_logs(context, flags);
    look_at_checksums(context, flags);
    look_at_records(context, flags);
    look_at_bytes(context, flags);
    look_at_places(context, flags);
}

}  // namespace plangrade
