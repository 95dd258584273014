// Facts of Flink's plan texts.
#include <algorithm>
#include <array>

#include "checks/flink_facts.hpp"
#include "checks/messages.hpp"
#include "checks/selector_parts.hpp"
#include "evidence/flink/flink_plan.hpp"
#include "facts/flink/execution_mode.hpp"
#include "facts/flink/joins.hpp"
#include "facts/flink/tree_facts.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

json or_null(const auto& value) {
    return value ? json(*value) : json();
}

std::string last_part(const std::string& path) {
    return path.substr(path.rfind('.') + 1);  // npos + 1 is 0
}

Value with(Value value, json data) {
    value.data = std::move(data);
    value.plan.reset();
    return value;
}

/// A fact of one tree: nothing is said of a tree that is not whole, or where there is none.
template <typename Read>
Value of_tree(Value value, std::string_view name, Read&& read) {
    if (auto bad = broken(value)) return std::move(*bad);
    const PlanTree* tree = flink_tree(*value.plan);
    if (tree == nullptr) {
        json found = json::array();
        for (const PlanSection& section : value.plan->plan->sections) found.push_back(section.title);
        json args{{"file", value.from.file}, {"title", flink::kExecution}, {"sections", std::move(found)}};
        return become(std::move(value), Value::State::absent, "no-plan-section", std::move(args));
    }
    if (value.plan->tree == nullptr && value.plan->section == nullptr) value.from.text += ", " + tree->title;
    value.from.text += ", " + std::string(name);
    Value out = value;
    read(out, *tree);
    out.plan.reset();
    return out;
}

void add_line(Value& value, const PlanTree& tree, std::uint32_t node) {
    value.item_lines.push_back(tree.nodes[node].at.line);
}

Value sections(Context&, Value value) {
    json list = json::array();
    for (const PlanSection& section : value.plan->plan->sections)
        if (section.output == 0)
            list.push_back(section.title == flink::kPhysicalWithAdvice ? std::string(flink::kPhysical) : section.title);
    value.from.text += ", sections";
    return with(std::move(value), std::move(list));
}

Value explains(Context&, Value value) {
    std::set<std::uint32_t> outputs;
    for (const PlanSection& section : value.plan->plan->sections) outputs.insert(section.output);
    value.from.text += ", number of EXPLAINs";
    return with(std::move(value), static_cast<std::int64_t>(outputs.size()));
}

Value error(Context&, Value value) {
    const Plan& plan = *value.plan->plan;
    if (plan.error.empty())
        return become(std::move(value), Value::State::absent, "no-error", {{"file", value.from.file}});
    value.from.line = plan.error_at.line;
    return with(std::move(value), plan.error);
}

Value upsert_materialize(Context&, Value value) {
    if (auto bad = broken(value)) return std::move(*bad);
    const bool found = flink::upsert_materialize(*value.plan->plan);
    value.from.text += ", upsertMaterialize of the Sink";
    return with(std::move(value), found);
}

Value advice(Context&, Value value) {
    value.from.text += ", advice";
    const PlanSection* section = flink::section(*value.plan->plan, flink::kPhysical);
    json kinds = json::array();
    if (section != nullptr)
        for (const PlanRemark& remark : section->remarks)
            if (!remark.kind.empty()) kinds.push_back(remark.kind);
    if (kinds.empty()) return with(std::move(value), nullptr);
    Value out = with(std::move(value), kinds.front());
    out.alternatives.assign(kinds.begin() + 1, kinds.end());
    return out;
}

Value operators(Context&, Value value) {
    return of_tree(std::move(value), "operators", [](Value& out, const PlanTree& tree) {
        out.data = json::array();
        for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
            out.data.push_back(tree.nodes[i].op);
            add_line(out, tree, i);
        }
    });
}

Value exchanges(Context&, Value value) {
    return of_tree(std::move(value), "exchanges", [](Value& out, const PlanTree& tree) {
        const auto facts = flink::exchanges(tree);
        out.data = json::array();
        for (const flink::ExchangeFact& fact : facts) {
            out.data.push_back(
                {{"distribution", fact.distribution},
                 {"keys", fact.keys},
                 {"above", fact.above.empty() && !fact.readers.empty() ? fact.readers.front() : fact.above},
                 {"below", fact.below},
                 {"readers", fact.readers}});
            add_line(out, tree, fact.node);
        }
        // the root of a shared part has nothing above it in its own tree
        json literal = out.data;
        for (std::size_t i = 0; i < facts.size(); ++i)
            if (facts[i].above.empty()) literal[i]["above"] = nullptr;
        if (literal != out.data) out.alternatives.push_back(std::move(literal));
    });
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Behind a type, from its colon: `:DECIMAL(3, 1)`, `:VARCHAR(9) CHARACTER SET "UTF-16LE" NOT NULL`.
std::size_t skip_type(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '(') at = std::min(text.find(')', at), text.size());
        if (c == '"') at = std::min(text.find('"', at + 1), text.size());
        if (c != '(' && c != '"' && c != ' ' && c != '_' && !is_digit(c) && !(c >= 'A' && c <= 'Z')) return at;
    }
    return text.size();
}

/// Names in a pushed condition: `and(>(amount, 0), =(page, _UTF-16LE'a'))` -> amount, page. Functions, literals with
/// their character sets and types are left out.
json names_in(std::string_view filter) {
    std::set<std::string> out;
    constexpr std::string_view kCharset = "_UTF-16LE'";
    for (std::size_t i = 0; i < filter.size();) {
        const char c = filter[i];
        if (filter.substr(i).starts_with(kCharset)) {
            i += kCharset.size() - 1;
        } else if (c == '\'') {
            i = std::min(filter.find('\'', i + 1), filter.size() - 1) + 1;
        } else if (c == ':') {
            i = skip_type(filter, i);
        } else if (is_letter(c) || is_digit(c) || c == '$') {
            std::size_t end = i;
            while (end < filter.size() && (is_letter(filter[end]) || is_digit(filter[end]) || filter[end] == '$'))
                ++end;
            const bool function = end < filter.size() && filter[end] == '(';
            if (is_letter(c) && !function) out.insert(std::string(filter.substr(i, end - i)));
            i = end;
        } else {
            ++i;
        }
    }
    return json(out);
}

Value scans(Context&, Value value) {
    return of_tree(std::move(value), "scans", [](Value& out, const PlanTree& tree) {
        out.data = json::array();
        for (const flink::ScanFact& fact : flink::scans(tree)) {
            out.data.push_back({{"table", fact.table},
                                {"path", fact.path},
                                {"filter", or_null(fact.filter)},
                                {"filter_columns", fact.filter ? names_in(*fact.filter) : json::array()},
                                {"projection", or_null(fact.projection)},
                                {"rows", or_null(fact.rows)}});
            add_line(out, tree, fact.node);
        }
    });
}

Value tables(Context&, Value value) {
    return of_tree(std::move(value), "tables read", [](Value& out, const PlanTree& tree) {
        std::set<std::string> names;
        for (const flink::ScanFact& fact : flink::scans(tree)) names.insert(fact.table);
        out.data = json(names);
    });
}

Value sinks(Context&, Value value) {
    return of_tree(std::move(value), "tables written", [](Value& out, const PlanTree& tree) {
        out.data = json::array();
        for (const std::string& path : flink::sinks(tree)) out.data.push_back(last_part(path));
    });
}

Value aggregates(Context&, Value value) {
    return of_tree(std::move(value), "aggregates", [](Value& out, const PlanTree& tree) {
        out.data = flink::aggregates(tree);
        json layers = json::array();  // with PARTIAL and FINAL told apart
        for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
            const PlanNode& node = tree.nodes[i];
            if (!node.op.ends_with("Aggregate")) continue;
            add_line(out, tree, i);
            const std::string type(flink::attribute_text(node, "partialFinalType"));
            layers.push_back(type.empty() ? node.op : node.op + "/" + type);
        }
        if (layers != out.data) out.alternatives.push_back(std::move(layers));
    });
}

Value two_phase(Context&, Value value) {
    return of_tree(std::move(value), "two-phase aggregates", [](Value& out, const PlanTree& tree) {
        out.data = json::array();
        for (const flink::TwoPhase& fact : flink::two_phase(tree)) {
            out.data.push_back(
                {{"global", fact.global_op}, {"local", fact.local_op}, {"distribution", fact.distribution}});
            add_line(out, tree, fact.global);
        }
    });
}

Value distinct_split(Context&, Value value) {
    return of_tree(std::move(value), "split of distinct aggregates", [](Value& out, const PlanTree& tree) {
        const flink::DistinctSplit split = flink::distinct_split(tree);
        out.data = {{"buckets", split.buckets},         {"columns", split.bucket_columns},
                    {"hashed", split.hashed},           {"partial", split.partial.has_value()},
                    {"final", split.final.has_value()}, {"exchanges", split.exchanges}};
        if (split.final) out.from.line = tree.nodes[*split.final].at.line;
    });
}

/// A broadcast's price is easily overlooked: its small side goes to every subtask of the join.
void note_broadcast(Value& out, const flink::JoinFact& join, std::uint32_t line) {
    if (!join.broadcast) return;
    const flink::JoinSide& side = join.right.exchange == "broadcast" ? join.right : join.left;
    std::string rows = side.rows ? shown(json(static_cast<std::int64_t>(std::min(*side.rows, 9e18))), false) : "all";
    out.notes.push_back(out.from.file + " line " + std::to_string(line) + ": the " + join.strategy + " sends its " +
                        (&side == &join.right ? "right" : "left") + " side (" + rows +
                        " rows, estimated) to every subtask of the join; that is its price");
}

Value joins(Context&, Value value) {
    return of_tree(std::move(value), "joins", [](Value& out, const PlanTree& tree) {
        out.data = json::array();
        for (const flink::JoinFact& fact : flink::joins(tree)) {
            out.data.push_back(flink::join_json(fact));
            add_line(out, tree, fact.node);
            note_broadcast(out, fact, tree.nodes[fact.node].at.line);
        }
    });
}

/// The first join, or null: what a question about "the join" asks for.
Value join(Context& context, Value value) {
    Value out = joins(context, std::move(value));
    if (!out.known()) return out;
    if (!out.item_lines.empty()) out.from.line = out.item_lines.front();
    json first = out.data.empty() ? json() : out.data.front();
    out.item_lines.clear();
    out.alternatives.clear();
    for (std::size_t i = 1; i < out.data.size(); ++i) out.alternatives.push_back(out.data[i]);
    out.data = std::move(first);
    // a lookup has no second input: null says so as well as an input of nothing
    if (out.data.is_object() && out.data["strategy"] == "lookup") {
        json also = out.data;
        also["right"] = nullptr;
        out.alternatives.push_back(std::move(also));
    }
    return out;
}

Value changelog(Context&, Value value) {
    return of_tree(std::move(value), "changelog modes from the sources up", [](Value& out, const PlanTree& tree) {
        out.data = json::array();
        for (const flink::ChangelogFact& fact : flink::changelog(tree)) {
            out.data.push_back({fact.op, fact.modes});
            add_line(out, tree, fact.node);
        }
    });
}

Value first_update_node(Context&, Value value) {
    return of_tree(std::move(value), "first operator that makes updates", [](Value& out, const PlanTree& tree) {
        const auto node = flink::first_update_node(tree);
        out.data = node ? json(tree.nodes[*node].op) : json();
        if (node) out.from.line = tree.nodes[*node].at.line;
    });
}

Value sink_receives(Context&, Value value) {
    return of_tree(std::move(value), "changelog mode that the sink receives",
                   [](Value& out, const PlanTree& tree) { out.data = or_null(flink::sink_receives(tree)); });
}

Value execution_mode(Context&, Value value) {
    return of_tree(std::move(value), "execution mode", [](Value& out, const PlanTree& tree) {
        const std::string mode(flink::execution_mode(tree));
        out.data = mode.empty() ? "streaming" : mode;  // the default; a batch plan shows that it is one
    });
}

Value changelog_normalize(Context&, Value value) {
    return of_tree(std::move(value), "ChangelogNormalize operators", [](Value& out, const PlanTree& tree) {
        out.data = static_cast<std::int64_t>(flink::count(tree, "ChangelogNormalize"));
    });
}

/// Operators of a streaming plan that should tell their changelogMode and don't; batch plans never do.
Value modes_missing(Context&, Value value) {
    return of_tree(std::move(value), "operators without changelogMode", [](Value& out, const PlanTree& tree) {
        out.data = json::array();
        if (flink::execution_mode(tree) == "batch") return;
        for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
            if (tree.nodes[i].find("changelogMode") != nullptr) continue;
            out.data.push_back(tree.nodes[i].op);
            add_line(out, tree, i);
        }
    });
}

constexpr std::array kFacts{
    FlinkFact{"plan", "sections", "titles of the (first) EXPLAIN's sections, with advice or not under one title",
              sections},
    FlinkFact{"plan", "explains", "how many EXPLAINs the text holds", explains},
    FlinkFact{"plan", "error", "what Flink said instead of a plan", error},
    FlinkFact{"plan", "operators", "operators from the top", operators},
    FlinkFact{"plan", "exchanges",
              "Exchanges from the top: {distribution, keys, above, below, readers}; above and below are operators",
              exchanges},
    FlinkFact{"plan", "scans",
              "scans from the top: {table, path, filter, filter_columns, projection, rows}; filter is null where the "
              "source takes none",
              scans},
    FlinkFact{"plan", "tables", "names of the tables that are read, sorted", tables},
    FlinkFact{"plan", "sinks", "names of the tables that are written", sinks},
    FlinkFact{"plan", "aggregates", "operators that aggregate, from the top", aggregates},
    FlinkFact{"plan", "two_phase", "pairs of aggregates over an Exchange: {global, local, distribution}", two_phase},
    FlinkFact{"plan", "distinct_split",
              "COUNT(DISTINCT) in two layers: {buckets, columns, hashed, partial, final, exchanges}", distinct_split},
    FlinkFact{"plan", "joins",
              "joins from the top: {node, strategy, type, condition, build, probe, broadcast, async, left: {rows, "
              "exchange}, right}",
              joins},
    FlinkFact{"plan", "join", "the join (with several: any of them), or null", join},
    FlinkFact{"plan", "changelog", "[operator, modes] from the sources up", changelog},
    FlinkFact{"plan", "first_update_node", "the first operator that makes updates out of inserts, or null",
              first_update_node},
    FlinkFact{"plan", "sink_receives", "changelog mode of the sink's input, or null", sink_receives},
    FlinkFact{"plan", "changelog_normalize", "number of ChangelogNormalize operators", changelog_normalize},
    FlinkFact{"plan", "modes_missing",
              "operators of a streaming plan that lack changelogMode, from the top; none of a batch plan",
              modes_missing},
    FlinkFact{"plan", "upsert_materialize", "true where a sink materializes upserts, in any section",
              upsert_materialize},
    FlinkFact{"plan", "execution_mode", "streaming or batch", execution_mode},
    FlinkFact{"plan", "advice", "kind of the plan's advice (ADVICE, WARNING), or null", advice},
};

}  // namespace

std::span<const FlinkFact> flink_plan_facts() {
    return kFacts;
}

}  // namespace plangrade
