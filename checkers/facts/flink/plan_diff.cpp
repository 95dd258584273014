#include "facts/flink/plan_diff.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "evidence/flink/flink_plan.hpp"

namespace plangrade::flink {
namespace {

constexpr std::size_t kMostCompared = 2000;  // nodes each: comparing takes their product

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool counts(std::string_view attribute) {
    return attribute != "rowcount" && attribute != "cumulative cost" && attribute != "advice" &&
           attribute != "reuse_id";
}

/// Renumbers generated names: what follows a '$' up to the word's end, `EXPR$1`, `$f2_0`, `count1$0`.
class Renumber {
  public:
    std::string operator()(std::string_view text) {
        std::string out;
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t end = word_end(text, i);
            const std::string_view word = text.substr(i, end - i);
            const std::size_t dollar = word.find('$');
            if (dollar == std::string_view::npos ||
                std::none_of(word.begin() + static_cast<std::ptrdiff_t>(dollar), word.end(), is_digit)) {
                out += word;
            } else {
                const auto number = numbers_.emplace(word, numbers_.size() + 1).first->second;
                out += stem(word.substr(0, dollar)) + "$#" + std::to_string(number);
            }
            i = end;
        }
        return out;
    }

  private:
    static std::size_t word_end(std::string_view text, std::size_t i) {
        if (!is_word(text[i]) && text[i] != '$') return i + 1;
        while (i < text.size() && (is_word(text[i]) || text[i] == '$')) ++i;
        return i;
    }
    /// `count1` of `count1$0`: the digit is generated too.
    static std::string stem(std::string_view text) {
        while (!text.empty() && is_digit(text.back())) text.remove_suffix(1);
        return std::string(text);
    }
    std::map<std::string, std::size_t, std::less<>> numbers_;
};

/// Longest common subsequence of two lists, as flags of what belongs to it.
void mark_common(const std::vector<std::size_t>& left, const std::vector<std::size_t>& right,
                 std::vector<bool>& in_left, std::vector<bool>& in_right) {
    const std::size_t columns = right.size() + 1;
    std::vector<std::uint16_t> length((left.size() + 1) * columns);
    for (std::size_t i = left.size(); i-- > 0;)
        for (std::size_t j = right.size(); j-- > 0;)
            length[i * columns + j] = left[i] == right[j]
                                          ? static_cast<std::uint16_t>(length[(i + 1) * columns + j + 1] + 1)
                                          : std::max(length[(i + 1) * columns + j], length[i * columns + j + 1]);
    for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
        if (left[i] == right[j])
            in_left[i++] = in_right[j++] = true;
        else if (length[(i + 1) * columns + j] >= length[i * columns + j + 1])
            ++i;
        else
            ++j;
    }
}

/// Flags of nodes that both plans have in the same order: equal ends first, then what lies between.
void mark_equal(const std::vector<std::string>& left, const std::vector<std::string>& right, std::vector<bool>& in_left,
                std::vector<bool>& in_right) {
    std::size_t front = 0, back = 0;
    const std::size_t most = std::min(left.size(), right.size());
    while (front < most && left[front] == right[front]) in_left[front] = in_right[front] = true, ++front;
    while (back < most - front && left[left.size() - 1 - back] == right[right.size() - 1 - back]) {
        in_left[left.size() - 1 - back] = in_right[right.size() - 1 - back] = true;
        ++back;
    }
    std::map<std::string_view, std::size_t> ids;  // long nodes are compared once, not with each other
    const auto middle = [&](const std::vector<std::string>& list) {
        std::vector<std::size_t> out;
        for (std::size_t i = front; i < list.size() - back; ++i)
            out.push_back(ids.emplace(list[i], ids.size()).first->second);
        return out;
    };
    const std::vector<std::size_t> first = middle(left), second = middle(right);
    if (first.size() > kMostCompared || second.size() > kMostCompared) return;
    std::vector<bool> in_first(first.size()), in_second(second.size());
    mark_common(first, second, in_first, in_second);
    for (std::size_t i = 0; i < in_first.size(); ++i) in_left[front + i] = in_first[i];
    for (std::size_t i = 0; i < in_second.size(); ++i) in_right[front + i] = in_second[i];
}

bool same_tree(const PlanTree* left, const PlanTree* right) {
    if (left == nullptr || right == nullptr) return left == right;
    return normal_nodes(*left) == normal_nodes(*right);
}

}  // namespace

std::vector<std::string> normal_nodes(const PlanTree& tree) {
    Renumber renumber;
    std::vector<std::string> out;
    std::vector<std::size_t> depth(tree.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const PlanNode& node = tree.nodes[i];
        if (node.parent) depth[i] = depth[*node.parent] + 1;
        std::string line(3 * depth[i], ' ');
        line += node.op + "(";
        bool first = true;
        for (const PlanAttribute& attribute : node.attributes) {
            if (!counts(attribute.name)) continue;
            if (!first) line += ", ";
            first = false;
            line += attribute.name.empty() ? renumber(attribute.value)
                                           : renumber(attribute.name) + "=" + renumber(attribute.value);
        }
        out.push_back(line + ")");
    }
    return out;
}

std::vector<PlanChange> plan_changes(const PlanTree& left, const PlanTree& right) {
    const std::vector<std::string> a = normal_nodes(left), b = normal_nodes(right);
    std::vector<bool> in_left(a.size()), in_right(b.size());
    mark_equal(a, b, in_left, in_right);
    std::vector<PlanChange> out;
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        PlanChange change;
        for (; i < a.size() && !in_left[i]; ++i) {
            change.left.push_back(a[i]);
            change.left_lines.push_back(left.nodes[i].at.line);
        }
        for (; j < b.size() && !in_right[j]; ++j) {
            change.right.push_back(b[j]);
            change.right_lines.push_back(right.nodes[j].at.line);
        }
        if (!change.left.empty() || !change.right.empty()) out.push_back(std::move(change));
        if (i < a.size()) ++i;
        if (j < b.size()) ++j;
    }
    return out;
}

bool same_plan(const Plan& left, const Plan& right) {
    return same_tree(tree(left, kPhysical), tree(right, kPhysical)) &&
           same_tree(tree(left, kExecution), tree(right, kExecution));
}

nlohmann::json changes_json(const std::vector<PlanChange>& changes) {
    nlohmann::json out = nlohmann::json::array();
    for (const PlanChange& change : changes)
        out.push_back({{"left", change.left},
                       {"left_lines", change.left_lines},
                       {"right", change.right},
                       {"right_lines", change.right_lines}});
    return out;
}

}  // namespace plangrade::flink
