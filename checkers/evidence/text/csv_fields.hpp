// The fields of a CSV text, one row at a time. Inner part of the CSV reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/text/csv.hpp"

namespace plangrade {

/// Walks over bytes that it may change: an escaped field is unescaped in place, so that no field needs memory of its
/// own.
class CsvFields {
  public:
    /// `bytes` stays with the caller and must not move while cells look into it.
    CsvFields(std::string& bytes, std::size_t skip, CsvDialect dialect)
        : begin_(bytes.data()), at_(begin_ + skip), end_(begin_ + bytes.size()), dialect_(dialect) {}

    bool at_end() const { return at_ == end_; }
    std::uint64_t line() const { return line_; }  ///< where the next row begins, from 1

    /// Appends the next row's fields, at most `most` of them (the rest of the row is skipped). False where a quoted
    /// field has no end: then everything to the end of the bytes was taken.
    bool next_row(std::vector<Cell>& into, std::size_t most);

    /// The last row was one unquoted field of nothing but blanks.
    bool blank_row() const { return blank_row_; }
    bool only_line_ends_follow() const;
    std::size_t stray_quotes() const { return stray_; }
    std::uint64_t first_stray_quote() const { return first_stray_; }

  private:
    bool quoted_field(Cell& cell);
    void plain_field(Cell& cell);
    void stray_field(Cell& cell, char* from);
    void unescape(Cell& cell) const;
    bool end_of_field();  // true: the row goes on

    char* begin_;
    char* at_;
    char* end_;
    CsvDialect dialect_;
    std::uint64_t line_ = 1;
    std::uint64_t lines_in_row_ = 0;
    bool blank_row_ = false;
    std::size_t stray_ = 0;
    std::uint64_t first_stray_ = 0;
};

}  // namespace plangrade
