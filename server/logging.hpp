// Where log lines go.
#pragma once

#include "config.hpp"

namespace plangrade {

/// Sets spdlog's default logger: standard error or a file that is rotated (16 MiB, five of them). Throws std::exception
/// where the file can't be opened.
void set_up_logging(const ServerConfig& config);

}  // namespace plangrade
