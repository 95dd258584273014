// Who handed in what and when, and what came of it: one SQLite database. What add() and finish() have returned from is
// on the disk.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace plangrade {

/// A database that can't be used; one line for a person.
struct StoreError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct StoredFile {
    std::string path;
    std::uint64_t size = 0;
    std::string blob;  ///< SHA-256
};

struct NewSubmission {
    std::string id;  ///< new_id()
    std::string lab;
    std::int64_t received_first_ms = 0;
    std::int64_t received_ms = 0;
    std::string body_sha256;
    std::uint64_t body_bytes = 0;
    std::string digest;
    std::string flaws = "[]";     ///< JSON: what unpacking noted
    std::string idempotency_key;  ///< empty: none
    std::vector<StoredFile> files;
};

struct NewVerdict {
    std::string grader;
    std::string rubric;
    bool gradable = true;
    std::string student;  ///< JSON
    std::string teacher;  ///< JSON
};

struct Submission {
    std::string id;
    std::string lab;
    std::int64_t received_ms = 0;
    std::string body_sha256;
    std::string digest;
    std::string flaws;  ///< JSON
    std::string state;  ///< queued, running, graded, failed
    int attempts = 0;
    std::string student;  ///< the last verdict; empty before the first
    std::string teacher;
};

/// Safe to use from many threads: one connection, one call at a time (a commit takes well under a millisecond).
/// Every member throws SQLite::Exception where the disk or the database fails; then nothing of that call is stored.
class Store {
  public:
    /// Opens or makes the database and brings its schema up to date. Throws StoreError where it is damaged, no database
    /// of plangrade, or written by a newer version.
    explicit Store(const std::filesystem::path& file);

    /// With its files, state queued, in one commit. False where the lab has a submission of that idempotency key:
    /// nothing is stored then.
    bool add(const NewSubmission& submission);
    std::optional<Submission> find(const std::string& id);
    std::optional<Submission> find_by_key(const std::string& lab, const std::string& idempotency_key);
    std::vector<StoredFile> files(const std::string& id);           ///< sorted by path
    void begin_grading(const std::string& id);                      ///< state running, attempts + 1
    void finish(const std::string& id, const NewVerdict& verdict);  ///< with state graded, or failed where not gradable
    std::vector<Submission> unfinished();  ///< what a stopped daemon left queued or running, oldest first
    /// False where the last write failed and a try to write now fails as well.
    bool healthy();

  private:
    template <class Work>
    auto guarded(Work work);

    std::mutex mutex_;
    SQLite::Database db_;
    bool failed_ = false;
};

/// 128 random bits as 32 lower-case hexadecimal digits: not to be guessed, so it names a submission to whoever was told
/// it.
std::string new_id();

}  // namespace plangrade
