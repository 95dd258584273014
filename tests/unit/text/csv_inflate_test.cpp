#include <bzlib.h>
#include <doctest/doctest.h>
#include <zlib.h>
#include <zstd.h>

#include <random>
#include <string>

#include "evidence/text/csv.hpp"

using namespace plangrade;

namespace {

std::string gzip(const std::string& text) {
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string out(deflateBound(&stream, text.size()) + 64, '\0');
    std::string in = text;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string bzip2(const std::string& text) {
    std::string in = text;
    auto size = static_cast<unsigned>(text.size() + text.size() / 50 + 700);
    std::string out(size, '\0');
    REQUIRE(BZ2_bzBuffToBuffCompress(out.data(), &size, in.data(), static_cast<unsigned>(in.size()), 9, 0, 0) == BZ_OK);
    out.resize(size);
    return out;
}

std::string zstd(const std::string& text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

std::string rows(std::size_t count) {
    std::mt19937 random(7);
    std::string text = "a,b\n";
    while (count-- > 0) text += std::to_string(random()) + "," + std::to_string(random()) + "\n";
    return text;
}

std::string code_of(const std::string& bytes, const std::string& name, const Limits& limits = {}) {
    Flaws flaws;
    const auto out = inflate_csv(bytes, name, limits, flaws);
    CHECK(out.has_value() == flaws.empty());
    return flaws.empty() ? "" : flaws.list().front().code;
}

}  // namespace

TEST_CASE("each codec gives the text back, also in several streams and with much output") {
    const std::string text = rows(60'000);  // over a megabyte
    const std::string more = "9,9\n";
    for (const auto& [pack, name] :
         {std::pair{&gzip, "x.csv.gz"}, {&bzip2, "x.csv.bz2"}, {&zstd, "x.csv.zst"}, {&zstd, "x.csv.ZSTD"}}) {
        CAPTURE(name);
        Flaws flaws;
        CHECK(inflate_csv(pack(text), name, {}, flaws) == text);
        CHECK(inflate_csv(pack(text) + pack(more), name, {}, flaws) == text + more);
        CHECK(inflate_csv("", name, {}, flaws) == "");
        CHECK(inflate_csv(pack(""), name, {}, flaws) == "");
        const std::string wide(3'000'000, 'x');  // shrinks to almost nothing
        CHECK(inflate_csv(pack(wide), name, {}, flaws) == wide);
        CHECK(flaws.empty());
    }
}

TEST_CASE("a name without a codec gives the bytes as they are") {
    Flaws flaws;
    CHECK(inflate_csv("a,b\n", "part-0.csv", {}, flaws) == "a,b\n");
}

TEST_CASE("cut, broken, too large and unknown are told apart") {
    const std::string text = rows(2000);
    for (const auto& [pack, name] : {std::pair{&gzip, "x.gz"}, {&bzip2, "x.bz2"}, {&zstd, "x.zst"}}) {
        CAPTURE(name);
        const std::string packed = pack(text);
        CHECK(code_of(packed.substr(0, packed.size() / 2), name) == "truncated");
        CHECK(code_of(text, name) == "bad-compression");
        Limits limits;
        limits.table_bytes = text.size() - 1;
        CHECK(code_of(packed, name, limits) == "too-large");
        limits.table_bytes = text.size();
        CHECK(code_of(packed, name, limits).empty());
    }
    for (const char* name : {"x.csv.lz4", "x.csv.snappy", "x.csv.deflate", "x.csv.xz"})
        CHECK(code_of("abc", name) == "unknown-codec");
}
