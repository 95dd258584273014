#include <doctest/doctest.h>

#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <csignal>
#include <optional>

#include "worker/process.hpp"
#include "worker/slots.hpp"

using namespace plangrade;
using namespace std::chrono_literals;

namespace {

ProcessResult run(std::vector<std::string> arguments, const std::string& input = "",
                  std::chrono::milliseconds limit = 20s, std::size_t most = 1 << 20) {
    net::thread_pool pool(1);
    net::io_context context(1);
    std::optional<ProcessResult> out;
    const ProcessLimits limits{limit, most};
    auto work = [&]() -> net::awaitable<void> {
        out = co_await run_process(pool, "/bin/sh", arguments, input, limits);
    };
    net::co_spawn(context, work, [](const std::exception_ptr& fault) {
        if (fault) std::rethrow_exception(fault);
    });
    context.run();
    pool.join();
    return out.value();
}

}  // namespace

TEST_CASE("a process gets its input and gives its output") {
    const std::string input(3 << 20, 'x');
    const ProcessResult result = run({"-c", "cat; echo note >&2; exit 3"}, input, 20s, 4 << 20);
    CHECK(result.end == ProcessResult::End::exited);
    CHECK(result.code == 3);
    CHECK(result.out == input);
    CHECK(result.error_text == "note\n");
}

TEST_CASE("a process that crashes, hangs or talks too much is told apart") {
    const ProcessResult crashed = run({"-c", "kill -ABRT $$"});
    CHECK(crashed.end == ProcessResult::End::killed);
    CHECK(crashed.code == SIGABRT);
    const auto start = std::chrono::steady_clock::now();
    CHECK(run({"-c", "exec sleep 60"}, "", 200ms).end == ProcessResult::End::timed_out);
    CHECK(std::chrono::steady_clock::now() - start < 10s);
    const ProcessResult long_one = run({"-c", "echo 123456789"}, "", 20s, 5);
    CHECK(long_one.out_too_long);
    CHECK(long_one.out.empty());
}

TEST_CASE("a process inherits neither descriptors nor the environment") {
    ::setenv("PLANGRADE_SECRET", "x", 1);
    // 3 is the folder itself, open while the shell lists it
    const std::string script = "cd /proc/self/fd; echo ${PLANGRADE_SECRET-none} $LC_ALL $TZ; echo *";
    CHECK(run({"-c", script}).out == "none C UTC\n0 1 2 3\n");
}

TEST_CASE("slots go round in the order of asking, and no more wait than may") {
    net::io_context context(1);
    Slots slots(1, 2);
    std::string order;
    const auto worker = [&](char name, bool patient) -> net::awaitable<void> {
        const Slot slot = co_await slots.acquire(patient);
        order += slot ? name : '-';
        if (!slot) co_return;
        CHECK(slots.running() == 1);
        net::steady_timer timer(context, 1ms);
        co_await timer.async_wait(kAsTuple);
    };
    for (const char name : {'a', 'b', 'c', 'd'}) net::co_spawn(context, worker(name, false), net::detached);
    net::co_spawn(context, worker('e', true), net::detached);
    context.run();
    CHECK(order == "a-bce");
    CHECK(slots.running() == 0);
    CHECK(!slots.full());
}
