#include "http/connection.hpp"

#include <spdlog/spdlog.h>

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <new>
#include <system_error>

#include "http/clock.hpp"
#include "http/deadline.hpp"
#include "http/log_text.hpp"

namespace plangrade::http {
namespace {

using beast::http::verb;
using std::chrono::steady_clock;

constexpr std::size_t kFirstRead = 4 << 10;
constexpr std::size_t kAnswerRate = 16 << 10;  // bytes a second that a client must take
constexpr std::chrono::seconds kLingerTime{2};
constexpr std::uint64_t kLingerBytes = 64ULL << 20;

Problem problem(unsigned status, std::string detail, bool close = false) {
    return {status, std::move(detail), nlohmann::json::object(), {}, close};
}

Response no_content(Headers headers) {
    return {204, "", "", std::move(headers), false};
}

}  // namespace

/// One request on its way: what the parser and the body reader need to outlive.
struct Connection::Exchange {
    Parser parser;
    std::optional<Body> body;
};

Connection::Connection(net::ip::tcp::socket socket, Service& service) : socket_(std::move(socket)), service_(service) {
    boost::system::error_code error;
    const auto remote = socket_.remote_endpoint(error);
    client_ = error ? "?" : remote.address().to_string();
    socket_.set_option(net::ip::tcp::no_delay(true), error);
}

void Connection::stop_if_idle() {
    boost::system::error_code ignored;
    if (idle_) socket_.close(ignored);
}

std::string_view Connection::buffered() const {
    const auto data = buffer_.cdata();
    return {static_cast<const char*>(data.data()), data.size()};
}

net::awaitable<void> Connection::run() {
    try {
        co_await serve();
    } catch (const std::exception& fault) {
        spdlog::error("{} connection ended by a fault: {}", client_, log_text(fault.what()));
    }
    boost::system::error_code ignored;
    socket_.shutdown(net::ip::tcp::socket::shutdown_both, ignored);
}

net::awaitable<void> Connection::serve() {
    while (!service_.stopping) {  // g++ 12 miscompiles co_await inside of a condition
        const bool go_on = co_await serve_one();
        if (!go_on) break;
    }
}

net::awaitable<beast::error_code> Connection::read_more(steady_clock::time_point deadline) {
    const Deadline until(socket_, deadline);
    auto room = buffer_.prepare(std::min(kFirstRead, buffer_.max_size() - buffer_.size()));
    const auto [error, bytes] = co_await socket_.async_read_some(room, kAsTuple);
    buffer_.commit(bytes);
    co_return until.late() ? beast::error_code(beast::error::timeout) : error;
}

net::awaitable<beast::error_code> Connection::read_head(std::size_t& length) {
    idle_ = buffer_.size() == 0;
    if (idle_) {
        const beast::error_code error = co_await read_more(steady_clock::now() + service_.config.timeouts.idle);
        if (error) co_return error;
    }
    idle_ = false;
    first_byte_ms_ = now_ms();
    first_byte_ = steady_clock::now();
    while (true) {
        // RFC 9112, 2.2: an empty line before a request is ignored (some clients end a body with one).
        if (buffered().starts_with("\r\n")) buffer_.consume(2);
        length = head_end(buffered());
        if (length != std::string_view::npos || buffer_.size() > kHeadBytes) co_return beast::error_code{};
        const beast::error_code error = co_await read_more(first_byte_ + service_.config.timeouts.header);
        if (error) co_return error;
    }
}

net::awaitable<bool> Connection::serve_one() {
    std::size_t length = 0;
    if (const beast::error_code error = co_await read_head(length); error) {
        if (error == beast::error::timeout && buffer_.size() != 0)
            co_await refuse({408, "the head of the request came too slowly"});
        co_return false;
    }
    if (length == std::string_view::npos || length > kHeadBytes) {
        co_await refuse({431, "the head of the request is longer than 16 KiB"});
        co_return false;
    }
    const std::string head(buffered().substr(0, length));
    if (const auto wrong = check_head(head)) {
        co_await refuse(*wrong);
        co_return false;
    }
    Exchange exchange;
    exchange.parser.header_limit(static_cast<std::uint32_t>(kBufferBytes));
    exchange.parser.body_limit(boost::none);
    beast::error_code error;
    buffer_.consume(exchange.parser.put(net::buffer(head), error));
    if ((error && error != beast::http::error::need_more) || !exchange.parser.is_header_done()) {
        co_await refuse({400, "the head of the request is not as HTTP/1.1 says"});
        co_return false;
    }
    const auto& timeouts = service_.config.timeouts;
    exchange.body.emplace(socket_, buffer_, exchange.parser,
                          BodyLimits{timeouts.idle, timeouts.write, service_.config.min_upload_rate});

    const Response response = co_await answer(exchange);
    const auto& message = exchange.parser.get();
    const bool keep_alive = message.keep_alive() && exchange.body->finished() && !response.close && !service_.stopping;
    const bool sent = co_await write(response, message.method() == verb::head, keep_alive, message.version());
    log(response, std::string_view(head).substr(0, head.find('\r')), exchange.body->received());
    if (sent && !exchange.body->finished()) co_await linger();
    co_return sent&& keep_alive;
}

net::awaitable<Response> Connection::answer(Exchange& exchange) {
    const auto& message = exchange.parser.get();
    const auto text = message.target();
    if (const auto expect = message[beast::http::field::expect];
        !expect.empty() && !beast::iequals(expect, "100-continue"))
        co_return to_response(problem(417, "the only expectation understood is: 100-continue", true));
    if (message.method() == verb::options && text == "*") co_return no_content({{"Allow", "GET, HEAD, POST, OPTIONS"}});
    auto target = parse_target({text.data(), text.size()});
    if (!target) co_return to_response(problem(400, "the path of the request is not one that can be served"));
    Match match = find_route(service_.routes, message.method(), target->segments);
    if (match.allow.empty()) co_return to_response(problem(404, "there is nothing under this path"));
    if (match.route == nullptr) {
        if (message.method() == verb::options) co_return no_content({{"Allow", match.allow}});
        Problem wrong = problem(405, "this path does not know the method; it knows: " + match.allow);
        wrong.headers.emplace_back("Allow", match.allow);
        co_return to_response(wrong);
    }
    Request request{message.method(), std::move(*target), std::move(match.parameters),
                    message,          first_byte_ms_,     *exchange.body};
    co_return co_await call(*match.route, request);
}

net::awaitable<Response> Connection::call(const Route& route, Request& request) {
    try {
        co_return co_await route.handler(service_.app, request);
    } catch (const std::system_error& fault) {
        spdlog::error("{}: {}", route.pattern, log_text(fault.what()));
        if (fault.code() == std::errc::no_space_on_device)
            co_return to_response(problem(507, "the server's disk is full; nothing was stored", true));
    } catch (const std::exception& fault) {
        spdlog::error("{}: {}", route.pattern, log_text(fault.what()));
    }
    co_return to_response(problem(500, "the server failed; nothing was lost, try again later", true));
}

net::awaitable<void> Connection::refuse(const HeadError& error) {
    const Response response = to_response(problem(error.status, error.message, true));
    const bool sent = co_await write(response, false, false, 11);
    const std::string_view bytes = buffered();
    log(response, bytes.substr(0, bytes.find_first_of("\r\n")), 0);
    if (sent) co_await linger();
}

net::awaitable<bool> Connection::write(const Response& response, bool head_only, bool keep_alive, unsigned version) {
    beast::http::response<beast::http::string_body> message;
    message.version(version);
    message.result(response.status);
    message.reason(reason_of(response.status));
    message.set(beast::http::field::date, http_date(now_ms()));
    message.set("X-Content-Type-Options", "nosniff");
    message.set(beast::http::field::cache_control, "no-store");
    if (!response.content_type.empty()) message.set(beast::http::field::content_type, response.content_type);
    for (const auto& [name, value] : response.headers) message.set(name, value);
    message.keep_alive(keep_alive);
    message.body() = response.body;
    if (response.status != 204) message.content_length(response.body.size());
    beast::http::serializer<false, beast::http::string_body> serializer(message);
    serializer.split(head_only);
    const auto size = std::chrono::seconds(response.body.size() / kAnswerRate);
    const Deadline until(socket_, steady_clock::now() + service_.config.timeouts.write + size);
    while (head_only ? !serializer.is_header_done() : !serializer.is_done()) {
        const auto [error, bytes] = co_await beast::http::async_write_some(socket_, serializer, kAsTuple);
        if (error) co_return false;
    }
    co_return true;
}

/// Closing with unread bytes makes the kernel send RST, and the client may never see the answer: take what still comes,
/// for a while.
net::awaitable<void> Connection::linger() {
    boost::system::error_code ignored;
    socket_.shutdown(net::ip::tcp::socket::shutdown_send, ignored);
    buffer_.clear();
    const Deadline until(socket_, steady_clock::now() + kLingerTime);
    for (std::uint64_t dropped = 0; dropped < kLingerBytes && !until.late();) {
        const auto [error, bytes] = co_await socket_.async_read_some(buffer_.prepare(kBufferBytes), kAsTuple);
        if (error) break;
        dropped += bytes;
    }
}

void Connection::log(const Response& response, std::string_view request_line, std::uint64_t body_bytes) const {
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - first_byte_);
    spdlog::info("{} \"{}\" {} in={} out={} ms={}", client_, log_text(request_line), response.status, body_bytes,
                 response.body.size(), took.count());
}

}  // namespace plangrade::http
