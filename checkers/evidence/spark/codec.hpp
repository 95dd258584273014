// The codecs an event log can be packed in, each as a stream of plain bytes.
// Which codec a file has is told by its name (EventLogFileWriter.scala: `.zstd`, `.lz4`, `.snappy`, `.lzf`); gzip is no
// codec of Spark's, but students and Databricks pack with it. A name can lie: the first bytes decide where both speak.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "evidence/bytes.hpp"
#include "limits.hpp"

namespace plangrade::spark {

enum class Codec { none, zstd, lz4, snappy, lzf, gzip };
const char* to_string(Codec codec);

/// Codec by the ending of a file's name, below `.inprogress` and `.compact`. Codec::none where no ending is known.
Codec codec_of_name(std::string_view name);

/// What the first bytes of a file say (16 are enough).
struct Sniffed {
    std::optional<Codec> codec;  ///< none: the bytes tell nothing; Codec::none: plain JSON text
    const char* foreign =
        "";  ///< name of a known format that is no event log's ("lz4 frame", "zip", "UTF-16 text"), or ""
};
Sniffed sniff_codec(std::string_view first_bytes);

/// Why a stream ended before its source did, or ended open.
struct StreamFault {
    std::string code;          ///< "truncated", "corrupt-block", "block-too-large", "trailing-bytes"
    std::uint64_t offset = 0;  ///< in the packed file, in bytes: of the block or frame at fault
    std::string message;       ///< one English sentence
};

/// Plain bytes, one after another. Memory is bounded by one block (log_block_bytes) or window (log_zstd_window_log).
class ByteStream {
  public:
    virtual ~ByteStream() = default;
    /// Fills some of `into` (not empty); 0 means that there is no more: at the end, or at a fault. All bytes that could
    /// be decoded before a fault are delivered first. Throws std::system_error where the machine fails, never for what
    /// the bytes hold.
    virtual std::size_t read(std::span<char> into) = 0;
    /// Packed bytes taken from the source so far.
    virtual std::uint64_t packed_offset() const = 0;
    /// Set once read() returned 0, if the end was not a clean one.
    const std::optional<StreamFault>& fault() const { return fault_; }

  protected:
    std::optional<StreamFault> fault_;
};

/// The source must live as long as the stream.
std::unique_ptr<ByteStream> open_stream(ByteSource& source, Codec codec, const Limits& limits);

}  // namespace plangrade::spark
