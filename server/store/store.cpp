#include "store/store.hpp"

#include <sqlite3.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "http/clock.hpp"
#include "store/migrations.hpp"

namespace plangrade {
namespace {

constexpr int kApplicationId = 0x506C4772;  // "PlGr": marks the file as ours (PRAGMA application_id)
constexpr int kBusyMs = 5000;

int pragma(SQLite::Database& db, const char* name) {
    return db.execAndGet(std::string("PRAGMA ") + name).getInt();
}

/// Against damaged and hostile database files: https://sqlite.org/security.html
void harden(SQLite::Database& db) {
    ::sqlite3_db_config(db.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    db.exec("PRAGMA trusted_schema = OFF");
    db.exec("PRAGMA cell_size_check = ON");
    db.exec("PRAGMA mmap_size = 0");
}

void refuse_what_is_not_ours(SQLite::Database& db, const std::filesystem::path& file) {
    const int application = pragma(db, "application_id");
    const bool empty = db.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
    if (application != kApplicationId && !(application == 0 && empty))
        throw StoreError(file.string() + ": this is a database of another program");
    const int schema = pragma(db, "user_version");
    const int known = static_cast<int>(migrations().size());
    if (schema > known)
        throw StoreError(file.string() + ": a newer plangrade has written it (schema " + std::to_string(schema) +
                         "; this one knows up to " + std::to_string(known) + "); install the newer version");
    if (db.execAndGet("PRAGMA quick_check(1)").getString() != "ok")
        throw StoreError(file.string() + ": the database is damaged; restore the last backup");
}

void migrate(SQLite::Database& db) {
    const auto all = migrations();
    for (int schema = pragma(db, "user_version"); schema < static_cast<int>(all.size()); ++schema) {
        SQLite::Transaction transaction(db, SQLite::TransactionBehavior::IMMEDIATE);
        db.exec(std::string(all[static_cast<std::size_t>(schema)]));
        db.exec("PRAGMA user_version = " + std::to_string(schema + 1));
        db.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
        transaction.commit();
    }
}

SQLite::Database open_database(const std::filesystem::path& file) {
    try {
        SQLite::Database db(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMs);
        harden(db);
        refuse_what_is_not_ours(db, file);
        db.exec("PRAGMA journal_mode = WAL");
        // FULL: a commit survives the loss of power; a grade is never acknowledged before.
        db.exec("PRAGMA synchronous = FULL");
        db.exec("PRAGMA foreign_keys = ON");
        migrate(db);
        return db;
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() == SQLITE_NOTADB || error.getErrorCode() == SQLITE_CORRUPT)
            throw StoreError(file.string() + ": the database is damaged, or it is none; restore the last backup");
        throw StoreError(file.string() + ": the database can't be opened (SQLite error " +
                         std::to_string(error.getErrorCode()) + ")");
    }
}

template <class... Values>
void bind_all(SQLite::Statement& statement, const Values&... values) {
    int index = 0;
    (statement.bind(++index, values), ...);
}

const std::string kSelect =
    "SELECT s.id, s.lab, s.received_ms, s.body_sha256, s.digest, s.flaws, s.state, s.attempts, v.student, v.teacher "
    "FROM "
    "submission s "
    "LEFT JOIN verdict v ON v.id = (SELECT max(id) FROM verdict WHERE submission = s.id) ";

Submission submission_of(const SQLite::Statement& row) {
    Submission out;
    out.id = row.getColumn(0).getString();
    out.lab = row.getColumn(1).getString();
    out.received_ms = row.getColumn(2).getInt64();
    out.body_sha256 = row.getColumn(3).getString();
    out.digest = row.getColumn(4).getString();
    out.flaws = row.getColumn(5).getString();
    out.state = row.getColumn(6).getString();
    out.attempts = row.getColumn(7).getInt();
    if (!row.getColumn(8).isNull()) out.student = row.getColumn(8).getString();
    if (!row.getColumn(9).isNull()) out.teacher = row.getColumn(9).getString();
    return out;
}

}  // namespace

Store::Store(const std::filesystem::path& file) : db_(open_database(file)) {}

/// One call at a time; a failure is remembered, so that healthy() can tell.
template <class Work>
auto Store::guarded(Work work) {
    const std::lock_guard lock(mutex_);
    try {
        return work();
    } catch (const SQLite::Exception& error) {
        failed_ = true;
        if (error.getErrorCode() == SQLITE_FULL)
            throw std::system_error(std::make_error_code(std::errc::no_space_on_device), "the database");
        throw;
    }
}

bool Store::add(const NewSubmission& submission) {
    return guarded([&] {
        SQLite::Transaction transaction(db_, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insert(
            db_,
            "INSERT INTO submission (id, lab, received_first_ms, received_ms, body_sha256, body_bytes, digest, "
            "flaws, idempotency_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, '')) "
            "ON CONFLICT (lab, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING");
        bind_all(insert, submission.id, submission.lab, submission.received_first_ms, submission.received_ms,
                 submission.body_sha256, static_cast<std::int64_t>(submission.body_bytes), submission.digest,
                 submission.flaws, submission.idempotency_key);
        if (insert.exec() == 0) return false;
        SQLite::Statement file(db_, "INSERT INTO file (submission, path, size, blob) VALUES (?, ?, ?, ?)");
        for (const StoredFile& stored : submission.files) {
            bind_all(file, submission.id, stored.path, static_cast<std::int64_t>(stored.size), stored.blob);
            file.exec();
            file.reset();
        }
        transaction.commit();
        return true;
    });
}

std::optional<Submission> Store::find(const std::string& id) {
    return guarded([&]() -> std::optional<Submission> {
        SQLite::Statement select(db_, kSelect + "WHERE s.id = ?");
        select.bind(1, id);
        if (!select.executeStep()) return std::nullopt;
        return submission_of(select);
    });
}

std::optional<Submission> Store::find_by_key(const std::string& lab, const std::string& idempotency_key) {
    return guarded([&]() -> std::optional<Submission> {
        SQLite::Statement select(db_, kSelect + "WHERE s.lab = ? AND s.idempotency_key = ?");
        bind_all(select, lab, idempotency_key);
        if (!select.executeStep()) return std::nullopt;
        return submission_of(select);
    });
}

std::vector<StoredFile> Store::files(const std::string& id) {
    return guarded([&] {
        std::vector<StoredFile> out;
        SQLite::Statement select(db_, "SELECT path, size, blob FROM file WHERE submission = ? ORDER BY path");
        select.bind(1, id);
        while (select.executeStep())
            out.push_back({select.getColumn(0).getString(), static_cast<std::uint64_t>(select.getColumn(1).getInt64()),
                           select.getColumn(2).getString()});
        return out;
    });
}

void Store::begin_grading(const std::string& id) {
    guarded([&] {
        SQLite::Statement update(db_, "UPDATE submission SET state = 'running', attempts = attempts + 1 WHERE id = ?");
        update.bind(1, id);
        update.exec();
    });
}

void Store::finish(const std::string& id, const NewVerdict& verdict) {
    guarded([&] {
        SQLite::Transaction transaction(db_, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insert(
            db_,
            "INSERT INTO verdict (submission, graded_ms, grader, rubric, gradable, student, teacher) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)");
        bind_all(insert, id, now_ms(), verdict.grader, verdict.rubric, verdict.gradable ? 1 : 0, verdict.student,
                 verdict.teacher);
        insert.exec();
        SQLite::Statement update(db_, "UPDATE submission SET state = ? WHERE id = ?");
        bind_all(update, verdict.gradable ? "graded" : "failed", id);
        update.exec();
        transaction.commit();
    });
}

std::vector<Submission> Store::unfinished() {
    return guarded([&] {
        std::vector<Submission> out;
        SQLite::Statement select(db_, kSelect + "WHERE s.state IN ('queued', 'running') ORDER BY s.received_ms, s.id");
        while (select.executeStep()) out.push_back(submission_of(select));
        return out;
    });
}

bool Store::healthy() {
    const std::lock_guard lock(mutex_);
    if (!failed_) return true;
    try {
        SQLite::Transaction transaction(db_, SQLite::TransactionBehavior::IMMEDIATE);
        db_.exec("PRAGMA user_version = " + std::to_string(migrations().size()));
        transaction.commit();
        failed_ = false;
    } catch (const SQLite::Exception&) {
    }
    return !failed_;
}

std::string new_id() {
    std::array<unsigned char, 16> random{};
    if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
        throw std::system_error(errno, std::generic_category(), "getrandom");
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (const unsigned char byte : random) {
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15];
    }
    return out;
}

}  // namespace plangrade
