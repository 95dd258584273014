// A submission as readers see it: the regular files below one root, by their paths inside it, sorted by bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/bytes.hpp"
#include "evidence/flaw.hpp"
#include "limits.hpp"

namespace plangrade {

/// One file. `path` is relative, '/' between its parts, never "." or ".."; messages and verdicts show it. `where` is a
/// path of this machine (a file of the folder, or a blob under another name) and is never shown.
struct TreeFile {
    std::string path;
    std::uint64_t size = 0;
    std::filesystem::path where;
};

/// Immutable after it was made; safe to read from many threads.
class Tree {
  public:
    Tree() = default;
    /// Sorts the files, drops what is never a hand-in (__MACOSX, ._*, .DS_Store) and strips a single top folder.
    explicit Tree(std::vector<TreeFile> files, bool strip_single_top_folder = true);

    /// The regular files below a folder. Links, devices and names that are not UTF-8 are left out and said in `flaws`.
    /// Throws std::system_error where the folder can't be read.
    static Tree of_directory(const std::filesystem::path& directory, const Limits& limits, Flaws& flaws,
                             bool strip_single_top_folder = true);

    const std::vector<TreeFile>& files() const { return files_; }
    const TreeFile* find(std::string_view path) const;  ///< the file of exactly that path, or nullptr
    /// All files below a folder ("" is the root), sorted by path. Empty where there is no such folder.
    std::span<const TreeFile> below(std::string_view folder) const;
    bool has_folder(std::string_view folder) const { return !below(folder).empty(); }

    /// "sha256:<hex>" over `path NUL size NUL sha256(content)` lines sorted by path: the same files agree whatever
    /// packed them.
    std::string digest() const;

  private:
    std::vector<TreeFile> files_;
};

/// The last part of a path: "a/b.txt" -> "b.txt"; and what is before it: "a" ("" for a file at the top). Views into
/// `path`.
std::string_view file_name_of(std::string_view path);
std::string_view folder_of(std::string_view path);

/// Opens a file of a tree. Throws std::system_error where the machine fails.
std::unique_ptr<ByteSource> open(const TreeFile& file);

}  // namespace plangrade
