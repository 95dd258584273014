#include "evidence/spark/codec.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "codec_pack.hpp"

namespace plangrade::spark {
namespace {

struct Decoded {
    std::string plain;
    std::optional<StreamFault> fault;
    std::uint64_t packed = 0;
};

Decoded decode(Codec codec, std::string_view bytes, std::size_t at_once = 70000, const Limits& limits = {}) {
    MemorySource source(bytes);
    const auto stream = open_stream(source, codec, limits);
    Decoded out;
    std::string piece(at_once, '\0');
    for (std::size_t count = 0; (count = stream->read(piece)) != 0;) out.plain.append(piece, 0, count);
    CHECK(stream->read(piece) == 0);  // an end stays an end
    out.fault = stream->fault();
    out.packed = stream->packed_offset();
    return out;
}

/// Text that packs about as well as logs do.
std::string sample(std::size_t size) {
    std::string out;
    for (std::uint32_t i = 1; out.size() < size; ++i)
        out += "{\"Event\":\"E\",\"n\":" + std::to_string(i * 2654435761U) + "}\n";
    out.resize(size);
    return out;
}

struct Case {
    Codec codec;
    std::function<std::string(std::string_view)> pack;
    bool sees_missing_end;  // snappy and lzf have no end mark: a cut between blocks can't be seen
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {Codec::zstd, [](std::string_view p) { return pack::zstd(p); }, false},
        {Codec::lz4, [](std::string_view p) { return pack::lz4(p, 1000); }, true},
        {Codec::snappy, [](std::string_view p) { return pack::snappy(p, 1000); }, false},
        {Codec::lzf, [](std::string_view p) { return pack::lzf(p, 1000); }, false},
        {Codec::gzip, [](std::string_view p) { return pack::gzip(p, 5000); }, false},
    };
    return all;
}

}  // namespace

TEST_CASE("the codec is told by the name's ending, below .inprogress and .compact") {
    CHECK(codec_of_name("local-1") == Codec::none);
    CHECK(codec_of_name("local-1.zstd") == Codec::zstd);
    CHECK(codec_of_name("local-1.lz4.inprogress") == Codec::lz4);
    CHECK(codec_of_name("events_3_local-1.snappy.compact") == Codec::snappy);
    CHECK(codec_of_name("local-1.lzf") == Codec::lzf);
    CHECK(codec_of_name("eventlog-2021-06-15--15-00.gz") == Codec::gzip);
}

TEST_CASE("the codec is told by the first bytes") {
    using namespace std::string_view_literals;
    const std::string text = sample(5000);
    for (const Case& c : cases()) CHECK(sniff_codec(c.pack(text)).codec == c.codec);
    CHECK(sniff_codec("{\"Event\"").codec == Codec::none);
    CHECK(sniff_codec("\xEF\xBB\xBF {").codec == Codec::none);
    CHECK(sniff_codec("\x52\x2A\x4D\x18\x01"sv).codec == Codec::zstd);  // a skippable frame
    CHECK_FALSE(sniff_codec("hello").codec);
    CHECK_FALSE(sniff_codec("").codec);
    CHECK(std::string(sniff_codec("\x04\x22\x4D\x18"sv).foreign).starts_with("lz4 frame"));
    CHECK(std::string(sniff_codec("\xFF\xFE{\0"sv).foreign) == "UTF-16 text");
}

TEST_CASE("what was packed comes out, however it is asked for") {
    for (const std::size_t size : {std::size_t{1}, std::size_t{999}, std::size_t{1000}, std::size_t{300000}}) {
        const std::string text = sample(size);
        for (const Case& c : cases()) {
            for (const std::size_t at_once : {std::size_t{7}, std::size_t{70000}}) {
                if (size > 1000 && at_once == 7) continue;
                const std::string packed = c.pack(text);
                const Decoded got = decode(c.codec, packed, at_once);
                CHECK_MESSAGE(got.plain == text, to_string(c.codec));
                CHECK_FALSE(got.fault);
                CHECK(got.packed == packed.size());
            }
        }
    }
}

TEST_CASE("streams one after another are one stream") {
    const std::string text = sample(4000);
    for (const Case& c : cases()) {
        const Decoded got = decode(c.codec, c.pack(text) + c.pack("tail"));
        CHECK_MESSAGE(got.plain == text + "tail", to_string(c.codec));
        CHECK_FALSE(got.fault);
    }
    using namespace std::string_view_literals;
    const std::string skippable("\x5A\x2A\x4D\x18\x03\0\0\0abc"sv);
    const Decoded got = decode(Codec::zstd, skippable + pack::zstd(text) + skippable + pack::zstd("tail"));
    CHECK(got.plain == text + "tail");
    CHECK_FALSE(got.fault);
}

TEST_CASE("a stream cut anywhere gives its whole blocks and says where it is cut") {
    const std::string text = sample(9000);
    for (const Case& c : cases()) {
        const std::string packed = c.pack(text);
        std::size_t said = 0;
        for (std::size_t length = 1; length < packed.size(); ++length) {
            const Decoded got = decode(c.codec, std::string_view(packed).substr(0, length));
            REQUIRE(text.starts_with(got.plain));
            if (c.sees_missing_end) REQUIRE(got.fault);
            if (!got.fault) continue;
            ++said;
            REQUIRE(got.fault->code == "truncated");
            REQUIRE(got.fault->offset <= length);
        }
        CHECK_MESSAGE(said + 10 > packed.size() - 1, to_string(c.codec));
    }
}

TEST_CASE("an open zstd frame gives all that was flushed into it") {
    const std::string text = sample(5000);
    std::string packed = pack::zstd_frame(text);
    packed.resize(packed.size() - 3);  // flushed, but never ended: its empty last block is missing
    const Decoded got = decode(Codec::zstd, pack::zstd_frame("first\n") + packed);
    CHECK(got.plain == "first\n" + text);
    REQUIRE(got.fault);
    CHECK(got.fault->code == "truncated");
    CHECK(got.fault->offset == pack::zstd_frame("first\n").size());
}

TEST_CASE("a changed byte is found where there are checksums, and what came before it stands") {
    const std::string text = sample(3000);
    std::string packed = pack::lz4(text, 1000);
    const std::size_t second = packed.find("LZ4Block", 1);
    packed[second + 100] ^= 1;
    const Decoded got = decode(Codec::lz4, packed);
    CHECK(got.plain == text.substr(0, 1000));
    REQUIRE(got.fault);
    CHECK(got.fault->code == "corrupt-block");
    CHECK(got.fault->offset == second);

    std::string zipped = pack::gzip_member(text);
    zipped[zipped.size() - 6] ^= 1;
    CHECK(decode(Codec::gzip, zipped).fault->code == "corrupt-block");
}

TEST_CASE("broken blocks are named with their place") {
    const auto place = [](Codec codec, std::string_view bytes) {
        const Decoded got = decode(codec, bytes);
        REQUIRE(got.fault);
        return got.fault->code + " " + std::to_string(got.fault->offset) + " " + got.plain;
    };
    const std::string frame = pack::zstd_frame("one\n");
    CHECK(place(Codec::zstd, frame + "not zstd") == "trailing-bytes " + std::to_string(frame.size()) + " one\n");
    CHECK(place(Codec::zstd, "{}") == "trailing-bytes 0 ");
    const std::string member = pack::gzip_member("one\n");
    CHECK(place(Codec::gzip, member + "rest") == "trailing-bytes " + std::to_string(member.size()) + " one\n");
    CHECK(place(Codec::snappy, "plain text, no snappy") == "corrupt-block 0 ");
    const std::string snappy = pack::snappy("one\n");
    std::string chunk;
    pack::put_big(chunk, 3);
    CHECK(place(Codec::snappy, snappy + chunk + "\x09\x09\x09") ==
          "corrupt-block " + std::to_string(snappy.size()) + " one\n");
    const std::string lzf = pack::lzf("one\n");
    CHECK(place(Codec::lzf, lzf + "ZX") == "corrupt-block " + std::to_string(lzf.size()) + " one\n");
    CHECK(place(Codec::lzf, lzf + std::string("ZV\1\0\1\0\x09\x20", 8)) ==
          "corrupt-block " + std::to_string(lzf.size()) + " one\n");
    CHECK(place(Codec::lz4, pack::lz4_block("one\n") + "LZ5Block") ==
          "corrupt-block " + std::to_string(pack::lz4_block("one\n").size()) + " one\n");
    std::string token = pack::lz4_block("one\n");
    token[8] = '\x35';
    CHECK(place(Codec::lz4, token) == "corrupt-block 0 ");
}

TEST_CASE("sizes that a header only claims are refused before memory is spent") {
    std::string lz4 = "LZ4Block\x2F";
    pack::put_little(lz4, 0x7FFFFFFF);
    pack::put_little(lz4, 0x01FFFFFF);
    pack::put_little(lz4, 0);
    CHECK(decode(Codec::lz4, lz4).fault->code == "block-too-large");
    std::string snappy = pack::snappy_header();
    pack::put_big(snappy, 0x7FFFFFFF);
    CHECK(decode(Codec::snappy, snappy).fault->code == "block-too-large");
    std::string claim = pack::snappy_header();  // 5 bytes that say they hold 4 GiB
    pack::put_big(claim, 5);
    claim += "\xFF\xFF\xFF\xFF\x0F";
    CHECK(decode(Codec::snappy, claim).fault->code == "block-too-large");
    const Decoded window = decode(Codec::zstd, pack::zstd_frame(sample(100), 27));
    REQUIRE(window.fault);
    CHECK(window.fault->code == "block-too-large");
    CHECK(window.fault->message.find("log_zstd_window_log: 25") != std::string::npos);
    Limits small;
    small.log_block_bytes = 500;
    CHECK(decode(Codec::lz4, pack::lz4(sample(1000)), 70000, small).fault->message.find("log_block_bytes: 500") !=
          std::string::npos);
}

}  // namespace plangrade::spark
