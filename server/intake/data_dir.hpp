// The daemon's folder: the database, blobs/ (files of stored submissions, by their SHA-256) and spool/ (what is under
// way).
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "evidence/tree.hpp"
#include "store/store.hpp"

namespace plangrade {

/// A folder that can't be used; one line for a person.
struct DataDirError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Locked for one daemon as long as the object lives. All members but the constructor are safe to use from many
/// threads.
class DataDir {
  public:
    /// Makes the folders and empties the spool: what was under way when a daemon stopped was never acknowledged.
    /// Throws DataDirError where another daemon has the folder, or it can't be made or written.
    explicit DataDir(const std::filesystem::path& root);
    ~DataDir();
    DataDir(const DataDir&) = delete;
    DataDir& operator=(const DataDir&) = delete;

    std::filesystem::path database() const { return root_ / "plangrade.db"; }
    std::filesystem::path spool() const { return root_ / "spool"; }
    std::filesystem::path blob(const std::string& sha256) const;

    /// Moves the blobs of an unpacked tree from a folder of the spool to blobs/, durably; those that are there already
    /// are shared. Throws std::system_error.
    void publish(const std::vector<StoredFile>& files, const std::filesystem::path& unpacked);

    /// The tree of a stored submission.
    std::vector<TreeFile> tree_files(const std::vector<StoredFile>& files) const;

    std::uint64_t free_bytes() const;  ///< of the file system; 0 where it can't be asked

  private:
    std::filesystem::path root_;
    int lock_ = -1;
};

/// A folder or file of the spool with a name of its own, removed with everything in it when the object goes.
class SpoolEntry {
  public:
    SpoolEntry(const DataDir& data, const char* suffix);
    ~SpoolEntry();
    SpoolEntry(SpoolEntry&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
    SpoolEntry& operator=(SpoolEntry&&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace plangrade
