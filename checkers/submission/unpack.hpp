// An archive (tar, tar.gz, tar.zst, zip) -> regular files under names of our own in one folder, and the tree that names them.
// libarchive only reads entries; it never writes to the file system (it would make links, devices and FIFOs).
#pragma once

#include <filesystem>
#include <string>

#include "evidence/flaw.hpp"
#include "evidence/tree.hpp"
#include "limits.hpp"

namespace plangrade {

/// What came of unpacking. A fatal flaw (a limit, an unreadable archive, a name that leaves the folder) means the tree is not to be graded.
struct Unpacked {
    Tree tree;
    Flaws flaws;
};

/// Unpacks into `directory` (exists, private to the caller): content-addressed blobs named by SHA-256, written to a temporary name,
/// synced where `durable`, renamed. Blobs that exist already are kept and shared.
/// Throws std::system_error where the machine fails (disk full).
Unpacked unpack(const std::filesystem::path& archive, const std::filesystem::path& directory, const Limits& limits, bool durable = false);

/// True where the first bytes are those of an archive that unpack() reads.
bool looks_like_archive(std::string_view first_bytes);

}  // namespace plangrade
