#include "http/body.hpp"

#include <algorithm>
#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>

#include "http/deadline.hpp"

namespace plangrade::http {
namespace {

// Beast would read 512 bytes at a time into an empty buffer; this is ten times as fast.
constexpr std::size_t kReadBytes = 64 << 10;

}  // namespace

Body::Body(Socket& socket, beast::flat_buffer& buffer, Parser& parser, BodyLimits limits)
    : socket_(socket), buffer_(buffer), parser_(parser), limits_(limits), begun_(std::chrono::steady_clock::now()) {}

std::optional<std::uint64_t> Body::length() const {
    const auto length = parser_.content_length();
    return length ? std::optional<std::uint64_t>(*length) : std::nullopt;
}

net::awaitable<beast::error_code> Body::invite() {
    invited_ = true;
    begun_ = std::chrono::steady_clock::now();
    parser_.eager(true);
    if (parser_.get()[beast::http::field::expect].empty() || parser_.get().version() < 11 || buffer_.size() != 0)
        co_return beast::error_code{};
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    const Deadline deadline(socket_, begun_ + limits_.write);
    const auto [error, sent] = co_await net::async_write(socket_, net::buffer(kContinue), kAsTuple);
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

net::awaitable<beast::error_code> Body::read_more() {
    const std::size_t room = std::min(kReadBytes, buffer_.max_size() - buffer_.size());
    if (room == 0) co_return beast::error_code(beast::http::error::buffer_overflow);
    const Deadline until(socket_, deadline());
    const auto [error, bytes] = co_await socket_.async_read_some(buffer_.prepare(room), kAsTuple);
    buffer_.commit(bytes);
    co_return until.late() ? beast::error_code(beast::error::timeout) : error;
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
        beast::error_code error = beast::http::error::need_more;
        if (buffer_.size() != 0) {
            const std::size_t left = body.size;
            buffer_.consume(parser_.put(buffer_.data(), error));
            received_ += left - body.size;
        }
        if (error == beast::http::error::need_more) error = co_await read_more();
        if (error && error != beast::http::error::need_buffer) co_return problem_of(error);
    }
    co_return Filled(boost::system::in_place_value, into.size() - body.size);
}

}  // namespace plangrade::http
