// ning's compress-lzf: chunks of "ZV", a type byte (0 stored, 1 LZF), the big-endian 16-bit length of the data, for
// type 1 also the plain length, then the data. No checksum, no end mark.
#include <liblzf/lzf.h>

#include "evidence/spark/codec_source.hpp"

namespace plangrade::spark {
namespace {

constexpr std::size_t kStoredHeader = 5;
constexpr std::size_t kLzfHeader = 7;

class LzfStream final : public BlockStream {
  public:
    using BlockStream::BlockStream;

  private:
    bool next_block() override {
        const std::uint64_t begin = source_.offset();
        const std::string_view bytes = source_.peek(kLzfHeader);
        if (bytes.empty()) return false;
        if (bytes.substr(0, 2) != std::string_view("ZV").substr(0, bytes.size()) ||
            (bytes.size() > 2 && bytes[2] != 0 && bytes[2] != 1))
            return stop("corrupt-block", begin,
                        "an lzf chunk must begin with ZV and its type here; nothing after this place was read");
        const bool packed = bytes.size() > 2 && bytes[2] == 1;
        const std::size_t header = packed ? kLzfHeader : kStoredHeader;
        if (bytes.size() < header) return stop_truncated(begin, "the header of an lzf chunk");
        const std::uint32_t length = big_endian_16(bytes.substr(3));
        const std::uint32_t plain = packed ? big_endian_16(bytes.substr(5)) : length;
        const std::string_view data = source_.peek(header + length).substr(header);
        if (data.size() < length) return stop_truncated(begin, "an lzf chunk");
        if (!packed)
            block_.assign(data);
        else if (!decode(data, plain))
            return stop("corrupt-block", begin, "this lzf chunk is corrupt; nothing after it was read");
        source_.skip(header + length);
        return true;
    }

    bool decode(std::string_view data, std::uint32_t plain) {
        block_.resize(plain);
        if (plain == 0) return data.empty();
        return lzf_decompress(data.data(), static_cast<unsigned>(data.size()), block_.data(), plain) == plain;
    }
};

}  // namespace

std::unique_ptr<ByteStream> open_lzf(ByteSource& source, const Limits& limits) {
    return std::make_unique<LzfStream>(source, limits);
}

}  // namespace plangrade::spark
