// Comparisons of tables, Parquet folders and plans, and what all comparisons share.
#pragma once

#include "checks/context.hpp"

namespace plangrade {

Outcome same_rows_as(Context& context, const Value& actual, const Test& test);
Outcome same_statistics_as(Context& context, const Value& actual, const Test& test);
Outcome sound(Context& context, const Value& actual, const Test& test);
Outcome same_plan_as(Context& context, const Value& actual, const Test& test);

/// A rubric applies a comparison to what it is not for: the rubric's fault, said as such.
Outcome fault(std::string what);

/// The expected side as the verdict shows it.
Side side_of(const Value& value);

/// The outcome where the expected value is not known: fail where it is wrong or absent, error where it can't be known.
Outcome unusable_operand(const Value& operand);

}  // namespace plangrade
