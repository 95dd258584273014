#include "intake/data_dir.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <system_error>

namespace plangrade {
namespace {

namespace fs = std::filesystem;

void sync_folder(const fs::path& folder) {
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) throw std::system_error(errno, std::generic_category(), "open a folder");
    const int failed = ::fsync(fd);
    ::close(fd);
    if (failed != 0) throw std::system_error(errno, std::generic_category(), "sync a folder");
}

}  // namespace

DataDir::DataDir(const fs::path& root) : root_(root) {
    std::error_code error;
    fs::create_directories(root_, error);
    if (!error) fs::permissions(root_, fs::perms::owner_all, error);
    if (!error) fs::create_directories(root_ / "blobs", error);
    if (error) throw DataDirError(root_.string() + ": the data folder can't be made or is not ours");
    lock_ = ::open((root_ / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (lock_ < 0) throw DataDirError(root_.string() + ": the data folder can't be written");
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
        ::close(lock_);
        throw DataDirError(root_.string() + ": another plangrade is using this data folder");
    }
    fs::remove_all(spool(), error);
    fs::create_directories(spool(), error);
    if (error) {
        ::close(lock_);
        throw DataDirError(root_.string() + ": the spool folder can't be emptied");
    }
}

DataDir::~DataDir() {
    ::close(lock_);
}

fs::path DataDir::blob(const std::string& sha256) const {
    return root_ / "blobs" / sha256.substr(0, 2) / sha256;
}

void DataDir::publish(const std::vector<StoredFile>& files, const fs::path& unpacked) {
    std::set<fs::path> folders;
    for (const StoredFile& file : files) {
        const fs::path target = blob(file.blob);
        if (fs::create_directory(target.parent_path())) folders.insert(root_ / "blobs");
        // Another submission may have brought the same content; a second file of this one may share it too.
        if (fs::exists(target)) continue;
        fs::rename(unpacked / file.blob.substr(0, 2) / file.blob, target);
        folders.insert(target.parent_path());
    }
    for (const fs::path& folder : folders) sync_folder(folder);
}

std::vector<TreeFile> DataDir::tree_files(const std::vector<StoredFile>& files) const {
    std::vector<TreeFile> out;
    out.reserve(files.size());
    for (const StoredFile& file : files) out.push_back({file.path, file.size, blob(file.blob)});
    return out;
}

std::uint64_t DataDir::free_bytes() const {
    struct ::statvfs about = {};
    if (::statvfs(root_.c_str(), &about) != 0) return 0;
    return static_cast<std::uint64_t>(about.f_bavail) * about.f_frsize;
}

SpoolEntry::SpoolEntry(const DataDir& data, const char* suffix) : path_(data.spool() / (new_id() + suffix)) {}

SpoolEntry::~SpoolEntry() {
    if (path_.empty()) return;
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace plangrade
