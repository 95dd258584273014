// Names of event logs on disk (EventLogFileWriters.scala; section "Event logs" of Spark's monitoring guide).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plangrade::spark {

/// `events_<n>_<app>[.codec][.compact]` of a rolling log.
struct EventsName {
    std::uint64_t number = 0;
    std::string app;  ///< "local-1796072143398", with `_<attempt>` in cluster mode
    bool compact = false;
};
std::optional<EventsName> events_name(std::string_view file_name);

/// `appstatus_<app>[.inprogress]`: the application's id, else none.
std::optional<std::string> appstatus_name(std::string_view file_name);

/// `eventlog_v2_<app>`: the application's id, else none.
std::optional<std::string> rolling_folder_name(std::string_view folder_name);

/// A name that Spark gives to a log of one file, or `eventlog`, below the endings of codecs, .inprogress and an
/// editor's .txt, .json, .log.
bool is_log_name(std::string_view file_name);

/// A file that is something else by its name (data, texts, scripts, checksums, hidden files).
bool is_other_name(std::string_view file_name);

}  // namespace plangrade::spark
