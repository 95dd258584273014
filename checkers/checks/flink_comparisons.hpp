// Comparisons of Flink's artifacts: whether they are sound, and whether they are of one statement.
#pragma once

#include "checks/context.hpp"

namespace plangrade {

/// `sound` of a Flink plan text, graph or job.
Outcome sound_flink(const Value& actual);

/// `same_plan_as` of two Flink plan texts: the sections that both have.
Outcome same_flink_plan(const Value& actual, const Value& expected);

}  // namespace plangrade
