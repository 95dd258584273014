#include <algorithm>

#include "facts/plan/items.hpp"

namespace plangrade {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string percent_decoded(std::string_view part) {
    std::string out;
    for (std::size_t i = 0; i < part.size(); ++i) {
        const int high = part[i] == '%' && i + 2 < part.size() ? hex_digit(part[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(part[i + 2]) : -1;
        if (low >= 0) {
            out += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            out += part[i];
        }
    }
    return out;
}

// Behind "file:/", "file:///", "hdfs://host:9000/", "s3a://bucket/"; a host is no part of the path.
std::string_view without_scheme(std::string_view location) {
    const std::size_t colon = location.find(':');
    const std::size_t slash = location.find('/');
    if (colon == std::string_view::npos || colon == 0 || slash != colon + 1) return location;
    std::string_view rest = location.substr(colon + 1);
    if (!rest.starts_with("//")) return rest;
    const std::size_t path = rest.find('/', 2);
    return path == std::string_view::npos ? std::string_view() : rest.substr(path);
}

std::vector<std::string_view> parts_of(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view part = path.substr(0, end);
        if (!part.empty() && part != ".") parts.push_back(part);
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return parts;
}

// A part of a location is as Hadoop's Path prints it (not encoded) or as a URI has it (encoded).
bool same_part(std::string_view location, std::string_view wanted) {
    return location == wanted || percent_decoded(location) == wanted;
}

bool same_parts(const std::vector<std::string_view>& location, std::size_t from,
                const std::vector<std::string_view>& wanted) {
    return std::equal(wanted.begin(), wanted.end(), location.begin() + static_cast<std::ptrdiff_t>(from),
                      [](std::string_view part, std::string_view other) { return same_part(other, part); });
}

// "orders_pq/*", "orders_pq/*.parquet", "orders_pq/*/*": the folder
void drop_globs(std::vector<std::string_view>& parts) {
    while (!parts.empty() && parts.back().starts_with('*')) parts.pop_back();
}

}  // namespace

bool path_ends_with(std::string_view location, std::string_view relative) {
    std::vector<std::string_view> parts = parts_of(without_scheme(location));
    const std::vector<std::string_view> wanted = parts_of(relative);
    drop_globs(parts);
    return !wanted.empty() && parts.size() >= wanted.size() && same_parts(parts, parts.size() - wanted.size(), wanted);
}

bool path_is_in(std::string_view location, std::string_view relative) {
    const std::vector<std::string_view> parts = parts_of(without_scheme(location));
    const std::vector<std::string_view> wanted = parts_of(relative);
    if (wanted.empty()) return false;
    for (std::size_t from = 0; from + wanted.size() <= parts.size(); ++from)
        if (same_parts(parts, from, wanted)) return true;
    return false;
}

}  // namespace plangrade
