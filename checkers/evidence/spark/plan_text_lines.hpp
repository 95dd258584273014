// Lines of a plan text, each with its place in the text as it was handed in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plangrade::spark::plan_text {

struct Line {
    std::string_view
        text;  ///< without line end, without blanks at its end and without the indentation of the whole text
    std::uint32_t number = 0;  ///< from 1
    std::uint32_t column = 1;  ///< of the text's first byte
};

/// Gives one line after the other; accepts \n, \r\n and \r. A byte order mark is skipped.
class Lines {
  public:
    explicit Lines(std::string_view text);
    /// Takes up to that many blanks off the front of each further line.
    void unindent(std::size_t blanks) { indent_ = blanks; }
    std::optional<Line> next();
    bool byte_order_mark() const { return mark_ != 0; }
    bool carriage_returns() const { return carriage_returns_; }

  private:
    std::string_view rest_;
    std::size_t mark_ = 0;
    std::size_t indent_ = 0;
    std::uint32_t number_ = 0;
    bool carriage_returns_ = false;
};

/// "== Physical Plan ==" -> "Physical Plan"; none: no heading.
std::optional<std::string_view> heading(std::string_view line);

std::size_t leading_blanks(std::string_view line);

/// The text with each byte that is not UTF-8 replaced by U+FFFD, so that what is taken from it can be printed.
std::string with_valid_utf8(std::string_view text);

}  // namespace plangrade::spark::plan_text
