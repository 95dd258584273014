#include "evidence/spark/plan_text_details.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "evidence/spark/plan_text_node.hpp"
#include "evidence/spark/plan_text_scan.hpp"

namespace plangrade::spark::plan_text {
namespace {

// What a line must be to end a value whose brackets are still open. Others can be the rest of a literal with line ends.
constexpr std::array<std::string_view, 14> kOfOthers = {
    "Output",    "Input",     "Condition",  "Keys",      "Functions",      "Aggregate Attributes", "Results",
    "Arguments", "Left keys", "Right keys", "Join type", "Join condition", "Left output",          "Right output"};

bool is_known(std::string_view operator_name, std::string_view name) {
    const bool scan = operator_name.find("Scan ") != std::string_view::npos;
    if (scan) return is_scan_tag(name);
    return std::find(kOfOthers.begin(), kOfOthers.end(), name) != kOfOthers.end();
}

constexpr std::size_t kMostAttributes = 64;  // of one block; Spark's largest have about twelve

struct Named {
    std::string_view name;
    std::string_view value;
};

bool is_name(std::string_view name) {
    if (name.empty() || name.size() > 48 || name[0] < 'A' || name[0] > 'Z') return false;
    return std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' || c == '_' ||
               c == '.';
    });
}

std::string_view without_count(std::string_view name) {
    if (!name.ends_with(']')) return name;
    const std::size_t open = name.rfind(" [");
    if (open == std::string_view::npos) return name;
    const std::string_view count = name.substr(open + 2, name.size() - open - 3);
    const bool digits = !count.empty() && count.find_first_not_of("0123456789") == std::string_view::npos;
    return digits ? name.substr(0, open) : name;
}

// "Output [3]: [a#1, b#2, c#3]", "Condition : (a#1 = 2)", "Arguments: coalesced", "Functions: []"
std::optional<Named> named(std::string_view line) {
    const std::size_t colon = line.substr(0, 64).find(':');
    if (colon == std::string_view::npos || (colon + 1 < line.size() && line[colon + 1] != ' ')) return std::nullopt;
    const std::string_view name = without_count(trim(line.substr(0, colon)));
    if (!is_name(name)) return std::nullopt;
    return Named{name, trim(line.substr(colon + 1))};
}

std::optional<std::uint32_t> number_in(std::string_view text, std::string_view open, char close) {
    const std::size_t at = text.find(open);
    if (at == std::string_view::npos) return std::nullopt;
    std::uint32_t number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data() + at + open.size(), end, number);
    if (result.ec != std::errc() || result.ptr == end || *result.ptr != close) return std::nullopt;
    return number;
}

}  // namespace

bool DetailReader::take(const Line& line) {
    if (line.text.empty()) {
        open_ = false;
        return false;
    }
    if (heading(line)) return true;
    return open_ && (attribute(line) || continues(line));
}

// "(3) Filter [codegen id : 1]", "(11) ReusedExchange [Reuses operator id: 4]", "(unknown) Project"
bool DetailReader::heading(const Line& line) {
    if (!line.text.starts_with('(')) return false;
    const std::size_t close = line.text.find(") ");
    if (close == std::string_view::npos) return false;
    Block block;
    block.number = number_in(line.text.substr(0, close + 1), "(", ')');
    if (!block.number && line.text.substr(1, close - 1) != "unknown") return false;
    std::string_view name = line.text.substr(close + 2);
    if (name.ends_with(']')) {
        for (const std::string_view mark : {" [codegen id : ", " [Reuses operator id: "}) {
            const std::size_t at = name.rfind(mark);
            if (at == std::string_view::npos) continue;
            const std::optional<std::uint32_t> id = number_in(name.substr(at), mark, ']');
            if (mark.starts_with(" [codegen")) block.codegen = id;
            name = name.substr(0, at);
        }
    }
    block.name = trim(name);
    block.at = {line.number, line.column};
    blocks_.push_back(std::move(block));
    open_ = true;
    brackets_ = {};
    return true;
}

bool DetailReader::attribute(const Line& line) {
    const std::optional<Named> found = named(line.text);
    if (!found) return false;
    if (!brackets_.balanced() && !is_known(blocks_.back().name, found->name)) return false;
    Block& block = blocks_.back();
    // Spark writes each name once: the other one is part of a literal with line ends, and which one it is can't be told
    for (const PlanAttribute& other : block.attributes) block.repeats = block.repeats || other.name == found->name;
    if (block.attributes.size() < kMostAttributes)
        block.attributes.push_back(
            {std::string(found->name), std::string(found->value), false, TextPos{line.number, line.column}});
    brackets_ = {};
    for (const char c : found->value) brackets_.feed(c);
    return true;
}

bool DetailReader::continues(const Line& line) {
    if (brackets_.balanced() || blocks_.back().attributes.empty()) return false;
    std::string& value = blocks_.back().attributes.back().value;
    value += '\n';
    value += line.text;
    for (const char c : line.text) brackets_.feed(c);
    return true;
}

void DetailReader::apply(const std::vector<PlanTree*>& trees, std::size_t text_bytes, Flaws& flaws) const {
    std::map<std::uint32_t, std::vector<PlanNode*>> nodes;
    for (PlanTree* tree : trees)
        for (PlanNode& node : tree->nodes)
            if (node.number) nodes[*node.number].push_back(&node);

    std::size_t budget = 8 * text_bytes + 65536;  // two copies are usual: final and initial plan
    std::set<std::uint32_t> blocks;
    for (const Block& block : blocks_) {
        // Spark prints each operator's block once; of a second one nothing is taken
        if (!block.number || !blocks.insert(*block.number).second) continue;
        const auto found = nodes.find(*block.number);
        if (found == nodes.end()) {
            flaws.add(Severity::partial, "details-without-node", "line " + std::to_string(block.at.line),
                      "the details of operator (" + std::to_string(*block.number) +
                          ") belong to no operator of the tree; the text should be handed in as Spark printed it");
            continue;
        }
        for (PlanNode* node : found->second) {
            node->codegen = block.codegen ? block.codegen : node->codegen;
            for (const PlanAttribute& attribute : block.attributes) {
                const std::size_t bytes = attribute.name.size() + attribute.value.size() + sizeof(PlanAttribute);
                if (bytes > budget) break;
                budget -= bytes;
                add_attribute(*node, attribute.name, attribute.value, attribute.at);
                if (block.repeats) node->attributes.back().truncated = true;
                constexpr std::string_view kFinal = "isFinalPlan=";
                if (node->op == "AdaptiveSparkPlan" && attribute.value.starts_with(kFinal))
                    add_attribute(*node, "isFinalPlan", std::string_view(attribute.value).substr(kFinal.size()),
                                  attribute.at);
            }
        }
    }
    for (PlanTree* tree : trees) {
        const auto bare = std::find_if(tree->nodes.begin(), tree->nodes.end(), [&](const PlanNode& node) {
            return node.number && !blocks.contains(*node.number);
        });
        if (bare == tree->nodes.end()) continue;
        tree->whole = false;
        flaws.add(Severity::partial, "node-without-details", "line " + std::to_string(bare->at.line),
                  "the details of operator (" + std::to_string(*bare->number) +
                      ") are missing; the text should be handed in whole, as Spark printed it");
    }
}

}  // namespace plangrade::spark::plan_text
