// What the daemon is told: one YAML file, then flags over it. Plain data.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "limits.hpp"
#include "verdict.hpp"

namespace plangrade {

/// A configuration that can't be used: "plangrade.yaml line 3: ...", one line, for a person.
struct ConfigError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Timeouts {
    std::chrono::seconds header{10};    ///< from the first byte of a request to the end of its head
    std::chrono::seconds idle{30};      ///< between requests, and between two pieces of a body
    std::chrono::seconds write{30};     ///< for an answer, and a second more for each 16 KiB of it
    std::chrono::seconds grade{120};    ///< wall clock of one grading; then the worker is killed
    std::chrono::seconds shutdown{30};  ///< what running requests get after SIGTERM
};

struct ServerConfig {
    std::string host = "127.0.0.1";   ///< a numeric address
    std::uint16_t port = 8080;        ///< 0: any free one, see port_file
    std::filesystem::path port_file;  ///< the real port is written here once the daemon listens; empty: nowhere
    std::filesystem::path data_dir = "plangrade-data";
    std::filesystem::path rubrics = "rubrics";

    unsigned workers = 0;                      ///< gradings at once; 0: one for each core but one, at least one
    std::size_t queue = 64;                    ///< gradings that wait; more are answered 503
    std::uint64_t worker_memory = 4ULL << 30;  ///< address space of one worker in bytes; 0: not limited
    std::filesystem::path worker_program = "/proc/self/exe";  ///< run as `PROGRAM worker`; not in the file

    Audience view = Audience::student;  ///< what a request without the teacher's token sees
    std::string teacher_token_sha256;   ///< 64 lower-case hexadecimal digits; empty: there is no token

    std::size_t connections = 512;  ///< open at once
    std::size_t connections_per_address =
        64;  ///< of one client address; loopback addresses are not counted (a proxy stands there)
    std::uint64_t min_upload_rate = 16 << 10;    ///< bytes a second that a body must average once 30 s have passed
    std::uint64_t min_free_disk = 256ULL << 20;  ///< bytes that stay free; uploads are refused below

    Timeouts timeouts;
    Limits limits;
    std::string log_level = "info";  ///< trace, debug, info, warn, error
    std::filesystem::path log_file;  ///< empty: standard error
};

/// Reads a YAML file over the defaults. Relative paths in it are relative to its folder. Unknown keys, keys given twice
/// and values of the wrong kind are refused with their line. Throws ConfigError.
ServerConfig load_config(const std::filesystem::path& file);

/// "127.0.0.1:8080", "[::1]:0" or ":8080" into host and port. Throws ConfigError.
void set_listen(ServerConfig& config, const std::string& text);

/// The SHA-256 of the token in a file (surrounding white space is dropped), for teacher_token_sha256. Throws
/// ConfigError where the file can't be read or the token is shorter than 20 characters: it would be guessed.
std::string token_file_sha256(const std::filesystem::path& file);

}  // namespace plangrade
