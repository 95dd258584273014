// Selectors and facts: what narrows a value or reads something out of it.
#include <algorithm>
#include <array>
#include <charconv>

#include <re2/re2.h>

#include "checks/context.hpp"
#include "checks/words.hpp"
#include "facts/plan/items.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

/// A rubric applies a selector to a kind of value that has no such thing: the rubric's fault, said as such.
Value not_for(const Value& value, std::string_view selector) {
    return Value::missing(Value::State::unknown, "rubric-fault", {{"selector", selector}}, value.from);
}

Value become(Value value, Value::State state, std::string code, json args) {
    value.state = state;
    value.code = std::move(code);
    value.args = std::move(args);
    return value;
}

std::string type_word(const json& value) {
    switch (value.type()) {
        case json::value_t::null:
            return "null";
        case json::value_t::boolean:
            return "true or false";
        case json::value_t::string:
            return "a string";
        case json::value_t::array:
            return "a list";
        case json::value_t::object:
            return "an object";
        case json::value_t::number_integer:
        case json::value_t::number_unsigned:
            return "an integer";
        default:
            return "a number";
    }
}

// --- answers -------------------------------------------------------------------------------------------------

Value at_selector(Context& context, Value value, const Node& argument) {
    json::json_pointer pointer;
    try {
        pointer = json::json_pointer(argument.text);
    } catch (const json::exception&) {
        return not_for(value, "at");
    }
    const std::string file = value.from.file;
    value.from.text = file + ", " + argument.text;
    value.from.pointer = argument.text;
    if (!value.data.is_object() && !value.data.is_array())
        return become(std::move(value), Value::State::malformed, "wrong-type",
                      {{"place", file}, {"found", type_word(value.data)}, {"wanted", "an object"}});
    if (!value.data.contains(pointer)) {
        json keys = json::array();
        if (value.data.is_object())
            for (const auto& [key, ignored] : value.data.items()) keys.push_back(key);
        return become(std::move(value), Value::State::absent, "missing-key",
                      {{"file", file}, {"pointer", argument.text}, {"keys", std::move(keys)}});
    }
    json found = value.data.at(pointer);
    if (const JsonDocument* document = context.json(file))
        if (const auto line = document->lines.find(argument.text); line != document->lines.end())
            value.from.line = line->second;
    value.data = std::move(found);
    return value;
}

/// "8" -> 8 where the rubric accepts numbers written as strings.
bool read_number(const json& data, json& out) {
    if (!data.is_string()) return false;
    const auto& text = data.get_ref<const std::string&>();
    std::int64_t integer = 0;
    const char* end = text.data() + text.size();
    if (const auto [stop, error] = std::from_chars(text.data(), end, integer);
        error == std::errc() && stop == end && !text.empty()) {
        out = integer;
        return true;
    }
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || text.empty()) return false;
    out = number;
    return true;
}

Value type_selector(Context&, Value value, const Node& argument) {
    const std::string& wanted = argument.text;
    if (value.args.contains("numeric_strings") && (wanted == "integer" || wanted == "number")) {
        json number;
        if (read_number(value.data, number)) {
            value.notes.push_back(value.from.text + " is a number written as a string; it was read as the number");
            value.data = std::move(number);
        }
    }
    const json& data = value.data;
    bool right = false;
    std::string name = "a " + wanted;
    if (wanted == "integer") {
        // JSON Schema: an integer is a number with no fraction, so 8.0 is one.
        right = data.is_number_integer() ||
                (data.is_number_float() &&
                 data.get<double>() == static_cast<double>(static_cast<std::int64_t>(data.get<double>())));
        name = "an integer";
    } else if (wanted == "number") {
        right = data.is_number();
    } else if (wanted == "string") {
        right = data.is_string();
    } else if (wanted == "boolean") {
        right = data.is_boolean();
        name = "true or false";
    } else if (wanted == "object") {
        right = data.is_object();
        name = "an object";
    } else if (wanted == "strings") {
        right =
            data.is_array() && std::all_of(data.begin(), data.end(), [](const json& item) { return item.is_string(); });
        name = "a list of strings";
    } else {
        right = data.is_array();
        name = "a list";
    }
    if (right) return value;
    json args{{"place", value.from.text}, {"value", data}, {"found", type_word(data)}, {"wanted", name}};
    return become(std::move(value), Value::State::malformed, "wrong-type", std::move(args));
}

// --- plans ---------------------------------------------------------------------------------------------------

const PlanTree* tree_of(const PlanPart& part) {
    if (part.tree != nullptr) return part.tree;
    if (part.section != nullptr) return part.section->trees.empty() ? nullptr : &part.section->trees.front();
    return part.plan->physical();
}

Value plan_section(Value value, const std::string& title) {
    PlanPart& part = *value.plan;
    for (const PlanSection& section : part.plan->sections) {
        for (const PlanTree& tree : section.trees) {
            if (section.title != title && tree.title != title) continue;
            part.section = &section;
            part.tree = section.title == title && !section.trees.empty() ? &section.trees.front() : &tree;
            if (section.title != title) part.tree = &tree;
            value.from.text = value.from.file + ", " + title;
            value.from.line = tree.at.line != 0 ? tree.at.line : section.at.line;
            return value;
        }
        if (section.title == title) {
            part.section = &section;
            value.from.text = value.from.file + ", " + title;
            value.from.line = section.at.line;
            return value;
        }
    }
    json found = json::array();
    for (const PlanSection& section : part.plan->sections) found.push_back(section.title);
    const std::string mode = to_string(part.plan->mode);
    json args{{"file", value.from.file}, {"title", title}, {"sections", std::move(found)}, {"mode", mode}};
    return become(std::move(value), Value::State::absent, "no-plan-section", std::move(args));
}

Value section_selector(Context&, Value value, const Node& argument) {
    if (value.plan) return plan_section(std::move(value), argument.text);
    if (value.report == nullptr) return not_for(value, "section");
    value.sections = find_sections(*value.report, argument.text, 2);
    value.from.text = value.from.file + ", section \"## " + argument.text + "\"";
    if (value.sections.empty()) {
        json titles = json::array();
        for (const ReportSection& section : value.report->sections)
            if (titles.size() < 12)
                titles.push_back(std::string(static_cast<std::size_t>(section.level), '#') + " " + section.title);
        json args{{"file", value.from.file}, {"title", argument.text}, {"headings", std::move(titles)}};
        if (const std::string near = nearest_heading(*value.report, argument.text, 2); !near.empty())
            args["near"] = near;
        return become(std::move(value), Value::State::absent, "no-section", std::move(args));
    }
    value.from.line = value.sections.front()->line;
    const ReportSection& first = *value.sections.front();
    value.from.text += " (lines " + std::to_string(first.line) + " to " + std::to_string(first.last_line) + ")";
    value.data = first.text;
    return value;
}

bool holds(const PlanTree& tree, const std::vector<ScanFact>& scan_facts, std::uint32_t index, const std::string& name,
           const Node& condition) {
    const PlanNode& node = tree.nodes[index];
    if (condition.is_map() && condition.entries.front().first == "path") {
        const std::string& path = condition.entries.front().second.text;
        for (const ScanFact& scan : scan_facts)
            if (scan.node == index && scan.location)
                return std::any_of(scan.location->begin(), scan.location->end(),
                                   [&](const std::string& place) { return path_is_in(place, path); });
    }
    const PlanAttribute* attribute = node.find(name);
    if (attribute == nullptr) return false;
    if (!condition.is_map()) return attribute->value == condition.text;
    const auto& [kind, argument] = condition.entries.front();
    if (kind == "path") return path_ends_with(attribute->value, argument.text);
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(1 << 20);
    return re2::RE2::PartialMatch(attribute->value, re2::RE2(argument.text, options));
}

std::vector<const PlanNode*> find_nodes(const PlanTree& tree, const Node& argument) {
    const Node* op = argument.find("op");
    const Node* where = argument.find("where");
    const auto scan_facts = where != nullptr ? scans(tree) : std::vector<ScanFact>{};
    std::vector<const PlanNode*> out;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const PlanNode& node = tree.nodes[i];
        if (op != nullptr && node.op != op->text) continue;
        const bool all =
            where == nullptr || std::all_of(where->entries.begin(), where->entries.end(), [&](const auto& entry) {
                return holds(tree, scan_facts, i, entry.first, entry.second);
            });
        if (all) out.push_back(&node);
    }
    return out;
}

/// What the plan reads, for the message that it does not read what was looked for.
json scans_in_words(const PlanTree& tree) {
    json out = json::array();
    for (const ScanFact& scan : scans(tree)) {
        std::string text = "Scan " + scan.format;
        if (scan.location && !scan.location->empty()) text += " of " + scan.location->front();
        if (std::find(out.begin(), out.end(), json(text)) == out.end()) out.push_back(text);
    }
    return out;
}

Value find_selector(Context&, Value value, const Node& argument) {
    if (!value.plan) return not_for(value, "find");
    PlanPart& part = *value.plan;
    const PlanTree* tree = tree_of(part);
    const std::string op = argument.find("op") != nullptr ? argument.find("op")->text : "operator";
    if (tree != nullptr) part.nodes = find_nodes(*tree, argument);
    if (part.fallback != nullptr && part.fallback->physical() != nullptr)
        part.fallback_nodes = find_nodes(*part.fallback->physical(), argument);
    if (part.nodes.empty()) part.nodes.swap(part.fallback_nodes);
    part.narrowed = true;
    part.place = value.from.text;
    value.from.node = op;
    if (part.nodes.empty()) {
        json args{{"place", value.from.text}, {"op", op}, {"of_run", value.of_run}};
        if (const Node* where = argument.find("where"))
            if (const Node* location = where->find("Location");
                location != nullptr && location->find("path") != nullptr)
                args["location"] = location->find("path")->text;
        if (tree != nullptr) args["scans"] = scans_in_words(*tree);
        if (const PlanTree* mode_tree = tree; mode_tree == nullptr) args["no_tree"] = true;
        return become(std::move(value), Value::State::absent, "no-node", std::move(args));
    }
    const PlanNode& node = *part.nodes.front();
    value.from.text += ", " + op + (node.number ? " (" + std::to_string(*node.number) + ")" : "");
    if (!value.of_run && node.at.line != 0) {
        value.from.line = node.at.line;
        value.from.text += " (line " + std::to_string(node.at.line) + ")";
    }
    value.data = static_cast<std::int64_t>(part.nodes.size());
    return value;
}

/// Spark's formatted text prints no line for an empty list of filters.
bool empty_when_left_out(const Plan& plan, const PlanNode& node, std::string_view name) {
    return plan.mode == PlanMode::formatted && node.op.starts_with("Scan ") && node.find("Location") != nullptr &&
           (name == "PushedFilters" || name == "PartitionFilters");
}

struct Attributes {
    std::vector<json> values;
    bool truncated = false;
    std::uint32_t line = 0;
};

Attributes attributes_of(const Plan& plan, const std::vector<const PlanNode*>& nodes, const std::string& name) {
    Attributes out;
    for (const PlanNode* node : nodes) {
        json data;
        if (name == "text")
            data = node->text;
        else if (const PlanAttribute* attribute = node->find(name)) {
            if (attribute->truncated) {
                out.truncated = true;
                continue;
            }
            data = attribute->value;
            if (out.line == 0) out.line = attribute->at.line;
        } else if (empty_when_left_out(plan, *node, name)) {
            data = "[]";
        } else {
            continue;
        }
        if (std::find(out.values.begin(), out.values.end(), data) == out.values.end())
            out.values.push_back(std::move(data));
    }
    return out;
}

Value get_node_attribute(Value value, const std::string& name) {
    const PlanPart& part = *value.plan;
    Attributes found = attributes_of(*part.plan, part.nodes, name);
    if (found.values.empty() && part.fallback != nullptr) {
        Attributes other = attributes_of(*part.fallback, part.fallback_nodes, name);
        if (!other.values.empty() || found.values.empty()) found = std::move(other);
    }
    value.from.text += ", " + name;
    if (!value.of_run && found.line != 0) value.from.line = found.line;
    if (found.values.empty()) {
        json args{{"place", value.from.text}, {"name", name}, {"op", value.from.node}};
        if (found.truncated) return become(std::move(value), Value::State::unknown, "truncated", std::move(args));
        return become(std::move(value), Value::State::absent, "no-attribute", std::move(args));
    }
    value.data = std::move(found.values.front());
    value.alternatives.assign(std::make_move_iterator(found.values.begin() + 1),
                              std::make_move_iterator(found.values.end()));
    return value;
}

Value get_of_plan(Value value, const std::string& name) {
    const Plan& plan = *value.plan->plan;
    if (name == "mode") {
        value.data = to_string(plan.mode);
    } else if (name == "sections") {
        value.data = json::array();
        for (const PlanSection& section : plan.sections) value.data.push_back(section.title);
    } else if (name == "is_final") {
        if (!plan.is_final)
            return become(std::move(value), Value::State::absent, "not-adaptive", {{"place", value.from.text}});
        value.data = *plan.is_final;
        value.from.text += ", isFinalPlan";
    } else if (name == "text" && value.plan->section != nullptr) {
        value.data = value.plan->section->text;
    } else {
        return not_for(value, "get: " + name);
    }
    return value;
}

// --- tables --------------------------------------------------------------------------------------------------

json names(const std::vector<std::string>& list) {
    return json(list);
}

Value get_of_parquet(Value value, const parquet::ParquetDataset& dataset, const std::string& name) {
    if (name == "partition_columns") {
        value.data = names(dataset.partition_columns);
        value.from.text = dataset.path + ", partition columns";
        return value;
    }
    if (name == "files") {
        value.data = static_cast<std::int64_t>(dataset.files.size());
        return value;
    }
    const bool any_sound =
        std::any_of(dataset.files.begin(), dataset.files.end(), [](const auto& file) { return file.sound; });
    if (!any_sound) return become(std::move(value), Value::State::absent, "no-sound-file", {{"file", dataset.path}});
    value.from.text += ", " + name;
    if (name == "rows")
        value.data = dataset.rows;
    else if (name == "columns")
        value.data = names(dataset.top_columns);
    else
        return not_for(value, "get: " + name);
    return value;
}

Value get_of_rows(Value value, const std::string& name) {
    const Rows& rows = *value.rows;
    if (rows.parquet != nullptr) return get_of_parquet(std::move(value), *rows.parquet, name);
    if (name == "rows")
        value.data = static_cast<std::int64_t>(rows.table->rows());
    else if (name == "columns" || name == "header") {
        value.data = rows.csv != nullptr && rows.csv->header ? names(*rows.csv->header) : names(rows.table->columns);
        if (rows.csv != nullptr) {
            value.from.text = (rows.csv->files.empty() ? value.from.file : rows.csv->files.front()) + " line 1";
            value.from.line = 1;
            if (!rows.csv->same_header)
                return become(std::move(value), Value::State::malformed, "header-not-in-all",
                              {{"file", rows.csv->path}});
        }
    } else {
        return not_for(value, "get: " + name);
    }
    return value;
}

Value get_selector(Context&, Value value, const Node& argument) {
    const std::string& name = argument.text;
    if (value.plan)
        return value.plan->narrowed ? get_node_attribute(std::move(value), name) : get_of_plan(std::move(value), name);
    if (value.rows) return get_of_rows(std::move(value), name);
    return not_for(value, "get");
}

Value type_of_selector(Context&, Value value, const Node& argument) {
    if (!value.rows || value.rows->parquet == nullptr) return not_for(value, "type_of");
    const parquet::ParquetDataset& dataset = *value.rows->parquet;
    value.from.text = dataset.path + ", column " + argument.text;
    for (const parquet::Column& column : dataset.columns) {
        if (column.nested || column.name != argument.text) continue;
        value.data = column.sql_type();
        return value;
    }
    return become(std::move(value), Value::State::absent, "no-column",
                  {{"file", dataset.path}, {"column", argument.text}, {"columns", dataset.top_columns}});
}

// --- lists and numbers -----------------------------------------------------------------------------------------

json split(const json& data) {
    json out = json::array();
    if (data.is_string())
        for (std::string& item : split_items(data.get_ref<const std::string&>())) out.push_back(std::move(item));
    return out;
}

Value items_selector(Context&, Value value, const Node&) {
    if (!value.data.is_string()) return not_for(value, "items");
    value.data = split(value.data);
    for (json& other : value.alternatives) other = split(other);
    return value;
}

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

json as_json(const ReportNumber& number) {
    if (number.integer) return static_cast<std::int64_t>(number.value);
    return number.value;
}

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

// --- facts of a run ----------------------------------------------------------------------------------------------

Value tasks_fact(Context&, Value value, const Node& argument) {
    if (!value.run) return not_for(value, "tasks");
    const RunPart& run = *value.run;
    value.from.text =
        "the event log of " + run.app->name.value_or("?") + " (" + run.app->id + "), " + argument.text + " tasks";
    if (run.log->compacted)
        return become(std::move(value), Value::State::unknown, "compacted-log", {{"log", run.log->path}});
    if (run.log->gaps) {
        // a lost line may have been a task's end
        json args{{"log", run.log->path}};
        for (const Flaw& flaw : run.log->flaws.list())
            if (flaw.severity == Severity::partial) args.update({{"at", flaw.at}, {"flaw", flaw.message}});
        return become(std::move(value), Value::State::unknown, "log-with-gaps", std::move(args));
    }
    const spark::TaskCounts& tasks = run.app->tasks;
    if (argument.text == "reduce") {
        value.data = static_cast<std::int64_t>(tasks.reduce);
        // Leaving out failed and speculative attempts is as good a reading of "tasks".
        if (tasks.reduce_plain != tasks.reduce)
            value.alternatives.emplace_back(static_cast<std::int64_t>(tasks.reduce_plain));
    } else if (argument.text == "failed") {
        value.data = static_cast<std::int64_t>(tasks.failed);
    } else {
        value.data = static_cast<std::int64_t>(tasks.ended);
    }
    return value;
}

Value metric_fact(Context&, Value value, const Node& argument) {
    if (!value.plan || value.plan->execution == nullptr || !value.plan->narrowed) return not_for(value, "metric");
    const PlanPart& part = *value.plan;
    value.from.text += ", metric \"" + argument.text + "\"";
    std::vector<json> found;
    for (const PlanNode* node : part.nodes)
        if (const auto metric = part.execution->metric(*node, argument.text))
            if (std::find(found.begin(), found.end(), json(*metric)) == found.end()) found.emplace_back(*metric);
    if (found.empty()) {
        const bool declared = std::any_of(part.nodes.begin(), part.nodes.end(), [&](const PlanNode* node) {
            return std::any_of(node->metrics.begin(), node->metrics.end(),
                               [&](const PlanMetric& metric) { return metric.name == argument.text; });
        });
        json args{{"place", value.from.text}, {"metric", argument.text}, {"op", value.from.node}};
        // Declared but never reported: the log lacks what would prove it. Not declared: this scan has no such thing.
        return become(std::move(value), declared ? Value::State::unknown : Value::State::absent,
                      declared ? "no-metric-value" : "no-metric", std::move(args));
    }
    value.data = std::move(found.front());
    value.alternatives.assign(std::make_move_iterator(found.begin() + 1), std::make_move_iterator(found.end()));
    return value;
}

constexpr std::array kFindParameters{
    Parameter{"op", Takes::text, false, "operator, as the plan names it: Scan parquet, Filter, Exchange"},
    Parameter{"where", Takes::where, false, "conditions on attributes: {Location: {path: orders_pq}}"}};

constexpr std::array kWords{
    Word{"at",
         WordKind::selector,
         Takes::text,
         "JSON pointer",
         {},
         "The value at a place of a JSON document.",
         "at: /reduce_tasks",
         {},
         nullptr,
         at_selector},
    Word{"type",
         WordKind::selector,
         Takes::choice,
         "type",
         {},
         "Refuses a value of another type, naming what was found; 8.0 is an integer, \"8\" is none.",
         "type: integer",
         "integer|number|string|strings|boolean|list|object",
         nullptr,
         type_selector},
    Word{"section",
         WordKind::selector,
         Takes::text,
         "title",
         {},
         "A section of a plan text (or AQE's Final Plan, Initial Plan), or the level-2 section of a report.",
         "section: Optimized Logical Plan",
         {},
         nullptr,
         section_selector},
    Word{"find",
         WordKind::selector,
         Takes::any,
         "map with op, where",
         kFindParameters,
         "The operators of a plan that fit.",
         "find: {op: Scan parquet, where: {Location: {path: orders_pq}}}",
         {},
         nullptr,
         find_selector},
    Word{"get",
         WordKind::selector,
         Takes::text,
         "name",
         {},
         "An attribute of the found operators (or their `text`); of a plan: mode, sections, is_final; of a table: "
         "rows, columns, header; of Parquet also partition_columns, files.",
         "get: PushedFilters",
         {},
         nullptr,
         get_selector},
    Word{"type_of",
         WordKind::selector,
         Takes::text,
         "column",
         {},
         "SQL type of a Parquet column, from its footer.",
         "type_of: order_date",
         {},
         nullptr,
         type_of_selector},
    Word{"items",
         WordKind::selector,
         Takes::flag,
         "true",
         {},
         "`[A(x,1), B(y)]` as the list of its items; commas in brackets don't split.",
         "items: true",
         {},
         nullptr,
         items_selector},
    Word{"names",
         WordKind::selector,
         Takes::flag,
         "true",
         {},
         "Column names of a list of attributes: order_id#0L is order_id.",
         "names: true",
         {},
         nullptr,
         names_selector},
    Word{"count",
         WordKind::selector,
         Takes::flag,
         "true",
         {},
         "How many: operators found, items of a list.",
         "count: true",
         {},
         nullptr,
         count_selector},
    Word{"numbers",
         WordKind::selector,
         Takes::flag,
         "true",
         {},
         "The numbers of a report or of a section, as a person reads them: 1,202 and 1202건 are 1202.",
         "numbers: true",
         {},
         nullptr,
         numbers_selector},
    Word{"row",
         WordKind::selector,
         Takes::text,
         "first cell",
         {},
         "Second cell of the row of a report's table that begins with this cell.",
         "row: vertices_on",
         {},
         nullptr,
         row_selector},
    Word{"tasks",
         WordKind::fact,
         Takes::choice,
         "which",
         {},
         "Tasks of the run's application: reduce (Total Records Read > 0), failed, or all that ended.",
         "tasks: reduce",
         "reduce|failed|all",
         nullptr,
         tasks_fact},
    Word{"metric",
         WordKind::fact,
         Takes::text,
         "name of an SQL metric",
         {},
         "Value of an SQL metric of the found operators, from the run's event log.",
         "metric: number of partitions read",
         {},
         nullptr,
         metric_fact},
};

}  // namespace

std::span<const Word> selector_words() {
    return kWords;
}

}  // namespace plangrade
