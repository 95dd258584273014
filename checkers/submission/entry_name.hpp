// The name of an archive's entry -> a path that a submission may hold, or the reason why not. No files, no archive:
// bytes in, text out.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "limits.hpp"

namespace plangrade {

/// A name that was looked at. `path` is set where it may be used, else `code` and `problem` say why not (one sentence).
struct EntryName {
    std::string path;  ///< relative, '/' between its parts, "." and empty parts dropped; "" is the root folder itself
    std::string code;
    std::string problem;
    bool usable() const { return problem.empty(); }
};

EntryName entry_name(std::string_view raw, const Limits& limits);

/// How a message shows a name that may hold any bytes: control and bidirectional characters as \u{..}, bytes that are
/// not UTF-8 as \x.., cut after 200 bytes.
std::string shown_name(std::string_view raw);

/// Remembers the paths of one archive and refuses what would be ambiguous once unpacked somewhere else.
class EntryNames {
  public:
    /// Why this file can't stand beside those added before, or "" (then it was added). `path` comes from entry_name().
    std::string add_file(const std::string& path);

  private:
    std::set<std::string> files_;    // exact
    std::set<std::string> folded_;   // in one case and one Unicode form
    std::set<std::string> folders_;  // every folder above a file
};

}  // namespace plangrade
