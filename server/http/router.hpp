// Which handler serves a request: a table of method and path pattern. Text in, row out; no sockets.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/body.hpp"
#include "http/problem.hpp"
#include "http/target.hpp"

namespace plangrade {
struct App;
}

namespace plangrade::http {

/// One request as a handler sees it.
struct Request {
    beast::http::verb method;
    Target target;
    std::map<std::string, std::string> parameters;  ///< of the pattern: {"lab", "spark-explain"}
    const beast::http::fields& fields;
    std::int64_t received_ms;  ///< UTC, when its first byte came
    Body& body;
};

using Handler = net::awaitable<Response> (*)(App& app, Request& request);

struct Route {
    beast::http::verb method;
    std::string_view pattern;  ///< "/api/v1/labs/{lab}/grade"
    Handler handler;
};

struct Match {
    const Route* route = nullptr;  ///< nullptr: no such path, or not with this method
    std::map<std::string, std::string> parameters;
    std::string allow;  ///< the methods of this path, as the Allow field has them; empty: no such path
};

/// GET routes serve HEAD as well.
Match find_route(std::span<const Route> routes, beast::http::verb method, const std::vector<std::string>& segments);

}  // namespace plangrade::http
