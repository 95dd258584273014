#include "intake/receive.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <boost/beast/core/string.hpp>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "evidence/digest.hpp"
#include "http/clock.hpp"

namespace plangrade {
namespace {

using beast::http::field;
using http::Problem;

constexpr std::size_t kPiece = 256 << 10;

Problem refused(unsigned status, std::string detail, http::Headers headers = {}) {
    return {status, std::move(detail), nlohmann::json::object(), std::move(headers), true};
}

Problem too_large(std::uint64_t limit) {
    return refused(413, "the archive is larger than it may be (limit submission_packed_bytes: " +
                            std::to_string(limit) + " bytes)");
}

/// What the fields of the head forbid before a byte of the body is read.
std::optional<Problem> look_at_head(const http::Request& request, const ReceiveLimits& limits) {
    if (!request.body.announced())
        return refused(411, "send the archive as the body of the request, with Content-Length or chunked");
    if (request.body.length().value_or(0) > limits.body_bytes) return too_large(limits.body_bytes);
    const auto encoding = request.fields[field::content_encoding];
    if (!encoding.empty() && !beast::iequals(encoding, "identity"))
        return refused(415, "send the archive itself, without a Content-Encoding");
    const auto type = request.fields[field::content_type];
    if (!type.empty() && !beast::iequals(type.substr(0, 12), "application/"))
        return refused(
            415, "send the archive itself as the body (Content-Type: application/octet-stream), not as a form or text",
            {{"Accept-Post", "application/gzip, application/zstd, application/x-tar, application/zip"}});
    return std::nullopt;
}

/// A new file of the spool, its bytes counted into a digest as they are written.
class SpoolFile {
  public:
    explicit SpoolFile(const std::filesystem::path& path)
        : fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)) {
        if (fd_ < 0) throw std::system_error(errno, std::generic_category(), "create a file of the spool");
    }
    ~SpoolFile() { ::close(fd_); }
    SpoolFile(const SpoolFile&) = delete;
    SpoolFile& operator=(const SpoolFile&) = delete;

    void write(std::string_view bytes) {
        digest_.update(bytes);
        while (!bytes.empty()) {
            const ssize_t wrote = ::write(fd_, bytes.data(), bytes.size());
            if (wrote < 0 && errno == EINTR) continue;
            if (wrote < 0) throw std::system_error(errno, std::generic_category(), "write to the spool");
            bytes.remove_prefix(static_cast<std::size_t>(wrote));
        }
    }
    std::string sha256() { return digest_.hex(); }

  private:
    int fd_;
    Sha256 digest_;
};

}  // namespace

net::awaitable<boost::system::result<std::unique_ptr<Received>, Problem>> receive(http::Request& request,
                                                                                  const DataDir& data,
                                                                                  net::thread_pool& disk,
                                                                                  ReceiveLimits limits) {
    if (auto problem = look_at_head(request, limits)) co_return std::move(*problem);
    const std::uint64_t free = co_await blocking(disk, [&data] { return data.free_bytes(); });
    if (free < limits.min_free_disk + request.body.length().value_or(0))
        co_return refused(507, "the server's disk is nearly full; nothing was stored", {{"Retry-After", "600"}});

    auto out = std::make_unique<Received>(Received{SpoolEntry(data, ".body"), {}, 0, 0});
    auto file = co_await blocking(disk, [&out] { return std::make_unique<SpoolFile>(out->file.path()); });
    std::vector<char> piece(kPiece);
    while (true) {
        const auto got = co_await request.body.read(piece);
        if (!got) co_return got.error();
        if (*got == 0) break;
        out->bytes += *got;
        if (out->bytes > limits.body_bytes) co_return too_large(limits.body_bytes);
        const std::string_view bytes(piece.data(), *got);
        co_await blocking(disk, [&file, bytes] { file->write(bytes); });
    }
    out->complete_ms = now_ms();
    out->sha256 = file->sha256();
    co_return out;
}

}  // namespace plangrade
