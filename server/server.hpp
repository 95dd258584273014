// The daemon's two entry points. The command line parses flags and calls one of them.
#pragma once

#include "config.hpp"

namespace plangrade {

/// Runs the daemon until SIGTERM or SIGINT. Returns the exit status: 0 after a clean stop, 2 where it could not start
/// (one line on standard error says why: the port is taken, the data folder is in use or was written by a newer
/// version, ...).
int serve(const ServerConfig& config);

/// What `plangrade worker` does, for the daemon only: one job as JSON on standard input, its result as JSON on standard
/// output.
int run_worker();

}  // namespace plangrade
