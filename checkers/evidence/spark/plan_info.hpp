// Spark's sparkPlanInfo (of SQLExecutionStart and SQLAdaptiveExecutionUpdate events), into the one plan model.
// Format facts: Spark 3.1 to 4.3, SparkPlanInfo.scala: nodeName, simpleString, children, metadata (of V1 file scans
// only), metrics.
#pragma once

#include <string_view>

#include "evidence/plan.hpp"

namespace plangrade::spark {

/// Reads the JSON object. Never throws for what it holds; depth is bounded by limit plan_depth, not by the stack. The
/// plan has one section "Physical Plan" with one tree (AQE: the plan as it then was, below AdaptiveSparkPlan).
/// WholeStageCodegen and InputAdapter are no operators: their children take their place and keep the code generation
/// id. Attributes are those of `metadata`, whole as they are, and besides what simpleString says that metadata doesn't,
/// read as a line of simple text is. Text positions are 0. PlanNode::text is simpleString; subqueries stand before the
/// other children, as in text.
Plan read_plan_info(std::string_view json, const Limits& limits = {});

}  // namespace plangrade::spark
