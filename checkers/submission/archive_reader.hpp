// The entries of an archive one after another, as data: libarchive's reading half behind a small wall.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "submission/archive_kind.hpp"

namespace plangrade {

enum class EntryType { file, folder, symbolic_link, hard_link, sparse_file, encrypted_file, other };

struct ArchiveEntry {
    std::string raw_name;  ///< the bytes of the name as the archive has them (a zip's flagged names in UTF-8)
    EntryType type = EntryType::other;
};

/// Why reading stopped.
enum class ReadEnd {
    more,         ///< it did not: there is an entry, or there are bytes
    end,          ///< all was read
    damaged,      ///< cut or broken
    not_archive,  ///< the first header is none
};

/// One pass over one archive. Not thread-safe; many objects may work at once in different threads.
class ArchiveReader {
  public:
    /// Throws std::system_error where the file can't be opened.
    ArchiveReader(const std::filesystem::path& file, ArchiveKind kind);
    ~ArchiveReader();
    ArchiveReader(const ArchiveReader&) = delete;
    ArchiveReader& operator=(const ArchiveReader&) = delete;

    ReadEnd next(ArchiveEntry& entry);
    /// The next bytes of the entry; the view lives until the next call. Holes come as `damaged`.
    ReadEnd read(std::string_view& bytes);

    std::uint64_t packed_bytes() const { return packed_bytes_; }  ///< size of the file
    std::uint64_t unpacked_bytes() const;  ///< what came out of the compression so far, headers and all
    /// After `end`: false where a tar has no end mark, so that whole entries may be missing.
    bool has_end_mark() const { return end_mark_; }

  private:
    struct Handle;
    std::unique_ptr<Handle> handle_;
    ArchiveKind kind_;
    std::uint64_t packed_bytes_ = 0;
    std::uint64_t entry_bytes_ = 0;  // of the entry being read
    std::uint64_t entries_ = 0;
    bool end_mark_ = true;
};

}  // namespace plangrade
