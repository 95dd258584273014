#include "facts/plan/scan_match.hpp"

#include <algorithm>

#include "facts/plan/items.hpp"

namespace plangrade {
namespace {

using Found = std::vector<Contradiction>;
using Strings = std::vector<std::string>;

constexpr std::size_t kNearest = 64;  // candidates among which the most like one is looked for

std::string joined(const Strings& items) {
    std::string out = "[";
    for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "" : ", ") + items[i];
    return out + "]";
}

bool same_text(const std::string& a, const std::string& b) {
    return a == b || renumber_ids(a) == renumber_ids(b);
}

bool same_items(const std::optional<Strings>& a, const std::optional<Strings>& b) {
    return !a || !b || *a == *b || same_text(joined(*a), joined(*b));
}

void compare_text(Found& out, const char* what, const std::string& text, const std::string& info, TextPos at) {
    if (!same_text(text, info)) out.push_back({what, text, info, at});
}

void compare_items(Found& out, const char* what, const std::optional<Strings>& text, const std::optional<Strings>& info,
                   TextPos at) {
    if (text && info) compare_text(out, what, joined(*text), joined(*info), at);
}

// The paths that both sides show must be the same ones; a side that left paths out says nothing of the others.
bool same_paths(const ScanFact& a, const ScanFact& b) {
    if (!a.location || !b.location) return true;
    const std::size_t both = std::min(a.location->size(), b.location->size());
    if (!std::equal(a.location->begin(), a.location->begin() + static_cast<std::ptrdiff_t>(both), b.location->begin()))
        return false;
    if (a.location->size() == b.location->size()) return true;
    const ScanFact& shorter = a.location->size() < b.location->size() ? a : b;
    return shorter.location_truncated;
}

bool same_scan(const ScanFact& a, const ScanFact& b) {
    return (a.format.empty() || b.format.empty() || a.format == b.format) && same_paths(a, b) &&
           same_items(a.pushed_filters, b.pushed_filters) && same_items(a.partition_filters, b.partition_filters) &&
           (!a.read_schema || !b.read_schema || same_text(*a.read_schema, *b.read_schema));
}

std::string name_of(const ScanFact& scan) {
    std::string name = "Scan " + scan.format;
    if (scan.location) name += " " + joined(*scan.location);
    return name;
}

// Everything that is compared; two scans of one key tell the same.
std::string key_of(const ScanFact& scan) {
    std::string key = scan.format;
    const auto add = [&key](const std::optional<Strings>& items) {
        key += '\n' + (items ? joined(*items) : "unknown");
    };
    add(scan.location);
    key += scan.location_truncated ? "..." : "";
    add(scan.pushed_filters);
    add(scan.partition_filters);
    return key + '\n' + scan.read_schema.value_or("unknown");
}

}  // namespace

Found scan_differences(const ScanFact& text, const ScanFact& info) {
    Found out;
    if (!text.format.empty() && !info.format.empty() && text.format != info.format)
        out.push_back({"Format", text.format, info.format, text.at});
    if (!same_paths(text, info)) out.push_back({"Location", joined(*text.location), joined(*info.location), text.at});
    compare_items(out, "PushedFilters", text.pushed_filters, info.pushed_filters, text.at);
    compare_items(out, "PartitionFilters", text.partition_filters, info.partition_filters, text.at);
    if (text.read_schema && info.read_schema)
        compare_text(out, "ReadSchema", *text.read_schema, *info.read_schema, text.at);
    return out;
}

ScanMatcher::ScanMatcher(std::vector<ScanFact> candidates, Side side)
    : candidates_(std::move(candidates)), side_(side) {
    for (const ScanFact& candidate : candidates_) keys_.insert(key_of(candidate));
}

Found ScanMatcher::between(const ScanFact& scan, const ScanFact& candidate) const {
    return side_ == Side::info ? scan_differences(scan, candidate) : scan_differences(candidate, scan);
}

Found ScanMatcher::differences_of(const ScanFact& scan) {
    const auto alone = [&](std::string one, std::string other) {
        Contradiction found{"scans", std::move(one), std::move(other), scan.at};
        if (side_ == Side::text) std::swap(found.in_text, found.in_info);
        return Found(1, std::move(found));
    };
    if (candidates_.empty()) return alone(name_of(scan), "");
    if (keys_.contains(key_of(scan))) return {};
    for (const ScanFact& candidate : candidates_) {
        if (budget_ == 0)
            return alone(name_of(scan),
                         "one of " + std::to_string(candidates_.size()) + " scans, more than are compared");
        --budget_;
        if (same_scan(scan, candidate)) return {};
    }
    Found nearest;
    for (std::size_t i = 0; i < std::min(kNearest, candidates_.size()); ++i) {
        Found found = between(scan, candidates_[i]);
        if (nearest.empty() || found.size() < nearest.size()) nearest = std::move(found);
    }
    return nearest;
}

}  // namespace plangrade
