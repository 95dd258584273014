#include "evidence/spark/event_log_builder.hpp"

#include <algorithm>
#include <array>

namespace plangrade::spark {
namespace {

constexpr std::string_view kPrefix = R"({"Event":")";
constexpr std::string_view kTaskEnd = "SparkListenerTaskEnd";
constexpr std::string_view kEndMark = R"({"Event":"SparkListenerApplicationEnd")";
constexpr std::string_view kShortestEndMark = R"({"Event":"SparkListenerApp)";

/// Events that carry facts; the others are only tested for being JSON.
constexpr std::array<std::string_view, 14> kUsed{
    "SparkListenerLogStart",          "SparkListenerApplicationStart",
    "SparkListenerApplicationEnd",    "SparkListenerEnvironmentUpdate",
    "SparkListenerSQLExecutionStart", "SparkListenerSQLAdaptiveExecutionUpdate",
    "SparkListenerSQLExecutionEnd",   "SparkListenerDriverAccumUpdates",
    "SparkListenerJobStart",          "SparkListenerJobEnd",
    "SparkListenerStageSubmitted",    "SparkListenerStageCompleted",
    "SparkListenerTaskEnd",           "SparkListenerSQLAdaptiveSQLMetricUpdates"};

/// "org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd" -> the name after the last dot.
std::string_view short_name(std::string_view name) {
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

/// The event's name where the line begins as Spark's writer begins it, else "".
std::string_view name_by_prefix(std::string_view line) {
    if (!line.starts_with(kPrefix)) return {};
    const std::string_view rest = line.substr(kPrefix.size(), 128);
    const std::string_view name = rest.substr(0, rest.find('"'));
    return name.size() == rest.size() || name.find('\\') != std::string_view::npos ? std::string_view()
                                                                                   : short_name(name);
}

std::string_view trimmed(std::string_view line) {
    constexpr std::string_view kBlanks = " \t\r";
    const auto last = line.find_last_not_of(kBlanks);
    if (last == std::string_view::npos) return {};
    const auto first = line.find_first_not_of(kBlanks);
    return line.substr(first, last - first + 1);
}

std::string without_blanks(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '\t') out += c;
    return out;
}

}  // namespace

LogBuilder::LogBuilder(EventLog& log, const Limits& limits, std::uint64_t fully_parsed_bytes)
    : log_(log), limits_(limits), full_bytes_left_(fully_parsed_bytes) {}

void LogBuilder::begin_file(std::string path) {
    file_ = std::move(path);
    file_line_ = 0;
}

void LogBuilder::flaw(Severity severity, std::string code, std::string message) {
    log_.flaws.add(severity, std::move(code), here(), std::move(message), file_);
}

void LogBuilder::incomplete_event(std::string_view what) {
    log_.gaps = true;
    flaw(Severity::partial, "incomplete-event", "the event has no readable " + std::string(what) + " and was not used");
}

void LogBuilder::line(std::string_view raw) {
    ++log_.lines;
    ++file_line_;
    if (log_.lines == 1 && raw.starts_with("\xEF\xBB\xBF")) {
        raw.remove_prefix(3);
        flaw(Severity::note, "byte-order-mark", "the log begins with a byte order mark, which Spark does not write");
    }
    std::string_view text = trimmed(raw);
    if (text.empty()) {
        if (++blank_lines_ == 1) flaw(Severity::note, "blank-line", "the line is empty; Spark writes no empty lines");
        return;
    }
    settle_bad_line();
    if (text.back() == '\0') {  // what a file system leaves behind where the machine stopped
        const auto last = text.find_last_not_of('\0');
        if (last == std::string_view::npos) return bad_line(text);
        text = text.substr(0, last + 1);
        flaw(Severity::partial, "nul-bytes", "the line ends in NUL bytes, as after a crash of the machine");
    }
    read_event(text, name_by_prefix(text));
}

void LogBuilder::read_event(std::string_view line, std::string_view name) {
    const bool task = name == kTaskEnd;
    if (task || (!name.empty() && std::find(kUsed.begin(), kUsed.end(), name) == kUsed.end())) {
        if (full_bytes_left_ >= line.size()) {
            full_bytes_left_ -= line.size();
        } else if (task) {
            if (const auto scanned = scanner_.scan(line)) return task_end(*scanned);
        } else if (has_json_shape(line)) {
            return;
        }
    }
    Json event;
    if (parser_.parse(line.data(), line.size(), false).get(event) != simdjson::SUCCESS) return bad_line(line);
    const auto written = text(member(event, "Event"));
    if (!written) return bad_line(line);
    dispatch(short_name(*written), event, line);
    constexpr std::size_t kOrdinaryLine = 4 << 20;
    if (line.size() > kOrdinaryLine)
        parser_ = simdjson::dom::parser();  // gives back the memory of an extraordinary line
}

void LogBuilder::dispatch(std::string_view name, const Json& event, std::string_view line) {
    if (name == kTaskEnd) return task_end(task_end_of(event));
    if (name == "SparkListenerJobStart") return job_start(event);
    if (name == "SparkListenerJobEnd") return job_end(event);
    if (name == "SparkListenerStageSubmitted") return stage_submitted(event);
    if (name == "SparkListenerStageCompleted") return stage_completed(event);
    if (name == "SparkListenerSQLExecutionStart") return execution_start(event, line);
    if (name == "SparkListenerSQLAdaptiveExecutionUpdate") return execution_update(event, line);
    if (name == "SparkListenerSQLExecutionEnd") return execution_end(event);
    if (name == "SparkListenerDriverAccumUpdates") return driver_updates(event);
    if (name == "SparkListenerLogStart") return log_start(event);
    if (name == "SparkListenerEnvironmentUpdate") return environment(event);
    if (name == "SparkListenerApplicationStart") return application_start(event);
    if (name == "SparkListenerApplicationEnd") return application_end(event);
    open_.any_event = true;
}

void LogBuilder::long_line() {
    ++log_.lines;
    ++file_line_;
    settle_bad_line();
    ++log_.unreadable_lines;
    log_.gaps = true;
    flaw(Severity::partial, "line-too-long",
         "the line is longer than is read (" + limit_text(limits_, "log_line_bytes") + ")");
}

void LogBuilder::bad_line(std::string_view line) {
    ++log_.unreadable_lines;
    bad_ = BadLine{log_.lines, file_line_, file_, std::string(line.substr(0, 256)),
                   line.find_first_not_of('\0') == std::string_view::npos};
}

/// A bad line that another line follows is a gap.
void LogBuilder::settle_bad_line() {
    if (!bad_) return;
    log_.gaps = true;
    log_.flaws.add(Severity::partial, "bad-line", "line " + std::to_string(bad_->file_line),
                   bad_->nuls
                       ? "the line is made of NUL bytes; an event, a JSON object with the member Event, would be right"
                       : "the line is no event (a JSON object with the member Event); it was passed over",
                   bad_->file);
    bad_.reset();
}

bool LogBuilder::only_the_end_mark_is_cut() const {
    const Application& app = open_.facts;
    if (!app.name || app.job_starts != open_.jobs_ended || app.execution_starts != open_.executions_ended) return false;
    const std::string cut = without_blanks(bad_->begin);
    return cut.starts_with(kEndMark) || (kEndMark.starts_with(cut) && cut.size() >= kShortestEndMark.size());
}

void LogBuilder::finish() {
    if (bad_ && open_.facts.end == LogEnd::unfinished && only_the_end_mark_is_cut())
        open_.facts.end = LogEnd::cut_end_mark;
    if (bad_) {
        const bool forgiven = open_.facts.end != LogEnd::unfinished;
        log_.flaws.add(
            forgiven ? Severity::note : Severity::partial, "cut-line", "line " + std::to_string(bad_->file_line),
            bad_->nuls ? "the log ends in NUL bytes, as after a crash of the machine"
            : open_.facts.end == LogEnd::cut_end_mark
                ? "the last line is cut; it can only be the end mark (SparkListenerApplicationEnd), all else is there"
                : "the last line is cut or no event: the application was killed, or the file was not copied whole",
            bad_->file);
    }
    if (blank_lines_ > 1)
        log_.flaws.add(Severity::note, "blank-line", "", std::to_string(blank_lines_) + " lines of the log are empty");
    close_application();
}

void LogBuilder::next_application() {
    close_application();
    open_ = OpenApplication();
    open_.facts.first_line = log_.lines;
}

void LogBuilder::close_application() {
    Application& app = open_.facts;
    if (app.first_line == 0) app.first_line = std::min<std::uint64_t>(log_.lines, 1);
    for (const Job& job : app.jobs)
        if (const auto found = job.execution ? open_.executions.find(*job.execution) : open_.executions.end();
            found != open_.executions.end())
            app.executions[found->second].jobs.push_back(job.id);
    if (!log_.gaps && !log_.compacted) look_for_oddities(open_);
    std::sort(app.executions.begin(), app.executions.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    std::sort(app.stages.begin(), app.stages.end(),
              [](const auto& a, const auto& b) { return std::pair(a.id, a.attempt) < std::pair(b.id, b.attempt); });
    log_.applications.push_back(std::move(app));
}

bool LogBuilder::afford(std::uint64_t bytes) {
    if (kept_bytes_ + bytes <= limits_.log_kept_plan_bytes) {
        kept_bytes_ += bytes;
        return true;
    }
    if (!said_bytes_)
        flaw(Severity::partial, "plan-limit",
             "from here on plans and texts that do not fit are not kept (" +
                 limit_text(limits_, "log_kept_plan_bytes") + ")");
    said_bytes_ = true;
    return false;
}

std::string LogBuilder::keep(std::string_view text) {
    return afford(text.size()) ? std::string(text) : std::string();
}

bool LogBuilder::take_item() {
    if (++items_ <= limits_.log_items) return true;
    log_.gaps = true;
    if (!said_items_)
        flaw(Severity::partial, "item-limit",
             "from here on further jobs, stages and SQL executions are counted but not kept (" +
                 limit_text(limits_, "log_items") + ")");
    said_items_ = true;
    return false;
}

/// Single numbers (an accumulator's value, a stage's id in a job) are small: sixteen of them count as one item.
bool LogBuilder::take_metric() {
    if (++metrics_ % 16 != 0 || take_item()) return items_ <= limits_.log_items;
    return false;
}

}  // namespace plangrade::spark
