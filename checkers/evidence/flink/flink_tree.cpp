#include "evidence/flink/flink_tree.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace plangrade::flink {
namespace {

constexpr std::size_t kLevel = 3;  // characters a level is drawn with

bool is_glyph(std::string_view text) {
    return text.starts_with("+- ") || text.starts_with(":- ");
}

/// Length of the columns before the glyph, or npos where no glyph follows.
std::size_t columns_before_glyph(std::string_view text) {
    std::size_t i = 0;
    while (text.compare(i, kLevel, "   ") == 0 || text.compare(i, kLevel, ":  ") == 0) i += kLevel;
    return is_glyph(text.substr(i)) ? i : std::string_view::npos;
}

std::size_t indent_of(std::string_view text) {
    return std::min(text.find_first_not_of(' '), text.size());
}

/// Operators that read other operators: a tree can't end with one.
bool has_inputs(std::string_view op) {
    constexpr std::array kNames{"Calc",
                                "Exchange",
                                "Sink",
                                "Union",
                                "Expand",
                                "Rank",
                                "Limit",
                                "SortLimit",
                                "Sort",
                                "Deduplicate",
                                "Correlate",
                                "DropUpdateBefore",
                                "Match",
                                "OverAggregate",
                                "MultipleInput",
                                "ChangelogNormalize",
                                "WindowTableFunction",
                                "LogicalProject",
                                "LogicalFilter",
                                "LogicalSink",
                                "LogicalSort",
                                "LogicalUnion",
                                "LogicalCorrelate",
                                "LogicalSnapshot"};
    return std::find(kNames.begin(), kNames.end(), op) != kNames.end() || op.ends_with("Aggregate") ||
           op.ends_with("Join") || op.ends_with("Assigner");
}

bool needs_two_inputs(std::string_view op) {
    constexpr std::array kNames{"Join",         "HashJoin",   "SortMergeJoin", "NestedLoopJoin", "IntervalJoin",
                                "TemporalJoin", "WindowJoin", "AdaptiveJoin",  "LogicalJoin",    "LogicalCorrelate"};
    return std::find(kNames.begin(), kNames.end(), op) != kNames.end();
}

/// `[#2] Exchange(...)`: an input of a multiple input, by its number.
std::optional<std::uint32_t> input_number(std::string_view& text) {
    if (!text.starts_with("[#")) return std::nullopt;
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), number);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || text.substr(length, 2) != "] ") return std::nullopt;
    text.remove_prefix(length + 2);
    return number;
}

std::string shortened(std::string_view text) {
    constexpr std::size_t kMost = 40;
    if (text.size() <= kMost) return std::string(text);
    std::size_t end = kMost;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not inside a character
    return std::string(text.substr(0, end)) + "...";
}

}  // namespace

TextPos TreeLine::at(std::size_t byte_of_text) const {
    std::size_t at = byte + byte_of_text, index = line;
    while (index + 1 < lines->lines.size() && at > lines->lines[index].text.size()) {
        at -= lines->lines[index].text.size() + 1;  // the line feed that joined them
        ++index;
    }
    return lines->at(index, at);
}

bool drawn_as_child(std::string_view text) {
    const std::size_t glyph = text.find_first_not_of(" :");
    if (glyph == std::string_view::npos) return false;
    return is_glyph(text.substr(glyph)) || (glyph > 0 && is_glyph(text.substr(glyph - 1)));
}

TreeReader::TreeReader(std::string title, TextPos at, const Limits& limits, Flaws& flaws)
    : limits_(limits), flaws_(flaws) {
    tree_.title = std::move(title);
    tree_.at = at;
}

void TreeReader::wrong(const char* code, TextPos at, std::string message) {
    // what follows the first fault mostly follows from it
    if (tree_.whole) flaws_.add(Severity::partial, code, place(at), std::move(message));
    tree_.whole = false;
}

void TreeReader::stray(TextPos at) {
    if (stray_.line == 0) stray_ = at;
}

bool TreeReader::take(const TreeLine& line) {
    const std::size_t indent = indent_of(line.text);
    if (drawn_as_child(line.text)) return take_child(line, indent);
    const std::string_view text = line.text.substr(indent);
    const NodeText read = read_node(text);
    const bool called = read.op.size() < text.size() && text[read.op.size()] == '(';
    if (read.op.empty() || !(called || (line.parent && read.whole(text)))) return false;
    close_down_to(0);
    if (tree_.nodes.empty())
        indent_ = indent;
    else if (!after_blank_ || indent != indent_)
        wrong("tree-shape", line.at(indent),
              read.op +
                  " stands here as the root of another tree; Flink parts trees by an empty line and draws all "
                  "other operators with +- or :-. Leading characters may have been lost in copying.");
    return add(line, indent, true, 0);
}

bool TreeReader::take_child(const TreeLine& line, std::size_t indent) {
    if (open_.empty()) {
        const std::size_t glyph = line.text.find('-');
        wrong("tree-shape", line.at(indent), "The tree begins with a child; its root is missing above this line.");
        return add(line, glyph + 2, true, 0);
    }
    const std::string_view text = line.text;
    const std::size_t base = std::min(indent_, indent);
    const std::string_view drawn = text.substr(base);
    const std::size_t columns = columns_before_glyph(drawn);
    if (indent < indent_ || columns == std::string_view::npos) {
        const std::size_t dash = text.find("- ", indent);
        wrong("tree-shape", line.at(indent),
              "This line's mark does not stand in a column of the tree; a level is three characters wide. Leading "
              "blanks may have been lost in copying.");
        return add(line, dash + 2, true, open_.size());
    }
    const std::size_t level = columns / kLevel + 1;
    if (level > open_.size()) {
        wrong("tree-shape", line.at(base + columns),
              "This line stands " + std::to_string(level - open_.size() + 1) +
                  " levels below the line above; a child stands one level below its parent. Lines may be missing.");
    } else {
        check_columns(line, drawn.substr(0, columns), base, level);
    }
    return add(line, base + columns + kLevel, drawn[columns] == '+', std::min(level, open_.size()));
}

void TreeReader::check_columns(const TreeLine& line, std::string_view columns, std::size_t indent, std::size_t level) {
    for (std::size_t depth = 1; depth < level; ++depth) {
        const char shown = columns[(depth - 1) * kLevel];
        if ((shown == ':') == !open_[depth].last) continue;
        wrong("tree-shape", line.at(indent + (depth - 1) * kLevel),
              shown == ':'
                  ? "A ':' stands in a column whose parent has had its last (+-) child; three blanks belong there."
                  : "Three blanks stand in a column whose parent still waits for its last (+-) child; a ':' "
                    "belongs there.");
    }
    if (level < open_.size() && open_[level].last)
        wrong("tree-shape", line.at(indent + columns.size()),
              tree_.nodes[open_[level - 1].node].op + " already has its last (+-) child, in line " +
                  std::to_string(open_[level].at.line) +
                  "; a parent has one. Leading blanks may have been lost in copying.");
}

void TreeReader::close_down_to(std::size_t level) {
    while (open_.size() > level) {
        const Open& closing = open_.back();
        // at `level` itself a sibling follows; deeper ones end here
        if (!closing.last && (open_.size() > level + 1 || level == 0))
            wrong("tree-shape", closing.at,
                  tree_.nodes[closing.node].op +
                      " is drawn with ':-', so a last child drawn with '+-' must follow; it "
                      "is missing.");
        open_.pop_back();
    }
}

bool TreeReader::add(const TreeLine& line, std::size_t byte, bool last, std::size_t level) {
    after_blank_ = false;
    if (full_) return true;
    if (stray_.line != 0 && level > 0)
        wrong("stray-text", stray_,
              "This line is no operator, yet the tree goes on below it. A line may have been wrapped.");
    stray_ = {};
    if (tree_.nodes.size() >= limits_.plan_nodes || level >= limits_.plan_depth) {
        full_ = true;
        const char* name = level >= limits_.plan_depth ? "plan_depth" : "plan_nodes";
        wrong("limit", line.at(byte), "The tree is larger than can be read (" + limit_text(limits_, name) + ").");
        return true;
    }
    close_down_to(level);
    std::string_view text = line.text.substr(std::min(byte, line.text.size()));
    const std::size_t length = text.size();
    PlanNode node;
    node.number = input_number(text);
    byte += length - text.size();
    NodeText read = read_node(text);
    judge(read, text, line, byte);
    node.op = std::move(read.op);
    node.text = text;
    node.at = line.at(byte);
    for (NodeAttribute& item : read.attributes)
        node.attributes.push_back({std::move(item.name), std::move(item.value), false, line.at(byte + item.byte)});
    const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
    if (open_.empty()) {
        tree_.roots.push_back(index);
    } else {
        node.parent = open_.back().node;
        tree_.nodes[open_.back().node].children.push_back(index);
    }
    if (node.op == "MultipleInput" && !tree_.owner) {  // one inside another is not read: Flink writes none
        member_owners_.push_back(index);
        member_lines_.push_back(line);
    }
    open_.push_back({index, last, node.at});
    tree_.nodes.push_back(std::move(node));
    return true;
}

void TreeReader::judge(const NodeText& read, std::string_view text, const TreeLine& line, std::size_t byte) {
    if (read.whole(text)) return;
    if (read.op.empty()) {
        wrong("no-operator", line.at(byte), "An operator's name belongs here, not \"" + shortened(text) + "\".");
    } else if (!read.closed) {
        wrong("cut-line", line.at(byte + text.size()),
              read.op + " breaks off here: a bracket stays open. The line was cut or wrapped.");
    } else {
        wrong("trailing-text", line.at(byte + read.end),
              "Flink writes nothing like \"" + shortened(text.substr(read.end)) + "\" behind " + read.op + ".");
    }
}

void TreeReader::check_leaves() {
    if (tree_.owner) return;  // members end with the multiple input's inputs
    for (const PlanNode& node : tree_.nodes) {
        const bool bare = node.children.empty() && node.attributes.empty();
        const bool short_of_inputs =
            (node.children.empty() && has_inputs(node.op)) || (node.children.size() == 1 && needs_two_inputs(node.op));
        if (!bare && !short_of_inputs) continue;
        wrong("cut-tree", node.at,
              node.op + (node.children.empty() ? " has no input below it" : " has one input and needs two") +
                  "; the tree breaks off here.");
        return;
    }
}

std::vector<PlanTree> TreeReader::finish() {
    close_down_to(0);
    if (!full_) check_leaves();
    std::vector<PlanTree> trees(1);
    for (std::size_t i = 0; i < member_owners_.size(); ++i) members(static_cast<std::uint32_t>(i), trees);
    trees.front() = std::move(tree_);
    return trees;
}

/// `members=[\nHashJoin(...)\n:- [#1] ...\n]`: a whole little tree inside one value, its line ends written as \n.
void TreeReader::members(std::uint32_t which, std::vector<PlanTree>& trees) {
    const PlanNode& owner = tree_.nodes[member_owners_[which]];
    const PlanAttribute* value = attribute(owner, "members");
    if (value == nullptr) return;
    const std::string_view content = inside(value->value);
    TreeReader reader(owner.op + " members", value->at, limits_, flaws_);
    reader.tree_.owner = member_owners_[which];
    const TreeLine& line = member_lines_[which];
    const std::size_t start = static_cast<std::size_t>(value->at.column);
    for (const std::string_view member : split_outside(content, "\\n")) {
        if (member.empty()) continue;
        const auto offset = static_cast<std::size_t>(member.data() - content.data());
        TreeLine inner{member, line.lines, line.line, start + std::string_view("members=").size() + offset, true};
        if (!reader.take(inner)) reader.stray(inner.at(0));
    }
    std::vector<PlanTree> inner = reader.finish();
    if (!inner.front().whole) tree_.whole = false;
    for (PlanTree& tree : inner) trees.push_back(std::move(tree));
}

}  // namespace plangrade::flink
