#include "evidence/spark/event_log_task.hpp"

#include <algorithm>
#include <cstring>

#include "evidence/spark/event_log.hpp"

namespace plangrade::spark {
namespace {

/// Reads a line from left to right as long as it is what is expected.
class Cursor {
  public:
    explicit Cursor(std::string_view rest) : rest_(rest) {}

    bool literal(std::string_view expected) {
        if (!rest_.starts_with(expected)) return false;
        rest_.remove_prefix(expected.size());
        return true;
    }

    bool integer(std::int64_t& value) {
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (error != std::errc() || end == rest_.data() + rest_.size() || (*end != ',' && *end != '}')) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return true;
    }

    bool boolean(bool& value) {
        value = rest_.starts_with("true");
        return literal(value ? "true" : "false");
    }

    /// Up to and with the closing quote; the line has no backslash.
    bool string() {
        const auto quote = rest_.find('"');
        if (quote == std::string_view::npos) return false;
        rest_.remove_prefix(quote + 1);
        return true;
    }

    std::string_view rest() const { return rest_; }

  private:
    std::string_view rest_;
};

/// What stands after `key`, which begins with a quote. The search is for the letter after the quote: it is rarer, so
/// this is faster than memmem.
std::string_view after(std::string_view in, std::string_view key) {
    const std::string_view name = key.substr(1);
    for (auto at = in.find(name); at != std::string_view::npos; at = in.find(name, at + 1))
        if (at != 0 && in[at - 1] == '"') return in.substr(at + name.size());
    return {};
}

bool has_bracket(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return c == '{' || c == '}' || c == '[' || c == ']'; });
}

bool scan_head(Cursor& line, TaskEnd& task) {
    std::int64_t ignored = 0;
    std::int64_t stage = 0;
    bool ok = line.literal(R"({"Event":"SparkListenerTaskEnd","Stage ID":)") && line.integer(stage) &&
              line.literal(R"(,"Stage Attempt ID":)") && line.integer(task.stage_attempt) &&
              line.literal(R"(,"Task Type":")") && line.string() &&
              line.literal(R"(,"Task End Reason":{"Reason":"Success"},"Task Info":{"Task ID":)") &&
              line.integer(ignored) && line.literal(R"(,"Index":)") && line.integer(ignored) &&
              line.literal(R"(,"Attempt":)") && line.integer(task.attempt);
    if (ok && line.literal(R"(,"Partition ID":)")) ok = line.integer(ignored);  // since Spark 3.3
    ok = ok && line.literal(R"(,"Launch Time":)") && line.integer(task.launch_ms) &&
         line.literal(R"(,"Executor ID":")") && line.string() && line.literal(R"(,"Host":")") && line.string() &&
         line.literal(R"(,"Locality":")") && line.string() && line.literal(R"(,"Speculative":)") &&
         line.boolean(task.speculative) && line.literal(R"(,"Getting Result Time":)") && line.integer(ignored) &&
         line.literal(R"(,"Finish Time":)") && line.integer(task.finish_ms);
    task.stage = stage;
    task.has_reason = task.succeeded = true;
    return ok;
}

bool scan_metrics(std::string_view metrics, TaskEnd& task) {
    const std::string_view shuffle = after(metrics, R"("Shuffle Read Metrics":{)");
    const std::string_view records = after(shuffle, R"("Total Records Read":)");
    // The members before it are plain numbers: a bracket would mean that another object has begun or that this one has
    // ended.
    const std::string_view between = shuffle.substr(0, shuffle.size() - records.size());
    if (records.empty() || has_bracket(between)) return false;
    Cursor total(records);
    std::int64_t output_bytes = 0;
    Cursor rest(after(records, R"("Input Metrics":{"Bytes Read":)"));
    if (!total.integer(task.shuffle_records_read) || !rest.integer(task.input_bytes_read) ||
        !rest.literal(R"(,"Records Read":)") || !rest.integer(task.input_records_read) ||
        !rest.literal(R"(},"Output Metrics":{"Bytes Written":)") || !rest.integer(output_bytes) ||
        !rest.literal(R"(,"Records Written":)") || !rest.integer(task.output_records_written))
        return false;
    task.has_shuffle_read = true;
    return true;
}

/// Lanes of the shape test: 16 bytes are one register of every x86-64 and ARMv8.
using Bytes = unsigned char __attribute__((vector_size(16)));
using Signed = signed char __attribute__((vector_size(16)));
constexpr std::size_t kLane = sizeof(Bytes);

/// Sums of the test; a lane adds 255 (that is -1) for each byte that equals.
struct Shape {
    long braces = 0;
    long brackets = 0;
    unsigned char quotes = 0;  // 255 where their number is odd
    unsigned char unusual = 0;

    void add_lanes(const char* bytes, std::size_t lanes) {  // at most 120: the counters have 7 bits
        Bytes brace{}, bracket{}, quote{}, odd{};
        for (std::size_t lane = 0; lane < lanes; ++lane, bytes += kLane) {
            Bytes at, next;
            std::memcpy(&at, bytes, kLane);
            std::memcpy(&next, bytes + 1, kLane);
            const auto equal = [](const Bytes& all, unsigned char one) { return reinterpret_cast<Bytes>(all == one); };
            const Bytes close = equal(at, '}');
            brace += equal(at, '{') - close;
            bracket += equal(at, '[') - equal(at, ']');
            quote ^= equal(at, '"');
            // as signed bytes, what is below a blank is a control character or not ASCII
            odd |= reinterpret_cast<Bytes>(reinterpret_cast<Signed>(at) < static_cast<signed char>(' ')) |
                   equal(at, '\\') | (close & equal(next, '{'));
        }
        for (std::size_t i = 0; i < kLane; ++i) {
            braces += static_cast<signed char>(brace[i]);
            brackets += static_cast<signed char>(bracket[i]);
            quotes ^= quote[i];
            unusual |= odd[i];
        }
    }

    void add(char byte, char next) {
        braces += (byte == '}') - (byte == '{');
        brackets += (byte == ']') - (byte == '[');
        quotes ^= byte == '"' ? 255 : 0;
        unusual |= static_cast<signed char>(byte) < ' ' || byte == '\\' || (byte == '}' && next == '{');
    }

    bool holds() const { return braces == 0 && brackets == 0 && quotes == 0 && unusual == 0; }
};

}  // namespace

bool has_json_shape(std::string_view line) {
    if (line.size() < 2 || line.front() != '{' || line.back() != '}') return false;
    Shape shape;
    std::size_t at = 0;
    while (line.size() - at > kLane) {  // one byte more than a lane is looked at
        const std::size_t lanes = std::min<std::size_t>((line.size() - at - 1) / kLane, 120);
        shape.add_lanes(line.data() + at, lanes);
        at += lanes * kLane;
    }
    for (; at < line.size(); ++at) shape.add(line[at], at + 1 < line.size() ? line[at + 1] : '\n');
    return shape.holds();
}

std::optional<TaskEnd> TaskEndScanner::scan(std::string_view line) {
    TaskEnd task;
    Cursor cursor(line);
    if (!scan_head(cursor, task) || !has_json_shape(line)) return std::nullopt;
    constexpr std::string_view kKey = R"("Task Metrics":{)";
    constexpr std::size_t kSlack = 128;
    std::string_view metrics;
    if (tail_ + kSlack < cursor.rest().size()) metrics = after(line.substr(line.size() - tail_ - kSlack), kKey);
    if (metrics.empty()) metrics = after(cursor.rest(), kKey);
    if (metrics.empty() || !scan_metrics(metrics, task)) return std::nullopt;
    tail_ = metrics.size() + kKey.size();
    return task;
}

TaskEnd task_end_of(const Json& event) {
    TaskEnd task;
    task.stage = integer(member(event, "Stage ID"));
    task.stage_attempt = integer(member(event, "Stage Attempt ID")).value_or(0);
    if (const auto reason = text(member(member(event, "Task End Reason"), "Reason"))) {
        task.has_reason = true;
        task.succeeded = *reason == "Success";
        task.killed = *reason == "TaskKilled";
    }
    const auto info = member(event, "Task Info");
    task.attempt = integer(member(info, "Attempt")).value_or(0);
    task.speculative = is_true(member(info, "Speculative"));
    task.launch_ms = integer(member(info, "Launch Time")).value_or(0);
    task.finish_ms = integer(member(info, "Finish Time")).value_or(0);
    const auto metrics = member(event, "Task Metrics");
    const auto shuffle = member(metrics, "Shuffle Read Metrics");
    task.has_shuffle_read = shuffle && shuffle->is_object();
    task.shuffle_records_read = integer(member(shuffle, "Total Records Read")).value_or(0);
    const auto input = member(metrics, "Input Metrics");
    task.input_bytes_read = integer(member(input, "Bytes Read")).value_or(0);
    task.input_records_read = integer(member(input, "Records Read")).value_or(0);
    task.output_records_written = integer(member(member(metrics, "Output Metrics"), "Records Written")).value_or(0);
    return task;
}

void count_task(TaskCounts& counts, const TaskEnd& task) {
    const auto positive = [](std::int64_t value) { return value > 0 ? static_cast<std::uint64_t>(value) : 0; };
    const bool failed = task.has_reason && !task.succeeded;
    ++counts.ended;
    counts.succeeded += task.succeeded;
    counts.failed += failed;
    counts.killed += task.killed;
    counts.speculative += task.speculative;
    counts.retried += task.attempt > 0 || task.stage_attempt > 0;
    counts.no_metrics += !task.has_shuffle_read;
    counts.reduce += task.shuffle_records_read > 0;
    counts.reduce_plain += task.shuffle_records_read > 0 && !failed && !task.speculative;
    counts.shuffle_records_read += positive(task.shuffle_records_read);
    counts.input_records_read += positive(task.input_records_read);
    counts.input_bytes_read += positive(task.input_bytes_read);
    counts.output_records_written += positive(task.output_records_written);
}

}  // namespace plangrade::spark
