#include "evidence/spark/plan_text_tree.hpp"

#include <algorithm>
#include <charconv>

#include "evidence/spark/plan_text_node.hpp"
#include "evidence/spark/plan_text_split.hpp"

namespace plangrade::spark::plan_text {
namespace {

struct Glyphs {
    std::size_t level = 0;   // groups of three columns
    bool connector = false;  // the last group is "+- " or ":- "
    std::string_view text;   // behind them
};

Glyphs glyphs_of(std::string_view line) {
    Glyphs glyphs;
    std::size_t at = 0;
    while (!glyphs.connector) {
        const std::string_view group = line.substr(at, 3);
        glyphs.connector = group == "+- " || group == ":- ";
        if (!glyphs.connector && group != "   " && group != ":  ") break;
        at += 3;
        ++glyphs.level;
    }
    glyphs.text = line.substr(at);
    return glyphs;
}

std::optional<std::uint32_t> number_of(std::string_view digits) {
    std::uint32_t number = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || result.ec != std::errc() || result.ptr != digits.data() + digits.size()) return std::nullopt;
    return number;
}

// Takes "*(2) " or "* " off; formatted text's star says no id.
std::string_view without_codegen(std::string_view text, std::optional<std::uint32_t>& codegen) {
    if (text.starts_with("* ")) return text.substr(2);
    if (!text.starts_with("*(")) return text;
    const std::size_t close = text.find(") ");
    if (close == std::string_view::npos) return text;
    const std::optional<std::uint32_t> id = number_of(text.substr(2, close - 2));
    if (!id) return text;
    codegen = id;
    return text.substr(close + 2);
}

bool is_root_title(std::string_view title) {
    return title == "Final Plan" || title == "Current Plan";
}

bool all_numbered(const PlanTree& tree) {
    return std::all_of(tree.nodes.begin(), tree.nodes.end(),
                       [](const PlanNode& node) { return numbered_name(node.text).has_value(); });
}

void read_numbered(PlanNode& node) {
    const std::string text = node.text;
    const NumberedName numbered = *numbered_name(text);
    node.number = numbered.number;
    const OpName name = split_name(numbered.name);
    node.op = canonical_op(name.op);
    if (!name.table.empty()) add_attribute(node, "Table", name.table, node.at);
    constexpr std::string_view kStatistics = "Statistics(";
    if (numbered.suffix.starts_with(kStatistics) && numbered.suffix.ends_with(')'))
        add_attribute(node, "Statistics",
                      numbered.suffix.substr(kStatistics.size(), numbered.suffix.size() - kStatistics.size() - 1),
                      node.at);
}

}  // namespace

std::optional<NumberedName> numbered_name(std::string_view text) {
    // the last "(N)" that ends the line or stands before a comma: a table's name can hold brackets too
    for (std::size_t open = text.rfind(" ("); open != std::string_view::npos && open != 0;
         open = text.rfind(" (", open - 1)) {
        const std::size_t close = text.find(')', open);
        if (close == std::string_view::npos) return std::nullopt;
        const std::string_view inside = text.substr(open + 2, close - open - 2);
        const std::string_view behind = text.substr(close + 1);
        const std::optional<std::uint32_t> number = number_of(inside);
        // Spark 4 adds "(columnarIn=false, columnarOut=true)" to some operators' lines
        if ((number || inside == "unknown") && (behind.empty() || behind.starts_with(", ") || behind.starts_with(" (")))
            return NumberedName{trim(text.substr(0, open)), number, behind.empty() ? behind : behind.substr(2)};
        if (text.size() - open > 200) return std::nullopt;  // suffixes are short; keeps long lines linear
    }
    return std::nullopt;
}

TreeBuilder::TreeBuilder(std::string title, TextPos at, const Limits& limits, std::uint64_t nodes_so_far)
    : most_depth_(limits.plan_depth), most_nodes_(limits.plan_nodes - std::min(limits.plan_nodes, nodes_so_far)) {
    trees_.emplace_back();
    trees_.front().title = std::move(title);
    trees_.front().at = at;
    depths_.emplace_back();
    further_columns_.emplace_back();
    frames_.emplace_back();
}

TreeBuilder::Taken TreeBuilder::take(const Line& line) {
    if (line.text.empty()) {
        blanks_ += '\n';
        return Taken::no;
    }
    const Glyphs glyphs = glyphs_of(line.text);
    const TextPos at{line.number, line.column + static_cast<std::uint32_t>(3 * glyphs.level)};
    if (glyphs.connector) {
        if (const auto title = heading(glyphs.text)) {
            adaptive_heading(*title, glyphs.level, line);
            return full_ ? Taken::full : Taken::yes;
        }
    }
    // a frame is left where a line stands beside or above its root
    while (glyphs.connector && frames_.size() > 1 && glyphs.level <= frames_.back().level) frames_.pop_back();
    const Frame& frame = frames_.back();
    const bool root = !glyphs.connector && frame.open.empty() && glyphs.level == frame.level;
    if (!root && (!glyphs.connector || (frame.open.empty() && frames_.size() == 1)))
        return continues(line) ? Taken::yes : Taken::no;
    if (!add_node(glyphs.level, glyphs.text, at)) return Taken::full;
    further_columns_[frames_.back().tree].push_back(line.column);
    blanks_.clear();
    return Taken::yes;
}

// Spark doesn't escape line ends in literals: what has no glyph goes on with the node before it. Not behind blank
// lines: there a text's tree has ended.
bool TreeBuilder::continues(const Line& line) {
    if (frames_.back().open.empty() || !blanks_.empty()) return false;
    PlanNode& node = trees_[frames_.back().tree].nodes.back();
    node.text += '\n';
    node.text += line.text;
    return true;
}

void TreeBuilder::adaptive_heading(std::string_view title, std::size_t level, const Line& line) {
    const TextPos at{line.number, line.column + static_cast<std::uint32_t>(3 * level)};
    Frame frame;
    frame.level = level;
    if (is_root_title(title)) {
        const Frame& outer = frames_.back();
        frame.tree = outer.tree;
        if (!outer.open.empty()) frame.parent = outer.open.back().node;
        PlanTree& tree = trees_[frame.tree];
        if (frame.tree == 0 && tree.nodes.size() == 1 && tree.title == "Physical Plan") {
            tree.title = title;
            tree.at = at;
        }
    } else {
        // an initial plan stands beside its final plan
        while (frames_.size() > 1 && frames_.back().level > level) frames_.pop_back();
        if (frames_.size() > 1 && frames_.back().level == level) frames_.pop_back();
        frame.tree = trees_.size();
        frame.initial = true;
        trees_.emplace_back();
        trees_.back().title = title;
        trees_.back().at = at;
        depths_.emplace_back();
        further_columns_.emplace_back();
    }
    frames_.push_back(std::move(frame));
    blanks_.clear();
}

bool TreeBuilder::add_node(std::size_t level, std::string_view text, TextPos at) {
    Frame& frame = frames_.back();
    PlanTree& tree = trees_[frame.tree];
    while (!frame.open.empty() && frame.open.back().level >= level) frame.open.pop_back();
    PlanNode node;
    node.parent = frame.open.empty() ? frame.parent : std::optional(frame.open.back().node);
    std::vector<std::uint32_t>& depths = depths_[frame.tree];
    const std::uint32_t depth = node.parent ? depths[*node.parent] + 1 : 0;
    if (full_ || nodes_ >= most_nodes_ || depth >= most_depth_) {
        full_ = true;
        return false;
    }
    ++nodes_;
    const auto index = static_cast<std::uint32_t>(tree.nodes.size());
    const std::string_view name = without_codegen(text, node.codegen);
    node.text = name;
    node.at = {at.line, at.column + static_cast<std::uint32_t>(text.size() - name.size())};
    if (node.parent) {
        tree.nodes[*node.parent].children.push_back(index);
    } else {
        tree.roots.push_back(index);
    }
    tree.nodes.push_back(std::move(node));
    depths.push_back(depth);
    frame.open.push_back({level, index});
    return true;
}

std::vector<PlanTree> TreeBuilder::finish() {
    for (std::size_t t = 0; t < trees_.size(); ++t) {
        PlanTree& tree = trees_[t];
        const bool formatted = all_numbered(tree);
        for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
            PlanNode& node = tree.nodes[n];
            if (formatted) {
                read_numbered(node);
            } else {
                const std::string text = node.text;
                read_line(node, text, Place{node.at, further_columns_[t][n]});
            }
        }
        if (full_) tree.whole = false;
    }
    std::vector<PlanTree> trees = std::move(trees_);
    std::erase_if(trees, [](const PlanTree& tree) { return tree.nodes.empty(); });
    return trees;
}

}  // namespace plangrade::spark::plan_text
