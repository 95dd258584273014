#include "http/router.hpp"

#include <optional>

namespace plangrade::http {
namespace {

using Parameters = std::map<std::string, std::string>;

std::optional<Parameters> fit(std::string_view pattern, const std::vector<std::string>& segments) {
    Parameters out;
    std::size_t at = 0;
    pattern.remove_prefix(1);
    while (!pattern.empty()) {
        const auto slash = pattern.find('/');
        const std::string_view part = pattern.substr(0, slash);
        pattern.remove_prefix(slash == std::string_view::npos ? pattern.size() : slash + 1);
        if (at == segments.size()) return std::nullopt;
        if (part.starts_with('{'))
            out.emplace(part.substr(1, part.size() - 2), segments[at]);
        else if (part != segments[at])
            return std::nullopt;
        ++at;
    }
    if (at != segments.size()) return std::nullopt;
    return out;
}

void allow(Match& match, std::string_view method) {
    if (!match.allow.empty()) match.allow += ", ";
    match.allow += method;
}

}  // namespace

Match find_route(std::span<const Route> routes, beast::http::verb method, const std::vector<std::string>& segments) {
    using beast::http::verb;
    Match out;
    for (const Route& route : routes) {
        auto parameters = fit(route.pattern, segments);
        if (!parameters) continue;
        const auto name = beast::http::to_string(route.method);
        allow(out, {name.data(), name.size()});
        if (route.method == verb::get) allow(out, "HEAD");
        if (route.method != method && !(route.method == verb::get && method == verb::head)) continue;
        out.route = &route;
        out.parameters = std::move(*parameters);
    }
    if (!out.allow.empty()) allow(out, "OPTIONS");
    return out;
}

}  // namespace plangrade::http
