// Texts of Spark's EXPLAIN and df.explain() in every mode, into the one plan model.
// Format facts: Spark 3.0 to 4.3, TreeNode.generateTreeString, AdaptiveSparkPlanExec.generateTreeStringWithHeader,
// ExplainUtils.processPlan, QueryExecution.explainString, FileSourceScanExec.simpleString, StringUtils.abbreviate,
// SparkStringUtils.truncatedString; compared with texts that Spark 3.5.7 and 4.3.0 really wrote.
#pragma once

#include <string_view>

#include "evidence/plan.hpp"

namespace plangrade::spark {

/// Reads a plan text. Never throws for what the text holds; linear in its size. What a heading doesn't introduce is no
/// plan: without one there is a fatal flaw "not-a-plan" that says what the text looks like, and no section.
///
/// Operators have one name in all modes: "Scan parquet" (also for "FileScan parquet" and for tables, whose name becomes
/// the attribute "Table"), "BatchScan parquet", "Execute InsertIntoHadoopFsRelationCommand", else the first word:
/// "Filter", "HashAggregate". Attributes have the names of formatted text in all modes: "Output", "Condition", "Keys",
/// "Functions", "Left keys", "Join type"; what has no name of its own is "Arguments", the rest of the line.
/// AdaptiveSparkPlan has "isFinalPlan" besides.
///
/// Physical Plan's trees: first the final (current, only) plan below its AdaptiveSparkPlan, then each initial plan,
/// then the subqueries that formatted text lists apart (title "Subquery:1", each followed by its initial plan), then
/// exchanges that AQE removed ("Subplan:1"). In other modes subqueries are children of the operator that holds them,
/// before its others.
Plan parse_spark_plan(std::string_view text, const Limits& limits = {});

}  // namespace plangrade::spark
