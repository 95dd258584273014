// Spark's event log as evidence: what the applications, SQL executions, jobs, stages and tasks of one log say.
// Format facts: Spark 3.1 to 4.x, JsonProtocol.scala, EventLogFileWriters.scala, SQLListener.scala; every statement was
// compared with logs really written by Spark 3.4.4, 3.5.7, 4.0.5 and 4.3.0.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/flaw.hpp"
#include "evidence/spark/codec.hpp"
#include "evidence/tree.hpp"

namespace plangrade::spark {

/// How task ends add up. Counts are of SparkListenerTaskEnd events.
struct TaskCounts {
    std::uint64_t ended = 0;                 ///< all TaskEnd events
    std::uint64_t succeeded = 0;             ///< Task End Reason "Success"
    std::uint64_t failed = 0;                ///< any reason but Success (killed ones included)
    std::uint64_t killed = 0;                ///< reason TaskKilled
    std::uint64_t speculative = 0;           ///< Task Info.Speculative true
    std::uint64_t retried = 0;               ///< Task Info.Attempt > 0 or Stage Attempt ID > 0
    std::uint64_t no_metrics = 0;            ///< no Task Metrics, or no Shuffle Read Metrics in them
    std::uint64_t reduce = 0;                ///< Total Records Read > 0, literally every such event
    std::uint64_t reduce_plain = 0;          ///< the same without failed, killed and speculative attempts
    std::uint64_t shuffle_records_read = 0;  ///< sum of Total Records Read
    std::uint64_t input_records_read = 0;    ///< sum of Input Metrics.Records Read
    std::uint64_t input_bytes_read = 0;      ///< sum of Input Metrics.Bytes Read
    std::uint64_t output_records_written = 0;
    void add(const TaskCounts& other);
};

/// A plan as one event carries it.
struct LoggedPlan {
    std::string description;  ///< physicalPlanDescription, unescaped: text of mode formatted by default
    std::string plan_info;    ///< sparkPlanInfo, its JSON as it stands in the line
    std::uint64_t line = 0;   ///< line of the event, from 1, counted over all files of the log
    bool kept = true;         ///< false: left out of memory by limit log_kept_plan_bytes (and said in the flaws)
};

struct SqlExecution {
    std::int64_t id = 0;
    std::string description;               ///< "collect at /root/spk/plan/explain.py:20"
    std::optional<std::int64_t> start_ms;  ///< Unix time in milliseconds
    std::optional<std::int64_t> end_ms;    ///< none: no SQLExecutionEnd
    bool ended = false;
    std::string error;                      ///< errorMessage of the end; empty where all went well
    LoggedPlan start;                       ///< of SQLExecutionStart
    std::optional<LoggedPlan> last_update;  ///< of the last SQLAdaptiveExecutionUpdate
    std::uint64_t updates = 0;
    bool any_final = false;  ///< a start or an update of it said isFinalPlan=true
    std::map<std::string, std::string>
        modified_configs;  ///< modifiedConfigs of the start: what the session set, values up to 1 KiB
    std::vector<std::pair<std::int64_t, std::int64_t>> driver_updates;  ///< (accumulatorId, value) in log order
    std::vector<std::int64_t> jobs;  ///< Job IDs whose properties name this execution
    std::uint64_t line = 0;          ///< of SQLExecutionStart

    /// The plan that really ran: the last adaptive update, else the start plan.
    const LoggedPlan& executed() const { return last_update ? *last_update : start; }
};

struct Job {
    std::int64_t id = 0;
    std::optional<std::int64_t> execution;  ///< spark.sql.execution.id of its properties
    std::optional<std::int64_t> start_ms, end_ms;
    bool ended = false;
    bool succeeded = false;
    std::vector<std::int64_t> stages;
    std::uint64_t line = 0;
};

/// One attempt of one stage.
struct Stage {
    std::int64_t id = 0;
    std::int64_t attempt = 0;
    std::string name;
    std::uint64_t number_of_tasks = 0;  ///< as StageSubmitted or StageCompleted says
    std::optional<std::int64_t> submitted_ms, completed_ms;
    bool completed = false;
    std::string failure;                  ///< Failure Reason of StageCompleted, or empty
    TaskCounts tasks;                     ///< counted from the TaskEnd events
    std::vector<std::string> scan_names;  ///< RDD scope names that begin with "Scan ", trimmed, without repeats
    /// SQL accumulators' final values (StageCompleted's Accumulables with Metadata "sql").
    std::vector<std::pair<std::int64_t, std::int64_t>> accumulables;
    std::uint64_t line = 0;
};

/// Why an application is or is not complete.
enum class LogEnd {
    complete,      ///< ApplicationEnd was read
    cut_end_mark,  ///< the last line is cut and can only be ApplicationEnd; every job and execution had ended
    unfinished,    ///< no ApplicationEnd: killed, still running, or cut earlier
};

struct Application {
    std::optional<std::string> name;  ///< none: no ApplicationStart in the log
    std::string id;                   ///< "local-1796069743101"
    std::string attempt;              ///< "" outside of cluster mode
    std::string spark_version;        ///< of LogStart
    std::string user;
    std::optional<std::int64_t> start_ms, end_ms;
    LogEnd end = LogEnd::unfinished;
    TaskCounts tasks;
    std::vector<SqlExecution> executions;           ///< by id
    std::vector<Job> jobs;                          ///< in log order
    std::vector<Stage> stages;                      ///< by (id, attempt)
    std::map<std::string, std::string> properties;  ///< of "Spark Properties": spark.sql.*, spark.eventLog.*,
                                                    ///< spark.master, spark.default.parallelism; values up to 1 KiB
    std::uint64_t job_starts = 0;                   ///< JobStart events, also those beyond limit log_items
    std::uint64_t execution_starts = 0;             ///< SQLExecutionStart events, also those beyond limit log_items
    std::uint64_t first_line = 0;
    /// Events whose time contradicts their own start: a task, stage, job, execution or application that ended before it
    /// began.
    std::uint64_t events_out_of_order = 0;
    /// Signs that the log was edited, each an English sentence; the log of an undisturbed run has none. None are looked
    /// for where the log has gaps. They prove nothing by themselves: a person decides.
    std::vector<std::string> oddities;

    bool complete() const { return end != LogEnd::unfinished; }
    const SqlExecution* execution(std::int64_t execution_id) const;
    /// Value of an SQL metric by accumulator id: driver updates of the execution first, else the stages' accumulables;
    /// none: unknown.
    std::optional<std::int64_t> accumulator(const SqlExecution& execution, std::int64_t accumulator_id) const;
};

/// One log: a single file, or a rolling directory.
struct EventLog {
    std::string path;  ///< file or folder inside the submission
    bool rolling = false;
    bool in_progress_name =
        false;               ///< the name (or appstatus file) says .inprogress; says nothing of how much is inside
    bool compacted = false;  ///< holds a .compact file: task counts mean nothing
    std::vector<std::string> files;  ///< in reading order
    std::vector<Codec> codecs;       ///< per file
    std::uint64_t lines = 0;
    std::uint64_t unreadable_lines = 0;  ///< lines that are no JSON object, a cut last line with them
    /// Something between the log's first and last event is lost (an unreadable line, a corrupt block, a missing file, a
    /// limit), or it was compacted: counts can be too low although the application is complete. A cut last line is no
    /// gap.
    bool gaps = false;
    std::uint64_t plain_bytes = 0;
    std::vector<Application>
        applications;  ///< in log order; usually one; one without a name where there is no ApplicationStart
    Flaws flaws;
};

/// Where logs lie in a tree: single files by name or content, rolling folders by name. Each entry is one log.
struct LogPlace {
    std::string path;
    bool rolling = false;
    std::vector<TreeFile> files;   ///< events files in numeric order (rolling), or the one file
    std::vector<TreeFile> status;  ///< appstatus files
};

/// Finds event logs below a folder ("" = everywhere). A file counts as a log by its name (application id, codec,
/// .inprogress) or because its first bytes, decompressed, are an event; other files are not touched.
std::vector<LogPlace> find_event_logs(const Tree& tree, std::string_view folder = "");

/// Reads one log, streaming: memory does not grow with its size. Never throws for what the log holds.
EventLog read_event_log(const LogPlace& place, const Limits& limits);

/// The same for bytes in memory (one single log of a codec known by `name`'s ending).
EventLog read_event_log(std::string name, std::string_view bytes, const Limits& limits);

/// JSON as `plangrade evidence` prints it (without artifact and kind).
nlohmann::json to_json(const EventLog& log);

}  // namespace plangrade::spark
