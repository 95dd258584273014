#include "evidence/text/utf8.hpp"

#include <simdjson.h>
#include <utf8proc.h>

#include <cstdlib>
#include <memory>

namespace plangrade {
namespace {

std::string mapped(std::string_view text, int options) {
    utf8proc_uint8_t* raw = nullptr;
    const auto length =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                     &raw, static_cast<utf8proc_option_t>(options));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(raw, &std::free);
    if (length < 0) return std::string(text);
    return {reinterpret_cast<const char*>(raw), static_cast<std::size_t>(length)};
}

}  // namespace

bool valid_utf8(std::string_view bytes) {
    return simdjson::validate_utf8(bytes.data(), bytes.size());
}

std::size_t first_bad_utf8(std::string_view bytes) {
    if (valid_utf8(bytes)) return std::string_view::npos;
    const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(bytes.data());
    std::size_t at = 0;
    while (at < bytes.size()) {
        utf8proc_int32_t code = 0;
        const auto step = utf8proc_iterate(data + at, static_cast<utf8proc_ssize_t>(bytes.size() - at), &code);
        if (step <= 0) return at;
        at += static_cast<std::size_t>(step);
    }
    return std::string_view::npos;
}

std::string nfc(std::string_view text) {
    return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string nfkc(std::string_view text) {
    return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
}

}  // namespace plangrade
