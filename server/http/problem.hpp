// An answer that says what is wrong: RFC 9457 problem details.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace plangrade::http {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// What a handler answers. The connection adds length, date, connection and the fields that every answer carries.
struct Response {
    unsigned status = 200;
    std::string content_type;  ///< empty where there is no body
    std::string body;
    Headers headers;
    bool close = false;  ///< end the connection after this answer
};

/// A request that can't be served. `detail` is for the person who sent it; it never says anything about the machine.
struct Problem {
    unsigned status = 500;
    std::string detail;
    nlohmann::json more = nlohmann::json::object();  ///< further members, as "flaws"
    Headers headers;                                 ///< as Retry-After
    bool close = false;
};

Response to_response(const Problem& problem);
Response json_response(unsigned status, const nlohmann::json& body, Headers headers = {});

/// "Not Found" for 404; "Unknown" for numbers that have no name.
const char* reason_of(unsigned status);

}  // namespace plangrade::http
