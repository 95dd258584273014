// From the files of one log to its facts.
#include <algorithm>

#include "evidence/spark/event_log.hpp"
#include "evidence/spark/event_log_builder.hpp"
#include "evidence/spark/event_log_lines.hpp"
#include "evidence/spark/event_log_names.hpp"

namespace plangrade::spark {
namespace {

/// One reading of one log.
class Reading {
  public:
    Reading(EventLog& log, const Limits& limits) : log_(log), limits_(limits), builder_(log, limits) {}

    void file(const std::string& path, ByteSource& source, bool last) {
        log_.files.push_back(path);
        builder_.begin_file(path);
        const auto codec = choose_codec(path, source);
        log_.codecs.push_back(codec.value_or(Codec::none));
        if (!codec) {
            log_.gaps = log_.gaps || !last;
            return;
        }
        const auto stream = open_stream(source, *codec, limits_);
        read_lines(path, *stream);
        if (const auto& fault = stream->fault()) {
            // An end that is missing loses what came last; anything else loses what lay between.
            if (!last || fault->code != "truncated") log_.gaps = true;
            add(Severity::partial, fault->code, "byte " + std::to_string(fault->offset), fault->message, path);
        }
    }

    void finish() {
        builder_.finish();
        if (!log_.flaws.fatal() && log_.plain_bytes == 0)
            add(Severity::fatal, "empty", "",
                "the event log is empty: the application ended before it could write, or the file was not copied",
                log_.path);
        else if (!log_.flaws.fatal() && log_.lines == log_.unreadable_lines)
            add(Severity::fatal, "not-event-log", "",
                "no line of the file is an event of Spark's; an event log holds one JSON object a line, each with the "
                "member Event",
                log_.path);
    }

  private:
    void add(Severity severity, std::string code, std::string at, std::string message, const std::string& path) {
        log_.flaws.add(severity, std::move(code), std::move(at), std::move(message), path);
    }

    /// None: the file is of a format that is not read (said).
    std::optional<Codec> choose_codec(const std::string& path, ByteSource& source) {
        std::string first(16, '\0');
        first.resize(source.read_at(0, first));
        const Codec named = codec_of_name(file_name_of(path));
        const Sniffed sniffed = sniff_codec(first);
        if (*sniffed.foreign != '\0') {
            add(Severity::fatal, "unknown-format", "",
                std::string("the file is ") + sniffed.foreign +
                    ", which Spark does not write event logs in; hand it in as Spark wrote it",
                path);
            return std::nullopt;
        }
        if (sniffed.codec && *sniffed.codec != named)
            add(Severity::note, "codec-name", "",
                std::string("the name tells the codec ") + to_string(named) + ", the content is " +
                    to_string(*sniffed.codec) + " and was read so",
                path);
        return sniffed.codec.value_or(named);
    }

    void read_lines(const std::string& path, ByteStream& stream) {
        LineReader lines(stream, limits_.log_line_bytes);
        std::string_view line;
        for (;;) {
            const LineReader::Next next = lines.next(line);
            if (next == LineReader::Next::end || over_limit(path, lines.plain_bytes(), stream.packed_offset())) break;
            if (next == LineReader::Next::line)
                builder_.line(line);
            else
                builder_.long_line();
        }
        log_.plain_bytes += lines.plain_bytes();
    }

    bool over_limit(const std::string& path, std::uint64_t plain, std::uint64_t packed) {
        const bool bomb = plain > limits_.inflate_ratio_from_bytes && plain / limits_.inflate_ratio > packed;
        if (log_.plain_bytes + plain <= limits_.log_plain_bytes && !bomb) return false;
        log_.gaps = true;
        add(Severity::fatal, "log-too-large", "byte " + std::to_string(packed),
            bomb ? "from here on the log inflates more than an event log does and was not read (" +
                       limit_text(limits_, "inflate_ratio") + ")"
                 : "the log is larger than is read (" + limit_text(limits_, "log_plain_bytes") + ")",
            path);
        return true;
    }

    EventLog& log_;
    const Limits& limits_;
    LogBuilder builder_;
};

/// The files of a rolling log that are to be read: those from the last compacted one on, as Spark's own reader takes
/// them (EventLogFileReaders.scala). Missing numbers are said.
std::vector<TreeFile> files_to_read(const LogPlace& place, EventLog& log) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < place.files.size(); ++i) {
        const auto name = events_name(file_name_of(place.files[i].path));
        if (!name || !name->compact) continue;
        from = i;
        log.compacted = log.gaps = true;
        log.flaws.add(Severity::partial, "compacted", "",
                      "the log was compacted: events of finished jobs were removed, so tasks can't be counted",
                      place.files[i].path);
    }
    for (std::size_t i = 0; i < from; ++i)
        log.flaws.add(Severity::note, "before-compaction", "", "not read: the compacted file after it stands for it",
                      place.files[i].path);
    std::vector<TreeFile> files(place.files.begin() + static_cast<std::ptrdiff_t>(from), place.files.end());
    std::uint64_t expected = 1;
    for (const TreeFile& file : files) {
        const auto name = events_name(file_name_of(file.path));
        if (!name) continue;
        if (!name->compact && name->number > expected) {
            log.gaps = true;
            log.flaws.add(Severity::partial, "missing-file", "",
                          name->number - expected == 1
                              ? "the rolling log lacks its file events_" + std::to_string(expected) + "_" + name->app
                              : "the rolling log lacks its files events_" + std::to_string(expected) + " to events_" +
                                    std::to_string(name->number - 1),
                          file.path);
        }
        if (name->number + 1 == expected && !name->compact)
            log.flaws.add(
                Severity::partial, "same-number", "",
                "two files of the rolling log have the number " + std::to_string(name->number) + "; both were read",
                file.path);
        expected = name->number + 1;
    }
    return files;
}

bool in_progress(const LogPlace& place) {
    const auto says_so = [](const TreeFile& file) { return file.path.ends_with(".inprogress"); };
    return std::any_of(place.files.begin(), place.files.end(), says_so) ||
           (!place.status.empty() && std::all_of(place.status.begin(), place.status.end(), says_so));
}

}  // namespace

EventLog read_event_log(const LogPlace& place, const Limits& limits) {
    EventLog log;
    log.flaws = Flaws(limits);
    log.path = place.path;
    log.rolling = place.rolling;
    log.in_progress_name = in_progress(place);
    const std::vector<TreeFile> files = place.rolling ? files_to_read(place, log) : place.files;
    Reading reading(log, limits);
    for (const TreeFile& file : files) {
        const auto source = open(file);
        if (place.rolling && source->size() == 0)
            log.flaws.add(Severity::partial, "empty-file", "", "this file of the rolling log is empty", file.path);
        reading.file(file.path, *source, &file == &files.back());
    }
    reading.finish();
    return log;
}

EventLog read_event_log(std::string name, std::string_view bytes, const Limits& limits) {
    EventLog log;
    log.flaws = Flaws(limits);
    log.path = name;
    log.in_progress_name = name.ends_with(".inprogress");
    MemorySource source(bytes);
    Reading reading(log, limits);
    if (const auto events = events_name(file_name_of(name)); events && events->compact) log.compacted = log.gaps = true;
    reading.file(name, source, true);
    reading.finish();
    return log;
}

}  // namespace plangrade::spark
