#include <bzlib.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "evidence/text/csv.hpp"

namespace plangrade {
namespace {

constexpr std::size_t kPiece = 1U << 16;

// Output that never grows over the limit.
class BoundedOutput {
  public:
    // `packed`: bytes of input; tables of text shrink to about a fifth, a better guess saves copies.
    BoundedOutput(std::uint64_t most, std::uint64_t packed) : first_(packed * 5), most_(most) {}

    // Room for the next piece; at least one byte more than the limit allows, so that going over it shows.
    char* room(std::size_t& size) {
        if (used_ == bytes_.size()) {
            const std::uint64_t grown = std::max<std::uint64_t>({bytes_.size() * 2, first_, kPiece});
            bytes_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(grown, most_ + 1)));
        }
        size = std::min<std::size_t>(bytes_.size() - used_, 1U << 30);
        return bytes_.data() + used_;
    }
    void wrote(std::size_t size) { used_ += size; }
    bool over() const { return used_ > most_; }
    std::string take() {
        bytes_.resize(used_);
        return std::move(bytes_);
    }

  private:
    std::string bytes_;
    std::size_t used_ = 0;
    std::uint64_t first_;
    std::uint64_t most_;
};

enum class Outcome { done, over, broken, cut };

Outcome gunzip(std::string_view in, BoundedOutput& out) {
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&stream, &inflateEnd);
    std::size_t at = 0;
    bool ended = false;
    bool more = false;  // the output was full: zlib may hold more
    while (true) {
        if (stream.avail_in == 0 && !more) {
            if (at == in.size()) return ended ? Outcome::done : Outcome::cut;
            const std::size_t piece = std::min<std::size_t>(in.size() - at, 1U << 30);
            // zlib's interface has no const; it does not write to its input
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data() + at));
            stream.avail_in = static_cast<uInt>(piece);
            at += piece;
        }
        if (ended) {  // a further member: gzip files may be concatenated
            if (inflateReset(&stream) != Z_OK) return Outcome::broken;
            ended = false;
        }
        std::size_t room = 0;
        stream.next_out = reinterpret_cast<Bytef*>(out.room(room));
        stream.avail_out = static_cast<uInt>(room);
        const int code = inflate(&stream, Z_NO_FLUSH);
        out.wrote(room - stream.avail_out);
        if (out.over()) return Outcome::over;
        more = stream.avail_out == 0 && code != Z_STREAM_END;
        if (code == Z_STREAM_END) {
            ended = true;
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            return Outcome::broken;
        }
    }
}

Outcome bunzip2(std::string_view in, BoundedOutput& out) {
    std::size_t at = 0;
    do {
        bz_stream stream{};
        if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) throw std::bad_alloc();
        const std::unique_ptr<bz_stream, int (*)(bz_stream*)> owner(&stream, &BZ2_bzDecompressEnd);
        const std::size_t piece = std::min<std::size_t>(in.size() - at, 1U << 30);
        stream.next_in = const_cast<char*>(in.data() + at);  // not written to
        stream.avail_in = static_cast<unsigned>(piece);
        int code = BZ_OK;
        while (code != BZ_STREAM_END) {
            std::size_t room = 0;
            stream.next_out = out.room(room);
            stream.avail_out = static_cast<unsigned>(room);
            const unsigned before = stream.avail_in;
            code = BZ2_bzDecompress(&stream);
            const std::size_t made = room - stream.avail_out;
            out.wrote(made);
            if (out.over()) return Outcome::over;
            if (code != BZ_OK && code != BZ_STREAM_END) return Outcome::broken;
            if (code == BZ_OK && made == 0 && stream.avail_in == 0 && before == 0) return Outcome::cut;
        }
        at += piece - stream.avail_in;
    } while (at < in.size());
    return Outcome::done;
}

Outcome unzstd(std::string_view in, BoundedOutput& out, int window_log) {
    const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
    if (!context) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, window_log);
    ZSTD_inBuffer source{in.data(), in.size(), 0};
    std::size_t left = 1;  // 0: a frame has ended
    while (true) {
        std::size_t room = 0;
        char* into = out.room(room);
        ZSTD_outBuffer sink{into, room, 0};
        const std::size_t before = source.pos;
        left = ZSTD_decompressStream(context.get(), &sink, &source);
        if (ZSTD_isError(left) != 0U) return Outcome::broken;
        out.wrote(sink.pos);
        if (out.over()) return Outcome::over;
        if (source.pos == source.size && sink.pos < sink.size) return left == 0 ? Outcome::done : Outcome::cut;
        if (source.pos == before && sink.pos == 0) return left == 0 ? Outcome::done : Outcome::cut;
    }
}

bool ends_with(std::string_view name, std::string_view end) {
    if (name.size() < end.size()) return false;
    name.remove_prefix(name.size() - end.size());
    return std::equal(name.begin(), name.end(), end.begin(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

constexpr std::array kRefused{".lz4", ".snappy", ".deflate", ".xz", ".lzo", ".lzf", ".zip"};

}  // namespace

std::optional<std::string> inflate_csv(std::string bytes, const std::string& file, const Limits& limits, Flaws& flaws) {
    for (const char* ending : kRefused)
        if (ends_with(file, ending)) {
            flaws.add(
                Severity::fatal, "unknown-codec", {},
                std::string("CSV compressed as ") + ending + " is not read; write it plain, or as .gz, .bz2 or .zst",
                file);
            return std::nullopt;
        }
    const bool gzip = ends_with(file, ".gz");
    const bool bzip2 = ends_with(file, ".bz2");
    const bool zstd = ends_with(file, ".zst") || ends_with(file, ".zstd");
    if (!gzip && !bzip2 && !zstd) return bytes;
    if (bytes.empty()) return bytes;  // nothing was written
    BoundedOutput out(limits.table_bytes, bytes.size());
    const Outcome outcome =
        gzip    ? gunzip(bytes, out)
        : bzip2 ? bunzip2(bytes, out)
                : unzstd(bytes, out, static_cast<int>(std::clamp<std::uint64_t>(limits.log_zstd_window_log, 10, 31)));
    const std::string codec = gzip ? "gzip" : bzip2 ? "bzip2" : "zstd";
    switch (outcome) {
        case Outcome::done:
            return out.take();
        case Outcome::over:
            flaws.add(Severity::fatal, "too-large", {},
                      "decompressed, the table goes over the " + limit_text(limits, "table_bytes"), file);
            break;
        case Outcome::broken:
            flaws.add(Severity::fatal, "bad-compression", {},
                      "the file's name says " + codec + ", but its bytes are no whole " + codec + " data", file);
            break;
        case Outcome::cut:
            flaws.add(Severity::fatal, "truncated", {},
                      "the " + codec + " data stop before their end: the file was cut", file);
            break;
    }
    return std::nullopt;
}

}  // namespace plangrade
