// One step of one grading: its candidates of a run, its checks, its points.
#pragma once

#include "checks/context.hpp"

namespace plangrade {

/// Grades a step. `earlier` are the results of the steps before it. Sets context.by_step and context.no_run for later
/// steps. Notes (about how something was read) and flags are appended.
StepResult grade_step(Context& context, const Step& step, const std::vector<StepResult>& earlier,
                      std::vector<Flag>& flags, std::vector<std::string>& notes);

/// Renders a check's message from its code and arguments; also what view() does after it took arguments out.
std::string message_of(const CheckResult& check);

}  // namespace plangrade
