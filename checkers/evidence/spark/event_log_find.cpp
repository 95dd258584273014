// Where event logs lie in a tree of files.
#include <algorithm>
#include <map>

#include "evidence/spark/event_log.hpp"
#include "evidence/spark/event_log_names.hpp"

namespace plangrade::spark {
namespace {

using FolderAndApp = std::pair<std::string, std::string>;

/// The first plain bytes of a file, at most 4 KiB; little more is read of it.
std::string first_plain_bytes(const TreeFile& file) {
    const auto source = open(file);
    std::string first(16, '\0');
    first.resize(source->read_at(0, first));
    const Sniffed sniffed = sniff_codec(first);
    if (!sniffed.codec) return {};
    Limits limits;
    limits.log_block_bytes = 1 << 20;
    const auto stream = open_stream(*source, *sniffed.codec, limits);
    std::string plain(4096, '\0');
    std::size_t have = 0;
    while (have < plain.size()) {
        const std::size_t count = stream->read(std::span(plain).subspan(have));
        if (count == 0) break;
        have += count;
    }
    plain.resize(have);
    return plain;
}

/// Whether bytes begin with an event: an object whose first member is Event, or that has one of Spark's names as its
/// Event.
bool begins_with_event(std::string_view plain) {
    if (plain.starts_with("\xEF\xBB\xBF")) plain.remove_prefix(3);
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto skip_blanks = [&] { plain.remove_prefix(std::min(plain.find_first_not_of(kBlanks), plain.size())); };
    const auto take = [&](std::string_view expected) {
        skip_blanks();
        if (!plain.starts_with(expected)) return false;
        plain.remove_prefix(expected.size());
        return true;
    };
    if (!take("{")) return false;
    for (bool first = true;; first = false) {
        const auto key = plain.find("\"Event\"");
        if (key == std::string_view::npos) return false;
        const bool at_once = first && plain.find_first_not_of(kBlanks) == key;
        plain.remove_prefix(key + 7);
        if (!take(":") || !take("\"")) continue;
        if (at_once || plain.starts_with("SparkListener") || plain.starts_with("org.apache.spark.")) return true;
    }
}

bool is_single_log(const TreeFile& file) {
    const std::string_view name = file_name_of(file.path);
    const bool named = is_log_name(name);
    const bool other = is_other_name(name);
    if (other && !named) return false;
    const bool by_content =
        other || name.ends_with(".txt") || name.ends_with(".json");  // may be something else of a log's name
    if (named && (file.size == 0 || !by_content)) return !name.starts_with('.');
    return file.size != 0 && begins_with_event(first_plain_bytes(file));
}

/// `events_…` files of one application in one folder.
LogPlace rolling_place(const FolderAndApp& key, std::vector<TreeFile> files, bool alone_in_folder) {
    LogPlace place;
    place.rolling = true;
    std::sort(files.begin(), files.end(), [](const TreeFile& a, const TreeFile& b) {
        const auto left = events_name(file_name_of(a.path));
        const auto right = events_name(file_name_of(b.path));
        // a compacted file holds what was left of the files up to its own number, so it comes after them
        return std::tuple(left->number, left->compact, std::string_view(a.path)) <
               std::tuple(right->number, right->compact, std::string_view(b.path));
    });
    const bool own_folder = alone_in_folder && rolling_folder_name(file_name_of(key.first));
    place.path = own_folder || files.empty() ? key.first : files.front().path;
    place.files = std::move(files);
    return place;
}

}  // namespace

std::vector<LogPlace> find_event_logs(const Tree& tree, std::string_view folder) {
    std::vector<LogPlace> places;
    std::map<FolderAndApp, std::vector<TreeFile>> rolling;
    std::map<std::string, std::vector<TreeFile>> status;  // by folder
    for (const TreeFile& file : tree.below(folder)) {
        const std::string_view name = file_name_of(file.path);
        const std::string in(folder_of(file.path));
        if (const auto events = events_name(name)) {
            rolling[{in, events->app}].push_back(file);
        } else if (const auto app = appstatus_name(name)) {
            status[in].push_back(file);
            if (rolling_folder_name(file_name_of(in)) == app)
                rolling[{in, *app}];  // a folder without events files is a log too
        } else if (is_single_log(file)) {
            places.push_back({file.path, false, {file}, {}});
        }
    }
    for (auto& [key, files] : rolling) {
        const auto same_folder = [&key = key](const auto& other) {
            return other.first.first == key.first && !other.second.empty();
        };
        const bool alone = std::count_if(rolling.begin(), rolling.end(), same_folder) <= 1;
        if (files.empty() && !std::none_of(rolling.begin(), rolling.end(), same_folder)) continue;
        LogPlace place = rolling_place(key, std::move(files), alone);
        for (const TreeFile& file : status[key.first])
            if (appstatus_name(file_name_of(file.path)) == key.second) place.status.push_back(file);
        places.push_back(std::move(place));
    }
    std::sort(places.begin(), places.end(), [](const LogPlace& a, const LogPlace& b) { return a.path < b.path; });
    return places;
}

}  // namespace plangrade::spark
