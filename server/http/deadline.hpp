// The time one operation of a socket may take.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>

namespace plangrade::http {

/// While it lives, the socket's operations are cancelled at `when`; late() tells that this happened. The socket stays
/// open, so that the client can still be told (beast::tcp_stream would close it). Must not outlive the socket.
class Deadline {
  public:
    Deadline(boost::asio::ip::tcp::socket& socket, std::chrono::steady_clock::time_point when)
        : timer_(socket.get_executor(), when), state_(std::make_shared<State>()) {
        timer_.async_wait([&socket, state = state_](const boost::system::error_code& error) {
            if (error || state->over) return;
            state->late = true;
            boost::system::error_code ignored;
            socket.cancel(ignored);
        });
    }
    ~Deadline() { state_->over = true; }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    bool late() const { return state_->late; }

  private:
    struct State {
        bool late = false;
        bool over = false;
    };
    boost::asio::steady_timer timer_;
    std::shared_ptr<State> state_;
};

}  // namespace plangrade::http
