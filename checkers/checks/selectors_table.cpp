// Selectors of tables: CSV folders, Parquet folders, queries.
#include <algorithm>

#include "checks/flink_facts.hpp"
#include "checks/selector_parts.hpp"

namespace plangrade {

using json = nlohmann::json;

namespace {

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

}  // namespace

Value get_selector(Context& context, Value value, const Node& argument) {
    const std::string& name = argument.text;
    if (is_flink(value)) return get_of_flink(context, std::move(value), name);
    if (value.plan) return get_of_plan(std::move(value), name);
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

}  // namespace plangrade
