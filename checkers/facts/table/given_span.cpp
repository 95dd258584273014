#include "facts/table/given_span.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace plangrade {
namespace {

constexpr std::size_t kLongest = 40;

/// SQLite hands out zeroed memory for it and frees it without a destructor.
struct Span {
    std::int64_t nulls;
    std::int64_t values;
    std::int64_t low, high;
    bool texts;
    bool other;
    std::uint8_t low_size, high_size;
    char low_text[kLongest];
    char high_text[kLongest];
};

void keep(char* into, std::uint8_t& size, std::string_view text) {
    std::memcpy(into, text.data(), text.size());
    size = static_cast<std::uint8_t>(text.size());
}

void take_integer(Span& span, std::int64_t value) {
    if (span.values == 0 || value < span.low) span.low = value;
    if (span.values == 0 || value > span.high) span.high = value;
}

void take_text(Span& span, std::string_view text) {
    if (text.size() > kLongest) {
        span.other = true;
        return;
    }
    if (span.values == 0 || text < std::string_view(span.low_text, span.low_size))
        keep(span.low_text, span.low_size, text);
    if (span.values == 0 || text > std::string_view(span.high_text, span.high_size))
        keep(span.high_text, span.high_size, text);
}

void step(sqlite3_context* context, int, sqlite3_value** arguments) {
    auto* span = static_cast<Span*>(sqlite3_aggregate_context(context, sizeof(Span)));
    if (span == nullptr) return;
    const int type = sqlite3_value_type(arguments[0]);
    if (type == SQLITE_NULL) {
        ++span->nulls;
        return;
    }
    const bool text = type == SQLITE_TEXT;
    if ((type != SQLITE_INTEGER && !text) || (span->values > 0 && span->texts != text)) {
        span->other = true;
        return;
    }
    span->texts = text;
    if (text) {
        const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(arguments[0]));
        take_text(*span, {bytes, static_cast<std::size_t>(sqlite3_value_bytes(arguments[0]))});
    } else {
        take_integer(*span, sqlite3_value_int64(arguments[0]));
    }
    ++span->values;
}

void finish(sqlite3_context* context) {
    const auto* span = static_cast<Span*>(sqlite3_aggregate_context(context, 0));
    if (span == nullptr) {  // no row at all
        sqlite3_result_text(context, "0||", 3, SQLITE_STATIC);
        return;
    }
    if (span->other) {
        sqlite3_result_null(context);
        return;
    }
    std::string out = std::to_string(span->nulls) + "|";
    if (span->values > 0 && span->texts) {
        out += std::string(span->low_text, span->low_size) + "|" + std::string(span->high_text, span->high_size);
    } else if (span->values > 0) {
        out += std::to_string(span->low) + "|" + std::to_string(span->high);
    } else {
        out += "|";
    }
    sqlite3_result_text64(context, out.data(), out.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

}  // namespace

bool add_span_function(sqlite3* db) {
    return sqlite3_create_function_v2(db, "span", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, nullptr, &step,
                                      &finish, nullptr) == SQLITE_OK;
}

}  // namespace plangrade
