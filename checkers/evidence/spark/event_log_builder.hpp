// The events of one log, line by line, become applications with their executions, jobs, stages and tasks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "evidence/spark/event_log.hpp"
#include "evidence/spark/event_log_task.hpp"

namespace plangrade::spark {

/// What a stage's own totals say (StageCompleted's accumulables), to compare with what its tasks say.
struct StageTotals {
    bool submitted = false;  ///< its StageSubmitted was read, so no task of it can be in an earlier file
    std::optional<std::int64_t> shuffle_records_read;
    std::optional<std::int64_t> input_records_read;
};

/// The application that is being read.
struct OpenApplication {
    Application facts;
    std::map<std::int64_t, std::size_t> executions;                       // id -> index
    std::map<std::int64_t, std::size_t> jobs;                             // id -> index
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> stages;  // (id, attempt) -> index
    std::vector<StageTotals> totals;                                      // by index of the stage
    std::uint64_t jobs_ended = 0;
    std::uint64_t executions_ended = 0;
    std::optional<std::string> name_property, id_property;  // spark.app.name and spark.app.id of the environment
    std::size_t last_stage = 0;                             // of the last TaskEnd: the next one is mostly of the same
    bool any_event = false;
};

/// Reads the signs of editing off an application whose events are all read.
void look_for_oddities(OpenApplication& application);

class LogBuilder {
  public:
    /// Facts and flaws go into `log`, which must outlive the builder. TaskEnd lines beyond the first
    /// `fully_parsed_bytes` are scanned rather than parsed, and lines of events that carry no facts are tested for
    /// their shape only.
    LogBuilder(EventLog& log, const Limits& limits, std::uint64_t fully_parsed_bytes = kFullyParsedBytes);

    void begin_file(std::string path);
    /// One line, without its newline, with LineReader::kPadding readable bytes behind it.
    void line(std::string_view text);
    /// A line that was longer than log_line_bytes.
    void long_line();
    /// The stream of a file ended at a fault (said by the caller); a bad last line belongs to it.
    void broken_stream() { broken_ = true; }
    void finish();

    /// 32 MiB hold any log of a lab run: there every byte is parsed. Logs beyond are read at the speed of the disk.
    static constexpr std::uint64_t kFullyParsedBytes = 32ULL << 20;

  private:
    void read_event(std::string_view line, std::string_view name);
    void dispatch(std::string_view name, const Json& event, std::string_view line);
    void bad_line(std::string_view line);
    void settle_bad_line();
    bool only_the_end_mark_is_cut() const;

    void log_start(const Json& event);
    void application_start(const Json& event);
    void application_end(const Json& event);
    void environment(const Json& event);
    void execution_start(const Json& event, std::string_view line);
    void execution_update(const Json& event, std::string_view line);
    void execution_end(const Json& event);
    void driver_updates(const Json& event);
    void job_start(const Json& event);
    void job_end(const Json& event);
    void stage_submitted(const Json& event);
    void stage_completed(const Json& event);
    void task_end(const TaskEnd& task);

    void next_application();
    void close_application();
    SqlExecution* execution(const Json& event);
    Stage* stage(std::int64_t id, std::int64_t attempt);
    Stage* stage_of(const Json& info);
    void read_accumulables(Stage& stage, const Json& info);
    void read_scan_names(Stage& stage, const Json& info);
    void read_plan(LoggedPlan& plan, const Json& event, std::string_view line);
    void forget_plan(const LoggedPlan& plan);
    std::string keep(std::string_view text);
    bool afford(std::uint64_t bytes);
    bool take_item();
    bool take_metric();
    std::string here() const { return "line " + std::to_string(file_line_); }
    void flaw(Severity severity, std::string code, std::string message);
    void incomplete_event(std::string_view what);

    EventLog& log_;
    const Limits limits_;
    std::uint64_t full_bytes_left_;
    simdjson::dom::parser parser_;
    simdjson::dom::parser scope_parser_;
    TaskEndScanner scanner_;
    OpenApplication open_;
    std::string file_;
    std::uint64_t file_line_ = 0;
    std::uint64_t blank_lines_ = 0;
    std::uint64_t kept_bytes_ = 0;
    std::uint64_t items_ = 0;
    std::uint64_t metrics_ = 0;
    bool said_bytes_ = false;
    bool said_items_ = false;
    bool broken_ = false;
    struct BadLine {
        std::uint64_t line, file_line;
        std::string file, begin;  // its first bytes
        bool nuls = false;        // it ends in NUL bytes
    };
    std::optional<BadLine> bad_;  // the last line, if it was bad: what follows decides whether it is a cut end or a gap
};

}  // namespace plangrade::spark
