// EXPLAIN's text, read: sections, trees, advice, and where it says what Flink can't have printed.
// Source of the forms: TableEnvironment.explainSql and the sql-client of Flink 1.14, 1.20 and 2.3 (PlannerBase.explain,
// RelTreeWriterImpl, FlinkRelOptUtil, PlanAdvisor), measured on their output; and the plan texts in the documentation
// of Ververica Runtime.
#pragma once

#include <string_view>

#include "evidence/flink/flink_node.hpp"
#include "evidence/plan.hpp"
#include "limits.hpp"

namespace plangrade::flink {

inline constexpr std::string_view kAst = "Abstract Syntax Tree";
inline constexpr std::string_view kPhysical = "Optimized Physical Plan";
inline constexpr std::string_view kPhysicalWithAdvice = "Optimized Physical Plan With Advice";
inline constexpr std::string_view kExecution = "Optimized Execution Plan";
inline constexpr std::string_view kJson = "Physical Execution Plan";

/// Reads EXPLAIN's text. Never throws on any bytes; linear time; memory some times the text's size.
///
/// The plan's mode is PlanMode::flink. Each section has its main tree first, in which a statement set's trees are roots
/// beside each other; then trees titled "related rel plan" (of warnings) and "MultipleInput members" (with their
/// owner). A node's costs are its attributes "rowcount" and "cumulative cost", a reuse mark "reuse_id". The section
/// "Physical Execution Plan" has its JSON as text and no tree. A text that holds only what Flink said instead has
/// `error`.
///
/// Tolerated: CRLF, byte order marks, no-break spaces, an indentation that the lines share, the sql-client's frame,
/// prompt, log prefix and colours, several EXPLAINs after each other. Not tolerated, and said with line and column:
/// trees that Flink can't have printed. Such a tree is not `whole`.
Plan parse_flink_plan(std::string_view text, const Limits& limits);

/// True where a text has one of EXPLAIN's headings, which no plan of Spark has.
bool has_headings(std::string_view text);

/// Section of one of the titles above; the physical plan is found under both its titles. The first EXPLAIN's, or
/// nullptr.
const PlanSection* section(const Plan& plan, std::string_view title);

/// The main tree of that section, or nullptr where there is none.
const PlanTree* tree(const Plan& plan, std::string_view title);

/// `plangrade evidence`'s form: {"kind": "flink-plan", "error", "sections": [{"title", "line", "remarks", "trees":
/// [...]}]}.
nlohmann::json plan_json(const Plan& plan);

}  // namespace plangrade::flink
