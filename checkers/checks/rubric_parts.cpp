#include "checks/rubric_parts.hpp"

#include <algorithm>
#include <cmath>

namespace plangrade {
namespace {

using Problems = std::vector<RubricProblem>;

const std::vector<std::string_view> kCheckKeys{"id",     "title",  "hint",    "points", "gate",
                                               "hidden", "reveal", "conceal", "flag",   "needs",
                                               "when",   "for",    "value",   "all_of", "any_of"};

std::string in_quotes(std::string_view text) {
    return "'" + std::string(text) + "'";
}

Millipoints read_points(const Node& node, Problems& problems) {
    const nlohmann::json value = node.json();
    if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > 1e6) {
        problems.push_back({node.line, "points are a number, 0 or more"});
        return 0;
    }
    return static_cast<Millipoints>(std::llround(value.get<double>() * 1000));
}

bool read_flag(const Node& map, std::string_view key, Problems& problems) {
    const Node* node = map.find(key);
    if (node == nullptr) return false;
    check_argument(*node, Takes::flag, {}, key, problems);
    return node->text == "true";
}

std::string read_id(const Node& map, Problems& problems) {
    const Node* id = map.find("id");
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
    if (id == nullptr || id->text.empty() || id->text.size() > 64 ||
        !std::all_of(id->text.begin(), id->text.end(), plain)) {
        problems.push_back({map.line, "'id' must be given: small letters, digits, '-' and '_'"});
        return "?";
    }
    return id->text;
}

std::vector<std::string> read_names(const Node* node, Problems& problems) {
    std::vector<std::string> out;
    if (node == nullptr) return out;
    if (!node->is_sequence()) problems.push_back({node->line, "a list of ids is wanted: [a, b]"});
    for (const Node& item : node->items) out.push_back(item.text);
    return out;
}

Clause read_clause(const Node& map, const std::vector<std::string_view>& others, Problems& problems) {
    Clause clause;
    const Node* value = map.find("value");
    if (value == nullptr) {
        problems.push_back({map.line, "'value' is missing"});
        return clause;
    }
    clause.value = compile_value(*value, problems);
    clause.test = compile_test(map, others, problems);
    return clause;
}

/// `when: {runtime: vvr}` is decided by the parameters alone; `when: {value: ..., equals: ...}` while grading.
/// False: the check is not part of this rubric.
bool read_when(const Node& when, const nlohmann::json& params, Check& check, Problems& problems) {
    if (!when.is_map()) {
        problems.push_back({when.line, "'when' is {parameter: value} or {value: ..., comparison}"});
        return true;
    }
    if (when.find("value") != nullptr) {
        check.when = read_clause(when, {"value"}, problems);
        return true;
    }
    for (const auto& [name, wanted] : when.entries) {
        if (!params.contains(name)) {
            problems.push_back({wanted.line, in_quotes(name) + " is no parameter of this rubric"});
            continue;
        }
        const nlohmann::json value = wanted.json();
        const bool holds = value.is_array() ? std::find(value.begin(), value.end(), params[name]) != value.end()
                                            : value == params[name];
        if (!holds) return false;
    }
    return true;
}

std::optional<Check> read_check(const Node& map, const nlohmann::json& params, const std::string& language,
                                Problems& problems) {
    Check check;
    check.id = read_id(map, problems);
    check.title = localized(map.find("title"), language, problems);
    check.hint = localized(map.find("hint"), language, problems);
    if (const Node* points = map.find("points")) check.points = read_points(*points, problems);
    check.gate = read_flag(map, "gate", problems);
    check.hidden = read_flag(map, "hidden", problems);
    check.reveal = read_flag(map, "reveal", problems);
    check.conceal = read_flag(map, "conceal", problems);
    check.flag = read_flag(map, "flag", problems);
    check.needs = read_names(map.find("needs"), problems);
    if (const Node* when = map.find("when"); when != nullptr && !read_when(*when, params, check, problems))
        return std::nullopt;
    const bool own_value = map.find("value") != nullptr;
    const Node* list = own_value ? nullptr : (map.find("all_of") != nullptr ? map.find("all_of") : map.find("any_of"));
    if (list != nullptr) {
        check_keys(map, kCheckKeys, problems);
        check.mode = map.find("all_of") != nullptr ? Check::Mode::all : Check::Mode::any;
        if (!list->is_sequence() || list->items.empty())
            problems.push_back({list->line, "a list of {value: ..., comparison} is wanted"});
        for (const Node& item : list->items) check.clauses.push_back(read_clause(item, {"value"}, problems));
    } else {
        check.clauses.push_back(read_clause(map, kCheckKeys, problems));
    }
    return check;
}

void substitute(Node& node, const std::string& mark, const std::string& value) {
    for (std::size_t at = node.text.find(mark); at != std::string::npos; at = node.text.find(mark, at + value.size()))
        node.text.replace(at, mark.size(), value);
    for (Node& item : node.items) substitute(item, mark, value);
    for (auto& [key, child] : node.entries) substitute(child, mark, value);
}

/// `for: {side: [before, after]}`: one copy of the check for each value, `{side}` replaced by it; ids get `-before`,
/// `-after`.
std::vector<Node> unroll(const Node& check, Problems& problems) {
    const Node* each = check.find("for");
    if (each == nullptr) return {check};
    if (!each->is_map() || each->entries.size() != 1 || !each->entries.front().second.is_sequence()) {
        problems.push_back({each->line, "'for' is {name: [value, ...]}"});
        return {};
    }
    std::vector<Node> out;
    const auto& [name, values] = each->entries.front();
    for (const Node& value : values.items) {
        Node copy = check;
        std::erase_if(copy.entries, [](const auto& entry) { return entry.first == "for"; });
        substitute(copy, "{" + name + "}", value.text);
        for (auto& [key, node] : copy.entries)
            if (key == "id" && node.text.find(value.text) == std::string::npos) node.text += "-" + value.text;
        out.push_back(std::move(copy));
    }
    return out;
}

RunSpec read_run(const Node& map, Problems& problems) {
    RunSpec run;
    run.line = map.line;
    check_keys(map, {"app", "execution", "script", "points"}, problems);
    const Node* app = map.find("app");
    if (app == nullptr || !app->is_scalar())
        problems.push_back({map.line, "'run' needs 'app': the application's name"});
    else
        run.app = app->text;
    if (const Node* script = map.find("script")) run.script = script->text;
    if (const Node* points = map.find("points")) run.points = read_points(*points, problems);
    if (const Node* execution = map.find("execution")) {
        check_keys(*execution, {"writes", "reads", "plan_in"}, problems);
        for (const auto& [key, path] : execution->entries) {
            check_argument(path, Takes::path, {}, key, problems);
            (key == "writes" ? run.writes : key == "reads" ? run.reads : run.plan_in) = path.text;
        }
    }
    return run;
}

/// Checks without points of their own share what is left evenly; thousandths that remain go to the first ones.
void share_points(Step& step, bool any_given, Problems& problems) {
    Millipoints given = step.run ? step.run->points : 0;
    for (const Check& check : step.checks) given += check.points;
    if (any_given) {
        if (given != step.points)
            problems.push_back({step.line, "the checks of step " + in_quotes(step.id) + " add up to " +
                                               points_text(given) + " points, the step has " +
                                               points_text(step.points)});
        return;
    }
    const auto earning = static_cast<Millipoints>(
        std::count_if(step.checks.begin(), step.checks.end(), [](const Check& c) { return !c.flag; }));
    if (earning == 0) return;
    Millipoints rest = (step.points - given) % earning;
    for (Check& check : step.checks) {
        if (check.flag) continue;
        check.points = (step.points - given) / earning + (rest > 0 ? 1 : 0);
        if (rest > 0) --rest;
    }
}

}  // namespace

void check_keys(const Node& map, const std::vector<std::string_view>& allowed, Problems& problems) {
    if (!map.is_map()) problems.push_back({map.line, "a map is wanted here"});
    for (const auto& [key, value] : map.entries)
        if (std::find(allowed.begin(), allowed.end(), key) == allowed.end())
            problems.push_back({value.line, "unknown key " + in_quotes(key)});
}

std::string localized(const Node* node, const std::string& language, Problems& problems) {
    if (node == nullptr) return {};
    if (node->is_scalar()) return node->text;
    if (!node->is_map() || node->find("en") == nullptr) {
        problems.push_back({node->line, "a text, or {en: ..., ko: ...} with at least 'en', is wanted"});
        return {};
    }
    for (const auto& [key, value] : node->entries) {
        // An unquoted comma in {en: ...} begins a new key: that would cut the text silently.
        const bool code = key.size() == 2 && key[0] >= 'a' && key[0] <= 'z' && key[1] >= 'a' && key[1] <= 'z';
        if (!code || !value.is_scalar())
            problems.push_back(
                {value.line,
                 in_quotes(key) + " is no language (en, ko, ...); put texts with commas or colons in quotes"});
    }
    const Node* text = node->find(language);
    return (text != nullptr ? text : node->find("en"))->text;
}

Step read_step(const Node& node, const nlohmann::json& params, const std::string& language, Problems& problems) {
    Step step;
    step.line = node.line;
    check_keys(node, {"id", "title", "points", "needs", "run", "summary", "checks"}, problems);
    step.id = read_id(node, problems);
    step.title = localized(node.find("title"), language, problems);
    step.pass_summary = localized(node.find("summary"), language, problems);
    if (const Node* points = node.find("points"))
        step.points = read_points(*points, problems);
    else
        problems.push_back({node.line, "step " + in_quotes(step.id) + " needs 'points'"});
    step.needs = read_names(node.find("needs"), problems);
    if (const Node* run = node.find("run")) step.run = read_run(*run, problems);
    const Node* checks = node.find("checks");
    if (checks == nullptr || !checks->is_sequence()) {
        problems.push_back({node.line, "step " + in_quotes(step.id) + " needs a list 'checks'"});
        return step;
    }
    bool any_given = false;
    for (const Node& item : checks->items) {
        any_given = any_given || item.find("points") != nullptr;
        for (const Node& each : unroll(item, problems))
            if (auto check = read_check(each, params, language, problems)) step.checks.push_back(std::move(*check));
    }
    share_points(step, any_given, problems);
    return step;
}

}  // namespace plangrade
