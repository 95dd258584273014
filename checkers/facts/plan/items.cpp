#include "facts/plan/items.hpp"

#include <algorithm>
#include <array>

#include "evidence/spark/plan_text_split.hpp"

namespace plangrade {
namespace {

using spark::plan_text::Brackets;

// sql/sources/filters.scala; Spark 3.x marks those that the source applies itself by a star.
constexpr std::array<std::string_view, 19> kSourceFilters = {"EqualTo(",
                                                             "EqualNullSafe(",
                                                             "GreaterThan(",
                                                             "GreaterThanOrEqual(",
                                                             "LessThan(",
                                                             "LessThanOrEqual(",
                                                             "In(",
                                                             "IsNull(",
                                                             "IsNotNull(",
                                                             "And(",
                                                             "Or(",
                                                             "Not(",
                                                             "StringStartsWith(",
                                                             "StringEndsWith(",
                                                             "StringContains(",
                                                             "AlwaysTrue",
                                                             "AlwaysFalse",
                                                             "CollatedEqualTo(",
                                                             "CollatedIn("};

bool is_source_filter(std::string_view text) {
    if (text.starts_with('*')) text.remove_prefix(1);
    return std::any_of(kSourceFilters.begin(), kSourceFilters.end(),
                       [text](std::string_view name) { return text.starts_with(name); });
}

// "(a#1 = 2)", "isnotnull(a#1)", "NOT (a#1 = 2)"
bool is_expression(std::string_view text) {
    if (text.starts_with('(') || text.starts_with("NOT ")) return true;
    const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return end != std::string_view::npos && end != 0 && text[end] == '(';
}

struct Splitter {
    std::string_view text;
    bool filters;              // each item is a filter of a data source: nothing else can begin an item
    int unbalanced_left = 64;  // items that may search the whole rest for their balance: keeps the splitting linear

    // Where the item that begins at `from` ends.
    std::size_t item_end(std::size_t from) {
        Brackets brackets;
        std::size_t fallback = std::string_view::npos;
        for (std::size_t i = from; i < text.size(); ++i) {
            if (text[i] == ',' && text.substr(i, 2) == ", ") {
                const std::string_view behind = text.substr(i + 2, 64);
                if (!filters && brackets.balanced()) return i;
                if (filters ? is_source_filter(behind) : is_expression(behind)) {
                    if (brackets.balanced()) return i;
                    fallback = std::min(fallback, i);
                    if (unbalanced_left == 0) return fallback;
                }
            }
            brackets.feed(text[i]);
        }
        if (brackets.balanced() || fallback == std::string_view::npos) return text.size();
        --unbalanced_left;
        return fallback;
    }
};

}  // namespace

std::vector<std::string> split_items(std::string_view list) {
    std::string_view inside = spark::plan_text::trim(list);
    if (inside.starts_with('[') && inside.ends_with(']') && inside.size() > 1)
        inside = inside.substr(1, inside.size() - 2);
    std::vector<std::string> items;
    Splitter splitter{inside, is_source_filter(inside)};
    for (std::size_t from = 0; from < inside.size();) {
        const std::size_t end = splitter.item_end(from);
        items.emplace_back(inside.substr(from, end - from));
        from = end + 2;
    }
    return items;
}

}  // namespace plangrade
