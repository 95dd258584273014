// The outside of a Parquet file: magic bytes at both ends and the footer's length; its inside is footer.cpp's.
// Format: parquet-format 2.10, README.md ("File format") and Encryption.md (section 5: "PARE").
#include <algorithm>
#include <optional>
#include <string>

#include "evidence/parquet/footer.hpp"
#include "evidence/parquet/magic.hpp"
#include "evidence/parquet/parquet.hpp"

namespace plangrade::parquet {
namespace {

constexpr std::uint64_t kTailRead = 64 << 10;  ///< one read gets the whole footer of nearly every file
constexpr std::uint64_t kHeadRead = 4 << 10;
constexpr std::uint64_t kSmallest = 12;  ///< magic, length, magic
constexpr std::uint64_t kAfterFooter = 8;
constexpr int kEndsTried = 16;
constexpr std::string_view kMagic = "PAR1";
constexpr std::string_view kEncryptedMagic = "PARE";

std::uint32_t little_endian(std::string_view four) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- != 0;) value = value << 8 | static_cast<unsigned char>(four[i]);
    return value;
}

std::string read(ByteSource& source, std::uint64_t offset, std::uint64_t count) {
    std::string out(static_cast<std::size_t>(count), '\0');
    out.resize(source.read_at(offset, out));
    return out;
}

std::string bytes_text(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

class Opener {
  public:
    Opener(ByteSource& source, const Limits& limits, ParquetFile& file, Flaws& flaws)
        : source_(source), limits_(limits), file_(file), flaws_(flaws), size_(source.size()) {}

    void open() {
        file_.bytes = size_;
        if (size_ == 0) return fatal("empty", "", "the file is empty; a Parquet file begins and ends with PAR1");
        tail_at_ = size_ - std::min(size_, kTailRead);
        tail_ = read(source_, tail_at_, size_ - tail_at_);
        head_ = tail_at_ == 0 ? tail_.substr(0, kHeadRead) : read(source_, 0, kMagic.size());
        if (tail_at_ + tail_.size() != size_)
            return fatal("truncated", "", "the file became shorter while it was read");
        const std::string_view end =
            std::string_view(tail_).substr(tail_.size() - std::min<std::size_t>(tail_.size(), kMagic.size()));
        if (head_.starts_with(kEncryptedMagic) && end == kEncryptedMagic)
            return fatal("encrypted", "",
                         "the file is Parquet with an encrypted footer (PARE at both ends); it cannot be read without "
                         "the key, hand in an unencrypted one");
        if (!head_.starts_with(kMagic)) return refuse_head(end);
        if (size_ < kSmallest || end != kMagic) return refuse_end();
        open_footer();
    }

  private:
    void fatal(std::string code, std::string at, std::string message) {
        flaws_.add(Severity::fatal, std::move(code), std::move(at), std::move(message));
    }

    void refuse_head(std::string_view end) {
        if (tail_at_ != 0) head_ = read(source_, 0, kHeadRead);
        const std::string what = looks_like(head_);
        if (end == kMagic && size_ >= kSmallest)
            return fatal("not-parquet", "byte 0",
                         "the file ends with PAR1 but does not begin with it: its beginning is " + what +
                             "; a Parquet file has PAR1 at both ends");
        fatal("not-parquet", "byte 0", "this is " + what + ", not Parquet; a Parquet file begins and ends with PAR1");
    }

    /// The file begins with PAR1 and ends otherwise: something was added, or its end is missing.
    void refuse_end() {
        if (const auto end = real_end())
            return fatal("trailing-bytes", "byte " + std::to_string(*end),
                         bytes_text(size_ - *end) + " follow the end of the Parquet data (" + bytes_text(*end) +
                             "); a Parquet file ends with PAR1");
        fatal("truncated", "byte " + std::to_string(size_),
              "the file begins as Parquet but its end is missing: it is " + bytes_text(size_) +
                  " long and does not end with a footer and PAR1; hand in the whole file");
    }

    /// Where a Parquet file that begins at byte 0 ends before the file does; looked for in the last bytes only.
    std::optional<std::uint64_t> real_end() {
        std::size_t at = tail_.size();
        for (int tries = 0; tries < kEndsTried && at != 0; ++tries) {
            at = tail_.rfind(kMagic, at - 1);
            if (at == std::string::npos || tail_at_ + at < kSmallest - kMagic.size()) return std::nullopt;
            if (at < kMagic.size()) return std::nullopt;
            const std::uint64_t length = little_endian(std::string_view(tail_).substr(at - 4, 4));
            const std::uint64_t footer_end = tail_at_ + at - 4;
            if (length == 0 || length > footer_end - kMagic.size()) continue;
            // a footer begins with its field 1, an i32: the format's version
            if (read(source_, footer_end - length, 1) == "\x15") return tail_at_ + at + kMagic.size();
        }
        return std::nullopt;
    }

    void open_footer() {
        const std::string place = "byte " + std::to_string(size_ - kAfterFooter);
        const std::uint64_t length = little_endian(std::string_view(tail_).substr(tail_.size() - kAfterFooter, 4));
        file_.footer_bytes = length;
        if (length == 0)
            return fatal("bad-footer-length", place, "the footer's length is 0; every Parquet file has a footer");
        if (length > size_ - kSmallest)
            return fatal("bad-footer-length", place,
                         "the footer is said to be " + bytes_text(length) + " long, more than the " +
                             bytes_text(size_) +
                             " of the whole file allow: PAR1 stands at both ends, but what is between is not Parquet");
        if (length > limits_.parquet_footer_bytes)
            return fatal("limit", place,
                         "the footer is " + bytes_text(length) + " long, more than is read (" +
                             limit_text(limits_, "parquet_footer_bytes") + ")");
        const std::uint64_t footer_at = size_ - kAfterFooter - length;
        if (footer_at < tail_at_) {
            tail_ = read(source_, footer_at, length);
            tail_at_ = footer_at;
            if (tail_.size() != length) return fatal("truncated", place, "the file became shorter while it was read");
        }
        const auto footer = std::string_view(tail_).substr(static_cast<std::size_t>(footer_at - tail_at_),
                                                           static_cast<std::size_t>(length));
        decode_footer(footer, footer_at, limits_, file_, flaws_);
    }

    ByteSource& source_;
    const Limits& limits_;
    ParquetFile& file_;
    Flaws& flaws_;
    std::uint64_t size_;
    std::string head_;
    std::string tail_;
    std::uint64_t tail_at_ = 0;
};

}  // namespace

ParquetFile read_parquet_file(const std::string& path, ByteSource& source, const Limits& limits) {
    ParquetFile file;
    file.path = path;
    Flaws flaws(limits);
    Opener(source, limits, file, flaws).open();
    file.sound = !flaws.fatal();
    if (!file.sound) {  // what an unsound footer says is not evidence
        file.rows = 0;
        file.row_groups = 0;
        file.columns.clear();
    }
    file.flaws = flaws.list();
    if (flaws.dropped() != 0)
        file.flaws.push_back({Severity::note, "more-flaws", "", "",
                              std::to_string(flaws.dropped()) + " further flaws are not listed (" +
                                  limit_text(limits, "flaws_per_artifact") + ")"});
    return file;
}

}  // namespace plangrade::parquet
