#include "worker/slots.hpp"

namespace plangrade {

Slot::~Slot() {
    if (of_ != nullptr) of_->give_back();
}

net::awaitable<Slot> Slots::acquire(bool patient) {
    if (running_ < most_running_) {
        ++running_;
        co_return Slot(this);
    }
    if (!patient && full()) co_return Slot();
    const auto executor = co_await net::this_coro::executor;
    auto waiter = std::make_shared<Waiter>(Waiter{net::steady_timer(executor, net::steady_timer::time_point::max())});
    waiting_.push_back(waiter);
    while (!waiter->granted) co_await waiter->timer.async_wait(kAsTuple);
    co_return Slot(this);
}

void Slots::close() {
    closed_ = true;
    waiting_.clear();
}

/// The slot goes straight to the one that has waited longest: running_ stays.
void Slots::give_back() {
    if (closed_) return;
    if (waiting_.empty()) {
        --running_;
        return;
    }
    const auto next = waiting_.front();
    waiting_.pop_front();
    next->granted = true;
    next->timer.cancel();
}

}  // namespace plangrade
