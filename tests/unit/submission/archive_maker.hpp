// Archives for tests, honest and hostile: tar by libarchive's writer, zip by hand (so that every field can lie).
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace plangrade {

struct Packed {
    std::string name;
    std::string content;
    unsigned type = AE_IFREG;
    std::string link;       // target of a symbolic link
    std::string hard_link;  // name of another entry
    bool sparse = false;
};

/// Writes a tar; `filter` is "", "gzip", "zstd", "bzip2" or "xz"; `format` "ustar", "gnutar" or "pax".
inline void make_tar(const std::filesystem::path& file, const std::vector<Packed>& entries, const char* filter = "",
                     const char* format = "gnutar") {
    ::archive* writer = ::archive_write_new();
    ::archive_write_set_format_by_name(writer, format);
    if (*filter != '\0') ::archive_write_add_filter_by_name(writer, filter);
    ::archive_write_open_filename(writer, file.c_str());
    for (const Packed& packed : entries) {
        ::archive_entry* entry = ::archive_entry_new();
        ::archive_entry_set_pathname(entry, packed.name.c_str());
        ::archive_entry_set_filetype(entry, packed.type);
        ::archive_entry_set_perm(entry, 0644);
        ::archive_entry_set_size(entry, static_cast<la_int64_t>(packed.content.size()));
        if (!packed.link.empty()) ::archive_entry_set_symlink(entry, packed.link.c_str());
        if (!packed.hard_link.empty()) ::archive_entry_set_hardlink(entry, packed.hard_link.c_str());
        if (packed.sparse)
            ::archive_entry_sparse_add_entry(entry, 0, static_cast<la_int64_t>(packed.content.size() / 2));
        ::archive_write_header(writer, entry);
        if (packed.type == AE_IFREG) ::archive_write_data(writer, packed.content.data(), packed.content.size());
        ::archive_entry_free(entry);
    }
    ::archive_write_close(writer);
    ::archive_write_free(writer);
}

/// Builds a zip of stored entries.
class ZipMaker {
  public:
    static constexpr unsigned kEncrypted = 1;
    static constexpr unsigned kUtf8 = 1U << 11;

    ZipMaker& add(std::string_view name, std::string_view content, unsigned flags = kUtf8,
                  std::uint32_t crc_error = 0) {
        const std::uint32_t crc = static_cast<std::uint32_t>(::crc32(0, reinterpret_cast<const Bytef*>(content.data()),
                                                                     static_cast<uInt>(content.size()))) ^
                                  crc_error;
        const std::size_t offset = bytes_.size();
        bytes_ += "PK\x03\x04";
        fields(bytes_, flags, crc, name, content);
        bytes_ += name;
        bytes_ += content;
        list_ += "PK\x01\x02";
        put(list_, 20, 2);
        fields(list_, flags, crc, name, content);
        put(list_, 0, 2);  // comment
        put(list_, 0, 2);  // disk
        put(list_, 0, 2);  // internal attributes
        put(list_, 0, 4);  // external attributes
        put(list_, offset, 4);
        list_ += name;
        ++count_;
        return *this;
    }

    std::string bytes() const {
        std::string out = bytes_ + list_ + "PK\x05\x06";
        put(out, 0, 4);
        put(out, count_, 2);
        put(out, count_, 2);
        put(out, list_.size(), 4);
        put(out, bytes_.size(), 4);
        put(out, 0, 2);
        return out;
    }

  private:
    static void put(std::string& out, std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
    }
    static void fields(std::string& out, unsigned flags, std::uint32_t crc, std::string_view name,
                       std::string_view content) {
        put(out, 20, 2);
        put(out, flags, 2);
        put(out, 0, 2);  // stored
        put(out, 0, 4);  // time
        put(out, crc, 4);
        put(out, content.size(), 4);
        put(out, content.size(), 4);
        put(out, name.size(), 2);
        put(out, 0, 2);  // extra
    }

    std::string bytes_;
    std::string list_;
    std::uint64_t count_ = 0;
};

}  // namespace plangrade
