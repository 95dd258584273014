#include "evidence/spark/event_log_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace plangrade::spark {
namespace {

using namespace std::string_view_literals;

constexpr std::array kCodecEndings{".zstd"sv, ".zst"sv, ".lz4"sv, ".snappy"sv, ".lzf"sv, ".gz"sv, ".gzip"sv};
constexpr std::array kEditorEndings{".txt"sv, ".json"sv, ".jsonl"sv, ".log"sv};
// .txt and .json are looked into: browsers and editors add them to logs
constexpr std::array kOtherEndings{".parquet"sv, ".csv"sv, ".py"sv,  ".md"sv,  ".crc"sv,  ".sql"sv, ".scala"sv,
                                   ".java"sv,    ".sh"sv,  ".png"sv, ".jpg"sv, ".pdf"sv,  ".orc"sv, ".avro"sv,
                                   ".ipynb"sv,   ".zip"sv, ".tar"sv, ".tgz"sv, ".yaml"sv, ".yml"sv, ".html"sv};

template <typename Endings>
bool strip(std::string_view& name, const Endings& endings) {
    for (const std::string_view ending : endings) {
        if (!name.ends_with(ending) || name.size() == ending.size()) continue;
        name.remove_suffix(ending.size());
        return true;
    }
    return false;
}

bool all_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool all_hex(std::string_view text) {
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Digits in `parts` pieces with `separator` between them.
bool numbers(std::string_view text, char separator, int parts) {
    for (; parts > 1; --parts) {
        const auto at = text.find(separator);
        if (at == std::string_view::npos || !all_digits(text.substr(0, at))) return false;
        text.remove_prefix(at + 1);
    }
    return all_digits(text);
}

bool after_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// local-<ms>, application_<ms>_<n>, app-<time>-<n>, spark-<hex> (Kubernetes), spark-application-<ms>; in cluster mode
/// with _<attempt>.
bool is_app_id(std::string_view name) {
    if (after_prefix(name, "application_")) return numbers(name, '_', 2) || numbers(name, '_', 3);
    if (const auto attempt = name.rfind('_'); attempt != std::string_view::npos && all_digits(name.substr(attempt + 1)))
        name = name.substr(0, attempt);
    if (after_prefix(name, "local-")) return all_digits(name);
    if (after_prefix(name, "app-")) return numbers(name, '-', 2);
    if (after_prefix(name, "spark-application-")) return all_digits(name);
    if (after_prefix(name, "spark-")) return name.size() >= 16 && all_hex(name);
    return false;
}

}  // namespace

std::optional<EventsName> events_name(std::string_view name) {
    EventsName out;
    if (!after_prefix(name, "events_")) return std::nullopt;
    out.compact = strip(name, std::array{".compact"sv});
    strip(name, kCodecEndings);
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), out.number);
    name.remove_prefix(static_cast<std::size_t>(end - name.data()));
    if (error != std::errc() || !after_prefix(name, "_") || name.empty()) return std::nullopt;
    out.app = name;
    return out;
}

std::optional<std::string> appstatus_name(std::string_view name) {
    if (!after_prefix(name, "appstatus_")) return std::nullopt;
    strip(name, std::array{".inprogress"sv});
    return std::string(name);
}

std::optional<std::string> rolling_folder_name(std::string_view name) {
    if (!after_prefix(name, "eventlog_v2_")) return std::nullopt;
    return std::string(name);
}

bool is_log_name(std::string_view name) {
    strip(name, kEditorEndings);
    const bool in_progress = strip(name, std::array{".inprogress"sv});
    strip(name, kCodecEndings);
    strip(name, std::array{".inprogress"sv});
    return in_progress || is_app_id(name) || name == "eventlog";
}

bool is_other_name(std::string_view name) {
    if (name.starts_with('.')) return true;
    strip(name, kCodecEndings);
    return strip(name, kOtherEndings);
}

}  // namespace plangrade::spark
