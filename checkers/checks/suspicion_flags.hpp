// Flags: signs that a submission was edited or is not of one piece. They cost no points; a person decides.
#pragma once

#include <vector>

#include "checks/context.hpp"

namespace plangrade {

/// Looks at all logs, at the runs that were bound, and at the folders and texts that were read while grading.
void add_suspicions(Context& context, std::vector<Flag>& flags);

}  // namespace plangrade
