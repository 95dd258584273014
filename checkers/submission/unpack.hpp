// An archive (tar, tar.gz, tar.zst, tar.bz2, tar.xz, zip) -> regular files under names of our own in one folder, and
// the tree that names them. libarchive only reads entries; it never writes to the file system (it would make links,
// devices and FIFOs).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "evidence/flaw.hpp"
#include "evidence/tree.hpp"
#include "limits.hpp"

namespace plangrade {

/// What came of unpacking. A fatal flaw (a limit, an unreadable archive, a name that leaves the folder) means the tree
/// is not to be graded; it is empty then, and blobs may have been left in the folder.
struct Unpacked {
    Tree tree;    ///< the last part of each file's `where` is the SHA-256 of its content
    Flaws flaws;  ///< `file` is the entry's name, `at` its number in the archive
};

/// Unpacks into `directory` (exists, private to the caller): content-addressed blobs named by SHA-256 in folders named
/// by its first two digits, written to a temporary name, synced where `durable`, renamed. Blobs that exist already are
/// kept and shared. Archives inside the archive stay files. Bytes are counted as they come out; sizes that headers
/// state are not believed. Throws std::system_error where the machine fails (disk full).
Unpacked unpack(const std::filesystem::path& archive, const std::filesystem::path& directory, const Limits& limits,
                bool durable = false);

/// True where the first bytes (512 of them, if there are as many) are those of an archive that unpack() reads.
bool looks_like_archive(std::string_view first_bytes);

/// Tree::digest() of a tree that unpack() made, from the blobs' names: nothing is read again.
std::string digest_of_unpacked(const Tree& tree);

}  // namespace plangrade
