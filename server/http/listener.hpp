// Accepts connections, keeps their number bounded, and ends them when the daemon stops.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <set>
#include <string>

#include "http/connection.hpp"

namespace plangrade::http {

class Listener {
  public:
    /// Binds and listens. Throws boost::system::system_error (address_in_use, access_denied, ...).
    Listener(net::io_context& context, Service& service);

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    net::awaitable<void> accept();   ///< until stop()
    void stop();                     ///< no new connections; idle ones end
    net::awaitable<void> drained();  ///< returns once every connection has ended

  private:
    net::awaitable<void> hold(std::shared_ptr<Connection> connection);
    bool admit(const net::ip::tcp::socket& socket) const;

    net::io_context& context_;
    Service& service_;
    net::ip::tcp::acceptor acceptor_;
    net::steady_timer drained_;
    std::set<Connection*> open_;
    std::map<std::string, std::size_t> open_of_;  // by address
};

}  // namespace plangrade::http
