// The body of a request -> one file of the spool, with its digest: streamed, bounded, and gone again unless kept.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "http/router.hpp"
#include "intake/data_dir.hpp"

namespace plangrade {

struct Received {
    SpoolEntry file;
    std::string sha256;
    std::uint64_t bytes = 0;
    std::int64_t complete_ms = 0;  ///< UTC, when the last byte had come
};

/// What a body must keep to; both in bytes.
struct ReceiveLimits {
    std::uint64_t body_bytes = 0;
    std::uint64_t min_free_disk = 0;
};

/// Checks what the head says (length, type, encoding, room on the disk) before the first byte is read, then reads.
net::awaitable<boost::system::result<std::unique_ptr<Received>, http::Problem>> receive(http::Request& request,
                                                                                        const DataDir& data,
                                                                                        net::thread_pool& disk,
                                                                                        ReceiveLimits limits);

}  // namespace plangrade
