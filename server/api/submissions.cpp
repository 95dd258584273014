#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>

#include "api/handlers.hpp"
#include "intake/receive.hpp"

namespace plangrade::api {
namespace {

using http::Problem;
using http::Request;
using http::Response;

constexpr std::size_t kKeyCharacters = 200;

/// An archive that was received and unpacked, and the slot to grade it in. Everything in the spool goes with it.
struct Taken {
    std::unique_ptr<Received> received;
    std::unique_ptr<SpoolEntry> folder;
    UnpackResult unpacked;
    Slot slot;
};
using TakenOr = boost::system::result<std::unique_ptr<Taken>, Problem>;

net::awaitable<TakenOr> take(App& app, Request& request, bool durable) {
    if (app.slots.full()) co_return busy();
    const ReceiveLimits limits{app.config.limits.submission_packed_bytes, app.config.min_free_disk};
    auto received = co_await receive(request, app.data, app.disk, limits);
    if (!received) co_return received.error();
    Slot slot = co_await app.slots.acquire();
    if (!slot) co_return busy();
    auto out = std::make_unique<Taken>(Taken{std::move(*received), nullptr, {}, std::move(slot)});
    out->folder = co_await blocking(app.disk, [&app] {
        auto folder = std::make_unique<SpoolEntry>(app.data, ".files");
        std::filesystem::create_directory(folder->path());
        return folder;
    });
    // g++ 12 destroys a braced temporary inside of a co_await expression twice: arguments have names.
    UnpackJob job{out->received->file.path(), out->folder->path(), durable};
    out->unpacked = co_await app.grader.unpack(std::move(job));
    if (!out->unpacked.usable) co_return unusable(out->unpacked);
    co_return out;
}

/// Removes a large folder where it holds up nobody.
net::awaitable<void> drop(App& app, std::unique_ptr<Taken> taken) {
    co_await blocking(app.disk, [&taken] {
        taken->folder.reset();
        const SpoolEntry gone(std::move(taken->received->file));
    });
}

/// The key of the request; a 400 where it is none.
boost::system::result<std::string, Problem> idempotency_key(const Request& request) {
    const auto value = request.fields["Idempotency-Key"];
    const std::string key(value.data(), value.size());
    if (key.size() > kKeyCharacters || std::any_of(key.begin(), key.end(), [](char c) { return c < 0x21 || c > 0x7E; }))
        return problem(400, "Idempotency-Key must be up to 200 printable ASCII characters");
    return key;
}

Response stored(const Submission& submission, Audience who, unsigned status) {
    return http::json_response(status, json_of(submission, who),
                               {{"Location", "/api/v1/submissions/" + submission.id}});
}

net::awaitable<Response> answer_stored(App& app, const std::string& id, Audience who) {
    const auto submission = co_await blocking(app.disk, [&app, &id] { return app.store.find(id); });
    co_return stored(submission.value(), who, 201);
}

/// The Idempotency-Key came before: with the same archive that is one submission sent twice.
net::awaitable<Response> answer_earlier(App& app, const NewSubmission& again, Audience who) {
    const auto before =
        co_await blocking(app.disk, [&] { return app.store.find_by_key(again.lab, again.idempotency_key); });
    if (before && before->body_sha256 == again.body_sha256) co_return stored(*before, who, 200);
    co_return to_response(problem(409, "another archive was handed in with this Idempotency-Key"));
}

}  // namespace

net::awaitable<Response> submit(App& app, Request& request) {
    const std::string lab = request.parameters.at("lab");
    const auto who = audience(app, request);
    if (!who) co_return to_response(who.error());
    const auto key = idempotency_key(request);
    if (!key) co_return to_response(key.error());
    if (const auto missing = co_await missing_lab(app, lab)) co_return to_response(*missing);

    auto taken = co_await take(app, request, true);
    if (!taken) co_return to_response(taken.error());
    const Received& received = *(*taken)->received;
    NewSubmission submission;
    submission.id = new_id();
    submission.lab = lab;
    submission.received_first_ms = request.received_ms;
    submission.received_ms = received.complete_ms;
    submission.body_sha256 = received.sha256;
    submission.body_bytes = received.bytes;
    submission.digest = (*taken)->unpacked.digest;
    submission.flaws = (*taken)->unpacked.flaws.dump();
    submission.idempotency_key = *key;
    submission.files = (*taken)->unpacked.files;
    // First the files, then the row that names them: a row is never without its files.
    const bool added = co_await blocking(app.disk, [&] {
        app.data.publish(submission.files, (*taken)->folder->path());
        return app.store.add(submission);
    });
    if (!added) co_return co_await answer_earlier(app, submission, *who);
    co_await grade_stored(app, submission.id, lab, submission.digest, std::move(submission.files));
    co_await drop(app, std::move(*taken));
    co_return co_await answer_stored(app, submission.id, *who);
}

net::awaitable<Response> show_submission(App& app, Request& request) {
    const auto who = audience(app, request);
    if (!who) co_return to_response(who.error());
    const std::string id = request.parameters.at("id");
    const auto submission = co_await blocking(app.disk, [&app, &id] { return app.store.find(id); });
    if (!submission) co_return to_response(problem(404, "there is no submission of this id"));
    co_return http::json_response(200, json_of(*submission, *who));
}

net::awaitable<Response> grade_only(App& app, Request& request) {
    const std::string lab = request.parameters.at("lab");
    const auto who = audience(app, request);
    if (!who) co_return to_response(who.error());
    if (request.target.query_value("format").value_or("json") != "json")
        co_return to_response(problem(400, "the only format is: json"));
    if (const auto missing = co_await missing_lab(app, lab)) co_return to_response(*missing);

    auto taken = co_await take(app, request, false);
    if (!taken) co_return to_response(taken.error());
    std::vector<TreeFile> tree;
    for (const StoredFile& file : (*taken)->unpacked.files)
        tree.push_back({file.path, file.size, (*taken)->folder->path() / file.blob.substr(0, 2) / file.blob});
    const NewVerdict verdict = co_await app.grader.grade(lab, std::move(tree), (*taken)->unpacked.digest);
    co_await drop(app, std::move(*taken));
    const std::string& text = *who == Audience::teacher ? verdict.teacher : verdict.student;
    co_return Response{200, "application/json", text + "\n", {}, false};
}

}  // namespace plangrade::api

namespace plangrade {

constexpr int kMostAttempts = 3;

net::awaitable<void> grade_unfinished(App& app, std::vector<Submission> left) {
    for (const Submission& submission : left) {
        if (submission.attempts >= kMostAttempts) {
            const NewVerdict given_up =
                Grader::no_verdict(submission.lab, submission.digest,
                                   "this submission could not be graded: the grader stopped three times on it");
            co_await blocking(app.disk, [&] { app.store.finish(submission.id, given_up); });
            spdlog::error("submission {} is given up after {} attempts", submission.id, submission.attempts);
            continue;
        }
        const Slot slot = co_await app.slots.acquire(true);
        auto files = co_await blocking(app.disk, [&] { return app.store.files(submission.id); });
        spdlog::info("submission {} was left {}; it is graded again", submission.id, submission.state);
        co_await api::grade_stored(app, submission.id, submission.lab, submission.digest, std::move(files));
    }
}

std::span<const http::Route> api_routes() {
    using beast::http::verb;
    static constexpr std::array kRoutes{
        http::Route{verb::get, "/healthz", api::health},
        http::Route{verb::get, "/api/v1/labs", api::list_labs},
        http::Route{verb::post, "/api/v1/labs/{lab}/submissions", api::submit},
        http::Route{verb::post, "/api/v1/labs/{lab}/grade", api::grade_only},
        http::Route{verb::get, "/api/v1/submissions/{id}", api::show_submission},
    };
    return kRoutes;
}

}  // namespace plangrade
