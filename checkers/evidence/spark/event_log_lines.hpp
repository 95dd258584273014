// A stream of bytes as lines, without a copy of each: a line lies in the buffer with the padding that simdjson wants
// behind it.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "evidence/spark/codec.hpp"

namespace plangrade::spark {

class LineReader {
  public:
    enum class Next { line, too_long, end };

    /// `most` is the longest line that is delivered, in bytes. The stream must live as long as the reader.
    LineReader(ByteStream& stream, std::uint64_t most);

    /// The next line, without its newline. too_long: a line over `most` was passed over (it counts as a line).
    /// Lines end at '\n'; the last one may end at the end of the stream.
    Next next(std::string_view& line);

    std::uint64_t plain_bytes() const { return plain_bytes_; }  ///< taken from the stream so far
    bool ended_by_newline() const { return newline_; }          ///< whether the line that next() delivered last had one

    /// Bytes after a line that may be read (their values mean nothing): simdjson's SIMDJSON_PADDING.
    static constexpr std::size_t kPadding = 64;

  private:
    bool fill();
    void make_room();
    Next pass_over();

    ByteStream& stream_;
    std::uint64_t most_;
    std::unique_ptr<char[]> buffer_;
    std::size_t capacity_;
    std::size_t begin_ = 0;    // of the next line
    std::size_t scanned_ = 0;  // no newline before it
    std::size_t end_ = 0;
    std::uint64_t plain_bytes_ = 0;
    bool newline_ = true;
};

}  // namespace plangrade::spark
