// FileMetaData of parquet.thrift: what a Parquet file says of itself, at its end.
#pragma once

#include <cstdint>
#include <string_view>

#include "evidence/parquet/parquet.hpp"

namespace plangrade::parquet {

/// Decodes a footer's bytes, which begin at byte `footer_at` of the file, into everything of `file` but path, sizes,
/// soundness and flaws. Flaws go to `flaws`; after a fatal one the rest of `file` is not to be relied on.
void decode_footer(std::string_view footer, std::uint64_t footer_at, const Limits& limits, ParquetFile& file,
                   Flaws& flaws);

}  // namespace plangrade::parquet
