#include "checks/rubric.hpp"

#include <algorithm>
#include <set>

#include "checks/rubric_parts.hpp"
#include "evidence/digest.hpp"
#include "facts/table/given_database.hpp"

namespace plangrade {
namespace {

using Problems = std::vector<RubricProblem>;

std::string in_quotes(std::string_view text) {
    return "'" + std::string(text) + "'";
}

/// Parameters: the rubric's defaults, then the overrides. An undeclared override is only noted.
nlohmann::json resolve_params(const Node* node, const RubricOptions& options, Problems& problems,
                              std::vector<std::string>& notes) {
    nlohmann::json params = nlohmann::json::object();
    if (node != nullptr && node->is_map()) params = node->json();
    for (const auto& [name, value] : options.params.items()) {
        if (!params.contains(name)) {
            notes.push_back("parameter '" + name + "' is not declared by this lab and was ignored");
            continue;
        }
        const bool same_type = params[name].type() == value.type() || (params[name].is_number() && value.is_number()) ||
                               params[name].is_null();
        if (!same_type)
            problems.push_back({node->find(name)->line, "parameter " + in_quotes(name) + " must be a " +
                                                            params[name].type_name() + ", not a " + value.type_name()});
        else
            params[name] = value;
    }
    return params;
}

/// `choices: {runtime: [open-source, vvr]}`: the only values that a parameter may have.
void check_choices(const Node& choices, const nlohmann::json& params, Problems& problems) {
    if (!choices.is_map()) problems.push_back({choices.line, "'choices' is a map: {parameter: [value, ...]}"});
    for (const auto& [name, values] : choices.entries) {
        const nlohmann::json list = values.json();
        if (!params.contains(name) || !list.is_array()) {
            problems.push_back(
                {values.line, in_quotes(name) + " in 'choices' must be a parameter with a list of values"});
            continue;
        }
        if (std::find(list.begin(), list.end(), params[name]) != list.end()) continue;
        std::string known;
        for (const nlohmann::json& value : list)
            known += (known.empty() ? "" : ", ") + (value.is_string() ? value.get<std::string>() : value.dump());
        problems.push_back(
            {values.line, "parameter " + in_quotes(name) + " is one of " + known + ", not " + params[name].dump()});
    }
}

std::map<std::string, ColumnType> column_types(const Node& node, Problems& problems) {
    std::map<std::string, ColumnType> out;
    for (const auto& [name, type] : node.entries) {
        if (const auto known = column_type(type.text))
            out[name] = *known;
        else
            problems.push_back({type.line, "unknown column type " + in_quotes(type.text)});
    }
    return out;
}

void load_given(Rubric& rubric, const Node& node, const std::filesystem::path& folder, const RubricOptions& options,
                Sha256& digest, Problems& problems) {
    for (const auto& [name, table] : node.entries) {
        check_keys(table, {"file", "dialect", "columns"}, problems);
        const Node* file = table.find("file");
        if (file == nullptr || !file->is_scalar()) {
            problems.push_back({table.line, "given table " + in_quotes(name) + " needs 'file'"});
            continue;
        }
        const auto replaced = options.given.find(name);
        const std::filesystem::path path = replaced != options.given.end() ? replaced->second : folder / file->text;
        std::error_code missing;
        if (!std::filesystem::is_regular_file(path, missing)) {
            if (replaced != options.given.end())
                problems.push_back(
                    {0, "given table " + in_quotes(name) + ": there is no file " + in_quotes(path.string())});
            else
                problems.push_back({file->line, "there is no file " + in_quotes(file->text)});
            continue;
        }
        const Node* dialect = table.find("dialect");
        const bool spark = dialect == nullptr || dialect->text == "spark";
        if (dialect != nullptr && dialect->text != "spark" && dialect->text != "rfc4180")
            problems.push_back({dialect->line, "'dialect' is spark or rfc4180"});
        const Node* columns = table.find("columns");
        const auto types = columns != nullptr ? column_types(*columns, problems) : std::map<std::string, ColumnType>{};
        Flaws flaws;
        auto loaded = std::make_shared<GivenTable>(
            GivenTable::load(name, path, spark ? CsvDialect::spark_given : CsvDialect::rfc4180, types, {}, flaws));
        for (const Flaw& flaw : flaws.list()) {
            const std::string text =
                "given table " + in_quotes(name) + (flaw.at.empty() ? "" : ", " + flaw.at) + ": " + flaw.message;
            if (flaw.severity == Severity::fatal) problems.push_back({table.line, text});
        }
        FileSource source(path);
        digest.update("given " + name + " " + sha256_hex(source) + "\n");
        rubric.given.push_back(std::move(loaded));
    }
    for (const auto& [name, path] : options.given)
        if (node.find(name) == nullptr) problems.push_back({0, "this lab has no given table " + in_quotes(name)});
}

void check_unique_ids(const Rubric& rubric, Problems& problems) {
    std::set<std::string> steps;
    for (const Step& step : rubric.steps) {
        for (const std::string& need : step.needs)
            if (!steps.contains(need))
                problems.push_back({step.line, "step " + in_quotes(step.id) + " needs " + in_quotes(need) +
                                                   ", which is no earlier step"});
        if (!steps.insert(step.id).second)
            problems.push_back({step.line, "step " + in_quotes(step.id) + " stands twice"});
        std::set<std::string> checks{"run"};
        for (const Check& check : step.checks) {
            for (const std::string& need : check.needs)
                if (!checks.contains(need))
                    problems.push_back({step.line, "check " + in_quotes(check.id) + " needs " + in_quotes(need) +
                                                       ", which is no earlier check of the step"});
            if (!checks.insert(check.id).second)
                problems.push_back(
                    {step.line, "check " + in_quotes(check.id) + " stands twice in step " + in_quotes(step.id)});
        }
    }
}

/// Every query is prepared once: a column that the given data lack, or a parameter that nobody declared, is found
/// before a student's submission meets it.
class QueryCheck {
  public:
    QueryCheck(const Rubric& rubric, Problems& problems)
        : rubric_(rubric), problems_(problems), database_(rubric.given) {}

    void look_at(const Expression& value) {
        if (value.source == nullptr || value.source->name != "sql") return;
        const std::string& sql = value.argument.text;
        for (const std::string& name : database_.parameters(sql))
            if (!rubric_.params.contains(name))
                problems_.push_back(
                    {value.line, "the query names :" + name + ", which is no parameter of this rubric"});
        const QueryResult result = database_.query("SELECT * FROM (" + sql + ") LIMIT 0", rubric_.params);
        if (result.error) problems_.push_back({value.line, "the query can't be answered: " + result.error->message});
    }
    void look_at(const Test& test) {
        if (test.operand) look_at(*test.operand);
        for (const Test& inner : test.tests) look_at(inner);
    }

  private:
    const Rubric& rubric_;
    Problems& problems_;
    GivenDatabase database_;
};

void check_queries(const Rubric& rubric, Problems& problems) {
    QueryCheck check(rubric, problems);
    for (const Step& step : rubric.steps) {
        for (const Check& each : step.checks) {
            for (const Clause& clause : each.clauses) {
                check.look_at(clause.value);
                check.look_at(clause.test);
            }
        }
    }
}

}  // namespace

const Step* Rubric::step(std::string_view id) const {
    for (const Step& step : steps)
        if (step.id == id) return &step;
    return nullptr;
}

Millipoints Rubric::max_points() const {
    Millipoints sum = 0;
    for (const Step& step : steps) sum += step.points;
    return sum;
}

Rubric load_rubric_file(const std::filesystem::path& folder, const std::string& lab, const RubricOptions& options,
                        Problems& problems) {
    Rubric rubric;
    FileSource source(folder / "rubric.yaml");
    const std::string text = read_all(source);
    Node root = parse_yaml(text, problems);
    if (!root.is_map()) {
        if (problems.empty())
            problems.push_back({1, "a rubric is a map: lab, title, engine, params, choices, given, steps"});
        return rubric;
    }
    check_keys(root, {"lab", "title", "engine", "params", "choices", "given", "steps"}, problems);
    const Node* name = root.find("lab");
    if (name == nullptr || name->text != lab)
        problems.push_back({name != nullptr ? name->line : 1, "'lab' must be the folder's name, " + in_quotes(lab)});
    rubric.lab = lab;
    if (const Node* engine = root.find("engine")) {
        check_argument(*engine, Takes::choice, "spark|flink", "engine", problems);
        rubric.engine = engine->text == "flink" ? Engine::flink : Engine::spark;
    }
    rubric.params = resolve_params(root.find("params"), options, problems, rubric.notes);
    if (const Node* choices = root.find("choices")) {
        check_choices(*choices, rubric.params, problems);
        if (!problems.empty()) return rubric;  // what follows from a wrong choice would only confuse
    }
    interpolate(root, rubric.params, problems);
    rubric.title = localized(root.find("title"), options.language, problems);
    Sha256 digest;
    digest.update("rubric " + sha256_hex(text) + "\n");
    static const Node kNone = [] {
        Node none;
        none.kind = Node::Kind::map;
        return none;
    }();
    const Node* given = root.find("given");
    load_given(rubric, given != nullptr ? *given : kNone, folder, options, digest, problems);
    digest.update("params " + rubric.params.dump() + "\n");
    rubric.digest = "sha256:" + digest.hex();
    const Node* steps = root.find("steps");
    if (steps == nullptr || !steps->is_sequence() || steps->items.empty()) {
        problems.push_back({root.line, "'steps' must be a list with at least one step"});
        return rubric;
    }
    for (const Node& step : steps->items)
        rubric.steps.push_back(read_step(step, rubric.params, options.language, problems));
    check_unique_ids(rubric, problems);
    if (problems.empty()) check_queries(rubric, problems);
    return rubric;
}

}  // namespace plangrade
