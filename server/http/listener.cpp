#include "http/listener.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

namespace plangrade::http {
namespace {

constexpr std::chrono::milliseconds kBackOff{100};

// Sent without waiting whether it fits: the kernel's empty buffer takes it.
constexpr std::string_view kTooMany =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 10\r\nConnection: close\r\n\r\n";

}  // namespace

Listener::Listener(net::io_context& context, Service& service)
    : context_(context), service_(service), acceptor_(context), drained_(context) {
    const net::ip::tcp::endpoint endpoint(net::ip::make_address(service.config.host), service.config.port);
    acceptor_.open(endpoint.protocol());
    acceptor_.set_option(net::socket_base::reuse_address(true));
    acceptor_.bind(endpoint);
    acceptor_.listen(net::socket_base::max_listen_connections);
    drained_.expires_at(net::steady_timer::time_point::max());
}

bool Listener::admit(const net::ip::tcp::socket& socket) const {
    if (open_.size() >= service_.config.connections) return false;
    boost::system::error_code error;
    const auto remote = socket.remote_endpoint(error);
    if (error || remote.address().is_loopback()) return !error;
    const auto count = open_of_.find(remote.address().to_string());
    return count == open_of_.end() || count->second < service_.config.connections_per_address;
}

net::awaitable<void> Listener::accept() {
    while (acceptor_.is_open()) {
        auto [error, accepted] = co_await acceptor_.async_accept(context_.get_executor(), kAsTuple);
        if (error == net::error::operation_aborted) break;
        if (error) {
            // No descriptor or memory is free: the waiting client stays in the kernel's queue.
            spdlog::warn("no connection could be accepted (error {}); trying again", error.value());
            net::steady_timer timer(context_, kBackOff);
            co_await timer.async_wait(kAsTuple);
            continue;
        }
        net::ip::tcp::socket socket(std::move(accepted));
        if (!admit(socket)) {
            boost::system::error_code ignored;
            socket.non_blocking(true, ignored);
            socket.send(net::buffer(kTooMany), 0, ignored);
            socket.shutdown(net::ip::tcp::socket::shutdown_send, ignored);
            continue;
        }
        auto connection = std::make_shared<Connection>(std::move(socket), service_);
        net::co_spawn(context_, hold(std::move(connection)), net::detached);
    }
}

net::awaitable<void> Listener::hold(std::shared_ptr<Connection> connection) {
    open_.insert(connection.get());
    ++open_of_[connection->client()];
    co_await connection->run();
    open_.erase(connection.get());
    if (const auto count = open_of_.find(connection->client()); --count->second == 0) open_of_.erase(count);
    if (open_.empty()) drained_.cancel();
}

void Listener::stop() {
    service_.stopping = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    const std::set<Connection*> open = open_;
    for (Connection* connection : open) connection->stop_if_idle();
}

net::awaitable<void> Listener::drained() {
    while (!open_.empty()) co_await drained_.async_wait(kAsTuple);
}

}  // namespace plangrade::http
