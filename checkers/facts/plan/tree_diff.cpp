// first_tree_difference: two trees of the same query that were printed in different ways.
#include <algorithm>
#include <array>
#include <vector>

#include "facts/plan/diff.hpp"
#include "facts/plan/renumber.hpp"
#include "facts/plan/tree_view.hpp"

namespace plangrade {
namespace {

// Not of the plan itself, or written differently by each way of printing.
constexpr std::array<std::string_view, 5> kIgnored = {"Statistics", "Table", "Hosting Expression",
                                                      "Hosting operator id", "Input"};
// Operators whose "Arguments" formatted text writes as simple text does.
constexpr std::array<std::string_view, 7> kSameArguments = {
    "Exchange", "BroadcastExchange", "Sort", "AQEShuffleRead", "AdaptiveSparkPlan", "CollectLimit", "GlobalLimit"};

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Plan ids count the plans of a session, so that the same query has others a second time.
std::string without_plan_ids(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t plan = text.find("[plan_id=");
        const std::size_t old = text.find("[id=#");
        const std::size_t at = std::min(plan, old);
        const std::size_t close = at == std::string_view::npos ? at : text.find(']', at);
        if (close == std::string_view::npos) break;
        out += text.substr(0, at);
        out += "[plan_id]";
        text.remove_prefix(close + 1);
    }
    out += text;
    return out;
}

class Comparison {
  public:
    Comparison(const PlanTree& left, const PlanTree& right)
        : left_(left), right_(right), formatted_(is_numbered(left) != is_numbered(right)) {
        const bool subqueries = has_subqueries(left) == has_subqueries(right);
        left_view_ = view_of(left, subqueries);
        right_view_ = view_of(right, subqueries);
    }

    std::optional<TreeDifference> first() {
        if (auto difference = children(std::nullopt, std::nullopt, left_view_.roots, right_view_.roots))
            return difference;
        while (!pending_.empty()) {
            const auto [left, right] = pending_.back();
            pending_.pop_back();
            if (auto difference = nodes(left, right)) return difference;
            if (auto difference = children(left, right, left_view_.children[left], right_view_.children[right]))
                return difference;
        }
        return std::nullopt;
    }

  private:
    static bool is_numbered(const PlanTree& tree) {
        return !tree.nodes.empty() && tree.nodes.front().number.has_value();
    }

    TreeDifference at(std::optional<std::uint32_t> left, std::optional<std::uint32_t> right, std::string what) const {
        TreeDifference difference;
        difference.left = left;
        difference.right = right;
        if (left) difference.left_at = left_.nodes[*left].at;
        if (right) difference.right_at = right_.nodes[*right].at;
        difference.what = std::move(what);
        return difference;
    }

    // Pairs the children for later; they differ at once only where one side has more.
    std::optional<TreeDifference> children(std::optional<std::uint32_t> left, std::optional<std::uint32_t> right,
                                           const std::vector<std::uint32_t>& lefts,
                                           const std::vector<std::uint32_t>& rights) {
        if (lefts.size() != rights.size()) {
            const std::size_t both = std::min(lefts.size(), rights.size());
            for (std::size_t i = 0; i < both; ++i)
                if (left_.nodes[lefts[i]].op != right_.nodes[rights[i]].op) return nodes(lefts[i], rights[i]);
            TreeDifference difference = at(lefts.size() > both ? std::optional(lefts[both]) : left,
                                           rights.size() > both ? std::optional(rights[both]) : right, "children");
            difference.left_value = std::to_string(lefts.size());
            difference.right_value = std::to_string(rights.size());
            return difference;
        }
        for (std::size_t i = lefts.size(); i > 0; --i) pending_.emplace_back(lefts[i - 1], rights[i - 1]);
        return std::nullopt;
    }

    std::optional<TreeDifference> nodes(std::uint32_t left, std::uint32_t right) {
        const PlanNode& a = left_.nodes[left];
        const PlanNode& b = right_.nodes[right];
        if (a.op != b.op) {
            TreeDifference difference = at(left, right, "operator");
            difference.left_value = a.op;
            difference.right_value = b.op;
            return difference;
        }
        for (const PlanAttribute& attribute : a.attributes) {
            const auto other =
                std::find_if(b.attributes.begin(), b.attributes.end(),
                             [&](const PlanAttribute& candidate) { return candidate.name == attribute.name; });
            if (other == b.attributes.end() || attribute.truncated || other->truncated || !counts(a, attribute.name))
                continue;
            const std::string one = left_ids_(comparable(attribute));
            const std::string two = right_ids_(comparable(*other));
            if (one == two || (both_done(a, b) && (attribute.name == "isFinalPlan" || one.starts_with("isFinalPlan="))))
                continue;
            TreeDifference difference = at(left, right, attribute.name);
            difference.left_at = attribute.at;
            difference.right_at = other->at;
            difference.left_value = one;
            difference.right_value = two;
            return difference;
        }
        return std::nullopt;
    }

    // Spark 4.0 logs no update that says isFinalPlan=true where nothing is left to run behind the last stage; a plan
    // that has become a ResultQueryStage has all its stages.
    bool both_done(const PlanNode& a, const PlanNode& b) const {
        const auto done = [](const PlanTree& tree, const PlanNode& node) {
            return node.op == "AdaptiveSparkPlan" && !node.children.empty() &&
                   tree.nodes[node.children.front()].op == "ResultQueryStage";
        };
        return done(left_, a) && done(right_, b);
    }

    bool counts(const PlanNode& node, std::string_view attribute) const {
        if (is_one_of(attribute, kIgnored)) return false;
        if (attribute == "Location") return !formatted_;  // formatted text writes it in another form
        if (attribute != "Arguments") return true;
        if (node.op.ends_with("QueryStage")) return false;  // a stage's number, which another run counts differently
        return !formatted_ || is_one_of(node.op, kSameArguments);
    }

    // "[a#1,b#2]" of simple scans is "[a#1, b#2]" elsewhere
    static std::string comparable(const PlanAttribute& attribute) {
        if (attribute.name != "Output") return without_plan_ids(attribute.value);
        std::string out;
        for (std::size_t i = 0; i < attribute.value.size(); ++i)
            if (attribute.value[i] != ' ' || i == 0 || attribute.value[i - 1] != ',') out += attribute.value[i];
        return out;
    }

    const PlanTree& left_;
    const PlanTree& right_;
    bool formatted_;  // just one of them is formatted text
    TreeView left_view_, right_view_;
    Renumberer left_ids_, right_ids_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pending_;
};

}  // namespace

std::optional<TreeDifference> first_tree_difference(const PlanTree& left, const PlanTree& right) {
    return Comparison(left, right).first();
}

}  // namespace plangrade
