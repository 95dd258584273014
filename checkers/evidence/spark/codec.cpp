#include "evidence/spark/codec.hpp"

#include <array>
#include <utility>

#include "evidence/spark/codec_source.hpp"

namespace plangrade::spark {
namespace {

using namespace std::string_view_literals;

class PlainStream final : public ByteStream {
  public:
    explicit PlainStream(ByteSource& source) : source_(source) {}
    std::size_t read(std::span<char> into) override {
        const std::size_t count = source_.read_at(offset_, into);
        offset_ += count;
        return count;
    }
    std::uint64_t packed_offset() const override { return offset_; }

  private:
    ByteSource& source_;
    std::uint64_t offset_ = 0;
};

constexpr std::array kEndings{
    std::pair{".zstd"sv, Codec::zstd},     std::pair{".zst"sv, Codec::zstd}, std::pair{".lz4"sv, Codec::lz4},
    std::pair{".snappy"sv, Codec::snappy}, std::pair{".lzf"sv, Codec::lzf},  std::pair{".gz"sv, Codec::gzip},
    std::pair{".gzip"sv, Codec::gzip},
};

constexpr std::array kMagics{
    std::pair{"\x28\xB5\x2F\xFD"sv, Codec::zstd},
    std::pair{"LZ4Block"sv, Codec::lz4},
    std::pair{"\x82SNAPPY\0"sv, Codec::snappy},
    std::pair{"ZV\0"sv, Codec::lzf},
    std::pair{"ZV\1"sv, Codec::lzf},
    std::pair{"\x1F\x8B"sv, Codec::gzip},
};

constexpr std::array kForeign{
    std::pair{"\x04\x22\x4D\x18"sv, "lz4 frame (Spark's own lz4 begins with LZ4Block)"},
    std::pair{"\xFF\x06\0\0sNaPpY"sv, "framed snappy (Spark's own snappy is another format)"},
    std::pair{"PK\3\4"sv, "zip"},
    std::pair{"BZh"sv, "bzip2"},
    std::pair{"\xFD"
              "7zXZ\0"sv,
              "xz"},
    std::pair{"7z\xBC\xAF"sv, "7-Zip"},
    std::pair{"\xFF\xFE"sv, "UTF-16 text"},
    std::pair{"\xFE\xFF"sv, "UTF-16 text"},
    std::pair{"PAR1"sv, "Parquet"},
};

}  // namespace

const char* to_string(Codec codec) {
    switch (codec) {
        case Codec::zstd:
            return "zstd";
        case Codec::lz4:
            return "lz4";
        case Codec::snappy:
            return "snappy";
        case Codec::lzf:
            return "lzf";
        case Codec::gzip:
            return "gzip";
        case Codec::none:
            break;
    }
    return "none";
}

Codec codec_of_name(std::string_view name) {
    for (const std::string_view ending : {".inprogress"sv, ".compact"sv})
        if (name.ends_with(ending)) name.remove_suffix(ending.size());
    for (const auto& [ending, codec] : kEndings)
        if (name.ends_with(ending)) return codec;
    return Codec::none;
}

Sniffed sniff_codec(std::string_view first_bytes) {
    for (const auto& [magic, codec] : kMagics)
        if (first_bytes.starts_with(magic)) return {codec};
    // zstd's skippable frames: 0x184D2A50 to 0x184D2A5F, little endian (RFC 8878, 3.1.2)
    if (first_bytes.size() >= 4 && (first_bytes[0] & '\xF0') == '\x50' && first_bytes.substr(1, 3) == "\x2A\x4D\x18"sv)
        return {Codec::zstd};
    for (const auto& [magic, name] : kForeign)
        if (first_bytes.starts_with(magic)) return {std::nullopt, name};
    if (first_bytes.starts_with("\xEF\xBB\xBF"sv)) first_bytes.remove_prefix(3);
    const auto first = first_bytes.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && first_bytes[first] == '{') return {Codec::none};
    return {};
}

std::unique_ptr<ByteStream> open_plain(ByteSource& source) {
    return std::make_unique<PlainStream>(source);
}

std::unique_ptr<ByteStream> open_stream(ByteSource& source, Codec codec, const Limits& limits) {
    switch (codec) {
        case Codec::zstd:
            return open_zstd(source, limits);
        case Codec::lz4:
            return open_lz4(source, limits);
        case Codec::snappy:
            return open_snappy(source, limits);
        case Codec::lzf:
            return open_lzf(source, limits);
        case Codec::gzip:
            return open_gzip(source);
        case Codec::none:
            break;
    }
    return open_plain(source);
}

}  // namespace plangrade::spark
