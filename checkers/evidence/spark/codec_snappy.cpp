// xerial's SnappyOutputStream, not the official framing format: a header (0x82 "SNAPPY" 0x00, version and compatible
// version as big-endian int32), then chunks of a big-endian length and one raw snappy block. No checksum, no end mark;
// where streams were concatenated the header stands again in place of a length.
#include <snappy.h>

#include "evidence/spark/codec_source.hpp"

namespace plangrade::spark {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "\x82SNAPPY\0"sv;
constexpr std::size_t kHeader = 16;

class SnappyStream final : public BlockStream {
  public:
    using BlockStream::BlockStream;

  private:
    bool next_block() override {
        const std::uint64_t begin = source_.offset();
        const std::string_view bytes = source_.peek(kHeader);
        if (bytes.empty()) return false;
        if (bytes.starts_with(kMagic)) {
            if (bytes.size() < kHeader) return stop_truncated(begin, "the header of the snappy stream");
            source_.skip(kHeader);
            block_.clear();
            return true;
        }
        if (begin == 0 && kMagic.starts_with(bytes)) return stop_truncated(begin, "the header of the snappy stream");
        if (begin == 0)
            return stop("corrupt-block", 0, "a snappy stream must begin with 0x82 SNAPPY; nothing of it was read");
        if (bytes.size() < 4) return stop_truncated(begin, "the length of a snappy chunk");
        return decode(big_endian_32(bytes), begin);
    }

    bool decode(std::uint32_t packed, std::uint64_t begin) {
        if (packed > limits_.log_block_bytes) return stop_too_large(begin, packed);
        const std::string_view data = source_.peek(4 + std::size_t{packed}).substr(4);
        if (data.size() < packed) return stop_truncated(begin, "a snappy chunk");
        std::size_t plain = 0;
        if (!snappy::GetUncompressedLength(data.data(), data.size(), &plain))
            return stop("corrupt-block", begin, "this snappy chunk is corrupt; nothing after it was read");
        if (plain > limits_.log_block_bytes) return stop_too_large(begin, plain);
        // Checked before memory is spent: a chunk of 6 bytes can claim 32 MiB.
        if (!snappy::IsValidCompressedBuffer(data.data(), data.size()))
            return stop("corrupt-block", begin, "this snappy chunk is corrupt; nothing after it was read");
        block_.resize(plain);
        if (!snappy::RawUncompress(data.data(), data.size(), block_.data()))
            return stop("corrupt-block", begin, "this snappy chunk is corrupt; nothing after it was read");
        source_.skip(4 + std::size_t{packed});
        return true;
    }
};

}  // namespace

std::unique_ptr<ByteStream> open_snappy(ByteSource& source, const Limits& limits) {
    return std::make_unique<SnappyStream>(source, limits);
}

}  // namespace plangrade::spark
