// Runs a program with bytes on its standard input and takes what it writes: in memory files, so that no pipe can fill
// and block.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "http/net.hpp"

namespace plangrade {

struct ProcessResult {
    enum class End { exited, killed, timed_out };
    End end = End::exited;
    int code = 0;     ///< exit status, or the signal
    std::string out;  ///< standard output; empty where it is longer than the limit
    bool out_too_long = false;
    std::string error_text;  ///< the first 4 KiB of standard error
};

struct ProcessLimits {
    std::chrono::steady_clock::duration wall_clock{};
    std::size_t out_bytes = 0;
};

/// In a process group of its own (a terminal's Ctrl-C does not reach it), with an environment of LC_ALL, TZ and
/// sanitizer options only, and no descriptor but the three. Killed at the end of its time, and when the coroutine is
/// destroyed. Throws std::system_error where the program can't be started.
net::awaitable<ProcessResult> run_process(net::thread_pool& pool, std::filesystem::path program,
                                          std::vector<std::string> arguments, std::string input, ProcessLimits limits);

}  // namespace plangrade
