// Runs: which applications the handed-in event logs tell of, which SQL executions they had, and what those read and
// wrote.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/plan.hpp"
#include "evidence/spark/event_log.hpp"
#include "facts/plan/contradiction.hpp"
#include "facts/plan/scans.hpp"

namespace plangrade::spark {

/// One SQL execution with its plans read. Pointers are into the RunIndex that made it.
struct ExecutionFacts {
    const Application* app = nullptr;
    const SqlExecution* execution = nullptr;
    Plan text;                      ///< physicalPlanDescription of the plan that ran
    Plan info;                      ///< sparkPlanInfo of the plan that ran: nothing in it is cut
    Plan start_info;                ///< sparkPlanInfo at the start; empty where there was no adaptive update
    std::vector<ScanFact> scans;    ///< of info, else of text
    std::vector<WriteFact> writes;  ///< of text, else of info
    std::vector<Contradiction> contradictions;  ///< non-empty: this log proves nothing about this execution
    std::vector<Contradiction> suspicions;

    bool reads(std::string_view relative_path) const;
    bool writes_to(std::string_view relative_path) const;
    /// Value of a metric of a node of `info`; none: the node has no such metric, or the log has no value of it.
    std::optional<std::int64_t> metric(const PlanNode& node, std::string_view name) const;
};

/// One application of one log.
struct Run {
    const EventLog* log = nullptr;
    const Application* app = nullptr;
    bool countable() const { return app->complete() && !log->compacted; }
};

/// All logs of a submission. Reads them when made; plans of executions are read when first asked for. Not thread-safe.
class RunIndex {
  public:
    RunIndex(const Tree& tree, const Limits& limits);
    RunIndex(const RunIndex&) = delete;
    RunIndex& operator=(const RunIndex&) = delete;

    const std::vector<EventLog>& logs() const { return logs_; }
    /// Applications of that name, the newest first (start, then id, then path); a log that was handed in twice counts
    /// once, the complete copy before an unfinished one.
    std::vector<Run> runs(std::string_view app_name) const;
    /// Names of all applications, sorted, without repeats.
    std::vector<std::string> names() const;
    const ExecutionFacts& facts(const Application& app, const SqlExecution& execution);

  private:
    Limits limits_;
    std::vector<EventLog> logs_;
    std::deque<ExecutionFacts> facts_;
    std::map<const SqlExecution*, const ExecutionFacts*> by_execution_;
};

}  // namespace plangrade::spark
