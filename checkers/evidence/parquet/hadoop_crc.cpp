#include "evidence/parquet/hadoop_crc.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace plangrade {
namespace {

constexpr std::size_t kHeader = 8;
constexpr std::size_t kPiece = 64 << 10;

std::uint32_t big_endian(const char* bytes) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// Reads a source from an offset on, in pieces, as if it were one row of bytes.
class Stream {
  public:
    Stream(ByteSource& source, std::uint64_t offset) : source_(source), offset_(offset), buffer_(kPiece) {}

    /// Up to `most` bytes, at least one; empty at the end. Valid until the next call.
    std::span<const char> next(std::uint64_t most) {
        if (begin_ == end_) {
            begin_ = 0;
            end_ = source_.read_at(offset_, buffer_);
            offset_ += end_;
        }
        const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(most, end_ - begin_));
        const std::span<const char> out(buffer_.data() + begin_, count);
        begin_ += count;
        return out;
    }

  private:
    ByteSource& source_;
    std::uint64_t offset_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

/// The next checksum of the checksum file; none where the file ended.
std::optional<std::uint32_t> next_sum(Stream& sums) {
    std::array<char, 4> bytes{};
    for (std::size_t have = 0; have < bytes.size();) {
        const auto piece = sums.next(bytes.size() - have);
        if (piece.empty()) return std::nullopt;
        std::copy(piece.begin(), piece.end(), bytes.begin() + static_cast<std::ptrdiff_t>(have));
        have += piece.size();
    }
    return big_endian(bytes.data());
}

/// The CRC-32 of the next `count` bytes; none where there are fewer.
std::optional<std::uint32_t> sum_of_next(Stream& data, std::uint64_t count) {
    uLong crc = 0;
    while (count != 0) {
        const auto piece = data.next(count);
        if (piece.empty()) return std::nullopt;
        crc = ::crc32(crc, reinterpret_cast<const Bytef*>(piece.data()), static_cast<uInt>(piece.size()));
        count -= piece.size();
    }
    return static_cast<std::uint32_t>(crc);
}

}  // namespace

std::string hadoop_crc_path(std::string_view path) {
    const auto slash = path.rfind('/');
    const std::size_t name = slash == std::string_view::npos ? 0 : slash + 1;
    return std::string(path.substr(0, name)) + '.' + std::string(path.substr(name)) + ".crc";
}

std::optional<bool> hadoop_crc_fits(const Tree& tree, const TreeFile& file) {
    const TreeFile* crc_file = tree.find(hadoop_crc_path(file.path));
    if (crc_file == nullptr) return std::nullopt;
    const std::unique_ptr<ByteSource> crc_source = open(*crc_file);
    std::array<char, kHeader> header{};
    if (crc_source->read_at(0, header) != kHeader || std::string_view(header.data(), 4) != std::string_view("crc\0", 4))
        return std::nullopt;
    const std::uint32_t chunk = big_endian(header.data() + 4);
    if (chunk == 0 || chunk > 0x7fffffffU) return std::nullopt;

    const std::unique_ptr<ByteSource> source = open(file);
    const std::uint64_t size = source->size();
    const std::uint64_t chunks = size / chunk + (size % chunk != 0 ? 1 : 0);
    const std::uint64_t sums_bytes = crc_source->size() - kHeader;
    if (sums_bytes % 4 != 0 || sums_bytes / 4 != chunks) return false;
    Stream sums(*crc_source, kHeader);
    Stream data(*source, 0);
    for (std::uint64_t left = size; left != 0;) {
        const std::uint64_t count = std::min<std::uint64_t>(left, chunk);
        const auto expected = next_sum(sums);
        const auto actual = sum_of_next(data, count);
        if (!expected || !actual || *expected != *actual) return false;
        left -= count;
    }
    return true;
}

std::vector<std::string> stale_crc(const Tree& tree, std::string_view folder) {
    std::vector<std::string> out;
    for (const TreeFile& file : tree.below(folder))
        if (hadoop_crc_fits(tree, file) == false) out.push_back(file.path);
    return out;
}

}  // namespace plangrade
