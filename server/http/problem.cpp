#include "http/problem.hpp"

#include <boost/beast/http/status.hpp>

namespace plangrade::http {
namespace {

/// A verdict may quote bytes of a submission that are not UTF-8: they are shown as U+FFFD rather than thrown over.
std::string dump(const nlohmann::json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

const char* reason_of(unsigned status) {
    if (status == 507) return "Insufficient Storage";
    const auto known = boost::beast::http::int_to_status(status);
    if (known == boost::beast::http::status::unknown) return "Unknown";
    return boost::beast::http::obsolete_reason(known).data();
}

Response to_response(const Problem& problem) {
    nlohmann::json body = problem.more;
    body["type"] = "about:blank";
    body["title"] = reason_of(problem.status);
    body["status"] = problem.status;
    if (!problem.detail.empty()) body["detail"] = problem.detail;
    return {problem.status, "application/problem+json", dump(body), problem.headers, problem.close};
}

Response json_response(unsigned status, const nlohmann::json& body, Headers headers) {
    return {status, "application/json", dump(body), std::move(headers), false};
}

}  // namespace plangrade::http
