// Whether a REST answer can be of the version that is named beside it.
#pragma once

#include <string_view>

namespace plangrade::flink {

/// Whether a job whose answer has this Job::version_hint can have run on that version ("1.20.3",
/// "flink-version: 2.3.0"). True where either tells nothing.
bool version_fits(std::string_view version_hint, std::string_view version);

}  // namespace plangrade::flink
