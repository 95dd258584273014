#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <thread>

#include "api/app.hpp"
#include "grade.hpp"
#include "http/listener.hpp"
#include "logging.hpp"
#include "server.hpp"

namespace plangrade {
namespace {

constexpr std::size_t kDiskThreads = 4;

std::size_t worker_count(const ServerConfig& config) {
    if (config.workers != 0) return config.workers;
    const unsigned cores = std::thread::hardware_concurrency();
    return cores > 1 ? cores - 1 : 1;
}

/// Each connection takes a descriptor and one more while its body is spooled, each worker five.
void make_room_for_descriptors(const ServerConfig& config) {
    const rlim_t wanted = 2 * config.connections + 5 * worker_count(config) + 64;
    ::rlimit now = {};
    if (::getrlimit(RLIMIT_NOFILE, &now) != 0 || now.rlim_cur >= wanted) return;
    now.rlim_cur = std::min(wanted, now.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &now);
    if (now.rlim_cur < wanted)
        spdlog::warn(
            "{} files may be open at once, {} would be needed for all connections; raise the limit or lower "
            "'connections'",
            now.rlim_cur, wanted);
}

/// Written beside and renamed: who waits for the file never reads half of it.
void write_port(const std::filesystem::path& file, std::uint16_t port) {
    if (file.empty()) return;
    std::filesystem::path beside = file;
    beside += ".new";
    std::ofstream(beside) << port << "\n";
    std::filesystem::rename(beside, file);
}

/// The parts of a running daemon, in the order in which they need each other.
class Daemon {
  public:
    explicit Daemon(const ServerConfig& config)
        : config_(config),
          data_(config.data_dir),
          store_(data_.database()),
          slots_(worker_count(config), config.queue),
          grader_(config, disk_),
          app_{config, data_, store_, slots_, grader_, disk_},
          service_{app_, config, api_routes(), false},
          listener_(context_, service_),
          signals_(context_, SIGTERM, SIGINT) {}

    /// The pool's threads end before what their work refers to goes; then the context goes with the coroutines that are
    /// left.
    ~Daemon() {
        context_.stop();
        disk_.join();
        slots_.close();
    }
    Daemon(const Daemon&) = delete;
    Daemon& operator=(const Daemon&) = delete;

    int run() {
        std::vector<Submission> left = store_.unfinished();  // before new ones come
        write_port(config_.port_file, listener_.port());
        spdlog::info("plangrade {} listens on {} port {}, {} workers, data in {}", grader_version(), config_.host,
                     listener_.port(), worker_count(config_), config_.data_dir.string());
        net::co_spawn(context_, listener_.accept(), net::detached);
        net::co_spawn(context_, recover(std::move(left)), net::detached);
        net::co_spawn(context_, stop_on_signal(), net::detached);
        context_.run();
        spdlog::info("stopped");
        return 0;
    }

  private:
    net::awaitable<void> recover(std::vector<Submission> left) {
        try {
            co_await grade_unfinished(app_, std::move(left));
        } catch (const std::exception& fault) {
            spdlog::error("grading what was left unfinished failed: {}", fault.what());
        }
    }

    /// The first signal lets running requests end, the time or a second signal ends everything: unfinished gradings are
    /// in the store.
    net::awaitable<void> stop_on_signal() {
        co_await signals_.async_wait(kAsTuple);
        spdlog::info("stopping; running requests get {} s", config_.timeouts.shutdown.count());
        listener_.stop();
        net::steady_timer timer(context_, config_.timeouts.shutdown);
        timer.async_wait([this](const boost::system::error_code& error) {
            if (!error) context_.stop();
        });
        signals_.async_wait([this](const boost::system::error_code& error, int) {
            if (!error) context_.stop();
        });
        co_await listener_.drained();
        timer.cancel();
        context_.stop();
    }

    const ServerConfig& config_;
    net::thread_pool disk_{kDiskThreads};
    DataDir data_;
    Store store_;
    Slots slots_;
    Grader grader_;
    App app_;
    http::Service service_;
    net::io_context context_{1};  // after all that its coroutines use
    http::Listener listener_;
    net::signal_set signals_;
};

int can_not_start(const std::string& why) {
    std::fprintf(stderr, "plangrade: %s\n", why.c_str());
    return 2;
}

std::string bind_problem(const ServerConfig& config, const boost::system::error_code& error) {
    const std::string where = config.host + " port " + std::to_string(config.port);
    if (error == net::error::address_in_use) return where + " is taken by another program";
    if (error == net::error::access_denied) return where + ": not permitted; ports below 1024 need a privilege";
    if (error.value() == EADDRNOTAVAIL) return where + ": this machine does not have that address";
    return where + ": can't listen there (error " + std::to_string(error.value()) + ")";
}

}  // namespace

int serve(const ServerConfig& config) {
    std::signal(SIGPIPE, SIG_IGN);
    try {
        set_up_logging(config);
        make_room_for_descriptors(config);
        if (!std::filesystem::is_directory(config.rubrics))
            return can_not_start(config.rubrics.string() + ": there is no such folder of rubrics");
        Daemon daemon(config);
        return daemon.run();
    } catch (const boost::system::system_error& error) {
        return can_not_start(bind_problem(config, error.code()));
    } catch (const std::exception& error) {
        return can_not_start(error.what());
    }
}

}  // namespace plangrade
