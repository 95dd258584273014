// Packs bytes as Spark's codecs do, so that tests can make any stream, right or wrong.
#pragma once

#include <liblzf/lzf.h>
#include <lz4.h>
#include <snappy.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#include <string>
#include <string_view>
#include <utility>

namespace plangrade::spark::pack {

inline void put_little(std::string& out, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) out += static_cast<char>(value >> (8 * i));
}

inline void put_big(std::string& out, std::uint32_t value, int bytes = 4) {
    for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i));
}

/// Calls f(piece) for pieces of `size` bytes.
template <typename F>
void pieces(std::string_view plain, std::size_t size, F&& f) {
    for (std::size_t at = 0; at < plain.size(); at += size) f(plain.substr(at, size));
}

inline std::string zstd_frame(std::string_view plain, int window_log = 19) {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
    std::string out(ZSTD_compressBound(plain.size()) + 64, '\0');
    // Streamed without a known size, as Spark does: else the window would shrink to the content.
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    ZSTD_inBuffer from{plain.data(), plain.size(), 0};
    ZSTD_compressStream2(context, &to, &from, ZSTD_e_flush);
    ZSTD_compressStream2(context, &to, &from, ZSTD_e_end);
    ZSTD_freeCCtx(context);
    return out.substr(0, to.pos);
}

inline std::string zstd(std::string_view plain, std::size_t frame = 3000) {
    std::string out;
    pieces(plain, frame, [&](std::string_view piece) { out += zstd_frame(piece); });
    return out;
}

inline std::string lz4_block(std::string_view plain, bool stored = false) {
    std::string data(plain);
    if (!stored) {
        data.resize(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(plain.size()))));
        data.resize(static_cast<std::size_t>(LZ4_compress_default(
            plain.data(), data.data(), static_cast<int>(plain.size()), static_cast<int>(data.size()))));
    }
    std::string out = "LZ4Block";
    out += stored ? '\x15' : '\x25';
    put_little(out, static_cast<std::uint32_t>(data.size()));
    put_little(out, static_cast<std::uint32_t>(plain.size()));
    put_little(out, XXH32(plain.data(), plain.size(), 0x9747b28c) & 0x0FFFFFFFU);
    return out + data;
}

inline std::string lz4_end() {
    std::string out = "LZ4Block\x15";
    out.append(12, '\0');
    return out;
}

inline std::string lz4(std::string_view plain, std::size_t block = 32768) {
    std::string out;
    bool stored = false;
    pieces(plain, block, [&](std::string_view piece) { out += lz4_block(piece, std::exchange(stored, !stored)); });
    return out + lz4_end();
}

inline std::string snappy_header() {
    std::string out("\x82SNAPPY\0", 8);
    put_big(out, 1);
    put_big(out, 1);
    return out;
}

inline std::string snappy(std::string_view plain, std::size_t block = 32768) {
    std::string out = snappy_header();
    pieces(plain, block, [&](std::string_view piece) {
        std::string data;
        ::snappy::Compress(piece.data(), piece.size(), &data);
        put_big(out, static_cast<std::uint32_t>(data.size()));
        out += data;
    });
    return out;
}

inline std::string lzf(std::string_view plain, std::size_t block = 65535) {
    std::string out;
    pieces(plain, block, [&](std::string_view piece) {
        std::string data(piece.size(), '\0');
        const unsigned packed = lzf_compress(piece.data(), static_cast<unsigned>(piece.size()), data.data(),
                                             static_cast<unsigned>(data.size()) - 1);
        out += "ZV";
        out += packed != 0 ? '\1' : '\0';
        put_big(out, packed != 0 ? packed : static_cast<std::uint32_t>(piece.size()), 2);
        if (packed != 0) put_big(out, static_cast<std::uint32_t>(piece.size()), 2);
        out += packed != 0 ? data.substr(0, packed) : std::string(piece);
    });
    return out;
}

inline std::string gzip_member(std::string_view plain) {
    z_stream zlib{};
    deflateInit2(&zlib, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string in(plain);
    std::string out(deflateBound(&zlib, in.size()), '\0');
    zlib.next_in = reinterpret_cast<Bytef*>(in.data());
    zlib.avail_in = static_cast<uInt>(in.size());
    zlib.next_out = reinterpret_cast<Bytef*>(out.data());
    zlib.avail_out = static_cast<uInt>(out.size());
    deflate(&zlib, Z_FINISH);
    out.resize(zlib.total_out);
    deflateEnd(&zlib);
    return out;
}

inline std::string gzip(std::string_view plain, std::size_t member = 50000) {
    std::string out;
    pieces(plain, member, [&](std::string_view piece) { out += gzip_member(piece); });
    return out;
}

}  // namespace plangrade::spark::pack
