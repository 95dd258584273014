#include "submission/archive_kind.hpp"

#include <array>
#include <cstdint>

#include "evidence/text/utf8.hpp"

namespace plangrade {
namespace {

using namespace std::string_view_literals;

/// POSIX.1-2017 pax, "ustar Interchange Format": the sum of all bytes of the header, those of the checksum field taken
/// as blanks, stands in octal at offset 148. Very old writers summed signed bytes.
bool tar_header(std::string_view bytes) {
    constexpr std::size_t kHeader = 512, kField = 148, kFieldEnd = 156;
    if (bytes.size() < kHeader) return false;
    std::uint64_t stated = 0;
    bool digits = false;
    for (std::size_t i = kField; i < kFieldEnd; ++i) {
        if (bytes[i] >= '0' && bytes[i] <= '7') {
            stated = stated * 8 + static_cast<std::uint64_t>(bytes[i] - '0');
            digits = true;
        } else if (digits) {
            break;
        } else if (bytes[i] != ' ' && bytes[i] != '\0') {
            return false;
        }
    }
    std::uint64_t sum = 0;
    std::int64_t signed_sum = 0;
    for (std::size_t i = 0; i < kHeader; ++i) {
        const bool blank = i >= kField && i < kFieldEnd;
        sum += blank ? 32U : static_cast<unsigned char>(bytes[i]);
        signed_sum += blank ? 32 : static_cast<signed char>(bytes[i]);
    }
    return digits && (stated == sum || static_cast<std::int64_t>(stated) == signed_sum);
}

/// A tar without entries: blocks of zeros from the start.
bool empty_tar(std::string_view bytes) {
    return bytes.size() >= 512 && bytes.substr(0, 512).find_first_not_of('\0') == std::string_view::npos;
}

struct Magic {
    std::string_view bytes;
    const char* name;
};

constexpr std::array kOthers{
    Magic{"7z\xBC\xAF\x27\x1C"sv, "a 7z archive"},
    Magic{"Rar!\x1A\x07"sv, "a RAR archive"},
    Magic{"PAR1"sv, "a Parquet file"},
    Magic{"%PDF-"sv, "a PDF document"},
    Magic{"\x89PNG"sv, "a picture"},
    Magic{"\xFF\xD8\xFF"sv, "a picture"},
    Magic{"\xD0\xCF\x11\xE0"sv, "an old Office document"},
    Magic{"\x04\x22\x4D\x18"sv, "an lz4 file"},
    Magic{"LZ4Block"sv, "an lz4 event log of Spark"},
    Magic{"\x7F\x45LF"sv, "a program"},
    Magic{"SQLite format 3"sv, "an SQLite database"},
};

bool plain_text(std::string_view bytes) {
    for (const char c : bytes)
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') return false;
    // the last character may be cut in two
    const std::size_t bad = first_bad_utf8(bytes);
    return bad == std::string_view::npos || bad + 4 > bytes.size();
}

}  // namespace

ArchiveKind archive_kind(std::string_view bytes) {
    if (bytes.starts_with("PK\x03\x04"sv) || bytes.starts_with("PK\x05\x06"sv)) return ArchiveKind::zip;
    if (bytes.starts_with("\x1F\x8B"sv)) return ArchiveKind::gzip;
    if (bytes.starts_with("\x28\xB5\x2F\xFD"sv)) return ArchiveKind::zstd;
    if (bytes.starts_with("BZh"sv)) return ArchiveKind::bzip2;
    if (bytes.starts_with("\xFD"
                          "7zXZ\0"sv))
        return ArchiveKind::xz;
    if (tar_header(bytes) || empty_tar(bytes)) return ArchiveKind::tar;
    return ArchiveKind::none;
}

const char* looks_like(std::string_view bytes) {
    switch (archive_kind(bytes)) {
        case ArchiveKind::tar:
            return "a tar archive";
        case ArchiveKind::gzip:
            return "a gzip file";
        case ArchiveKind::zstd:
            return "a zstd file";
        case ArchiveKind::bzip2:
            return "a bzip2 file";
        case ArchiveKind::xz:
            return "an xz file";
        case ArchiveKind::zip:
            return "a zip archive";
        case ArchiveKind::none:
            break;
    }
    if (bytes.empty()) return "an empty file";
    for (const Magic& magic : kOthers)
        if (bytes.starts_with(magic.bytes)) return magic.name;
    const auto first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (plain_text(bytes)) {
        const std::string_view rest = first == std::string_view::npos ? std::string_view{} : bytes.substr(first);
        if (rest.starts_with('{') || rest.starts_with('[')) return "JSON text";
        if (rest.starts_with("<!") || rest.starts_with("<html")) return "an HTML page";
        return "plain text";
    }
    return "a file of unknown kind";
}

}  // namespace plangrade
