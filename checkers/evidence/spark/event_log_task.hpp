// What one SparkListenerTaskEnd says. TaskEnd lines are nine tenths of a log's bytes, so there are two ways to read
// one: the whole line parsed, or a scan for the few members that count. Where the scan meets anything unusual it says
// so, and the line is parsed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "evidence/spark/event_log_value.hpp"

namespace plangrade::spark {

struct TaskCounts;

/// Units: milliseconds (Unix time), records, bytes.
struct TaskEnd {
    std::optional<std::int64_t> stage;
    std::int64_t stage_attempt = 0;
    std::int64_t attempt = 0;
    bool has_reason = false;  ///< Task End Reason.Reason is there
    bool succeeded = false;
    bool killed = false;
    bool speculative = false;
    bool has_shuffle_read = false;  ///< Task Metrics with Shuffle Read Metrics
    std::int64_t launch_ms = 0;     ///< 0: not said
    std::int64_t finish_ms = 0;
    std::int64_t shuffle_records_read = 0;
    std::int64_t input_bytes_read = 0;
    std::int64_t input_records_read = 0;
    std::int64_t output_records_written = 0;

    bool operator==(const TaskEnd&) const = default;
};

/// From the parsed event.
TaskEnd task_end_of(const Json& event);

/// Scans TaskEnd lines of one log. An unescaped quote can't stand in a JSON string, so `"Total Records Read":` is a
/// member's name wherever the line has no backslash.
class TaskEndScanner {
  public:
    /// None: the line is not as Spark's own writer writes a task that succeeded (a failed task, blanks, other order of
    /// members, escapes, no metrics ...), or it is broken. Parse it.
    std::optional<TaskEnd> scan(std::string_view line);

  private:
    std::size_t tail_ =
        0;  // bytes from the last line's `"Task Metrics":{` to its end: the next line's are about as many
};

/// A cheap test that holds for every JSON line without strings of unusual characters, and for hardly any line that was
/// cut, glued or overwritten: printable ASCII, no backslash, brackets and quotes in pairs, nothing after the last `}`,
/// no `}{`.
bool has_json_shape(std::string_view line);

/// The event's effect on the counts.
void count_task(TaskCounts& counts, const TaskEnd& task);

}  // namespace plangrade::spark
