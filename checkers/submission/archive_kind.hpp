// What a file's first bytes say it is: so that a hand-in that is no archive can be named.
#pragma once

#include <string_view>

namespace plangrade {

enum class ArchiveKind {
    none,  ///< not an archive that is read
    tar,   ///< by the checksum of its first header
    gzip,  ///< may hold a tar; only unpacking tells
    zstd,
    bzip2,
    xz,
    zip,
};

/// Of the first 512 bytes or more (fewer at the end of a short file).
ArchiveKind archive_kind(std::string_view first_bytes);

/// "a tar archive", "a 7z archive", "a Parquet file", "text", ...: what a message calls these bytes. Never empty.
const char* looks_like(std::string_view first_bytes);

}  // namespace plangrade
