// What the commands of `df.write` and INSERT say of themselves. Their arguments stand in the order of the command's
// constructor; empty collections and None are left out (TreeNode.stringArgs).
#include <algorithm>
#include <array>

#include "evidence/spark/plan_text_split.hpp"
#include "facts/plan/items.hpp"
#include "facts/plan/scans.hpp"

namespace plangrade {
namespace {

using spark::plan_text::split_arguments;
using Arguments = std::vector<std::string_view>;

constexpr std::string_view kExecute = "Execute ";

constexpr std::array<std::string_view, 4> kModes = {"Overwrite", "Append", "ErrorIfExists", "Ignore"};

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

bool is_list(std::string_view argument) {
    return argument.starts_with('[');
}

std::string without_quotes(std::string_view name) {
    std::string out(name);
    std::erase(out, '`');
    return out;
}

// "order_date#9" -> "order_date"
std::string without_id(std::string_view column) {
    const std::size_t hash = column.rfind('#');
    const bool id = hash != std::string_view::npos && hash != 0 &&
                    column.find_first_not_of("0123456789L", hash + 1) == std::string_view::npos;
    return std::string(id ? column.substr(0, hash) : column);
}

std::optional<std::vector<std::string>> columns_of(const Arguments& arguments, std::size_t from) {
    for (std::size_t i = arguments.size(); i > from; --i)
        if (is_list(arguments[i - 1])) {
            if (spark::plan_text::is_cut(arguments[i - 1])) return std::nullopt;
            return split_items(arguments[i - 1]);
        }
    return std::nullopt;
}

std::size_t mode_at(const Arguments& arguments) {
    for (std::size_t i = arguments.size(); i > 0; --i)
        if (std::find(kModes.begin(), kModes.end(), arguments[i - 1]) != kModes.end()) return i - 1;
    return arguments.size();
}

// outputPath, static partitions, ifPartitionNotExists, partition columns, bucket specification, format, options, mode,
// catalog table, file index, output columns
void read_insert_into_files(WriteFact& write, std::string_view text) {
    Arguments arguments = split_arguments(text);
    const auto flag = std::find_if(arguments.begin(), arguments.end(),
                                   [](std::string_view a) { return a == "true" || a == "false"; });
    if (flag == arguments.end()) {
        write.target = text;
        return;
    }
    // a path can hold a comma: it reaches up to the static partitions or the flag
    const auto before = flag == arguments.begin() ? flag : flag - 1;
    const bool partitions =
        flag - arguments.begin() > 1 && is_list(*before) && before->find('=') != std::string_view::npos;
    const std::size_t end = static_cast<std::size_t>((partitions ? before : flag)->data() - text.data());
    write.target = text.substr(0, end - std::min<std::size_t>(end, 2));
    arguments.erase(arguments.begin(), flag + 1);
    const std::size_t mode = mode_at(arguments);
    if (mode == arguments.size()) return;
    write.mode = arguments[mode];
    write.columns = columns_of(arguments, mode + 1);
    std::size_t format = mode;
    while (format > 0 && is_list(arguments[format - 1])) --format;  // options
    if (format == 0) return;
    write.format = lower(arguments[format - 1]);
    for (std::size_t i = 0; i + 1 < format; ++i) {
        if (!is_list(arguments[i]) || arguments[i].find('#') == std::string_view::npos) continue;
        for (const std::string& column : split_items(arguments[i]))
            write.partition_columns.push_back(without_id(column));
        break;
    }
}

// `spark_catalog`.`default`.`t`, ErrorIfExists, [a, b]
void read_create_table(WriteFact& write, std::string_view text) {
    const Arguments arguments = split_arguments(text);
    write.table = true;
    if (!arguments.empty()) write.target = without_quotes(arguments.front());
    const std::size_t mode = mode_at(arguments);
    if (mode != arguments.size()) write.mode = arguments[mode];
    write.columns = columns_of(arguments, 1);
}

// org.apache.spark.sql.execution.datasources.jdbc.JdbcRelationProvider@1b2c, [url=*********(redacted), path=...],
// Overwrite
void read_save_into(WriteFact& write, std::string_view text) {
    const Arguments arguments = split_arguments(text);
    const std::size_t mode = mode_at(arguments);
    if (mode != arguments.size()) write.mode = arguments[mode];
    for (const std::string_view argument : arguments) {
        if (!is_list(argument)) continue;
        for (const std::string& option : split_items(argument))
            if (option.starts_with("path=")) write.target = option.substr(5);
    }
}

// `Execute X` of commands that don't write files themselves has its arguments in the X that text shows inside it.
const PlanAttribute* arguments_of(const PlanTree& tree, const PlanNode& node, std::string_view command) {
    if (const PlanAttribute* own = node.find("Arguments")) return own;
    for (const std::uint32_t child : node.children)
        if (tree.nodes[child].op == command) return tree.nodes[child].find("Arguments");
    return nullptr;
}

bool is_inside_execute(const PlanTree& tree, const PlanNode& node) {
    return node.parent && tree.nodes[*node.parent].op == std::string(kExecute) + node.op;
}

}  // namespace

std::vector<WriteFact> writes(const PlanTree& tree) {
    std::vector<WriteFact> found;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const PlanNode& node = tree.nodes[i];
        if (is_inside_execute(tree, node)) continue;
        WriteFact write;
        write.command = node.op.starts_with(kExecute) ? node.op.substr(kExecute.size()) : node.op;
        const PlanAttribute* attribute = arguments_of(tree, node, write.command);
        const std::string_view text = attribute == nullptr ? std::string_view() : std::string_view(attribute->value);
        if (write.command == "InsertIntoHadoopFsRelationCommand") {
            read_insert_into_files(write, text);
        } else if (write.command == "CreateDataSourceTableAsSelectCommand" || write.command == "InsertIntoHiveTable" ||
                   write.command == "CreateHiveTableAsSelectCommand") {
            read_create_table(write, text);
        } else if (write.command == "SaveIntoDataSourceCommand") {
            read_save_into(write, text);
        } else {
            continue;
        }
        write.node = i;
        write.at = node.at;
        found.push_back(std::move(write));
    }
    return found;
}

}  // namespace plangrade
