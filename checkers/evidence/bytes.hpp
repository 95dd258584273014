// Where an artifact's bytes come from: a file or memory, read at any offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace plangrade {

/// Read-only bytes of known size. Not thread-safe for one object; many objects may read one file at once.
class ByteSource {
  public:
    virtual ~ByteSource() = default;
    virtual std::uint64_t size() const = 0;
    /// Reads up to into.size() bytes at offset; the number read is smaller only at the end (a file that shrank ends
    /// early). Throws std::system_error where the machine fails (EIO).
    virtual std::size_t read_at(std::uint64_t offset, std::span<char> into) = 0;
};

/// Bytes that the caller keeps alive.
class MemorySource final : public ByteSource {
  public:
    explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
    std::uint64_t size() const override { return bytes_.size(); }
    std::size_t read_at(std::uint64_t offset, std::span<char> into) override;

  private:
    std::string_view bytes_;
};

/// An open regular file, by pread(2). Never follows a symbolic link in the last part of the path.
/// Throws std::system_error where the file can't be opened or is no regular file.
class FileSource final : public ByteSource {
  public:
    explicit FileSource(const std::filesystem::path& path);
    ~FileSource() override;
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;
    std::uint64_t size() const override { return size_; }
    std::size_t read_at(std::uint64_t offset, std::span<char> into) override;

  private:
    int fd_;
    std::uint64_t size_ = 0;
};

/// All bytes of a source; the caller has compared size() with its limit before.
std::string read_all(ByteSource& source);

}  // namespace plangrade
