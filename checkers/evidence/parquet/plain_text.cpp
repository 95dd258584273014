#include "evidence/parquet/plain_text.hpp"

namespace plangrade::parquet {
namespace {

unsigned at(std::string_view bytes, std::size_t i) {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
}

bool continues(unsigned byte) {
    return (byte & 0xc0) == 0x80;
}

/// Bytes of the character that begins at `i` (RFC 3629, section 4); 0 where none does.
std::size_t character(std::string_view bytes, std::size_t i) {
    const unsigned a = at(bytes, i);
    const unsigned b = at(bytes, i + 1);
    if (a < 0x80) return 1;
    if (a < 0xc2 || a > 0xf4 || !continues(b)) return 0;
    if (a < 0xe0) return 2;
    if (!continues(at(bytes, i + 2))) return 0;
    if (a < 0xf0) return (a == 0xe0 && b < 0xa0) || (a == 0xed && b > 0x9f) ? 0 : 3;
    if (!continues(at(bytes, i + 3))) return 0;
    return (a == 0xf0 && b < 0x90) || (a == 0xf4 && b > 0x8f) ? 0 : 4;
}

}  // namespace

std::string as_utf8(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t length = character(bytes, i);
        if (length == 0) {
            out += "\xef\xbf\xbd";
            ++i;
            continue;
        }
        out += bytes.substr(i, length);
        i += length;
    }
    return out;
}

std::string as_utf8_up_to(std::string_view bytes, std::size_t most) {
    if (bytes.size() <= most) return as_utf8(bytes);
    std::size_t end = most;
    while (end != 0 && continues(at(bytes, end))) --end;  // never through a character
    return as_utf8(bytes.substr(0, end)) + "...";
}

}  // namespace plangrade::parquet
