// Selectors of lists and numbers: items of plan attributes, numbers and table rows of reports.
#include <re2/re2.h>

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
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(1 << 20);
    value.because = value.from.text + " is " + shown(value.data) + "\n";
    value.data = re2::RE2::PartialMatch(value.data.get_ref<const std::string&>(), re2::RE2(argument.text, options));
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

/// A table's cell as a person reads it: "2 vertices" is 2, "85 %" is 0.85, "-" is nothing, "HASH" is a text.
json cell_value(const std::string& cell) {
    for (const std::string_view none : {"-", "\u2013", "\u2014", "null", "None", "n/a"})
        if (cell == none) return nullptr;
    const Report read = parse_report(cell, Limits{});
    if (read.numbers.empty() || !cell.starts_with(read.numbers.front().text)) return cell;
    const ReportNumber& number = read.numbers.front();
    std::string_view unit = std::string_view(cell).substr(number.text.size());
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    if (unit.starts_with('%') || unit.starts_with("\uFF05")) return number.value / 100;
    return as_json(number);
}

}  // namespace

Value row_selector(Context&, Value value, const Node& argument) {
    if (value.report == nullptr) return not_for(value, "row");
    const auto search = [&](const std::vector<ReportTableRow>& rows) -> const ReportTableRow* {
        for (const ReportTableRow& row : rows)
            if (!row.cells.empty() && row.cells.front() == argument.text) return &row;
        return nullptr;
    };
    const ReportTableRow* row = nullptr;
    if (value.sections.empty()) row = search(value.report->table_rows);
    for (const ReportSection* section : value.sections)
        if (row == nullptr) row = search(section->table_rows);
    if (row == nullptr)
        return become(std::move(value), Value::State::absent, "no-table-row",
                      {{"file", value.from.file}, {"row", argument.text}});
    value.from.line = row->line;
    value.from.text = value.from.file + " line " + std::to_string(row->line) + ", row " + argument.text;
    value.data = cell_value(row->cells.size() > 1 ? row->cells[1] : "");
    return value;
}

}  // namespace plangrade
