// Content-addressed files in one folder: bytes go in, a file named by its SHA-256 comes out whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "evidence/digest.hpp"

namespace plangrade {

/// Writes blobs as <folder>/<first two hexadecimal digits>/<all 64 digits>. Every name is made here; nothing follows a
/// link. Throws std::system_error where the machine fails; what was not finished is removed by then.
class BlobWriter {
  public:
    BlobWriter(const std::filesystem::path& folder, bool durable);
    ~BlobWriter();
    BlobWriter(const BlobWriter&) = delete;
    BlobWriter& operator=(const BlobWriter&) = delete;

    void begin();                        ///< a new blob; one at a time
    void write(std::string_view bytes);  ///< to the blob begun
    std::filesystem::path finish();      ///< the blob under its name; the same content shares one file
    void discard();                      ///< drops the blob begun, if any
    void sync();                         ///< folders, where durable: call once after the last blob

  private:
    std::filesystem::path folder_;
    bool durable_;
    int folder_fd_ = -1;
    int fd_ = -1;
    std::string temporary_;
    std::uint64_t count_ = 0;
    std::unique_ptr<Sha256> digest_;
    std::set<std::string> shards_;
};

}  // namespace plangrade
