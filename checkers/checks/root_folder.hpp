// Where in a hand-in the lab's folder lies: students pack it with other files beside it, or with its whole path.
#pragma once

#include <string>

#include "checks/rubric.hpp"
#include "evidence/tree.hpp"

namespace plangrade {

/// The folder to take as the root: "" where the rubric's own paths (or none of them) are at the top already, else the
/// one folder below which most of them are.
std::string root_folder(const Rubric& rubric, const Tree& tree);

/// The tree with that folder's files at the top; files outside of it keep their paths.
Tree rooted(const Tree& tree, const std::string& folder);

}  // namespace plangrade
