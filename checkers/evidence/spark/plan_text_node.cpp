#include "evidence/spark/plan_text_node.hpp"

#include <algorithm>
#include <array>

#include "evidence/spark/plan_text_scan.hpp"
#include "evidence/spark/plan_text_split.hpp"

namespace plangrade::spark::plan_text {
namespace {

constexpr std::array<std::string_view, 7> kScanWords = {"Scan",        "FileScan", "BatchScan",   "PhotonScan",
                                                        "GpuFileScan", "GpuScan",  "GpuBatchScan"};
constexpr std::string_view kInMemoryTable = "Scan In-memory table";

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

std::size_t word_end(std::string_view text, std::size_t from) {
    while (from < text.size() && is_word(text[from])) ++from;
    return from;
}

bool is_scan(std::string_view op) {
    return std::any_of(kScanWords.begin(), kScanWords.end(), [op](std::string_view word) {
        return op.starts_with(word) && (op.size() == word.size() || op[word.size()] == ' ');
    });
}

// "'Filter" is unresolved, "!Filter" lacks inputs
std::size_t marks(std::string_view text) {
    return std::min(text.find_first_not_of("'!"), text.size());
}

// Reads what a scan is of: a format and perhaps a table or a path, up to the list of its columns.
OpName split_scan(std::string_view text, std::size_t from, std::size_t word) {
    const std::size_t columns = std::min(scan_columns(text, word), text.size());
    const std::size_t kind = word_end(text, word + 1);
    if (kind == word + 1) return {text.substr(from, word - from), trim(text.substr(word, columns - word)), columns};
    // a table of a catalog without a format: "BatchScan testcat.ns.t"
    if (kind < text.size() && text[kind] == '.')
        return {text.substr(from, word - from), trim(text.substr(word, columns - word)), columns};
    const std::size_t end = std::max(columns, kind);
    return {text.substr(from, kind - from), trim(text.substr(kind, end - kind)), end};
}

struct Reader {
    PlanNode& node;
    std::string_view text;
    const Place& place;

    void add(std::string_view name, std::string_view value) const {
        const bool inside = value.data() >= text.data() && value.data() <= text.data() + text.size();
        const std::size_t offset = inside ? static_cast<std::size_t>(value.data() - text.data()) : 0;
        add_attribute(node, name, value, place.of(text, offset));
    }

    // "(keys=[a#1], functions=[count(1)])"
    bool named_arguments(std::string_view rest) const {
        if (!rest.starts_with('(')) return false;
        const bool closed = rest.ends_with(')');
        const std::string_view inside = rest.substr(1, rest.size() - (closed ? 2 : 1));
        const std::vector<std::string_view> parts = split_arguments(inside);
        const auto named = [](std::string_view part) {
            const std::size_t end = word_end(part, 0);
            return end != 0 && end < part.size() && part[end] == '=';
        };
        if (parts.empty() || !named(parts.front())) return false;
        for (const std::string_view part : parts) {
            if (!named(part)) continue;
            const std::size_t equals = part.find('=');
            add(formatted_name(part.substr(0, equals)), part.substr(equals + 1));
        }
        return true;
    }

    static std::string_view formatted_name(std::string_view name) {
        if (name == "keys") return "Keys";
        if (name == "functions") return "Functions";
        if (name == "output") return "Output";
        return name;
    }

    // "[a#1], [b#2], Inner, BuildRight, false"
    void join_arguments(std::string_view rest) const {
        const std::vector<std::string_view> parts = split_arguments(rest);
        if (parts.size() < 3 || !parts[0].starts_with('[') || !parts[1].starts_with('[')) return;
        add("Left keys", parts[0]);
        add("Right keys", parts[1]);
        add("Join type", parts[2]);
    }

    void arguments(std::string_view rest) const {
        if (node.op == "Filter") return add("Condition", rest);
        if (node.op == "Project") return add("Output", rest.empty() ? std::string_view("[]") : rest);
        if (node.op.ends_with("Aggregate") && named_arguments(rest)) return;
        if (node.op == "TakeOrderedAndProject" && named_arguments(rest)) return;
        if (rest.empty()) return;
        add("Arguments", rest);
        if (node.op.ends_with("Join")) join_arguments(rest);
        if (node.op == "AdaptiveSparkPlan" && rest.starts_with("isFinalPlan="))
            add("isFinalPlan", rest.substr(12, word_end(rest, 12) - 12));
    }
};

}  // namespace

TextPos Place::of(std::string_view text, std::size_t offset) const {
    if (first.line == 0) return {};
    const std::string_view before = text.substr(0, offset);
    const auto lines = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    if (lines == 0) return {first.line, first.column + static_cast<std::uint32_t>(offset)};
    return {first.line + lines, further_column + static_cast<std::uint32_t>(offset - before.rfind('\n') - 1)};
}

std::string canonical_op(std::string_view op) {
    if (op.starts_with("FileScan ")) return "Scan " + std::string(op.substr(9));
    return std::string(op);
}

OpName split_name(std::string_view text) {
    const std::size_t from = marks(text);
    const std::size_t word = word_end(text, from);
    const std::string_view first = text.substr(from, word - from);
    if (word >= text.size() || text[word] != ' ') return {first, {}, word};
    if (text.substr(from).starts_with(kInMemoryTable)) {
        const std::size_t columns = std::min(scan_columns(text, word), text.size());
        const std::size_t name = from + kInMemoryTable.size();
        const std::size_t end = std::max(columns, name);
        return {"InMemoryTableScan", trim(text.substr(name, end - name)), end};
    }
    if (is_scan(first)) return split_scan(text, from, word);
    if (first == "Execute") {
        const std::size_t end = word_end(text, word + 1);
        return {text.substr(from, end - from), {}, end};
    }
    return {first, {}, word};
}

void add_attribute(PlanNode& node, std::string_view name, std::string_view value, TextPos at) {
    for (const PlanAttribute& known : node.attributes)
        if (known.name == name) return;
    node.attributes.push_back({std::string(name), std::string(value), is_cut(value), at});
}

void read_line(PlanNode& node, std::string_view text, const Place& place) {
    // "..., Statistics(sizeInBytes=16.4 KiB, rowCount=700)": of cost mode, and of query stages
    std::string_view line = trim(text);
    const std::size_t statistics =
        line.ends_with(')') ? line.rfind(", Statistics(sizeInBytes=") : std::string_view::npos;
    std::string_view estimate;
    if (statistics != std::string_view::npos) {
        estimate = line.substr(statistics + 13, line.size() - statistics - 14);
        line = line.substr(0, statistics);
    }
    const OpName name = split_name(line);
    node.op = canonical_op(name.op);
    const Reader reader{node, text, place};
    if (!name.table.empty()) reader.add("Table", name.table);
    const std::string_view rest = trim(line.substr(name.end));
    if (is_scan(name.op)) {
        read_scan(rest, [&](const ScanValue& value) {
            const std::size_t known = node.attributes.size();
            reader.add(value.name, value.value);
            if (!value.sure && node.attributes.size() > known) node.attributes.back().truncated = true;
        });
    } else {
        reader.arguments(rest);
    }
    if (!estimate.empty()) reader.add("Statistics", estimate);
}

}  // namespace plangrade::spark::plan_text
