#include "evidence/text/encoding.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "evidence/text/utf8.hpp"

namespace plangrade {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kSample = 1U << 16;  // so many bytes tell an encoding

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint8_t>(bytes[at]);
}

// Two-byte characters of a text in an East Asian double-byte encoding.
struct Pairs {
    bool right = true;  // every byte above 0x7F begins a pair of a right form
    std::size_t all = 0;
    std::size_t hangul = 0;   // KS X 1001: rows 16 to 40, lead bytes B0 to C8
    std::size_t hanzi = 0;    // GB 2312: rows 16 to 87, lead bytes B0 to F7
    std::size_t symbols = 0;  // lead bytes A1 to AC: punctuation, full-width letters, Jamo
};

Pairs count_pairs(std::string_view bytes, bool korean) {
    Pairs pairs;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::uint8_t lead = byte_at(bytes, at);
        if (lead < 0x80) {
            ++at;
            continue;
        }
        if (at + 1 == bytes.size()) return pairs;  // a sample may end inside a pair
        const std::uint8_t trail = byte_at(bytes, at + 1);
        const bool letter = (trail >= 0x41 && trail <= 0x5A) || (trail >= 0x61 && trail <= 0x7A);
        const bool right_trail =
            korean ? letter || (trail >= 0x81 && trail <= 0xFE) : trail >= 0x40 && trail <= 0xFE && trail != 0x7F;
        if (lead == 0x80 || lead == 0xFF || !right_trail) {
            pairs.right = false;
            return pairs;
        }
        ++pairs.all;
        if (lead >= 0xB0 && lead <= 0xC8 && trail >= 0xA1) ++pairs.hangul;
        if (lead >= 0xB0 && lead <= 0xF7 && trail >= 0xA1) ++pairs.hanzi;
        if (lead >= 0xA1 && lead <= 0xAC && trail >= 0xA1) ++pairs.symbols;
        at += 2;
    }
    return pairs;
}

bool packed_data(std::string_view bytes) {
    return bytes.starts_with("\x1F\x8B"sv) || bytes.starts_with("\x28\xB5\x2F\xFD"sv) || bytes.starts_with("BZh"sv) ||
           bytes.starts_with("PK\x03\x04"sv) ||
           bytes.starts_with(
               "\xFD"
               "7zXZ\0"sv);
}

// UTF-16 without a byte order mark: ASCII text has a zero in every second byte.
std::optional<TextEncoding> bare_utf16(std::string_view bytes) {
    const std::size_t size = std::min<std::size_t>(bytes.size(), 512) & ~std::size_t{1};
    if (size < 4) return std::nullopt;
    std::size_t even = 0;
    std::size_t odd = 0;
    for (std::size_t at = 0; at < size; at += 2) {
        even += bytes[at] == '\0' ? 1U : 0U;
        odd += bytes[at + 1] == '\0' ? 1U : 0U;
    }
    const std::size_t pairs = size / 2;
    if (odd * 10 >= pairs * 4 && even * 10 < pairs) return TextEncoding::utf16_le;
    if (even * 10 >= pairs * 4 && odd * 10 < pairs) return TextEncoding::utf16_be;
    return std::nullopt;
}

const char* encoding_sentence(TextEncoding encoding) {
    switch (encoding) {
        case TextEncoding::utf16_le:
            return "the file is in UTF-16 (little endian), not in UTF-8; save it as UTF-8";
        case TextEncoding::utf16_be:
            return "the file is in UTF-16 (big endian), not in UTF-8; save it as UTF-8";
        case TextEncoding::utf32:
            return "the file is in UTF-32, not in UTF-8; save it as UTF-8";
        case TextEncoding::cp949:
            return "the file is in CP949 (EUC-KR, Korean), not in UTF-8; save it as UTF-8";
        case TextEncoding::gb18030:
            return "the file is in GBK (GB18030, Chinese), not in UTF-8; save it as UTF-8";
        case TextEncoding::packed:
            return "the file holds compressed data and its name does not say so; hand in the plain text, or name the "
                   "file with the ending of its codec where such files are read";
        default:
            break;
    }
    return "the file is not text in UTF-8; save it as UTF-8";
}

}  // namespace

TextEncoding detect_encoding(std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF"sv) && valid_utf8(bytes)) return TextEncoding::utf8_bom;
    if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv)) return TextEncoding::utf32;
    if (bytes.starts_with("\xFF\xFE"sv)) return TextEncoding::utf16_le;
    if (bytes.starts_with("\xFE\xFF"sv)) return TextEncoding::utf16_be;
    if (const auto utf16 = bare_utf16(bytes)) return *utf16;
    if (valid_utf8(bytes)) return TextEncoding::utf8;
    if (packed_data(bytes)) return TextEncoding::packed;
    const std::string_view sample = bytes.substr(0, kSample);
    const Pairs korean = count_pairs(sample, true);
    if (korean.right && korean.hangul > 0 && (korean.hangul + korean.symbols) * 100 >= korean.all * 90)
        return TextEncoding::cp949;
    const Pairs chinese = count_pairs(sample, false);
    if (chinese.right && chinese.hanzi > 0 && (chinese.hanzi + chinese.symbols) * 100 >= chinese.all * 90)
        return TextEncoding::gb18030;
    return TextEncoding::unknown;
}

Utf8Text as_utf8(std::string_view bytes) {
    const TextEncoding encoding = detect_encoding(bytes);
    if (encoding == TextEncoding::utf8) return {bytes, std::nullopt};
    if (encoding == TextEncoding::utf8_bom)
        return {bytes.substr(3), Flaw{Severity::note,
                                      "byte-order-mark",
                                      {},
                                      "line 1",
                                      "the file begins with a UTF-8 byte order mark, which is left out"}};
    std::string at = "line 1";
    if (encoding == TextEncoding::cp949 || encoding == TextEncoding::gb18030 || encoding == TextEncoding::unknown) {
        const std::size_t bad = std::min(first_bad_utf8(bytes), bytes.size());
        const auto line = std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(bad), '\n') + 1;
        at = "line " + std::to_string(line);
    }
    return {{}, Flaw{Severity::fatal, "encoding", {}, std::move(at), encoding_sentence(encoding)}};
}

namespace {

void append_utf8(std::string& out, std::uint32_t code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | code >> 6);
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | code >> 12);
        out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | code >> 18);
        out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
        out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

}  // namespace

std::optional<std::string> decode_utf16(std::string_view bytes) {
    const bool big_endian = bytes.starts_with("\xFE\xFF");
    if (!big_endian && !bytes.starts_with("\xFF\xFE")) return std::nullopt;
    bytes.remove_prefix(2);
    const auto unit = [&](std::size_t i) {
        const auto first = static_cast<unsigned char>(bytes[i]), second = static_cast<unsigned char>(bytes[i + 1]);
        return static_cast<std::uint32_t>(big_endian ? first << 8 | second : second << 8 | first);
    };
    std::string out;
    out.reserve(bytes.size() / 2);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        const std::uint32_t high = unit(i);
        const bool pair =
            high >= 0xD800 && high < 0xDC00 && i + 3 < bytes.size() && unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000;
        if (pair) {
            append_utf8(out, 0x10000 + ((high - 0xD800) << 10) + (unit(i + 2) - 0xDC00));
            i += 2;
        } else {
            append_utf8(out, high >= 0xD800 && high < 0xE000 ? 0xFFFD : high);
        }
    }
    return out;
}

}  // namespace plangrade
