#include "evidence/bytes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace plangrade {

std::size_t MemorySource::read_at(std::uint64_t offset, std::span<char> into) {
    if (offset >= bytes_.size()) return 0;
    const std::size_t count = std::min<std::size_t>(into.size(), bytes_.size() - offset);
    std::memcpy(into.data(), bytes_.data() + offset, count);
    return count;
}

FileSource::FileSource(const std::filesystem::path& path)
    : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)) {
    if (fd_ < 0) throw std::system_error(errno, std::generic_category(), "open");
    struct stat info {};
    if (::fstat(fd_, &info) != 0 || !S_ISREG(info.st_mode)) {
        const int error = S_ISREG(info.st_mode) ? errno : EINVAL;
        ::close(fd_);
        throw std::system_error(error, std::generic_category(), "not a regular file");
    }
    size_ = static_cast<std::uint64_t>(info.st_size);
}

FileSource::~FileSource() {
    ::close(fd_);
}

std::size_t FileSource::read_at(std::uint64_t offset, std::span<char> into) {
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t got = ::pread(fd_, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw std::system_error(errno, std::generic_category(), "read");
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::string read_all(ByteSource& source) {
    std::string out(source.size(), '\0');
    out.resize(source.read_at(0, out));
    return out;
}

}  // namespace plangrade
