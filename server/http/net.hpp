// Short names for Asio and Beast, and the way from a coroutine to blocking work and back.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/verb.hpp>
#include <boost/system/result.hpp>
#include <type_traits>

namespace plangrade {

namespace net = boost::asio;
namespace beast = boost::beast;
using Socket = net::ip::tcp::socket;

/// For operations whose failure is ordinary: co_await gives (error_code, ...) instead of throwing.
inline constexpr auto kAsTuple = net::as_tuple(net::use_awaitable);

/// Runs `work` on a thread of the pool; the coroutine goes on where it was, and so do exceptions. Everything that
/// touches the disk goes this way: the one thread that serves the network never waits for it.
template <class Work>
net::awaitable<std::invoke_result_t<Work>> blocking(net::thread_pool& pool, Work work) {
    using Result = std::invoke_result_t<Work>;
    auto there = [&work]() -> net::awaitable<Result> { co_return work(); };
    co_return co_await net::co_spawn(pool, std::move(there), net::use_awaitable);
}

}  // namespace plangrade
