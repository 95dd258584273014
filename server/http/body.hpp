// The body of one request, read piece by piece as it comes.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include "http/net.hpp"
#include "http/problem.hpp"

namespace plangrade::http {

using Parser = beast::http::request_parser<beast::http::buffer_body>;

/// The parser's buffer never grows beyond this, so neither a chunk's extension nor a trailer can.
constexpr std::size_t kBufferBytes = 128 << 10;

struct BodyLimits {
    std::chrono::seconds idle;
    std::chrono::seconds write;
    std::uint64_t min_rate = 0;  ///< bytes a second after the first kGrace; 0: any
    static constexpr std::chrono::seconds kGrace{30};
};

class Body {
  public:
    using Filled = boost::system::result<std::size_t, Problem>;

    Body(Socket& socket, beast::flat_buffer& buffer, Parser& parser, BodyLimits limits);

    bool announced() const { return parser_.chunked() || parser_.content_length().has_value(); }
    std::optional<std::uint64_t> length() const;  ///< as Content-Length says
    bool finished() const { return parser_.is_done(); }
    std::uint64_t received() const { return received_; }

    /// Fills `into` (fewer bytes only at the end; 0: it was the end before). Sends "100 Continue" first where the
    /// client waits for it: so checks that come before the first read refuse a body unsent. A Problem ends the
    /// connection.
    net::awaitable<Filled> read(std::span<char> into);

  private:
    net::awaitable<beast::error_code> invite();
    net::awaitable<beast::error_code> read_more();
    std::chrono::steady_clock::time_point deadline() const;
    Problem problem_of(const beast::error_code& error) const;

    Socket& socket_;
    beast::flat_buffer& buffer_;
    Parser& parser_;
    BodyLimits limits_;
    std::chrono::steady_clock::time_point begun_;
    std::uint64_t received_ = 0;
    bool invited_ = false;
};

}  // namespace plangrade::http
