#include "api/handlers.hpp"
#include "grade.hpp"

namespace plangrade::api {

net::awaitable<http::Response> list_labs(App& app, http::Request&) {
    const auto names = co_await blocking(app.disk, [&app] { return plangrade::list_labs(app.config.rubrics); });
    nlohmann::json labs = nlohmann::json::array();
    for (const std::string& name : names) labs.push_back({{"lab", name}});
    co_return http::json_response(200, {{"labs", std::move(labs)}});
}

net::awaitable<http::Response> health(App& app, http::Request&) {
    const bool healthy =
        co_await blocking(app.disk, [&app] { return app.store.healthy() && app.data.free_bytes() != 0; });
    nlohmann::json body{{"status", healthy ? "ok" : "failing"}, {"version", grader_version()}};
    if (!healthy) body["detail"] = "nothing can be stored";
    co_return http::json_response(healthy ? 200 : 503, body);
}

}  // namespace plangrade::api
