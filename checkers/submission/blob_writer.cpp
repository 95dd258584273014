#include "submission/blob_writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace plangrade {
namespace {

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

void sync_folder(int parent, const char* name) {
    const int fd = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) fail("open a folder of blobs");
    const int failed = ::fsync(fd);
    ::close(fd);
    if (failed != 0) fail("sync a folder of blobs");
}

}  // namespace

BlobWriter::BlobWriter(const std::filesystem::path& folder, bool durable) : folder_(folder), durable_(durable) {
    folder_fd_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder_fd_ < 0) fail("open the folder of blobs");
}

BlobWriter::~BlobWriter() {
    discard();
    ::close(folder_fd_);
}

void BlobWriter::begin() {
    discard();
    // Other processes may write into the same folder: the number of the process keeps the names apart, O_EXCL makes
    // sure of it.
    temporary_ = ".new-" + std::to_string(::getpid()) + "-" + std::to_string(++count_);
    fd_ = ::openat(folder_fd_, temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd_ < 0) {
        temporary_.clear();
        fail("create a blob");
    }
    digest_ = std::make_unique<Sha256>();
}

void BlobWriter::write(std::string_view bytes) {
    digest_->update(bytes);
    while (!bytes.empty()) {
        const ssize_t wrote = ::write(fd_, bytes.data(), bytes.size());
        if (wrote < 0) {
            if (errno == EINTR) continue;
            fail("write a blob");
        }
        bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
}

std::filesystem::path BlobWriter::finish() {
    const std::string name = digest_->hex();
    const std::string two = name.substr(0, 2);
    if (durable_ && ::fsync(fd_) != 0) fail("sync a blob");
    if (shards_.insert(two).second && ::mkdirat(folder_fd_, two.c_str(), 0700) != 0 && errno != EEXIST)
        fail("create a folder of blobs");
    const std::string target = two + "/" + name;
    if (::faccessat(folder_fd_, target.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        discard();
    } else {
        if (::renameat(folder_fd_, temporary_.c_str(), folder_fd_, target.c_str()) != 0) fail("name a blob");
        temporary_.clear();
        if (::close(std::exchange(fd_, -1)) != 0) fail("close a blob");
    }
    return folder_ / two / name;
}

void BlobWriter::discard() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    if (!temporary_.empty()) ::unlinkat(folder_fd_, temporary_.c_str(), 0);
    temporary_.clear();
}

void BlobWriter::sync() {
    if (!durable_) return;
    for (const std::string& two : shards_) sync_folder(folder_fd_, two.c_str());
    if (::fsync(folder_fd_) != 0) fail("sync the folder of blobs");
}

}  // namespace plangrade
