// One client's connection: requests one after another, each with its deadlines, each answered exactly once.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "config.hpp"
#include "http/head.hpp"
#include "http/net.hpp"
#include "http/router.hpp"

namespace plangrade::http {

/// What all connections share. Everything here is used by the network's one thread only.
struct Service {
    App& app;
    const ServerConfig& config;
    std::span<const Route> routes;
    bool stopping = false;  ///< no request after the running one
};

class Connection {
  public:
    Connection(net::ip::tcp::socket socket, Service& service);

    /// Until the client or we end the connection. Throws nothing.
    net::awaitable<void> run();
    /// Ends it now if no request is running, else after the running one (Service::stopping is set).
    void stop_if_idle();
    const std::string& client() const { return client_; }  ///< the address, without the port

  private:
    struct Exchange;

    net::awaitable<void> serve();
    net::awaitable<bool> serve_one();
    net::awaitable<beast::error_code> read_head(std::size_t& length);
    net::awaitable<beast::error_code> read_more(std::chrono::steady_clock::time_point deadline);
    net::awaitable<void> refuse(const HeadError& error);
    net::awaitable<Response> answer(Exchange& exchange);
    net::awaitable<Response> call(const Route& route, Request& request);
    net::awaitable<bool> write(const Response& response, bool head_only, bool keep_alive, unsigned version);
    net::awaitable<void> linger();
    std::string_view buffered() const;
    void log(const Response& response, std::string_view request_line, std::uint64_t body_bytes) const;

    Socket socket_;
    Service& service_;
    std::string client_;
    beast::flat_buffer buffer_{kBufferBytes};
    std::int64_t first_byte_ms_ = 0;
    std::chrono::steady_clock::time_point first_byte_;
    bool idle_ = true;
};

}  // namespace plangrade::http
