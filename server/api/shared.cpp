#include <openssl/crypto.h>

#include <algorithm>
#include <boost/beast/core/string.hpp>

#include "api/handlers.hpp"
#include "evidence/digest.hpp"
#include "http/clock.hpp"

namespace plangrade::api {
namespace {

/// The name of a lab is the name of a folder: nothing else may come near the file system.
bool lab_name(std::string_view name) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_.+-").find(c) != std::string_view::npos;
    };
    return !name.empty() && name.size() <= 128 &&
           std::string_view(".+-").find(name.front()) == std::string_view::npos &&
           std::all_of(name.begin(), name.end(), allowed);
}

}  // namespace

http::Problem problem(unsigned status, std::string detail) {
    return {status, std::move(detail), nlohmann::json::object(), {}, false};
}

boost::system::result<Audience, http::Problem> audience(const App& app, const http::Request& request) {
    constexpr std::size_t kScheme = 7;  // "Bearer "
    const auto value = request.fields[beast::http::field::authorization];
    if (!beast::iequals(value.substr(0, kScheme), "Bearer ")) return app.config.view;
    // Digests are compared, in constant time: neither length nor first difference of the token shows.
    const std::string digest = sha256_hex(std::string_view(value.data(), value.size()).substr(kScheme));
    const std::string& wanted = app.config.teacher_token_sha256;
    if (wanted.size() == digest.size() && ::CRYPTO_memcmp(digest.data(), wanted.data(), digest.size()) == 0)
        return Audience::teacher;
    http::Problem wrong = problem(401, "the token is not valid here");
    wrong.headers.emplace_back("WWW-Authenticate", "Bearer");
    return wrong;
}

net::awaitable<std::optional<http::Problem>> missing_lab(App& app, const std::string& lab) {
    bool exists = false;
    if (lab_name(lab)) {
        const auto rubric = app.config.rubrics / lab / "rubric.yaml";
        exists = co_await blocking(app.disk, [&rubric] {
            std::error_code ignored;
            return std::filesystem::is_regular_file(rubric, ignored);
        });
    }
    if (exists) co_return std::nullopt;
    co_return problem(404, "there is no lab of this name; GET /api/v1/labs lists them");
}

http::Problem busy() {
    http::Problem out = problem(
        503, "all workers are busy and enough submissions are waiting; nothing was stored, send it again later");
    out.headers.emplace_back("Retry-After", "10");
    out.close = true;
    return out;
}

http::Problem unusable(const UnpackResult& unpacked) {
    http::Problem out = problem(422, "the archive can't be graded; each of its flaws says why");
    out.more["flaws"] = unpacked.flaws;
    return out;
}

nlohmann::json json_of(const Submission& submission, Audience audience) {
    const std::string& verdict = audience == Audience::teacher ? submission.teacher : submission.student;
    return {{"id", submission.id},
            {"lab", submission.lab},
            {"received", utc_text(submission.received_ms)},
            {"state", submission.state},
            {"flaws", nlohmann::json::parse(submission.flaws)},
            {"verdict", verdict.empty() ? nlohmann::json() : nlohmann::json::parse(verdict)}};
}

net::awaitable<void> grade_stored(App& app, const std::string& id, const std::string& lab, const std::string& digest,
                                  std::vector<StoredFile> files) {
    std::vector<TreeFile> tree = app.data.tree_files(files);
    co_await blocking(app.disk, [&app, &id] { app.store.begin_grading(id); });
    const NewVerdict verdict = co_await app.grader.grade(lab, std::move(tree), digest);
    co_await blocking(app.disk, [&app, &id, &verdict] { app.store.finish(id, verdict); });
}

}  // namespace plangrade::api
