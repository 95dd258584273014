#include "submission/archive_reader.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <system_error>

namespace plangrade {
namespace {

constexpr std::size_t kBlock = 256 << 10;
constexpr std::uint64_t kTarBlock = 512;

/// libarchive converts a zip's UTF-8 names to the thread's locale, and loses them in "C". glibc brings C.UTF-8 along;
/// only this thread changes, and only while libarchive works.
class Utf8Locale {
  public:
    Utf8Locale() {
        static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        if (utf8 != nullptr) before_ = ::uselocale(utf8);
    }
    ~Utf8Locale() {
        if (before_ != nullptr) ::uselocale(before_);
    }
    Utf8Locale(const Utf8Locale&) = delete;
    Utf8Locale& operator=(const Utf8Locale&) = delete;

  private:
    locale_t before_ = nullptr;
};

EntryType type_of(::archive_entry* entry) {
    if (::archive_entry_hardlink(entry) != nullptr) return EntryType::hard_link;
    switch (::archive_entry_filetype(entry)) {
        case AE_IFREG:
            break;
        case AE_IFDIR:
            return EntryType::folder;
        case AE_IFLNK:
            return EntryType::symbolic_link;
        default:
            return EntryType::other;
    }
    if (::archive_entry_is_encrypted(entry) != 0) return EntryType::encrypted_file;
    if (::archive_entry_sparse_count(entry) > 0) return EntryType::sparse_file;
    return EntryType::file;
}

/// Only what the first bytes announce: the fewer readers of libarchive see hostile bytes the better.
void support(::archive* reader, ArchiveKind kind) {
    switch (kind) {
        case ArchiveKind::zip:
            ::archive_read_support_format_zip_seekable(reader);
            return;
        case ArchiveKind::gzip:
            ::archive_read_support_filter_gzip(reader);
            break;
        case ArchiveKind::zstd:
            ::archive_read_support_filter_zstd(reader);
            break;
        case ArchiveKind::bzip2:
            ::archive_read_support_filter_bzip2(reader);
            break;
        case ArchiveKind::xz:
            ::archive_read_support_filter_xz(reader);
            break;
        case ArchiveKind::tar:
        case ArchiveKind::none:
            break;
    }
    ::archive_read_support_format_tar(reader);
}

}  // namespace

struct ArchiveReader::Handle {
    ::archive* reader = nullptr;
    int fd = -1;
    ~Handle() {
        if (reader != nullptr) ::archive_read_free(reader);
        if (fd >= 0) ::close(fd);
    }
};

ArchiveReader::ArchiveReader(const std::filesystem::path& file, ArchiveKind kind)
    : handle_(std::make_unique<Handle>()), kind_(kind) {
    handle_->fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (handle_->fd < 0) throw std::system_error(errno, std::generic_category(), "open the archive");
    struct ::stat about = {};
    if (::fstat(handle_->fd, &about) != 0)
        throw std::system_error(errno, std::generic_category(), "look at the archive");
    packed_bytes_ = static_cast<std::uint64_t>(about.st_size);
    handle_->reader = ::archive_read_new();
    if (handle_->reader == nullptr) throw std::bad_alloc();
    support(handle_->reader, kind);
    // A failure here comes back from the first next() as well.
    ::archive_read_open_fd(handle_->reader, handle_->fd, kBlock);
}

ArchiveReader::~ArchiveReader() = default;

std::uint64_t ArchiveReader::unpacked_bytes() const {
    const auto bytes = ::archive_filter_bytes(handle_->reader, 0);
    return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

ReadEnd ArchiveReader::next(ArchiveEntry& entry) {
    const Utf8Locale locale;
    const std::uint64_t before = unpacked_bytes();
    ::archive_entry* header = nullptr;
    const int result = ::archive_read_next_header(handle_->reader, &header);
    if (result == ARCHIVE_EOF) {
        // After the last entry come the rest of its block and, as its end mark, blocks of zeros.
        if (kind_ != ArchiveKind::zip) end_mark_ = unpacked_bytes() - before >= kTarBlock;
        return ReadEnd::end;
    }
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return entries_ == 0 ? ReadEnd::not_archive : ReadEnd::damaged;
    ++entries_;
    entry_bytes_ = 0;
    const char* name = ::archive_entry_pathname(header);
    if (name == nullptr) name = ::archive_entry_pathname_utf8(header);
    entry.raw_name = name == nullptr ? "" : name;
    entry.type = type_of(header);
    return ReadEnd::more;
}

ReadEnd ArchiveReader::read(std::string_view& bytes) {
    const Utf8Locale locale;
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int result = ::archive_read_data_block(handle_->reader, &data, &size, &offset);
    if (result == ARCHIVE_EOF) return ReadEnd::end;
    // ARCHIVE_WARN is a wrong checksum or size: bytes that are not what was packed are no evidence.
    if (result != ARCHIVE_OK || offset < 0 || static_cast<std::uint64_t>(offset) != entry_bytes_)
        return ReadEnd::damaged;
    bytes = {static_cast<const char*>(data), size};
    entry_bytes_ += size;
    return ReadEnd::more;
}

}  // namespace plangrade
