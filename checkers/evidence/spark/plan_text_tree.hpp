// Trees of plan texts by their glyphs, AQE's plans within plans, and formatted text's numbered operators.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evidence/plan.hpp"
#include "evidence/spark/plan_text_lines.hpp"
#include "limits.hpp"

namespace plangrade::spark::plan_text {

/// Builds the trees of one section line by line: the main tree and its initial plans.
///
/// TreeNode.generateTreeString writes three columns a level: "   " or ":  " for each outer level, then "+- " or ":- ";
/// inner children (subqueries, cached plans) stand two levels deeper. AdaptiveSparkPlanExec writes "+- == Final Plan
/// ==" and below it a tree whose root has no glyph. Of a plan that is adaptive inside another adaptive one (a subquery)
/// Spark forgets the outer indentation.
class TreeBuilder {
  public:
    TreeBuilder(std::string title, TextPos at, const Limits& limits, std::uint64_t nodes_so_far = 0);

    enum class Taken { yes, no, full };
    /// yes: the line belongs to the tree. no: it can't (a blank line, or a line without glyph behind the root that
    /// isn't the rest of a literal). full: a limit is reached, the line is left out.
    Taken take(const Line& line);

    /// Closes the trees: canonical names, numbers, attributes.
    std::vector<PlanTree> finish();

    bool empty() const { return nodes_ == 0; }
    std::uint64_t nodes() const { return nodes_; }  ///< of these trees

  private:
    struct Open {
        std::size_t level;
        std::uint32_t node;
    };
    // A tree, or a tree within one below an AQE heading.
    struct Frame {
        std::size_t tree = 0;                 // index into trees_
        std::size_t level = 0;                // of its root
        std::optional<std::uint32_t> parent;  // of its root
        bool initial = false;
        std::vector<Open> open;  // the path to the last node
    };
    void adaptive_heading(std::string_view title, std::size_t level, const Line& line);
    bool add_node(std::size_t level, std::string_view text, TextPos at);
    bool continues(const Line& line);

    std::uint64_t most_depth_;
    std::uint64_t most_nodes_;
    std::uint64_t nodes_ = 0;
    std::vector<PlanTree> trees_;
    std::vector<std::vector<std::uint32_t>> depths_;           // of each node, tree by tree
    std::vector<std::vector<std::uint32_t>> further_columns_;  // of each node's further lines
    std::vector<Frame> frames_;
    std::string blanks_;  // blank lines that may stand inside a literal
    bool full_ = false;
};

/// `Name (12)`, `Name (12), coalesced`: formatted text's operator in the tree.
struct NumberedName {
    std::string_view name;
    std::optional<std::uint32_t> number;  ///< none: "(unknown)"
    std::string_view suffix;              ///< "coalesced", "Statistics(...)"
};
std::optional<NumberedName> numbered_name(std::string_view text);

}  // namespace plangrade::spark::plan_text
