#include "http/head.hpp"

#include <algorithm>
#include <cstdint>

namespace plangrade::http {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

/// RFC 9110, 5.6.2: what a field's name may consist of.
bool token_char(char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// What the fields say about the body and the host, each counted.
struct Seen {
    std::size_t fields = 0;
    std::size_t hosts = 0;
    std::size_t lengths = 0;
    std::size_t encodings = 0;
    bool only_chunked = true;
};

std::optional<HeadError> look_at_field(std::string_view line, Seen& seen) {
    if (line.front() == ' ' || line.front() == '\t') return HeadError{400, "a header field is folded over two lines"};
    const auto colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    if (colon == std::string_view::npos || name.empty() || !std::all_of(name.begin(), name.end(), token_char))
        return HeadError{400, "a header field has no proper name before its colon"};
    const std::string_view value = trim(line.substr(colon + 1));
    for (const char c : value)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F)
            return HeadError{400, "a header field holds a control character"};
    if (++seen.fields > kHeadFields) return HeadError{431, "the request has more than 100 header fields"};
    if (same_word(name, "Host")) ++seen.hosts;
    if (same_word(name, "Content-Length")) {
        ++seen.lengths;
        if (value.empty() || value.find_first_not_of("0123456789") != std::string_view::npos)
            return HeadError{400, "Content-Length must be one whole number"};
    }
    if (same_word(name, "Transfer-Encoding")) {
        ++seen.encodings;
        seen.only_chunked = seen.only_chunked && same_word(value, "chunked");
    }
    return std::nullopt;
}

std::optional<HeadError> judge(const Seen& seen, bool http_1_0) {
    if (seen.hosts > 1 || (seen.hosts == 0 && !http_1_0))
        return HeadError{400, "the request must have exactly one Host field"};
    if (seen.lengths > 1) return HeadError{400, "Content-Length is given twice"};
    if (seen.encodings == 0) return std::nullopt;
    if (http_1_0) return HeadError{400, "Transfer-Encoding does not exist in HTTP/1.0"};
    if (seen.lengths != 0)
        return HeadError{400, "a request has either Content-Length or Transfer-Encoding, never both"};
    if (seen.encodings > 1 || !seen.only_chunked)
        return HeadError{501, "the only Transfer-Encoding understood is: chunked"};
    return std::nullopt;
}

}  // namespace

std::size_t head_end(std::string_view bytes) {
    const auto end = bytes.find("\r\n\r\n");
    return end == std::string_view::npos ? end : end + 4;
}

std::optional<HeadError> check_head(std::string_view head) {
    if (head.find('\0') != std::string_view::npos) return HeadError{400, "the request's head holds a NUL byte"};
    Seen seen;
    bool http_1_0 = false;
    for (bool first = true;; first = false) {
        const auto end = head.find('\n');
        if (end == std::string_view::npos) break;
        if (end == 0 || head[end - 1] != '\r')
            return HeadError{400, "a line of the request's head does not end with CR LF"};
        const std::string_view line = head.substr(0, end - 1);
        head.remove_prefix(end + 1);
        if (line.find('\r') != std::string_view::npos)
            return HeadError{400, "a line of the request's head holds a lone CR"};
        if (line.empty()) break;
        if (first) {
            if (std::count(line.begin(), line.end(), ' ') != 2)
                return HeadError{400, "the request line must be: METHOD TARGET VERSION"};
            http_1_0 = line.ends_with(" HTTP/1.0");
            if (!http_1_0 && !line.ends_with(" HTTP/1.1"))
                return HeadError{505, "the version must be HTTP/1.1 or HTTP/1.0"};
            continue;
        }
        if (const auto error = look_at_field(line, seen)) return error;
    }
    return judge(seen, http_1_0);
}

}  // namespace plangrade::http
