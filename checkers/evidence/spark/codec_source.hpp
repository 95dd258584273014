// What the codecs share: a buffered reader of packed bytes, and a stream that is made of blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "evidence/spark/codec.hpp"

namespace plangrade::spark {

/// Sequential reading with a look ahead.
class SourceReader {
  public:
    explicit SourceReader(ByteSource& source);
    std::uint64_t offset() const { return offset_; }  ///< of the next byte
    /// The next `count` bytes in one piece, fewer only at the end of the source. Valid until the next call.
    std::string_view peek(std::size_t count);
    void skip(std::size_t count);  ///< at most what peek returned
    bool at_end() { return peek(1).empty(); }

  private:
    ByteSource& source_;
    std::uint64_t size_;
    std::uint64_t offset_ = 0;
    std::unique_ptr<char[]> buffer_;
    std::size_t capacity_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

/// A stream whose codec has blocks: a codec says how the next one is decoded into block_.
class BlockStream : public ByteStream {
  public:
    BlockStream(ByteSource& source, const Limits& limits) : limits_(limits), source_(source) {}
    std::size_t read(std::span<char> into) final;
    std::uint64_t packed_offset() const final { return source_.offset(); }

  protected:
    /// Fills block_ (it may stay empty). False at the end and after a fault.
    virtual bool next_block() = 0;
    /// Sets the fault and returns false.
    bool stop(std::string code, std::uint64_t offset, std::string message);
    /// The fault "truncated" at offset; `what` is what ends in the middle ("a block of the lz4 stream").
    bool stop_truncated(std::uint64_t offset, const std::string& what);
    bool stop_too_large(std::uint64_t offset, std::uint64_t bytes);

    const Limits limits_;
    SourceReader source_;
    std::string block_;

  private:
    std::size_t position_ = 0;
    bool ended_ = false;
};

inline std::uint32_t little_endian_32(std::string_view bytes) {
    const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
    return at(0) | at(1) << 8 | at(2) << 16 | at(3) << 24;
}

inline std::uint32_t big_endian_32(std::string_view bytes) {
    const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
    return at(3) | at(2) << 8 | at(1) << 16 | at(0) << 24;
}

inline std::uint32_t big_endian_16(std::string_view bytes) {
    const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
    return at(1) | at(0) << 8;
}

std::unique_ptr<ByteStream> open_plain(ByteSource& source);
std::unique_ptr<ByteStream> open_zstd(ByteSource& source, const Limits& limits);
std::unique_ptr<ByteStream> open_lz4(ByteSource& source, const Limits& limits);
std::unique_ptr<ByteStream> open_snappy(ByteSource& source, const Limits& limits);
std::unique_ptr<ByteStream> open_lzf(ByteSource& source, const Limits& limits);
std::unique_ptr<ByteStream> open_gzip(ByteSource& source);

}  // namespace plangrade::spark
