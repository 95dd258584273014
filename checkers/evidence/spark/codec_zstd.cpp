// Zstandard as Spark writes it: a row of many frames (a frame ends at each flush), and no end of the last one where the
// application was killed (ZStdCompressionCodec with closeFrameOnFlush; RFC 8878).
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>

#include "evidence/spark/codec_source.hpp"

namespace plangrade::spark {
namespace {

class ZstdStream final : public ByteStream {
  public:
    ZstdStream(ByteSource& source, const Limits& limits)
        : limits_(limits), source_(source), context_(ZSTD_createDCtx()) {
        if (!context_) throw std::bad_alloc();
        const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
        const auto wanted = static_cast<int>(std::min<std::uint64_t>(limits.log_zstd_window_log, 31));
        ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax,
                               std::clamp(wanted, bounds.lowerBound, bounds.upperBound));
    }

    std::uint64_t packed_offset() const override { return source_.offset(); }

    std::size_t read(std::span<char> into) override {
        ZSTD_outBuffer out{into.data(), into.size(), 0};
        while (out.pos == 0 && !ended_) step(out);
        return out.pos;
    }

  private:
    /// Gives the decoder just the bytes of its next block: so at most that one is lost where it turns out to be
    /// corrupt.
    void step(ZSTD_outBuffer& out) {
        const std::string_view bytes = source_.peek(std::max<std::size_t>(wanted_, 1));
        ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
        const std::size_t result = ZSTD_decompressStream(context_.get(), &out, &in);
        if (ZSTD_isError(result)) return fail(ZSTD_getErrorCode(result));
        source_.skip(in.pos);
        if (bytes.empty() && out.pos == 0) return at_end();
        if (result == 0) {
            frame_begin_ = source_.offset();
            wanted_ = kFrameHeader;
        } else {
            wanted_ = std::min(result, kMostInput);
        }
        frame_open_ = result != 0 && source_.offset() != frame_begin_;
    }

    void at_end() {
        ended_ = true;
        if (frame_open_)
            fault_ = {"truncated", frame_begin_,
                      "the zstd frame that begins here has no end: the application was killed while it wrote, or the "
                      "file was not "
                      "copied whole"};
    }

    void fail(ZSTD_ErrorCode error) {
        ended_ = true;
        if (error == ZSTD_error_frameParameter_windowTooLarge)
            fault_ = {"block-too-large", frame_begin_,
                      "the zstd frame that begins here needs a larger window than is allowed (" +
                          limit_text(limits_, "log_zstd_window_log") + "); nothing after it was read"};
        else if (error == ZSTD_error_prefix_unknown)
            fault_ = {"trailing-bytes", frame_begin_,
                      "the bytes from here on are not zstd; nothing after them was read"};
        else if (error == ZSTD_error_memory_allocation)
            throw std::bad_alloc();
        else
            fault_ = {"corrupt-block", frame_begin_,
                      "the zstd frame that begins here is corrupt; nothing after it was read"};
    }

    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };
    static constexpr std::size_t kFrameHeader = 5;
    static constexpr std::size_t kMostInput = 128 << 10;

    const Limits limits_;
    SourceReader source_;
    std::unique_ptr<ZSTD_DCtx, Free> context_;
    std::uint64_t frame_begin_ = 0;
    std::size_t wanted_ = kFrameHeader;
    bool frame_open_ = false;
    bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> open_zstd(ByteSource& source, const Limits& limits) {
    return std::make_unique<ZstdStream>(source, limits);
}

}  // namespace plangrade::spark
