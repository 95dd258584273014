#include "evidence/spark/plan_text_scan.hpp"

#include <algorithm>
#include <array>
#include <bitset>

#include "evidence/spark/plan_text_split.hpp"

namespace plangrade::spark::plan_text {
namespace {

// Keys of FileSourceScanExec.metadata (V1) and of FileScan.getMetaData, RowDataSourceScanExec and BatchScanExec (V2,
// JDBC).
constexpr std::array<std::string_view, 21> kTags = {"Batched",
                                                    "Bucketed",
                                                    "DataFilters",
                                                    "Format",
                                                    "Location",
                                                    "PartitionFilters",
                                                    "PushedAggregates",
                                                    "PushedAggregation",
                                                    "PushedFilters",
                                                    "PushedGroupBy",
                                                    "PushedGroupByExpressions",
                                                    "PushedJoins",
                                                    "PushedLimit",
                                                    "PushedOffset",
                                                    "PushedPredicates",
                                                    "PushedSample",
                                                    "PushedTopN",
                                                    "PushedVariants",
                                                    "ReadSchema",
                                                    "RuntimeFilters",
                                                    "SelectedBucketsCount"};
constexpr std::size_t kNoTag = kTags.size();
using Used = std::bitset<kTags.size()>;

// The known tag that stands at `at` followed by ": ", or kNoTag.
std::size_t tag_at(std::string_view text, std::size_t at) {
    if (at >= text.size() || text[at] < 'B' || text[at] > 'S') return kNoTag;
    const std::string_view tail = text.substr(at);
    for (std::size_t tag = 0; tag < kTags.size(); ++tag) {
        const std::size_t size = kTags[tag].size();
        if (tail.starts_with(kTags[tag]) && tail.substr(size, 2) == ": ") return tag;
    }
    return kNoTag;
}

struct Next {
    std::size_t end = std::string_view::npos;    // of the value before it
    std::size_t start = std::string_view::npos;  // of the tag
};

// Where the value that begins at `from` ends, and where the tag behind it begins. Each tag occurs once in a line, so
// that the whole line costs at most one pass a tag, whatever it holds.
Next next_tag(std::string_view text, std::size_t from, const Used& used) {
    Brackets brackets;
    Next first;
    for (std::size_t i = from; i < text.size(); ++i) {
        const bool comma = text[i] == ',' && text.substr(i, 2) == ", ";
        const std::size_t start = i + (comma ? 2 : 1);
        if (comma || (text[i] == ' ' && i > from && text[i - 1] != ',')) {
            const std::size_t tag = tag_at(text, start);
            if (tag != kNoTag && !used[tag]) {
                if (brackets.balanced() || (comma && text.substr(0, i).ends_with("..."))) return {i, start};
                if (comma && first.start == std::string_view::npos) first = {i, start};
            }
        }
        brackets.feed(text[i]);
    }
    return brackets.balanced() ? Next{} : first;
}

bool repeats_a_tag(std::string_view text) {
    Used seen;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t tag = i == 0 || text[i - 1] == ' ' ? tag_at(text, i) : kNoTag;
        if (tag == kNoTag) continue;
        if (seen[tag]) return true;
        seen.set(tag);
    }
    return false;
}

}  // namespace

bool is_scan_tag(std::string_view name) {
    return std::find(kTags.begin(), kTags.end(), name) != kTags.end();
}

std::size_t scan_columns(std::string_view text, std::size_t from) {
    // JDBC's name has a bracket of its own: "Scan JDBCRelation(t) [numPartitions=1] [A#0] ..."
    for (int tries = 0; tries < 4; ++tries) {
        const std::size_t open = text.find('[', from);
        if (open == std::string_view::npos) return open;
        const std::size_t close = closing_bracket(text, open);
        const std::string_view inside =
            text.substr(open + 1, close == std::string_view::npos ? close : close - open - 1);
        if (inside.empty() || inside.find('#') != std::string_view::npos) return open;
        if (close == std::string_view::npos) return close;
        from = close + 1;
    }
    return std::string_view::npos;
}

void read_scan(std::string_view rest, const std::function<void(const ScanValue&)>& add) {
    std::size_t at = 0;
    if (rest.starts_with('[')) {
        const std::size_t close = closing_bracket(rest, 0);
        at = close == std::string_view::npos ? rest.size() : close + 1;
        add({"Output", rest.substr(0, at)});
    }
    at = std::min(rest.find_first_not_of(' ', at), rest.size());
    Used used;
    std::size_t start = tag_at(rest, at) != kNoTag ? at : next_tag(rest, at, used).start;
    if (start == std::string_view::npos) {
        const std::string_view other = trim(rest.substr(at));
        if (!other.empty()) add({"Arguments", other.starts_with(", ") ? other.substr(2) : other});
        return;
    }
    const bool sure = !repeats_a_tag(rest.substr(at));
    while (start != std::string_view::npos) {
        const std::size_t tag = tag_at(rest, start);
        used.set(tag);
        const std::size_t value = start + kTags[tag].size() + 2;
        const Next next = next_tag(rest, value, used);
        const std::size_t size = next.end == std::string_view::npos ? next.end : next.end - value;
        add({kTags[tag], rest.substr(value, size), sure});
        start = next.start;
    }
}

}  // namespace plangrade::spark::plan_text
