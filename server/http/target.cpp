#include "http/target.hpp"

#include <algorithm>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

namespace plangrade::http {
namespace {

constexpr std::size_t kSegments = 16;
constexpr std::size_t kParameters = 32;

bool plain(const std::string& segment) {
    if (segment.empty() || segment == "." || segment == "..") return false;
    return std::none_of(segment.begin(), segment.end(), [](char c) {
        return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    });
}

}  // namespace

std::optional<std::string> Target::query_value(std::string_view name) const {
    for (const auto& [key, value] : query)
        if (key == name) return value;
    return std::nullopt;
}

std::optional<Target> parse_target(std::string_view text) {
    const auto parsed = boost::urls::parse_origin_form(text);
    if (!parsed) return std::nullopt;
    Target out;
    for (const std::string& segment : parsed->segments()) out.segments.push_back(segment);
    // a slash at the end makes a last empty segment
    if (!out.segments.empty() && out.segments.back().empty()) out.segments.pop_back();
    if (out.segments.size() > kSegments || !std::all_of(out.segments.begin(), out.segments.end(), plain))
        return std::nullopt;
    if (parsed->params().size() > kParameters) return std::nullopt;
    for (const auto& parameter : parsed->params()) out.query.emplace_back(parameter.key, parameter.value);
    return out;
}

}  // namespace plangrade::http
