// A submission named on the command line: a folder, or an archive that is unpacked into a temporary folder.
#pragma once

#include <filesystem>
#include <memory>

#include "evidence/tree.hpp"

namespace plangrade {

/// Owns the temporary folder, if there is one.
struct HandIn {
    Tree tree;
    std::vector<std::string> notes;      ///< what was left out
    std::shared_ptr<const void> folder;  ///< removed with the last copy
};

/// Throws CommandError where it can't be read or goes over a limit.
HandIn open_hand_in(const std::filesystem::path& path, const Limits& limits);

}  // namespace plangrade
