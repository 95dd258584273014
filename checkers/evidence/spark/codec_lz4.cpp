// lz4-java's LZ4BlockOutputStream, not the lz4 frame format: blocks of "LZ4Block", a token byte (high nibble 0x10
// stored or 0x20 LZ4, low nibble log2(block size) - 10), packed length, plain length and xxHash32 (seed 0x9747b28c, its
// low 28 bits) of the plain bytes, all little endian, then the data. Both lengths 0 end a stream; another one may
// follow.
#include <lz4.h>
#include <xxhash.h>

#include "evidence/spark/codec_source.hpp"

namespace plangrade::spark {
namespace {

constexpr std::string_view kMagic = "LZ4Block";
constexpr std::size_t kHeader = 21;
constexpr unsigned kStored = 0x10;
constexpr unsigned kLz4 = 0x20;
constexpr std::uint32_t kSeed = 0x9747b28c;

struct BlockHeader {
    unsigned method;
    std::uint64_t most;  // bytes of a block, by the token
    std::uint32_t packed, plain, check;
};

BlockHeader header_of(std::string_view bytes) {
    const auto token = static_cast<unsigned char>(bytes[8]);
    return {token & 0xF0U, 1ULL << (10 + (token & 0x0FU)), little_endian_32(bytes.substr(9)),
            little_endian_32(bytes.substr(13)), little_endian_32(bytes.substr(17))};
}

class Lz4Stream final : public BlockStream {
  public:
    using BlockStream::BlockStream;

  private:
    bool next_block() override {
        const std::uint64_t begin = source_.offset();
        const std::string_view bytes = source_.peek(kHeader);
        if (bytes.empty()) {
            if (open_)
                stop("truncated", begin,
                     "the lz4 stream has no end mark: the application was killed while it wrote, or the file was not "
                     "copied whole");
            return false;
        }
        if (bytes.substr(0, kMagic.size()) != kMagic.substr(0, bytes.size()))
            return stop("corrupt-block", begin,
                        "an lz4 block must begin with LZ4Block here; nothing after this place was read");
        if (bytes.size() < kHeader) return stop_truncated(begin, "the header of an lz4 block");
        const BlockHeader header = header_of(bytes);
        const bool known = header.method == kStored || header.method == kLz4;
        const bool lengths =
            (header.packed == 0) == (header.plain == 0) && (header.method != kStored || header.packed == header.plain);
        if (!known || !lengths || header.plain > header.most)
            return stop("corrupt-block", begin,
                        "the header of this lz4 block contradicts itself; nothing after it was read");
        if (header.plain > limits_.log_block_bytes || header.packed > limits_.log_block_bytes)
            return stop_too_large(begin, std::max(header.plain, header.packed));
        source_.skip(kHeader);
        open_ = header.plain != 0;
        block_.resize(header.plain);
        return header.plain == 0 || decode(header, begin);
    }

    bool decode(const BlockHeader& header, std::uint64_t begin) {
        const std::string_view data = source_.peek(header.packed);
        if (data.size() < header.packed) return stop_truncated(begin, "an lz4 block");
        if (header.method == kStored) {
            block_.assign(data);
        } else {
            const int made = LZ4_decompress_safe(data.data(), block_.data(), static_cast<int>(data.size()),
                                                 static_cast<int>(block_.size()));
            if (made < 0 || static_cast<std::uint32_t>(made) != header.plain)
                return stop("corrupt-block", begin, "this lz4 block is corrupt; nothing after it was read");
        }
        if ((XXH32(block_.data(), block_.size(), kSeed) & 0x0FFFFFFFU) != header.check)
            return stop("corrupt-block", begin,
                        "this lz4 block does not match its checksum; nothing after it was read");
        source_.skip(header.packed);
        return true;
    }

    bool open_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> open_lz4(ByteSource& source, const Limits& limits) {
    return std::make_unique<Lz4Stream>(source, limits);
}

}  // namespace plangrade::spark
