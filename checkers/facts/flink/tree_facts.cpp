#include "facts/flink/tree_facts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "facts/flink/joins.hpp"

namespace plangrade::flink {
namespace {

std::string parent_op(const PlanTree& tree, std::uint32_t node) {
    return tree.nodes[node].parent ? tree.nodes[*tree.nodes[node].parent].op : std::string();
}

/// `hash[page, $f2]` -> page | $f2
std::vector<std::string> keys_of(std::string_view distribution) {
    const std::size_t open = distribution.find('[');
    return open == std::string_view::npos ? std::vector<std::string>{} : list_items(distribution.substr(open));
}

/// Operators above each Reused, by the id that it refers to.
std::map<std::string, std::vector<std::string>, std::less<>> reuses(const PlanTree& tree) {
    std::map<std::string, std::vector<std::string>, std::less<>> out;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i)
        if (tree.nodes[i].op == "Reused")
            out[std::string(attribute_text(tree.nodes[i], "reference_id"))].push_back(parent_op(tree, i));
    return out;
}

bool is_scan(const PlanNode& node) {
    return node.op.ends_with("TableSourceScan") || node.op == "DataStreamScan" || node.op == "LogicalTableScan";
}

/// `filter=[...]` among the items behind a scan's path.
std::optional<std::string> ability(const std::vector<std::string>& items, std::string_view name) {
    for (const std::string& item : items)
        if (item.size() > name.size() && item.starts_with(name) && item[name.size()] == '=')
            return std::string(inside(std::string_view(item).substr(name.size() + 1)));
    return std::nullopt;
}

bool inserts_only(std::string_view modes) {
    return modes == "I";
}
bool changes(std::string_view modes) {
    return !modes.empty() && modes != "I" && modes != "NONE";
}

/// The only child, through Exchange and IncrementalGroupAggregate, that is the lower half of a pair.
std::optional<std::uint32_t> local_below(const PlanTree& tree, std::uint32_t global) {
    std::uint32_t node = global;
    bool exchanged = false;
    while (tree.nodes[node].children.size() == 1) {
        node = tree.nodes[node].children.front();
        const std::string& op = tree.nodes[node].op;
        if (exchanged && op.starts_with("Local") && op.ends_with("Aggregate")) return node;
        if (op != "Exchange" && op != "Sort" && op != "IncrementalGroupAggregate") return std::nullopt;
        exchanged = exchanged || op == "Exchange";
    }
    return std::nullopt;
}

/// MOD(HASH_CODE(user_id), 1024) AS $f2
void add_buckets(std::string_view select, DistinctSplit& split) {
    for (const std::string& item : list_items(select)) {
        constexpr std::string_view kStart = "MOD(HASH_CODE(";
        const std::size_t start = item.find(kStart), comma = item.rfind("), "), as = item.rfind(" AS ");
        if (start == std::string::npos || comma == std::string::npos || as == std::string::npos || comma > as) continue;
        std::int64_t buckets = 0;
        const auto [end, error] = std::from_chars(item.data() + comma + 3, item.data() + as, buckets);
        if (error != std::errc{} || *end != ')') continue;
        split.buckets.push_back(buckets);
        split.bucket_columns.push_back(item.substr(as + 4));
        split.hashed.push_back(item.substr(start + kStart.size(), comma - start - kStart.size()));
    }
}

nlohmann::json tree_json(const PlanTree& tree) {
    nlohmann::json exchange_list = nlohmann::json::array(), scan_list = nlohmann::json::array(),
                   modes = nlohmann::json::array(), pairs = nlohmann::json::array(),
                   join_list = nlohmann::json::array();
    for (const ExchangeFact& fact : exchanges(tree))
        exchange_list.push_back({{"distribution", fact.distribution},
                                 {"above", fact.above},
                                 {"below", fact.below},
                                 {"readers", fact.readers}});
    for (const ScanFact& fact : scans(tree))
        scan_list.push_back({{"path", fact.path},
                             {"filter", fact.filter ? nlohmann::json(*fact.filter) : nlohmann::json()},
                             {"rows", fact.rows ? nlohmann::json(*fact.rows) : nlohmann::json()}});
    for (const ChangelogFact& fact : changelog(tree)) modes.push_back({fact.op, fact.modes});
    for (const TwoPhase& fact : two_phase(tree))
        pairs.push_back({{"global", fact.global_op}, {"local", fact.local_op}, {"distribution", fact.distribution}});
    for (const JoinFact& fact : joins(tree)) join_list.push_back(join_json(fact));
    const auto first = first_update_node(tree);
    const auto receives = sink_receives(tree);
    const DistinctSplit split = distinct_split(tree);
    return {{"nodes", tree.nodes.size()},
            {"whole", tree.whole},
            {"linear", is_linear(tree)},
            {"sinks", sinks(tree)},
            {"exchanges", std::move(exchange_list)},
            {"scans", std::move(scan_list)},
            {"changelog", std::move(modes)},
            {"first_update_node", first ? nlohmann::json(tree.nodes[*first].op) : nlohmann::json()},
            {"sink_receives", receives ? nlohmann::json(*receives) : nlohmann::json()},
            {"changelog_normalize", count(tree, "ChangelogNormalize")},
            {"joins", std::move(join_list)},
            {"aggregates", aggregates(tree)},
            {"two_phase", std::move(pairs)},
            {"mini_batch_assigner", count(tree, "MiniBatchAssigner") > 0},
            {"distinct_split",
             {{"buckets", split.buckets},
              {"partial", split.partial.has_value()},
              {"final", split.final.has_value()},
              {"exchanges", split.exchanges}}}};
}

}  // namespace

std::optional<double> plan_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::vector<ExchangeFact> exchanges(const PlanTree& tree) {
    std::vector<ExchangeFact> out;
    auto reused = reuses(tree);
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const PlanNode& node = tree.nodes[i];
        if (node.op != "Exchange") continue;
        ExchangeFact fact;
        fact.node = i;
        fact.distribution = attribute_text(node, "distribution");
        fact.keys = keys_of(fact.distribution);
        fact.above = parent_op(tree, i);
        if (!node.children.empty()) fact.below = tree.nodes[node.children.front()].op;
        if (!fact.above.empty()) fact.readers.push_back(fact.above);
        if (const auto others = reused.find(attribute_text(node, "reuse_id")); others != reused.end()) {
            fact.readers.insert(fact.readers.end(), others->second.begin(), others->second.end());
            reused.erase(others);  // Flink gives each id once
        }
        out.push_back(std::move(fact));
    }
    return out;
}

std::vector<ScanFact> scans(const PlanTree& tree) {
    std::vector<ScanFact> out;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const PlanNode& node = tree.nodes[i];
        if (!is_scan(node)) continue;
        ScanFact fact;
        fact.node = i;
        const std::vector<std::string> items = list_items(attribute_text(node, "table"));
        for (const std::string& item : items) {
            if (item.find('=') != std::string::npos) break;
            fact.path.push_back(item);
        }
        if (!fact.path.empty()) fact.table = fact.path.back();
        fact.filter = ability(items, "filter");
        fact.projection = ability(items, "project");
        if (const PlanAttribute* rows = attribute(node, "rowcount")) fact.rows = plan_number(rows->value);
        out.push_back(std::move(fact));
    }
    return out;
}

std::vector<std::uint32_t> bottom_up(const PlanTree& tree) {
    std::vector<std::uint32_t> out(tree.nodes.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint32_t>(out.size() - 1 - i);
    return out;
}

bool is_linear(const PlanTree& tree) {
    return tree.roots.size() == 1 && std::all_of(tree.nodes.begin(), tree.nodes.end(),
                                                 [](const PlanNode& node) { return node.children.size() <= 1; });
}

std::vector<ChangelogFact> changelog(const PlanTree& tree) {
    std::vector<ChangelogFact> out;
    for (const std::uint32_t node : bottom_up(tree))
        if (attribute(tree.nodes[node], "changelogMode") != nullptr)
            out.push_back({node, tree.nodes[node].op, std::string(attribute_text(tree.nodes[node], "changelogMode"))});
    return out;
}

std::optional<std::uint32_t> first_update_node(const PlanTree& tree) {
    for (const std::uint32_t index : bottom_up(tree)) {
        const PlanNode& node = tree.nodes[index];
        if (node.children.empty() || !changes(attribute_text(node, "changelogMode"))) continue;
        const bool fed_by_inserts = std::all_of(node.children.begin(), node.children.end(), [&](std::uint32_t child) {
            return inserts_only(attribute_text(tree.nodes[child], "changelogMode"));
        });
        if (fed_by_inserts) return index;
    }
    return std::nullopt;
}

std::optional<std::string> sink_receives(const PlanTree& tree) {
    for (const PlanNode& node : tree.nodes) {
        if (!node.op.ends_with("Sink") || node.children.empty()) continue;
        const PlanNode& input = tree.nodes[node.children.front()];
        if (attribute(input, "changelogMode") == nullptr) return std::nullopt;
        return std::string(attribute_text(input, "changelogMode"));
    }
    return std::nullopt;
}

std::vector<std::string> sinks(const PlanTree& tree) {
    std::vector<std::string> out;
    for (const PlanNode& node : tree.nodes)
        if (node.op.ends_with("Sink")) out.emplace_back(attribute_text(node, "table"));
    return out;
}

std::size_t count(const PlanTree& tree, std::string_view op) {
    return static_cast<std::size_t>(
        std::count_if(tree.nodes.begin(), tree.nodes.end(), [&](const PlanNode& node) { return node.op == op; }));
}

bool upsert_materialize(const Plan& plan) {
    for (const std::string_view title : {kPhysical, kExecution}) {
        const PlanTree* found = tree(plan, title);
        if (found == nullptr) continue;
        for (const PlanNode& node : found->nodes)
            if (node.op.ends_with("Sink") && attribute_text(node, "upsertMaterialize") == "true") return true;
    }
    return false;
}

std::vector<std::string> aggregates(const PlanTree& tree) {
    std::vector<std::string> out;
    for (const PlanNode& node : tree.nodes)
        if (node.op.ends_with("Aggregate")) out.push_back(node.op);
    return out;
}

std::vector<TwoPhase> two_phase(const PlanTree& tree) {
    std::vector<TwoPhase> out;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const PlanNode& node = tree.nodes[i];
        const bool merges = attribute_text(node, "isMerge") == "true" || node.op.starts_with("Global");
        if (!node.op.ends_with("Aggregate") || !merges || node.op.starts_with("Local")) continue;
        const auto local = local_below(tree, i);
        if (!local) continue;
        std::string distribution;
        for (std::uint32_t below = node.children.front(); distribution.empty() && below != *local;
             below = tree.nodes[below].children.front())
            distribution = attribute_text(tree.nodes[below], "distribution");
        out.push_back({i, *local, node.op, tree.nodes[*local].op, distribution});
    }
    return out;
}

DistinctSplit distinct_split(const PlanTree& tree) {
    DistinctSplit out;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const PlanNode& node = tree.nodes[i];
        const std::string_view type = attribute_text(node, "partialFinalType");
        if (type == "PARTIAL" && !out.partial) out.partial = i;
        if (type == "FINAL" && !out.final) out.final = i;
        if (node.op == "Exchange") out.exchanges.emplace_back(attribute_text(node, "distribution"));
        if (const PlanAttribute* select = attribute(node, "select")) add_buckets(select->value, out);
    }
    return out;
}

nlohmann::json plan_facts_json(const Plan& plan) {
    nlohmann::json out{{"upsert_materialize", upsert_materialize(plan)}};
    for (const auto& [name, title] : {std::pair("physical", kPhysical), std::pair("execution", kExecution)}) {
        const PlanTree* found = tree(plan, title);
        out[name] = found == nullptr ? nlohmann::json() : tree_json(*found);
    }
    return out;
}

}  // namespace plangrade::flink
