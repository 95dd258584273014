// Selectors of lists and numbers: items of plan attributes, numbers and table rows of reports.
#include <re2/re2.h>

#include <algorithm>

#include "checks/messages.hpp"
#include "checks/selector_parts.hpp"
#include "facts/plan/items.hpp"

namespace plangrade {

using json = nlohmann::json;

namespace {

json split(const json& data) {
    json out = json::array();
    if (data.is_string())
        for (std::string& item : split_items(data.get_ref<const std::string&>())) out.push_back(std::move(item));
    return out;
}

}  // namespace

Value items_selector(Context&, Value value, const Node&) {
    if (!value.data.is_string()) return not_for(value, "items");
    value.data = split(value.data);
    for (json& other : value.alternatives) other = split(other);
    return value;
}

namespace {

/// "order_id#0L" -> "order_id", "(1 + 2) AS three#11" -> "three"
std::string column_name(std::string item) {
    if (const auto as = item.rfind(" AS "); as != std::string::npos) item.erase(0, as + 4);
    const auto hash = item.rfind('#');
    if (hash != std::string::npos && hash + 1 < item.size() && item[hash + 1] >= '0' && item[hash + 1] <= '9')
        item.erase(hash);
    return item;
}

void to_names(json& list) {
    if (!list.is_array()) return;
    for (json& item : list)
        if (item.is_string()) item = column_name(item.get<std::string>());
}

}  // namespace

Value names_selector(Context&, Value value, const Node&) {
    if (!value.data.is_array()) return not_for(value, "names");
    to_names(value.data);
    for (json& other : value.alternatives) to_names(other);
    return value;
}

Value count_selector(Context&, Value value, const Node&) {
    if (value.plan && value.plan->narrowed) {
        value.data = static_cast<std::int64_t>(value.plan->nodes.size());
        value.from.text = value.plan->place + ", number of " + value.from.node + " operators";
    } else if (value.data.is_array() || value.data.is_object()) {
        value.data = static_cast<std::int64_t>(value.data.size());
        value.from.text += ", how many";
        value.item_lines.clear();
        value.alternatives.clear();
    } else {
        return not_for(value, "count");
    }
    return value;
}

namespace {

/// `pick: distribution` or `pick: [distribution, above]` of one object.
json picked(const json& item, const Node& argument) {
    if (!item.is_object()) return item;
    const auto field = [&](const std::string& name) { return item.contains(name) ? item.at(name) : json(); };
    if (!argument.is_sequence()) return field(argument.text);
    json out = json::array();
    for (const Node& name : argument.items) out.push_back(field(name.text));
    return out;
}

json pick(const json& data, const Node& argument) {
    if (!data.is_array()) return picked(data, argument);
    json out = json::array();
    for (const json& item : data) out.push_back(picked(item, argument));
    return out;
}

}  // namespace

Value pick_selector(Context&, Value value, const Node& argument) {
    value.data = pick(value.data, argument);
    for (json& other : value.alternatives) other = pick(other, argument);
    return value;
}

Value only_selector(Context&, Value value, const Node& argument) {
    const auto narrow = [&](json& object) {
        if (!object.is_object()) return;
        json out = json::object();
        for (const Node& name : argument.items)
            if (object.contains(name.text)) out[name.text] = object.at(name.text);
        object = std::move(out);
    };
    const auto each = [&](json& data) {
        if (data.is_array())
            for (json& item : data) narrow(item);
        else
            narrow(data);
    };
    each(value.data);
    for (json& other : value.alternatives) each(other);
    return value;
}

Value last_selector(Context&, Value value, const Node&) {
    if (!value.data.is_array() || value.data.empty()) return not_for(value, "last");
    json last = value.data.back();
    value.data = std::move(last);
    value.alternatives.clear();
    if (!value.item_lines.empty()) value.from.line = value.item_lines.back();
    value.from.text += ", the last one";
    return value;
}

Value has_selector(Context&, Value value, const Node& argument) {
    if (!value.data.is_string()) return not_for(value, "has");
    std::vector<RubricProblem> ignored;  // a bad pattern is refused when the rubric is loaded
    const auto pattern = compile_pattern(argument, ignored);
    if (pattern == nullptr) return not_for(value, "has");
    value.because = value.from.text + " is " + shown(value.data) + "\n";
    value.data = re2::RE2::PartialMatch(value.data.get_ref<const std::string&>(), *pattern);
    value.alternatives.clear();
    return value;
}

namespace {

json as_json(const ReportNumber& number) {
    if (number.integer) return static_cast<std::int64_t>(number.value);
    return number.value;
}

}  // namespace

Value numbers_selector(Context&, Value value, const Node&) {
    if (value.report == nullptr) return not_for(value, "numbers");
    value.data = json::array();
    const auto take = [&](const std::vector<ReportNumber>& numbers) {
        for (const ReportNumber& number : numbers) value.data.push_back(as_json(number));
    };
    if (value.sections.empty()) take(value.report->numbers);
    for (const ReportSection* section : value.sections) take(section->numbers);
    return value;
}

namespace {

bool ascii_digit(char c) {
    return c >= '0' && c <= '9';
}

/// 0,85 as much of Europe writes it; 1,202 has groups of three.
bool decimal_comma(const std::string& cell, const ReportNumber& number) {
    const std::size_t comma = number.text.size();
    std::size_t end = comma + 1;
    while (end < cell.size() && ascii_digit(cell[end])) ++end;
    return comma < cell.size() && cell[comma] == ',' && end > comma + 1 && (number.text == "0" || end != comma + 4);
}

/// A table's cell as a person reads it: "2 vertices" is 2, "85 %" is 0.85, "34109/40000 = 0.85" is 0.85, "-" is
/// nothing, "HASH" is a text.
json cell_value(std::string cell) {
    for (const std::string_view none :
         {"-", "\u2013", "\u2014", "null", "none", "n/a", "\u65e0", "\uc5c6\uc74c", "tidak ada"})
        if (lower_ascii(cell) == none) return nullptr;
    if (const auto sign = cell.rfind("= "); sign != std::string::npos && !cell.empty() && ascii_digit(cell.front()))
        cell.erase(0, sign + 2);
    Report read = parse_report(cell, Limits{});
    if (read.numbers.empty() || !cell.starts_with(read.numbers.front().text)) return cell;
    if (decimal_comma(cell, read.numbers.front())) {
        cell[read.numbers.front().text.size()] = '.';
        read = parse_report(cell, Limits{});
        if (read.numbers.empty()) return cell;
    }
    const ReportNumber& number = read.numbers.front();
    std::string_view unit = std::string_view(cell).substr(number.text.size());
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    if (unit.starts_with('%') || unit.starts_with("\uFF05")) return number.value / 100;
    return as_json(number);
}

/// The value of a row that one cell names (letters' case does not count): the first number behind the name, else what
/// stands next to it.
std::optional<json> row_value(const ReportTableRow& row, const std::string& name) {
    const auto at = std::find_if(row.cells.begin(), row.cells.end(),
                                 [&](const std::string& cell) { return lower_ascii(cell) == lower_ascii(name); });
    if (at == row.cells.end()) return std::nullopt;
    for (auto cell = at + 1; cell != row.cells.end(); ++cell)
        if (json value = cell_value(*cell); value.is_number()) return value;
    if (at + 1 != row.cells.end()) return cell_value(*(at + 1));
    return at != row.cells.begin() ? cell_value(*(at - 1)) : json("");
}

}  // namespace

Value row_selector(Context&, Value value, const Node& argument) {
    if (value.report == nullptr) return not_for(value, "row");
    std::vector<const ReportTableRow*> rows;
    const auto take = [&](const std::vector<ReportTableRow>& table) {
        for (const ReportTableRow& row : table)
            if (row_value(row, argument.text)) rows.push_back(&row);
    };
    if (value.sections.empty()) take(value.report->table_rows);
    for (const ReportSection* section : value.sections) take(section->table_rows);
    if (rows.empty())
        return become(std::move(value), Value::State::absent, "no-table-row",
                      {{"file", value.from.file}, {"row", argument.text}});
    value.from.line = rows.front()->line;
    value.from.text = value.from.file + " line " + std::to_string(rows.front()->line) + ", row " + argument.text;
    value.data = *row_value(*rows.front(), argument.text);
    for (const ReportTableRow* other : rows) {
        const json also = *row_value(*other, argument.text);
        if (!first_difference(also, value.data)) continue;
        json args{{"file", value.from.file},   {"row", argument.text}, {"line", rows.front()->line},
                  {"other_line", other->line}, {"left", value.data},   {"right", also}};
        return become(std::move(value), Value::State::malformed, "rows-disagree", std::move(args));
    }
    return value;
}

}  // namespace plangrade
