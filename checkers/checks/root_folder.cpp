#include "checks/root_folder.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace plangrade {
namespace {

void add_path(const Expression& value, std::set<std::string>& paths) {
    if (value.source == nullptr) return;
    const bool of_file =
        value.source->takes == Takes::path || (value.source->name == "plan" && value.argument.text != "run");
    if (of_file) paths.insert(value.argument.text);
}

/// Every path inside a submission that the rubric's values name.
std::set<std::string> paths_of(const Rubric& rubric) {
    std::set<std::string> paths;
    for (const Step& step : rubric.steps) {
        for (const Check& check : step.checks) {
            for (const Clause& clause : check.clauses) {
                add_path(clause.value, paths);
                if (clause.test.operand) add_path(*clause.test.operand, paths);
            }
        }
    }
    return paths;
}

bool there(const Tree& tree, const std::string& path) {
    return tree.find(path) != nullptr || tree.has_folder(path);
}

/// Folders below which the path lies: "plan" for "plan/out/aqe.json" and "out/aqe.json".
std::set<std::string> folders_with(const Tree& tree, const std::string& path) {
    std::set<std::string> out;
    const std::string inside = "/" + path;
    for (const TreeFile& file : tree.files()) {
        for (auto at = file.path.find(inside); at != std::string::npos; at = file.path.find(inside, at + 1)) {
            const std::size_t end = at + inside.size();
            if (end == file.path.size() || file.path[end] == '/') out.insert(file.path.substr(0, at));
        }
    }
    return out;
}

}  // namespace

std::string root_folder(const Rubric& rubric, const Tree& tree) {
    const std::set<std::string> paths = paths_of(rubric);
    if (std::any_of(paths.begin(), paths.end(), [&](const std::string& path) { return there(tree, path); })) return {};
    std::map<std::string, std::size_t> found;
    for (const std::string& path : paths)
        for (const std::string& folder : folders_with(tree, path)) ++found[folder];
    std::string best;
    std::size_t most = 1;  // one path alone may lie anywhere
    for (const auto& [folder, count] : found) {
        if (count <= most) continue;
        most = count;
        best = folder;
    }
    return best;
}

Tree rooted(const Tree& tree, const std::string& folder) {
    std::vector<TreeFile> files;
    std::set<std::string> taken;
    for (TreeFile file : tree.below(folder)) {
        file.path.erase(0, folder.size() + 1);
        taken.insert(file.path);
        files.push_back(std::move(file));
    }
    for (const TreeFile& file : tree.files())
        if (!file.path.starts_with(folder + "/") && !taken.contains(file.path)) files.push_back(file);
    return Tree(std::move(files), false);
}

}  // namespace plangrade
