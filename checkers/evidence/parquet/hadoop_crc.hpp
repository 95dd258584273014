// Hadoop's checksum files. Where Spark or Hadoop writes `name` to a local folder it writes `.name.crc` beside it;
// whoever edits `name` afterwards rarely thinks of that file. Format: hadoop-common 3.3,
// org.apache.hadoop.fs.ChecksumFileSystem: "crc\0", bytes per checksum as int32 big-endian (512 by default), then one
// CRC-32 (zlib's polynomial), big-endian, for each that many bytes of the file; the last piece may be shorter.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/tree.hpp"

namespace plangrade {

/// "out/part-0.csv" -> "out/.part-0.csv.crc"
std::string hadoop_crc_path(std::string_view path);

/// True where the checksum file beside `file` fits its bytes, false where it does not: the file was edited, cut or
/// replaced after it was written. None where there is no checksum file, or where it is not one (Hadoop reads the data
/// all the same then). Reads the whole file in pieces of constant size. Throws std::system_error where the machine
/// fails.
std::optional<bool> hadoop_crc_fits(const Tree& tree, const TreeFile& file);

/// The files below a folder ("" is the root) that were changed after they were written: their checksum files do not
/// fit. Sorted.
std::vector<std::string> stale_crc(const Tree& tree, std::string_view folder);

}  // namespace plangrade
