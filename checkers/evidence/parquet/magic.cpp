#include "evidence/parquet/magic.hpp"

#include <algorithm>
#include <array>

namespace plangrade::parquet {
namespace {

using namespace std::string_view_literals;

struct Magic {
    std::string_view bytes;
    std::string_view name;
};

constexpr std::array kMagics{
    Magic{"ORC"sv, "an ORC file"},
    Magic{"Obj\1"sv, "an Avro file"},
    Magic{"SEQ\6"sv, "a Hadoop sequence file"},
    Magic{"ARROW1"sv, "an Arrow (Feather) file"},
    Magic{"\x1f\x8b"sv, "gzip-compressed data"},
    Magic{"PK\3\4"sv, "a zip archive"},
    Magic{"\x28\xb5\x2f\xfd"sv, "zstd-compressed data"},
    Magic{"BZh"sv, "bzip2-compressed data"},
    Magic{"\xfd"
          "7zXZ\0"sv,
          "xz-compressed data"},
    Magic{"7z\xbc\xaf\x27\x1c"sv, "a 7z archive"},
    Magic{"\x04\x22\x4d\x18"sv, "lz4-compressed data"},
    Magic{"\x82SNAPPY\0"sv, "snappy-compressed data"},
    Magic{"crc\0"sv, "a Hadoop checksum file (.crc)"},
    Magic{"SQLite format 3\0"sv, "an SQLite database"},
    Magic{"\xff\xfe"sv, "UTF-16 text"},
    Magic{"\xfe\xff"sv, "UTF-16 text"},
};

bool is_text(std::string_view head) {
    return std::none_of(head.begin(), head.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
    });
}

bool looks_like_csv(std::string_view text) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    return line.find_first_of(",;\t|") != std::string_view::npos;
}

std::string kind_of_text(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    const auto first = text.find_first_not_of(" \t\r\n");
    const char begin = first == std::string_view::npos ? ' ' : text[first];
    if (begin == '{' || begin == '[') return "text that looks like JSON";
    if (begin == '<') return "text that looks like HTML or XML";
    return looks_like_csv(text) ? "text that looks like CSV" : "text";
}

}  // namespace

std::string looks_like(std::string_view head) {
    const auto known =
        std::find_if(kMagics.begin(), kMagics.end(), [&](const Magic& magic) { return head.starts_with(magic.bytes); });
    if (known != kMagics.end()) return std::string(known->name);
    if (head.size() > 262 && head.substr(257, 5) == "ustar") return "a tar archive";
    return is_text(head) ? kind_of_text(head) : "data of an unknown kind";
}

}  // namespace plangrade::parquet
