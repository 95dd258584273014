#include "worker/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

extern "C" char** environ;

namespace plangrade {
namespace {

constexpr std::size_t kErrorText = 4 << 10;

[[noreturn]] void fail(const char* what, int error = errno) {
    throw std::system_error(error, std::generic_category(), what);
}

/// A file in memory.
class MemoryFile {
  public:
    explicit MemoryFile(const char* name) : fd_(::memfd_create(name, MFD_CLOEXEC)) {
        if (fd_ < 0) fail("memfd_create");
    }
    ~MemoryFile() { ::close(fd_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    int fd() const { return fd_; }

    void fill(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t wrote = ::write(fd_, bytes.data(), bytes.size());
            if (wrote < 0 && errno == EINTR) continue;
            if (wrote < 0) fail("write a job");
            bytes.remove_prefix(static_cast<std::size_t>(wrote));
        }
        if (::lseek(fd_, 0, SEEK_SET) != 0) fail("rewind a job");
    }

    /// The first `most` bytes.
    std::string read(std::size_t most) const {
        const off_t size = ::lseek(fd_, 0, SEEK_END);
        std::string out(std::min(most, static_cast<std::size_t>(std::max<off_t>(size, 0))), '\0');
        std::size_t at = 0;
        while (at < out.size()) {
            const ssize_t got = ::pread(fd_, out.data() + at, out.size() - at, static_cast<off_t>(at));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            at += static_cast<std::size_t>(got);
        }
        out.resize(at);
        return out;
    }
    std::size_t size() const { return static_cast<std::size_t>(std::max<off_t>(::lseek(fd_, 0, SEEK_END), 0)); }

  private:
    int fd_;
};

/// A running child by its pidfd: signals can't hit another process that got the same number.
class Child {
  public:
    explicit Child(pid_t pid) : fd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {
        if (fd_ >= 0) return;
        const int error = errno;
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        fail("pidfd_open", error);
    }
    ~Child() {
        if (!reaped_) {
            kill();
            siginfo_t ignored = {};
            wait(ignored);
        }
        ::close(fd_);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    int fd() const { return fd_; }
    void kill() const { ::syscall(SYS_pidfd_send_signal, fd_, SIGKILL, nullptr, 0); }
    void wait(siginfo_t& info) {
        while (::waitid(P_PIDFD, static_cast<id_t>(fd_), &info, WEXITED) != 0 && errno == EINTR) {
        }
        reaped_ = true;
    }

  private:
    int fd_;
    bool reaped_ = false;
};

/// LC_ALL and TZ fixed, the sanitizers' options handed on; nothing else of the daemon's environment (it may hold
/// secrets).
std::vector<std::string> environment() {
    std::vector<std::string> out{"LC_ALL=C", "TZ=UTC"};
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text(*variable);
        if (text.substr(0, text.find('=')).ends_with("SAN_OPTIONS")) out.emplace_back(text);
    }
    return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (std::string& text : texts) out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

struct SpawnSettings {
    posix_spawn_file_actions_t actions = {};
    posix_spawnattr_t attributes = {};
    SpawnSettings(int in, int out, int error) {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, in, 0);
        ::posix_spawn_file_actions_adddup2(&actions, out, 1);
        ::posix_spawn_file_actions_adddup2(&actions, error, 2);
        // Sockets and log files of libraries are not close-on-exec: none may live on in a worker.
        ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
        ::posix_spawnattr_init(&attributes);
        sigset_t none, all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &all);
        ::posix_spawnattr_setpgroup(&attributes, 0);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnSettings() {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
};

struct Running {
    MemoryFile in{"job"};
    MemoryFile out{"result"};
    MemoryFile error{"errors"};
    std::unique_ptr<Child> child;
};

void start(Running& running, const std::filesystem::path& program, std::vector<std::string> arguments,
           const std::string& input) {
    running.in.fill(input);
    arguments.insert(arguments.begin(), program.string());
    std::vector<std::string> variables = environment();
    const SpawnSettings settings(running.in.fd(), running.out.fd(), running.error.fd());
    pid_t pid = 0;
    const int failed = ::posix_spawn(&pid, program.c_str(), &settings.actions, &settings.attributes,
                                     pointers(arguments).data(), pointers(variables).data());
    if (failed != 0) fail("start a worker", failed);
    running.child = std::make_unique<Child>(pid);
}

ProcessResult result_of(Running& running, bool timed_out, std::size_t out_bytes) {
    siginfo_t info = {};
    running.child->wait(info);
    ProcessResult out;
    out.end = timed_out                    ? ProcessResult::End::timed_out
              : info.si_code == CLD_EXITED ? ProcessResult::End::exited
                                           : ProcessResult::End::killed;
    out.code = info.si_status;
    out.out_too_long = running.out.size() > out_bytes;
    if (!out.out_too_long) out.out = running.out.read(out_bytes);
    out.error_text = running.error.read(kErrorText);
    return out;
}

}  // namespace

net::awaitable<ProcessResult> run_process(net::thread_pool& pool, std::filesystem::path program,
                                          std::vector<std::string> arguments, std::string input, ProcessLimits limits) {
    const auto executor = co_await net::this_coro::executor;
    Running running;
    co_await blocking(pool, [&] { start(running, program, std::move(arguments), input); });

    // A pidfd is readable once its process has ended. The descriptor is asio's for the wait only; Child closes it.
    net::posix::stream_descriptor ended(executor, running.child->fd());
    net::steady_timer timer(executor, limits.wall_clock);
    bool timed_out = false;
    timer.async_wait([&timed_out, child = running.child.get()](const boost::system::error_code& error) {
        if (error) return;
        timed_out = true;
        child->kill();
    });
    co_await ended.async_wait(net::posix::stream_descriptor::wait_read, kAsTuple);
    timer.cancel();
    ended.release();
    co_return co_await blocking(
        pool, [&running, late = timed_out, most = limits.out_bytes] { return result_of(running, late, most); });
}

}  // namespace plangrade
