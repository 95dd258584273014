// Brackets in plan texts, whose literals are neither quoted nor escaped.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plangrade::spark::plan_text {

/// Follows round, square and curly brackets. A closing bracket without its opening one doesn't count (it is part of a
/// literal), and one that closes an outer bracket closes the inner ones with it: `EqualTo(s,a[b)` is balanced.
class Brackets {
  public:
    void feed(char c);
    bool balanced() const { return open_.empty(); }

  private:
    std::string open_;
    std::array<std::size_t, 3> counts_{};
};

/// Position of the bracket that closes the one at `open`, or npos.
std::size_t closing_bracket(std::string_view text, std::size_t open);

/// Splits at ", " outside brackets: `[a], [b, c], Inner` -> {"[a]", "[b, c]", "Inner"}.
std::vector<std::string_view> split_arguments(std::string_view text);

std::string_view trim(std::string_view text);

/// True where the engine itself has left out a part of a value: cut at its end, or fields, entries or paths left out,
/// or redacted.
bool is_cut(std::string_view value);

}  // namespace plangrade::spark::plan_text
