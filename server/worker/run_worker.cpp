#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>

#include "server.hpp"
#include "worker/job.hpp"

namespace plangrade {
namespace {

std::string read_input() {
    std::string out;
    std::string piece(64 << 10, '\0');
    while (true) {
        const ssize_t got = ::read(STDIN_FILENO, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return out;
        out.append(piece, 0, static_cast<std::size_t>(got));
    }
}

bool write_output(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t wrote = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
}

}  // namespace

int run_worker() {
    try {
        const nlohmann::json result = do_job(nlohmann::json::parse(read_input()));
        return write_output(result.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) ? 0 : 2;
    } catch (const std::system_error& fault) {
        std::fprintf(stderr, "worker: %s\n", fault.what());
        return fault.code() == std::errc::no_space_on_device ? kWorkerDiskFull : 2;
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "worker: %s\n", fault.what());
        return 2;
    }
}

}  // namespace plangrade
