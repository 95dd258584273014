#include "evidence/parquet/partition.hpp"

#include <algorithm>

namespace plangrade::parquet {
namespace {

bool hidden_name(std::string_view name) {
    return name.starts_with('.') || (name.starts_with('_') && name.find('=') == std::string_view::npos) ||
           name.ends_with("._COPYING_");
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// "%3A" -> ":". Spark makes one UTF-16 unit of each escape, so one above 7F is the Latin-1 character of that number.
std::string unescape(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low < 0) {
            out += text[i];
            continue;
        }
        const int code = high * 16 + low;
        if (code < 0x80) {
            out += static_cast<char>(code);
        } else {
            out += static_cast<char>(0xc0 | code >> 6);
            out += static_cast<char>(0x80 | (code & 0x3f));
        }
        i += 2;
    }
    return out;
}

}  // namespace

bool hidden(std::string_view relative_path) {
    while (true) {
        const auto slash = relative_path.find('/');
        if (hidden_name(relative_path.substr(0, slash))) return true;
        if (slash == std::string_view::npos) return false;
        relative_path.remove_prefix(slash + 1);
    }
}

std::optional<Partition> partition_of(std::string_view folder_name) {
    const auto equals = folder_name.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == folder_name.size()) return std::nullopt;
    return Partition{unescape(folder_name.substr(0, equals)), unescape(folder_name.substr(equals + 1))};
}

std::vector<Partition> partitions_of(std::string_view relative_path) {
    std::vector<Partition> out;
    auto slash = relative_path.rfind('/');
    while (slash != std::string_view::npos) {
        relative_path = relative_path.substr(0, slash);
        slash = relative_path.rfind('/');
        auto partition =
            partition_of(slash == std::string_view::npos ? relative_path : relative_path.substr(slash + 1));
        if (!partition && !out.empty()) break;
        if (partition) out.push_back(std::move(*partition));
    }
    std::reverse(out.begin(), out.end());
    return out;
}

}  // namespace plangrade::parquet
