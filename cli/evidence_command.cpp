#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "describe.hpp"
#include "limits.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;
namespace fs = std::filesystem;

/// The file or folder as a tree whose paths begin with its own name.
Tree tree_of(const fs::path& path, const Limits& limits, Flaws& flaws) {
    std::error_code missing;
    if (!fs::exists(path, missing)) throw CommandError(path.string() + ": there is no such file or folder");
    const std::string name = fs::weakly_canonical(path).filename().string();
    if (!fs::is_directory(path)) return Tree({{name, fs::file_size(path), fs::canonical(path)}}, false);
    const Tree inside = Tree::of_directory(path, limits, flaws, false);
    std::vector<TreeFile> files = inside.files();
    for (TreeFile& file : files) file.path = name + "/" + file.path;
    return Tree(std::move(files), false);
}

/// JSON as indented "key: value" lines.
void print(const json& value, const std::string& indent, std::ostream& out) {
    const auto scalar = [](const json& v) {
        return v.is_string() ? v.get<std::string>() : v.dump(-1, ' ', false, json::error_handler_t::replace);
    };
    const auto simple = [](const json& v) { return v.is_primitive() || v.empty(); };
    const auto printable = [](std::string text, const std::string& by) {
        std::string clean;
        for (const char c : text) {
            if (c == '\n')
                clean += "\n" + by;
            else
                clean += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
        }
        return clean;
    };
    if (value.is_object()) {
        for (const auto& [key, item] : value.items()) {
            out << indent << key << ":";
            if (simple(item))
                out << " " << printable(item.is_primitive() ? scalar(item) : item.dump(), indent + "  ") << "\n";
            else
                out << "\n", print(item, indent + "  ", out);
        }
    } else if (value.is_array()) {
        const bool all_simple = std::all_of(value.begin(), value.end(), simple);
        for (const json& item : value) {
            if (all_simple)
                out << indent << "- " << printable(item.is_primitive() ? scalar(item) : item.dump(), indent + "  ")
                    << "\n";
            else
                out << indent << "-\n", print(item, indent + "  ", out);
        }
    } else {
        out << indent << printable(scalar(value), indent) << "\n";
    }
}

int show(const std::string& path, const std::string& format) {
    const Limits limits;
    Flaws flaws(limits);
    const Tree tree = tree_of(path, limits, flaws);
    for (const Flaw& flaw : flaws.list())
        std::cerr << "plangrade: " << (flaw.file.empty() ? path : flaw.file) << ": " << flaw.message << "\n";
    if (flaws.fatal()) return 2;
    json found = describe(tree, limits);
    if (found.size() == 1) found = json(found.front());
    if (format == "json")
        std::cout << found.dump(1, ' ', false, json::error_handler_t::replace) << "\n";
    else
        print(found, "", std::cout);
    std::cout.flush();
    if (!std::cout) throw CommandError("the evidence could not be written to standard output");
    return 0;
}

}  // namespace

void add_evidence_command(CLI::App& program, Run& run) {
    auto path = std::make_shared<std::string>();
    auto format = std::make_shared<std::string>("text");
    CLI::App* command = program.add_subcommand(
        "evidence", "what the readers see in any artifact: Parquet, event logs, plans, CSV, JSON, reports");
    command->add_option("--format", *format, "text or json")->check(CLI::IsMember({"text", "json"}));
    command->add_option("PATH", *path, "file or folder")->required();
    command->callback([&run, path, format] { run = [path, format] { return show(*path, *format); }; });
}

void add_limits_command(CLI::App& program, Run& run) {
    CLI::App* command = program.add_subcommand("limits", "every bound that plangrade keeps, with its reason");
    command->callback([&run] {
        run = [] {
            const Limits limits;
            for (const LimitRow& row : limit_table())
                std::cout << row.name << ": " << limits.*row.value << " " << row.unit << " (" << row.reason << ")\n";
            return 0;
        };
    });
}

}  // namespace plangrade
