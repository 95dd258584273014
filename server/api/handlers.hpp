// The handlers of api_routes(), and what they share.
#pragma once

#include <optional>
#include <string>

#include "api/app.hpp"

namespace plangrade::api {

/// 200 {"labs": [{"lab": "spark-explain"}, ...]}
net::awaitable<http::Response> list_labs(App& app, http::Request& request);

/// 200 {"status": "ok", "version": "0.1.0"}; 503 with "status": "failing" where nothing can be stored.
net::awaitable<http::Response> health(App& app, http::Request& request);

/// Stores and grades the archive in the body. 201 with Location and {"id", "lab", "received", "state", "flaws",
/// "verdict"}. With an Idempotency-Key that came before for this lab: 200 with that submission where the body is the
/// same, else 409.
net::awaitable<http::Response> submit(App& app, http::Request& request);

/// 200 as submit() answered; "verdict" is null as long as it is being graded.
net::awaitable<http::Response> show_submission(App& app, http::Request& request);

/// Grades the archive in the body and stores nothing. 200 with the verdict.
net::awaitable<http::Response> grade_only(App& app, http::Request& request);

// ---- shared

http::Problem problem(unsigned status, std::string detail);

/// Who asks: the teacher where the request carries the teacher's token, else whom the configuration says. A bearer
/// token that is not it is a 401.
boost::system::result<Audience, http::Problem> audience(const App& app, const http::Request& request);

/// A 404 unless there is such a lab.
net::awaitable<std::optional<http::Problem>> missing_lab(App& app, const std::string& lab);

/// A 503 with Retry-After.
http::Problem busy();

/// A 422 with the flaws of an archive that can't be graded.
http::Problem unusable(const UnpackResult& unpacked);

/// {"id", "lab", "received", "state", "flaws", "verdict"}
nlohmann::json json_of(const Submission& submission, Audience audience);

/// Grades a stored submission and stores the verdict. The caller holds a slot.
net::awaitable<void> grade_stored(App& app, const std::string& id, const std::string& lab, const std::string& digest,
                                  std::vector<StoredFile> files);

}  // namespace plangrade::api
