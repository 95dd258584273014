#include "worker/grader.hpp"

#include <spdlog/spdlog.h>

#include <system_error>

#include "grade.hpp"
#include "http/log_text.hpp"
#include "verdict.hpp"
#include "worker/process.hpp"

namespace plangrade {
namespace {

using nlohmann::json;

constexpr std::size_t kResultBytes = 64 << 20;

std::string text(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string end_text(const ProcessResult& result, std::chrono::seconds limit) {
    switch (result.end) {
        case ProcessResult::End::timed_out:
            return "it took longer than " + std::to_string(limit.count()) + " s and was stopped";
        case ProcessResult::End::killed:
            return "the grader crashed on it (signal " + std::to_string(result.code) + ")";
        case ProcessResult::End::exited:
            break;
    }
    if (result.out_too_long) return "the result was too large";
    return "the grader failed on it (status " + std::to_string(result.code) + ")";
}

}  // namespace

Confinement Grader::confinement() const {
    // Two threads may use more than the wall clock; beyond twice of it something is wrong.
    return {config_.worker_memory, 2 * static_cast<std::uint64_t>(config_.timeouts.grade.count()) + 5};
}

net::awaitable<Grader::Outcome> Grader::run(json job, const char* what) {
    std::vector<std::string> arguments{"worker"};
    const ProcessLimits limits{config_.timeouts.grade, kResultBytes};
    const ProcessResult done =
        co_await run_process(pool_, config_.worker_program, std::move(arguments), text(job), limits);
    if (done.end == ProcessResult::End::exited && done.code == 0 && !done.out_too_long) {
        json result = json::parse(done.out, nullptr, false);
        if (result.is_object()) co_return Outcome{std::move(result), {}};
    }
    if (done.end == ProcessResult::End::exited && done.code == kWorkerDiskFull)
        throw std::system_error(std::make_error_code(std::errc::no_space_on_device), what);
    Outcome failed{std::nullopt, end_text(done, config_.timeouts.grade)};
    spdlog::error("{} failed: {}; {}", what, failed.problem, log_text(done.error_text, 2000));
    co_return failed;
}

net::awaitable<UnpackResult> Grader::unpack(UnpackJob job) {
    const Outcome outcome = co_await run(to_json(job, config_.limits, confinement()), "unpacking");
    UnpackResult out;
    if (!outcome.result) {
        out.flaws.push_back({{"at", ""},
                             {"code", "not-unpacked"},
                             {"severity", "fatal"},
                             {"message", "the archive could not be unpacked: " + outcome.problem}});
        co_return out;
    }
    const json& result = *outcome.result;
    out.usable = !result.at("fatal").get<bool>();
    out.flaws = result.at("flaws");
    out.digest = result.at("digest").get<std::string>();
    for (const json& file : result.at("files"))
        out.files.push_back({file.at("path").get<std::string>(), file.at("size").get<std::uint64_t>(),
                             file.at("blob").get<std::string>()});
    co_return out;
}

net::awaitable<NewVerdict> Grader::grade(std::string lab, std::vector<TreeFile> files, std::string digest) {
    const GradeJob job{lab, config_.rubrics, std::move(files)};
    const Outcome outcome = co_await run(to_json(job, config_.limits, confinement()), "grading");
    if (!outcome.result) co_return no_verdict(lab, digest, "this submission could not be graded: " + outcome.problem);
    const json& result = *outcome.result;
    if (result.contains("rubric_errors")) {
        std::string reasons;
        for (const json& reason : result.at("rubric_errors"))
            reasons += (reasons.empty() ? "" : "; ") + reason.get<std::string>();
        spdlog::error("the rubric of {} can't be used: {}", log_text(lab), log_text(reasons, 2000));
        co_return no_verdict(lab, digest, "the rubric of this lab can't be used; tell your teacher",
                             "the rubric of this lab can't be used: " + reasons);
    }
    co_return NewVerdict{grader_version(), result.at("rubric").get<std::string>(), result.at("gradable").get<bool>(),
                         text(result.at("student")), text(result.at("teacher"))};
}

NewVerdict Grader::no_verdict(const std::string& lab, const std::string& digest, const std::string& problem,
                              const std::string& for_teacher) {
    Verdict verdict;
    verdict.gradable = false;
    verdict.lab = lab;
    verdict.submission = digest;
    verdict.problem = problem;
    NewVerdict out{grader_version(), "", false, text(to_json(view(verdict, Audience::student))), ""};
    if (!for_teacher.empty()) verdict.problem = for_teacher;
    out.teacher = text(to_json(verdict));
    return out;
}

}  // namespace plangrade
