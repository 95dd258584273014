// gzip (RFC 1952), several members one after another. Not a codec of Spark's own: students and Databricks pack logs
// with it.
#include <zlib.h>

#include <new>

#include "evidence/spark/codec_source.hpp"

namespace plangrade::spark {
namespace {

class GzipStream final : public ByteStream {
  public:
    explicit GzipStream(ByteSource& source) : source_(source) {
        if (inflateInit2(&zlib_, 15 + 16) != Z_OK) throw std::bad_alloc();
    }
    ~GzipStream() override { inflateEnd(&zlib_); }
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;

    std::uint64_t packed_offset() const override { return source_.offset(); }

    std::size_t read(std::span<char> into) override {
        std::size_t made = 0;
        while (made == 0 && !ended_) made = step(into);
        return made;
    }

  private:
    std::size_t step(std::span<char> into) {
        const std::string_view bytes = source_.peek(kInput);
        if (bytes.empty() && !in_member_) {
            ended_ = true;
            return 0;
        }
        if (!in_member_ && member_begin_ != 0 &&
            bytes.substr(0, 2) != std::string_view("\x1F\x8B").substr(0, bytes.size())) {
            stop("trailing-bytes", source_.offset(),
                 "the bytes from here on are not gzip; nothing after them was read");
            return 0;
        }
        in_member_ = true;
        // zlib's interface is not const; it does not write to its input.
        zlib_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
        zlib_.avail_in = static_cast<uInt>(bytes.size());
        zlib_.next_out = reinterpret_cast<Bytef*>(into.data());
        zlib_.avail_out = static_cast<uInt>(std::min<std::size_t>(into.size(), 1U << 30));
        const uInt room = zlib_.avail_out;
        const int result = inflate(&zlib_, Z_NO_FLUSH);
        source_.skip(bytes.size() - zlib_.avail_in);
        const std::size_t made = room - zlib_.avail_out;
        after(result, bytes.empty() && made == 0);
        return made;
    }

    void after(int result, bool starved) {
        if (result == Z_STREAM_END) {
            inflateReset(&zlib_);
            in_member_ = false;
            member_begin_ = source_.offset();
        } else if (starved) {
            stop("truncated", member_begin_,
                 "the gzip data that begin here have no end: the file was not copied whole");
        } else if (result == Z_MEM_ERROR) {
            throw std::bad_alloc();
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            stop("corrupt-block", member_begin_,
                 "the gzip data that begin here are corrupt; nothing after the fault was read");
        }
    }

    void stop(const char* code, std::uint64_t offset, const char* message) {
        ended_ = true;
        fault_ = StreamFault{code, offset, message};
    }

    static constexpr std::size_t kInput = 64 << 10;

    SourceReader source_;
    z_stream zlib_{};
    std::uint64_t member_begin_ = 0;
    bool in_member_ = false;
    bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> open_gzip(ByteSource& source) {
    return std::make_unique<GzipStream>(source);
}

}  // namespace plangrade::spark
