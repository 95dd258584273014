// Flink's plan trees, line by line. Three characters a level: `+- ` is a parent's last child, `:- ` any other; above a
// parent that is still open the column shows `:  `, else three blanks (RelTreeWriterImpl, Flink 1.14 to 2.3). A text
// that says otherwise was not printed by Flink: leading blanks were lost, lines were removed, or it was typed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flink/flink_lines.hpp"
#include "evidence/flink/flink_node.hpp"

namespace plangrade::flink {

/// One line of a tree, perhaps with further lines of a literal that holds line feeds, and where it stands.
struct TreeLine {
    std::string_view text;
    const Lines* lines = nullptr;
    std::size_t line = 0;  ///< index into lines->lines
    std::size_t byte = 0;  ///< of that line, where `text` begins
    bool parent = false;   ///< the next line is drawn as somebody's child

    TextPos at(std::size_t byte_of_text) const;
};

/// True where a line is drawn as a child: blanks and `:` in columns, then `+- ` or `:- `.
bool drawn_as_child(std::string_view text);

/// Collects the lines of one section's tree or trees. The first thing that Flink can't have printed is a partial flaw
/// with its place and makes the tree not `whole`.
class TreeReader {
  public:
    TreeReader(std::string title, TextPos at, const Limits& limits, Flaws& flaws);

    /// Takes a line that belongs to the tree. False: it is no operator's line.
    bool take(const TreeLine& line);
    /// An empty line: the next root begins another tree.
    void blank() { after_blank_ = true; }
    /// A line that is no operator stood directly behind the last one: wrong only if the tree goes on after it.
    void stray(TextPos at);
    std::size_t nodes() const { return tree_.nodes.size(); }
    /// The tree, and the members of its MultipleInputs as trees of their own. Call once.
    std::vector<PlanTree> finish();

  private:
    struct Open {
        std::uint32_t node;
        bool last;  ///< drawn with `+- `
        TextPos at;
    };

    bool take_child(const TreeLine& line, std::size_t indent);
    void check_columns(const TreeLine& line, std::string_view columns, std::size_t indent, std::size_t level);
    void close_down_to(std::size_t level);
    bool add(const TreeLine& line, std::size_t byte, bool last, std::size_t level);
    void judge(const NodeText& read, std::string_view text, const TreeLine& line, std::size_t byte);
    void check_leaves();
    void members(std::uint32_t owner, std::vector<PlanTree>& trees);
    void wrong(const char* code, TextPos at, std::string message);

    const Limits& limits_;
    Flaws& flaws_;
    PlanTree tree_;
    std::vector<Open> open_;  ///< the path from the root to the last node
    std::vector<TreeLine> member_lines_;
    std::vector<std::uint32_t> member_owners_;
    std::size_t indent_ = 0;
    bool after_blank_ = true;
    bool full_ = false;
    TextPos stray_;
};

}  // namespace plangrade::flink
