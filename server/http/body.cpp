#include "http/body.hpp"

#include <algorithm>
#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>

namespace plangrade::http {
namespace {

// Beast reads as much as its buffer has room for, 512 bytes at a time into an empty one: with room, uploads are ten
// times as fast.
constexpr std::size_t kReadBytes = 64 << 10;

}  // namespace

Body::Body(TcpStream& stream, beast::flat_buffer& buffer, Parser& parser, BodyLimits limits)
    : stream_(stream), buffer_(buffer), parser_(parser), limits_(limits), begun_(std::chrono::steady_clock::now()) {}

std::optional<std::uint64_t> Body::length() const {
    const auto length = parser_.content_length();
    return length ? std::optional<std::uint64_t>(*length) : std::nullopt;
}

net::awaitable<beast::error_code> Body::invite() {
    invited_ = true;
    begun_ = std::chrono::steady_clock::now();
    buffer_.reserve(kReadBytes);
    if (parser_.get()[beast::http::field::expect].empty() || parser_.get().version() < 11 || buffer_.size() != 0)
        co_return beast::error_code{};
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    stream_.expires_after(limits_.write);
    const auto [error, sent] = co_await net::async_write(stream_, net::buffer(kContinue), kAsTuple);
    co_return error;
}

std::chrono::steady_clock::time_point Body::deadline() const {
    const auto idle = std::chrono::steady_clock::now() + limits_.idle;
    if (limits_.min_rate == 0) return idle;
    return std::min(idle, begun_ + BodyLimits::kGrace + std::chrono::seconds(received_ / limits_.min_rate));
}

Problem Body::problem_of(const beast::error_code& error) const {
    Problem problem{400, "the body of the request is not framed as HTTP/1.1 says", nlohmann::json::object(), {}, true};
    if (error == beast::error::timeout)
        problem = {408, "the body came too slowly, or stopped", nlohmann::json::object(), {}, true};
    else if (error == beast::http::error::partial_message || error == net::error::eof ||
             error == net::error::connection_reset)
        problem.detail = "the body ended before it was complete";
    return problem;
}

net::awaitable<Body::Filled> Body::read(std::span<char> into) {
    if (!invited_) {
        const beast::error_code failed = co_await invite();
        if (failed) co_return problem_of(failed);
    }
    auto& body = parser_.get().body();
    body.data = into.data();
    body.size = into.size();
    body.more = true;
    while (!parser_.is_done() && body.size != 0) {
        const std::size_t left = body.size;
        stream_.expires_at(deadline());
        const auto [error, bytes] = co_await beast::http::async_read_some(stream_, buffer_, parser_, kAsTuple);
        received_ += left - body.size;
        if (error && error != beast::http::error::need_buffer) co_return problem_of(error);
    }
    co_return Filled(boost::system::in_place_value, into.size() - body.size);
}

}  // namespace plangrade::http
