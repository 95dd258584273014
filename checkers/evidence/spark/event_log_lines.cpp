#include "evidence/spark/event_log_lines.hpp"

#include <algorithm>
#include <cstring>

namespace plangrade::spark {
namespace {

// Fits a second-level cache together with what a codec needs; larger reads were not faster.
constexpr std::size_t kChunk = 256 << 10;

}  // namespace

LineReader::LineReader(ByteStream& stream, std::uint64_t most)
    : stream_(stream), most_(most), buffer_(new char[kChunk + kPadding]()), capacity_(kChunk) {}

LineReader::Next LineReader::next(std::string_view& line) {
    for (;;) {
        const auto* newline = static_cast<const char*>(std::memchr(buffer_.get() + scanned_, '\n', end_ - scanned_));
        if (newline != nullptr) {
            const auto at = static_cast<std::size_t>(newline - buffer_.get());
            line = {buffer_.get() + begin_, at - begin_};
            begin_ = scanned_ = at + 1;
            newline_ = true;
            return line.size() > most_ ? Next::too_long : Next::line;
        }
        scanned_ = end_;
        if (end_ - begin_ > most_) return pass_over();
        if (fill()) continue;
        line = {buffer_.get() + begin_, end_ - begin_};
        begin_ = scanned_ = end_;
        newline_ = false;
        return line.empty() ? Next::end : Next::line;
    }
}

LineReader::Next LineReader::pass_over() {
    for (;;) {
        begin_ = scanned_ = end_ = 0;
        newline_ = false;
        if (!fill()) return Next::too_long;
        const auto* newline = static_cast<const char*>(std::memchr(buffer_.get(), '\n', end_));
        if (newline == nullptr) continue;
        begin_ = scanned_ = static_cast<std::size_t>(newline - buffer_.get()) + 1;
        newline_ = true;
        return Next::too_long;
    }
}

void LineReader::make_room() {
    const std::size_t kept = end_ - begin_;
    if (kept <= capacity_ / 2) {
        std::memmove(buffer_.get(), buffer_.get() + begin_, kept);
    } else {
        std::unique_ptr<char[]> bigger(new char[2 * capacity_ + kPadding]());
        std::memcpy(bigger.get(), buffer_.get() + begin_, kept);
        buffer_ = std::move(bigger);
        capacity_ *= 2;
    }
    begin_ = 0;
    scanned_ = end_ = kept;
}

bool LineReader::fill() {
    if (end_ == capacity_ || capacity_ - end_ < kChunk / 4) make_room();
    const std::size_t count = stream_.read(std::span(buffer_.get() + end_, capacity_ - end_));
    end_ += count;
    plain_bytes_ += count;
    return count != 0;
}

}  // namespace plangrade::spark
