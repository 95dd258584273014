// first_plan_difference: two texts of the same mode, line by line.
#include <algorithm>
#include <vector>

#include "evidence/spark/plan_text_guess.hpp"
#include "evidence/spark/plan_text_lines.hpp"
#include "evidence/text/utf8.hpp"
#include "facts/plan/diff.hpp"
#include "facts/plan/renumber.hpp"

namespace plangrade {
namespace {

using spark::plan_text::Line;
using spark::plan_text::Lines;

// The lines that count of one text, one after the other.
class Text {
  public:
    explicit Text(std::string_view text) : lines_(text) {}

    /// The next line that isn't empty; number 0: the text has ended.
    std::uint32_t next(std::string& out) {
        while (const auto line = lines_.next()) {
            std::string_view text = line->text;
            if (!started_ && !start(text)) continue;
            if (text.empty() || spark::plan_text::is_shell_line(text)) continue;
            out = renumber_(without_statistics(text));
            return line->number;
        }
        out.clear();
        return 0;
    }

  private:
    // Leaves out what stands before the first heading, and finds the indentation of the whole.
    bool start(std::string_view& text) {
        const std::size_t blanks = spark::plan_text::leading_blanks(text);
        if (!spark::plan_text::heading(text.substr(blanks))) return false;
        text.remove_prefix(blanks);
        lines_.unindent(blanks);
        started_ = true;
        return true;
    }

    // "ResultQueryStage (8), Statistics(sizeInBytes=8.0 EiB)"
    static std::string_view without_statistics(std::string_view text) {
        const std::size_t stage = text.find("QueryStage ");
        const std::size_t statistics = text.rfind(", Statistics(sizeInBytes=");
        const bool both = stage != std::string_view::npos && statistics != std::string_view::npos && stage < statistics;
        return both && text.ends_with(')') ? text.substr(0, statistics) : text;
    }

    Lines lines_;
    Renumberer renumber_;
    bool started_ = false;
};

bool has_heading(std::string_view text) {
    Lines lines(text);
    while (const auto line = lines.next())
        if (spark::plan_text::heading(line->text.substr(spark::plan_text::leading_blanks(line->text)))) return true;
    return false;
}

}  // namespace

std::optional<PlanDifference> first_plan_difference(std::string_view left, std::string_view right) {
    // the lines are printed, so they must be UTF-8
    const std::string valid_left = valid_utf8(left) ? std::string() : spark::plan_text::with_valid_utf8(left);
    const std::string valid_right = valid_utf8(right) ? std::string() : spark::plan_text::with_valid_utf8(right);
    if (!valid_left.empty()) left = valid_left;
    if (!valid_right.empty()) right = valid_right;
    Text left_text(left), right_text(right);
    PlanDifference at;
    for (;;) {
        at.left_line = left_text.next(at.left);
        at.right_line = right_text.next(at.right);
        if (at.left_line == 0 && at.right_line == 0) break;
        if (at.left_line != 0 && at.right_line != 0 && at.left == at.right) continue;
        const auto differ = std::mismatch(at.left.begin(), at.left.end(), at.right.begin(), at.right.end());
        at.column = static_cast<std::size_t>(differ.first - at.left.begin());
        return at;
    }
    // two texts without any heading have no line that counts: they are no plans, and never the same plan
    if (!has_heading(left)) return PlanDifference{0, 0, {}, {}, 0};
    return std::nullopt;
}

}  // namespace plangrade
