#include "evidence/spark/codec_source.hpp"

#include <algorithm>
#include <cstring>

namespace plangrade::spark {
namespace {

constexpr std::size_t kBufferBytes = 128 << 10;

}  // namespace

SourceReader::SourceReader(ByteSource& source)
    : source_(source), size_(source.size()), buffer_(new char[kBufferBytes]), capacity_(kBufferBytes) {}

std::string_view SourceReader::peek(std::size_t count) {
    if (end_ - begin_ >= count) return {buffer_.get() + begin_, count};
    // Room is made only for bytes that the source really has: a length in a block's header costs nothing until then.
    const std::uint64_t left = size_ > offset_ ? size_ - offset_ : 0;
    const std::size_t need = static_cast<std::size_t>(std::min<std::uint64_t>(count, left));
    const std::size_t kept = end_ - begin_;
    if (need > capacity_) {
        std::unique_ptr<char[]> bigger(new char[need]);
        std::memcpy(bigger.get(), buffer_.get() + begin_, kept);
        buffer_ = std::move(bigger);
        capacity_ = need;
    } else {
        std::memmove(buffer_.get(), buffer_.get() + begin_, kept);
    }
    begin_ = 0;
    end_ = kept + source_.read_at(offset_ + kept, std::span(buffer_.get() + kept, capacity_ - kept));
    return {buffer_.get(), std::min(count, end_)};
}

void SourceReader::skip(std::size_t count) {
    begin_ += count;
    offset_ += count;
}

std::size_t BlockStream::read(std::span<char> into) {
    while (position_ == block_.size()) {
        position_ = 0;
        if (!ended_ && next_block()) continue;
        ended_ = true;
        block_.clear();
        return 0;
    }
    const std::size_t count = std::min(into.size(), block_.size() - position_);
    std::memcpy(into.data(), block_.data() + position_, count);
    position_ += count;
    return count;
}

bool BlockStream::stop(std::string code, std::uint64_t offset, std::string message) {
    block_.clear();
    fault_ = StreamFault{std::move(code), offset, std::move(message)};
    return false;
}

bool BlockStream::stop_truncated(std::uint64_t offset, const std::string& what) {
    return stop(
        "truncated", offset,
        what + " ends in the middle: the application was killed while it wrote, or the file was not copied whole");
}

bool BlockStream::stop_too_large(std::uint64_t offset, std::uint64_t bytes) {
    return stop("block-too-large", offset,
                "a block says it holds " + std::to_string(bytes) + " bytes, more than is read (" +
                    limit_text(limits_, "log_block_bytes") + "); nothing after it was read");
}

}  // namespace plangrade::spark
