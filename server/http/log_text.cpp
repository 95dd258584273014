#include "http/log_text.hpp"

namespace plangrade {

std::string log_text(std::string_view text, std::size_t most) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (const char c : text.substr(0, most)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\') {
            out += c;
        } else {
            out += "\\x";
            out += kDigits[byte >> 4];
            out += kDigits[byte & 15];
        }
    }
    if (text.size() > most) out += "...";
    return out;
}

}  // namespace plangrade
