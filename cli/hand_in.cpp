#include "hand_in.hpp"

#include <stdlib.h>

#include "commands.hpp"
#include "submission/unpack.hpp"

namespace plangrade {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const fs::path> temporary_folder() {
    std::string pattern = (fs::temp_directory_path() / "plangrade-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
        throw CommandError("no temporary folder can be made in " + fs::temp_directory_path().string());
    return {new fs::path(pattern), [](const fs::path* folder) {
                std::error_code ignored;
                fs::remove_all(*folder, ignored);
                delete folder;
            }};
}

std::string in_words(const Flaw& flaw) {
    return (flaw.file.empty() ? "" : flaw.file + ": ") + flaw.message;
}

}  // namespace

HandIn open_hand_in(const fs::path& path, const Limits& limits) {
    std::error_code missing;
    if (!fs::exists(path, missing)) throw CommandError(path.string() + ": there is no such file or folder");
    HandIn out;
    Flaws flaws(limits);
    if (fs::is_directory(path)) {
        out.tree = Tree::of_directory(path, limits, flaws);
    } else {
        const auto folder = temporary_folder();
        Unpacked unpacked = unpack(path, *folder, limits);
        out.tree = std::move(unpacked.tree);
        flaws = std::move(unpacked.flaws);
        out.folder = folder;
    }
    for (const Flaw& flaw : flaws.list()) {
        if (flaw.severity == Severity::fatal) throw CommandError(path.string() + ": " + in_words(flaw));
        out.notes.push_back(in_words(flaw));
    }
    return out;
}

}  // namespace plangrade
