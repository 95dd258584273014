// A flaw: what is wrong with an artifact, and where. A submission's fault is data, never an exception.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "limits.hpp"

namespace plangrade {

/// How much of the artifact a flaw takes away.
enum class Severity {
    note,     ///< worth saying; the evidence stands whole (a byte order mark, an unknown event)
    partial,  ///< a part of the artifact is lost or unknown; the rest stands (one unreadable line, a cut end)
    fatal,    ///< the artifact can't be read as what it should be
};

struct Flaw {
    Severity severity = Severity::fatal;
    std::string code;  ///< stable and short, for programs: "not-parquet", "truncated", "duplicate-key"
    std::string
        file;  ///< path inside the submission (or as given on the command line); may be empty: the artifact itself
    std::string
        at;  ///< place inside the file: "line 12", "line 3, column 7", "byte 4096", "/pushed_filters/3"; may be empty
    std::string message;  ///< one English sentence without the place: what is wrong and what would be right
};

/// {"at", "message", "code", "severity"[, "file"]}
nlohmann::json to_json(const Flaw& flaw);

/// A list of flaws that keeps the first Limits::flaws_per_artifact and counts the rest; a fatal flaw is always kept.
class Flaws {
  public:
    explicit Flaws(const Limits& limits = {}) : most_(limits.flaws_per_artifact) {}
    void add(Flaw flaw);
    void add(Severity severity, std::string code, std::string at, std::string message, std::string file = {});
    const std::vector<Flaw>& list() const { return list_; }
    std::uint64_t dropped() const { return dropped_; }  ///< flaws beyond the limit
    bool fatal() const;                                 ///< true where a fatal flaw is in the list
    bool empty() const { return list_.empty(); }
    nlohmann::json json() const;  ///< array; a last entry says how many were dropped

  private:
    std::uint64_t most_;
    std::uint64_t dropped_ = 0;
    std::vector<Flaw> list_;
};

}  // namespace plangrade
