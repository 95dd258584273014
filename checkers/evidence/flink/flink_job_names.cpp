// Names and descriptions of vertices. Source of the forms: StreamingJobGraphGenerator.createChainedName and
// JsonPlanGenerator of Flink 1.14, 1.20 and 2.3.
#include <algorithm>
#include <charconv>

#include "evidence/flink/flink_job.hpp"
#include "evidence/flink/flink_node.hpp"

namespace plangrade::flink {
namespace {

/// Chains branch inside each other only as deep as operators are chained; hostile names must not nest without end.
constexpr int kMostNested = 32;

/// `MultipleInput[21] [Source: fact[15], Source: dim[16]]`: sources that moved into it stand behind it.
void add_with_sources(std::string_view text, std::vector<std::string>& out) {
    const std::vector<std::string_view> parts = split_outside(text, " [");
    if (parts.size() != 2 || !parts[1].ends_with("]")) {
        out.emplace_back(text);
        return;
    }
    out.emplace_back(parts[0]);
    for (const std::string_view source : split_outside(parts[1].substr(0, parts[1].size() - 1), ", "))
        out.emplace_back(source);
}

void add_chain(std::string_view name, int nested, std::vector<std::string>& out) {
    for (const std::string_view part : split_outside(name, " -> ")) {
        const std::string_view branches = part.starts_with("(") ? inside(part) : part;
        if (branches.size() == part.size() || nested >= kMostNested) {
            add_with_sources(part, out);
            continue;
        }
        for (const std::string_view branch : split_outside(branches, ", ")) add_chain(branch, nested + 1, out);
    }
}

std::optional<std::uint32_t> number_in(std::string_view digits) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

/// `[22]:Calc(...)` -> 22, `Calc(...)`
std::optional<std::uint32_t> take_leading_number(std::string_view& text) {
    const std::size_t close = text.find("]:");
    if (!text.starts_with("[") || close == std::string_view::npos || close > 12) return std::nullopt;
    const auto number = number_in(text.substr(1, close - 1));
    if (number) text.remove_prefix(close + 2);
    return number;
}

/// `GroupAggregate[22]`, `out[187]: Writer`, and 1.14's `Source: TableSourceScan(...)`.
VertexOperator operator_of_name(const std::string& text) {
    VertexOperator out;
    const std::size_t open = text.rfind('['), close = text.find(']', open == std::string::npos ? 0 : open);
    if (open != std::string::npos && close != std::string::npos) {
        const std::string_view behind = std::string_view(text).substr(close + 1);
        if (behind.empty() || behind.starts_with(": "))
            out.number = number_in(std::string_view(text).substr(open + 1, close - open - 1));
        if (out.number) {
            out.name = text.substr(0, open) + std::string(behind);
            return out;
        }
    }
    out.name = text.substr(0, text.find('('));
    return out;
}

/// Lines of the description without their tree marks, or the parts of 1.14's chain.
std::vector<std::string> described(std::string_view description) {
    std::vector<std::string> out;
    if (description.find('\n') == std::string_view::npos) return chained_names(description);
    while (!description.empty()) {
        const std::size_t end = std::min(description.find('\n'), description.size());
        std::string_view line = description.substr(0, end);
        description.remove_prefix(std::min(end + 1, description.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" :+-"), line.size()));
        if (!line.empty()) add_with_sources(line, out);
    }
    return out;
}

}  // namespace

std::vector<std::string> chained_names(std::string_view name) {
    std::vector<std::string> out;
    if (!name.empty()) add_chain(name, 0, out);
    return out;
}

std::vector<VertexOperator> vertex_operators(std::string_view name, std::string_view description) {
    std::vector<VertexOperator> out;
    for (const std::string& text : chained_names(name)) out.push_back(operator_of_name(text));
    const std::vector<std::string> texts = described(description);
    std::vector<bool> used(texts.size());
    const bool same_count = texts.size() == out.size();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::string_view text = texts[i];
        const auto number = take_leading_number(text);
        std::size_t at = same_count ? i : out.size();
        // operators of one plan node share its number (SinkMaterializer[6], out[6]: Writer), so order goes first
        if (number && (at == out.size() || out[at].number != number))
            at = static_cast<std::size_t>(
                std::find_if(out.begin(), out.end(),
                             [&](const VertexOperator& op) { return op.number == number && op.text.empty(); }) -
                out.begin());
        if (at < out.size()) out[at].text = text;
    }
    return out;
}

}  // namespace plangrade::flink
