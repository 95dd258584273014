// Whether the two accounts that an event log gives of one plan agree: its text (physicalPlanDescription) and its tree
// (sparkPlanInfo). Spark writes both from the same object, so in a log that nobody edited they can't tell different
// scans.
#pragma once

#include <string>
#include <vector>

#include "evidence/plan.hpp"

namespace plangrade {

struct Contradiction {
    std::string what;     ///< "scans", "Format", "Location", "PushedFilters", "PartitionFilters", "ReadSchema",
                          ///< "operators", "Condition", "write target"
    std::string in_text;  ///< value in physicalPlanDescription; "" where it has no such thing
    std::string in_info;  ///< value in sparkPlanInfo
    TextPos at;           ///< in the text; line 0 where there is no place
};

/// Different scans: what makes a log prove nothing. `description` is parse_spark_plan's, `info` is read_plan_info's.
/// Values that either side cut or doesn't print in its mode (spark.sql.ui.explainMode) never count; an unreadable side
/// gives none (its flaws say so).
std::vector<Contradiction> contradictions(const Plan& description, const Plan& info);

/// Other differences that no unedited log has, too weak to decide alone: operators of the main tree, filter conditions,
/// write targets. Never holds what contradictions() says.
std::vector<Contradiction> suspicions(const Plan& description, const Plan& info);

}  // namespace plangrade
