#include "evidence/flink/http_head.hpp"

#include <algorithm>

namespace plangrade::flink {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// Where the head that begins at `at` ends; `at` itself where none begins there or it has no end.
std::size_t head_end(std::string_view text, std::size_t at) {
    if (!text.substr(at).starts_with("HTTP/")) return at;
    for (std::size_t line = at; line < text.size();) {
        const std::size_t end = std::min(text.find('\n', line), text.size());
        const std::string_view content = text.substr(line, end - line);
        if (content.find_first_not_of(kBlanks) == std::string_view::npos) return end;
        line = end + 1;
    }
    return at;
}

}  // namespace

std::optional<std::string> without_http_head(std::string_view text, Flaws& flaws) {
    const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    std::size_t begin = std::min(text.find_first_not_of(kBlanks, mark), text.size());
    const std::size_t first = begin;
    for (std::size_t end = head_end(text, begin); end != begin; end = head_end(text, begin))  // 100 Continue, 200 OK
        begin = std::min(text.find_first_not_of(kBlanks, end), text.size());
    if (begin == first) return std::nullopt;
    flaws.add(Severity::note, "http-head", "",
              "The head of an HTTP answer stands before the JSON; it is skipped (curl prints it with -i).");
    std::string out(text);
    std::replace_if(
        out.begin() + static_cast<std::ptrdiff_t>(first), out.begin() + static_cast<std::ptrdiff_t>(begin),
        [](char c) { return c != '\n'; }, ' ');
    return out;
}

}  // namespace plangrade::flink
