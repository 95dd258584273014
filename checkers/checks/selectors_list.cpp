// Selectors of lists and numbers: items of plan attributes, numbers and table rows of reports.
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
        value.alternatives.clear();
    } else {
        return not_for(value, "count");
    }
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
    const std::string cell = row->cells.size() > 1 ? row->cells[1] : "";
    json number;
    value.data = read_number(json(cell), number) ? number : json(cell);
    return value;
}

}  // namespace plangrade
