// How many gradings run and wait at once. For coroutines of one thread.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

#include "http/net.hpp"

namespace plangrade {

class Slots;

/// The right to run one worker; given back when it goes. Empty: there was no room.
class Slot {
  public:
    Slot() = default;
    explicit Slot(Slots* of) : of_(of) {}
    Slot(Slot&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}
    Slot& operator=(Slot&&) = delete;
    ~Slot();
    explicit operator bool() const { return of_ != nullptr; }

  private:
    Slots* of_ = nullptr;
};

class Slots {
  public:
    Slots(std::size_t running, std::size_t waiting) : most_running_(running), most_waiting_(waiting) {}

    bool full() const { return running_ >= most_running_ && waiting_.size() >= most_waiting_; }
    /// In the order of the calls. An empty slot at once where full(), except with `patient`, which always waits.
    net::awaitable<Slot> acquire(bool patient = false);
    /// For the end of the daemon: nobody waits any more, and what is given back later goes nowhere.
    void close();
    std::size_t running() const { return running_; }
    std::size_t waiting() const { return waiting_.size(); }

  private:
    friend class Slot;
    struct Waiter {
        net::steady_timer timer;
        bool granted = false;
    };
    void give_back();

    std::size_t most_running_;
    std::size_t most_waiting_;
    bool closed_ = false;
    std::size_t running_ = 0;
    std::deque<std::shared_ptr<Waiter>> waiting_;
};

}  // namespace plangrade
