// What a file is that should have been Parquet, told by its first bytes.
#pragma once

#include <string>
#include <string_view>

namespace plangrade::parquet {

/// "an ORC file", "gzip-compressed data", "text that looks like CSV", "text", "data of an unknown kind". `head`: the
/// first bytes, some KiB.
std::string looks_like(std::string_view head);

}  // namespace plangrade::parquet
