// One model of a query plan for both engines: trees of operators with attributes, each with its position in the text.
// Made by the readers of Spark and Flink plan texts, of Spark's sparkPlanInfo and of Flink's JSON graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/flaw.hpp"

namespace plangrade {

/// A place in a text, both from 1; 0 is "no text place" (a plan that came as JSON). Columns count bytes.
struct TextPos {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// `PushedFilters: [IsNotNull(a)]` (Spark), `select=[a, b]` (Flink), `isFinalPlan=true`.
struct PlanAttribute {
    std::string name;   ///< as the engine writes it: "PushedFilters", "Condition", "Output", "select", "distribution"
    std::string value;  ///< verbatim, brackets included
    bool truncated =
        false;  ///< the engine itself cut the value ("...", "... 5 more fields"): unknown, never "different"
    TextPos at;
};

/// One of an operator's SQL metrics, as sparkPlanInfo declares it; its value is in the log's accumulator updates.
struct PlanMetric {
    std::string name;               ///< "number of partitions read"
    std::int64_t accumulator = -1;  ///< accumulatorId
    std::string type;               ///< "sum", "size", "timing", "nsTiming", "average"
};

/// One operator. Indexes are into PlanTree::nodes.
struct PlanNode {
    std::string op;    ///< canonical operator: "Scan parquet", "Filter", "HashAggregate", "Exchange", "GroupAggregate"
    std::string text;  ///< the node as its text has it, without tree glyphs and code generation marks
    std::optional<std::uint32_t> number;    ///< operator number: Spark formatted "(3)", Flink "[3]"
    std::optional<std::uint32_t> codegen;   ///< Spark's whole-stage code generation id: "*(2)", "[codegen id : 2]"
    std::vector<PlanAttribute> attributes;  ///< in the order of the text
    std::vector<PlanMetric> metrics;        ///< of sparkPlanInfo only
    std::optional<std::uint32_t> parent;
    std::vector<std::uint32_t> children;  ///< in the order of the text
    TextPos at;

    /// First attribute of that name, or nullptr. Where none has it exactly, letters' case doesn't count (Spark's simple
    /// text says "keys=", its formatted text "Keys").
    const PlanAttribute* find(std::string_view name) const;
};

/// One tree (or, with several roots, forest) of a plan.
struct PlanTree {
    std::string
        title;  ///< "Parsed Logical Plan", "Physical Plan", "Final Plan", "Initial Plan", "Abstract Syntax Tree"
    std::vector<PlanNode> nodes;  ///< depth first, as the text lists them
    std::vector<std::uint32_t> roots;
    /// Flink: node of the section's main tree inside whose text this tree stands (a MultipleInput's members).
    std::optional<std::uint32_t> owner;
    bool whole = true;  ///< false: the text holds lines that this tree can't have, or ends too early (see the flaws)
    TextPos at;         ///< of the title
};

/// What an engine says beside a tree: Flink's `advice[1]: [WARNING] ...`, `No available advice...`.
struct PlanRemark {
    std::optional<std::uint32_t> number;  ///< 1 of `advice[1]`, which nodes name in `advice=[1]`
    std::string kind;                     ///< "ADVICE", "WARNING"; empty: nothing to advise
    std::string text;                     ///< the sentence, without number and kind
    TextPos at;
};

/// A titled part of a plan text.
struct PlanSection {
    std::string title;  ///< between "== " and " ==": "Analyzed Logical Plan"
    std::string text;   ///< body, lines joined by \n, without the heading
    std::vector<PlanTree>
        trees;  ///< first the section's main tree (with AQE: the final or current plan), then initial plan, subqueries
    std::vector<PlanRemark> remarks;
    std::uint32_t output = 0;  ///< which EXPLAIN of the text it belongs to, from 0: a session's log holds several
    TextPos at;
};

/// How a plan text was asked for.
enum class PlanMode { unknown, simple, extended, formatted, cost, codegen, flink };

/// A plan as it was read.
struct Plan {
    PlanMode mode = PlanMode::unknown;
    std::vector<PlanSection> sections;
    std::optional<bool> is_final;  ///< Spark AQE's isFinalPlan; none where the plan is not adaptive
    std::string error;  ///< what the engine said instead of a plan: exception and message; empty where it planned
    TextPos error_at;
    std::vector<Flaw> flaws;

    const PlanSection* section(std::string_view title) const;  ///< first section of that title, or nullptr
    /// The physical plan's main tree (AQE: final or current plan), or nullptr.
    const PlanTree* physical() const;
};

const char* to_string(PlanMode mode);

/// JSON as `plangrade evidence` prints it.
nlohmann::json to_json(const Plan& plan);

}  // namespace plangrade
