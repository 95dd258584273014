// What sources share.
#pragma once

#include <string>
#include <vector>

#include "checks/context.hpp"

namespace plangrade {

From from_file(const std::string& path);

/// There is no such file; a file of that name elsewhere is named.
Value no_file(const Context& context, const std::string& path);

/// The artifact can't be read as what it should be: its fatal flaw becomes the value's fault.
Value unreadable(const std::string& path, const Flaw& flaw, const std::string& code = "unreadable");

/// The first fatal flaw, or nullptr.
const Flaw* fatal_of(const std::vector<Flaw>& flaws);

/// Notes about the file ("a byte order mark") are said with the check; suspicions become flags (suspicion_flags.hpp).
void take_notes(Value& value, const std::vector<Flaw>& flaws);

/// The texts of an evidence pack; `names` has its file names: sql_file, catalog_file, ...
std::shared_ptr<const flink::PackTexts> pack_texts(Context& context, const std::string& folder,
                                                   const nlohmann::json& names);

}  // namespace plangrade
