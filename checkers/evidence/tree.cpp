#include "evidence/tree.hpp"

#include <algorithm>
#include <system_error>

#include "evidence/digest.hpp"
#include "evidence/text/utf8.hpp"

namespace plangrade {
namespace {

bool never_handed_in(std::string_view path) {
    while (!path.empty()) {
        const auto slash = path.find('/');
        const std::string_view part = path.substr(0, slash);
        if (part == "__MACOSX" || part == ".DS_Store" || part.starts_with("._")) {
            // Hadoop's checksum files of `_SUCCESS` are called `._SUCCESS.crc`; they are evidence.
            if (!(part.starts_with("._") && part.ends_with(".crc"))) return true;
        }
        if (slash == std::string_view::npos) break;
        path.remove_prefix(slash + 1);
    }
    return false;
}

void strip_top(std::vector<TreeFile>& files) {
    if (files.empty()) return;
    const auto slash = files.front().path.find('/');
    if (slash == std::string::npos) return;
    const std::string top = files.front().path.substr(0, slash + 1);
    if (!std::all_of(files.begin(), files.end(), [&](const TreeFile& f) { return f.path.starts_with(top); })) return;
    for (TreeFile& file : files) file.path.erase(0, top.size());
}

}  // namespace

Tree::Tree(std::vector<TreeFile> files, bool strip_single_top_folder) : files_(std::move(files)) {
    std::erase_if(files_, [](const TreeFile& file) { return never_handed_in(file.path); });
    if (strip_single_top_folder) strip_top(files_);
    std::sort(files_.begin(), files_.end(), [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
}

Tree Tree::of_directory(const std::filesystem::path& directory, const Limits& limits, Flaws& flaws,
                        bool strip_single_top_folder) {
    namespace fs = std::filesystem;
    std::vector<TreeFile> files;
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0;
    for (fs::recursive_directory_iterator it(directory), end; it != end; ++it) {
        const std::string path = it->path().lexically_relative(directory).generic_string();
        if (++entries > limits.submission_entries) {
            flaws.add(
                Severity::fatal, "too-many-entries", "",
                "the folder holds more files than a submission may (" + limit_text(limits, "submission_entries") + ")");
            break;
        }
        if (!valid_utf8(path)) {
            flaws.add(Severity::partial, "bad-name", "", "a file or folder whose name is not UTF-8 was left out");
            if (it->is_directory() && !it->is_symlink()) it.disable_recursion_pending();
            continue;
        }
        if (it->is_symlink() || (!it->is_regular_file() && !it->is_directory())) {
            flaws.add(Severity::partial, "not-a-file", "",
                      "left out: only regular files and folders are read, no links and no devices", path);
            continue;
        }
        if (it->is_directory()) {
            if (static_cast<std::uint64_t>(it.depth()) + 1 >= limits.path_depth) {
                flaws.add(Severity::partial, "too-deep", "",
                          "folders in this folder are not read (" + limit_text(limits, "path_depth") + ")", path);
                it.disable_recursion_pending();
            }
            continue;
        }
        const std::uint64_t size = it->file_size();
        bytes += size;
        if (bytes > limits.submission_bytes) {
            flaws.add(Severity::fatal, "too-large", "",
                      "the files are larger than a submission may be (" + limit_text(limits, "submission_bytes") + ")");
            break;
        }
        files.push_back({path, size, it->path()});
    }
    return Tree(std::move(files), strip_single_top_folder);
}

const TreeFile* Tree::find(std::string_view path) const {
    const auto it = std::lower_bound(files_.begin(), files_.end(), path,
                                     [](const TreeFile& f, std::string_view p) { return f.path < p; });
    return it != files_.end() && it->path == path ? &*it : nullptr;
}

std::span<const TreeFile> Tree::below(std::string_view folder) const {
    while (folder.ends_with('/')) folder.remove_suffix(1);
    if (folder.empty()) return files_;
    // Files of one folder are neighbours: '/' is compared as the byte after the folder's name.
    const std::string first = std::string(folder) + '/';
    const std::string last = std::string(folder) + static_cast<char>('/' + 1);
    const auto less = [](const TreeFile& f, const std::string& p) { return f.path < p; };
    const auto begin = std::lower_bound(files_.begin(), files_.end(), first, less);
    const auto end = std::lower_bound(begin, files_.end(), last, less);
    return {begin, end};
}

std::string Tree::digest() const {
    Sha256 all;
    for (const TreeFile& file : files_) {
        const auto source = open(file);
        all.update(file.path);
        all.update(std::string_view("\0", 1));
        all.update(std::to_string(file.size));
        all.update(std::string_view("\0", 1));
        all.update(sha256_hex(*source));
        all.update("\n");
    }
    return "sha256:" + all.hex();
}

std::string_view file_name_of(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view folder_of(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::unique_ptr<ByteSource> open(const TreeFile& file) {
    return std::make_unique<FileSource>(file.where);
}

}  // namespace plangrade
