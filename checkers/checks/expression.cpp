#include "checks/expression.hpp"

#include <re2/re2.h>

#include <algorithm>

#include "checks/flink_facts.hpp"
#include "evidence/text/utf8.hpp"

namespace plangrade {
namespace {

const Parameter* find_parameter(const Word& word, std::string_view name) {
    for (const Parameter& parameter : word.parameters)
        if (parameter.name == name) return &parameter;
    return nullptr;
}

bool chosen(std::string_view choices, std::string_view text) {
    while (!choices.empty()) {
        const auto bar = choices.find('|');
        if (choices.substr(0, bar) == text) return true;
        if (bar == std::string_view::npos) break;
        choices.remove_prefix(bar + 1);
    }
    return false;
}

std::string in_quotes(std::string_view text) {
    return "'" + std::string(text) + "'";
}

void check_where(const Node& node, std::vector<RubricProblem>& problems) {
    if (!node.is_map()) {
        problems.push_back({node.line, "'where' takes a map of attribute names"});
        return;
    }
    for (const auto& [name, condition] : node.entries) {
        if (condition.is_scalar()) continue;
        if (!condition.is_map() || condition.entries.size() != 1) {
            problems.push_back({condition.line, "the condition on " + in_quotes(name) +
                                                    " is a text, {matches: PATTERN} or {path: PATH}"});
            continue;
        }
        const auto& [key, value] = condition.entries.front();
        if (key == "matches")
            check_argument(value, Takes::pattern, {}, key, problems);
        else if (key == "path")
            check_argument(value, Takes::path, {}, key, problems);
        else
            problems.push_back({value.line, "unknown condition " + in_quotes(key) + "; there are matches and path"});
    }
}

void check_required(const Word& word, const auto& given, std::uint32_t line, std::vector<RubricProblem>& problems) {
    for (const Parameter& parameter : word.parameters) {
        const bool there =
            std::any_of(given.begin(), given.end(), [&](const auto& each) { return each.first == parameter.name; });
        if (parameter.required && !there)
            problems.push_back({line, in_quotes(word.name) + " needs " + in_quotes(parameter.name) + ": " +
                                          std::string(parameter.doc)});
    }
}

}  // namespace

const Node* Expression::parameter(std::string_view name) const {
    for (const auto& [key, node] : parameters)
        if (key == name) return &node;
    return nullptr;
}

std::string Expression::text(std::string_view name, std::string fallback) const {
    const Node* node = parameter(name);
    return node != nullptr ? node->text : std::move(fallback);
}

const Node* Test::parameter(std::string_view name) const {
    for (const auto& [key, node] : parameters)
        if (key == name) return &node;
    return nullptr;
}

bool Test::flag(std::string_view name) const {
    const Node* node = parameter(name);
    return node != nullptr && node->text == "true";
}

bool is_relative_path(std::string_view path) {
    if (path.empty() || path.size() > 1024 || path.front() == '/' || !valid_utf8(path)) return false;
    for (;;) {
        const auto slash = path.find('/');
        const std::string_view part = path.substr(0, slash);
        if (part.empty() || part == "." || part == ".." || part.size() > 255) return false;
        if (std::any_of(part.begin(), part.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\\'; }))
            return false;
        if (slash == std::string_view::npos) return true;
        path.remove_prefix(slash + 1);
    }
}

void check_argument(const Node& node, Takes takes, std::string_view choices, std::string_view name,
                    std::vector<RubricProblem>& problems) {
    const auto bad = [&](const std::string& wanted) {
        problems.push_back({node.line, in_quotes(name) + " takes " + wanted});
    };
    switch (takes) {
        case Takes::flag:
            if (!node.is_scalar() || node.quoted || (node.text != "true" && node.text != "false")) bad("true or false");
            break;
        case Takes::text:
        case Takes::sql:
        case Takes::step:
            if (!node.is_scalar() || node.text.empty()) bad("a text");
            break;
        case Takes::path:
            if (!node.is_scalar() || !is_relative_path(node.text))
                bad("a relative path inside the submission, without '..'");
            break;
        case Takes::integer:
            if (!node.json().is_number_integer()) bad("an integer");
            break;
        case Takes::any:
            break;
        case Takes::list:
            if (!node.is_sequence()) bad("a list");
            break;
        case Takes::pattern:
            compile_pattern(node, problems);
            break;
        case Takes::choice:
            if (!node.is_scalar() || !chosen(choices, node.text)) bad("one of " + std::string(choices));
            break;
        case Takes::where:
            check_where(node, problems);
            break;
        case Takes::value:
            compile_value(node, problems);
            break;
        case Takes::test:
            compile_test(node, {}, problems);
            break;
        case Takes::tests:
            if (!node.is_sequence()) bad("a list of comparisons");
            for (const Node& item : node.items) compile_test(item, {}, problems);
            break;
    }
}

std::shared_ptr<const re2::RE2> compile_pattern(const Node& node, std::vector<RubricProblem>& problems) {
    if (!node.is_scalar() || node.text.size() > 1024) {
        problems.push_back({node.line, "a pattern is a text of at most 1024 bytes"});
        return nullptr;
    }
    re2::RE2::Options options;
    options.set_max_mem(1 << 20);
    options.set_log_errors(false);
    auto pattern = std::make_shared<re2::RE2>(node.text, options);
    if (!pattern->ok()) {
        problems.push_back({node.line, "not a pattern (RE2 syntax): " + in_quotes(node.text)});
        return nullptr;
    }
    return pattern;
}

namespace {

/// `{table: {csv: PATH, header: false}, get: header}` reads as `{csv: PATH, header: false, get: header}`.
Node without_table(const Node& node, std::vector<RubricProblem>& problems) {
    if (!node.is_map() || node.entries.empty()) return node;
    const auto table_source = [](std::string_view name) { return name == "csv" || name == "parquet" || name == "sql"; };
    if (table_source(node.entries.front().first))
        problems.push_back({node.line, "write {table: {" + node.entries.front().first + ": ...}}"});
    if (node.entries.front().first != "table") return node;
    const Node& table = node.entries.front().second;
    if (!table.is_map() || table.entries.empty() || !table_source(table.entries.front().first)) {
        problems.push_back({table.line, "'table' takes {csv: ...}, {parquet: ...} or {sql: ...}"});
        return node;
    }
    Node flat = table;
    flat.entries.insert(flat.entries.end(), node.entries.begin() + 1, node.entries.end());
    return flat;
}

}  // namespace

namespace {

/// A selector with parameters takes them in a map: `find: {op: ..., where: ...}`.
void check_map(const Word& word, const Node& argument, std::vector<RubricProblem>& problems) {
    if (word.parameters.empty()) return;
    if (!argument.is_map()) {
        problems.push_back({argument.line, in_quotes(word.name) + " takes a map: " + std::string(word.argument)});
        return;
    }
    for (const auto& [key, value] : argument.entries) {
        if (const Parameter* parameter = find_parameter(word, key))
            check_argument(value, parameter->takes, parameter->choices, key, problems);
        else
            problems.push_back({value.line, "unknown key " + in_quotes(key) + " of " + in_quotes(word.name)});
    }
    check_required(word, argument.entries, argument.line, problems);
    if (const Node* op = argument.find("op"); op != nullptr && !op->is_scalar()) {
        const Node* pattern = op->find("matches");
        if (pattern == nullptr || op->entries.size() != 1)
            problems.push_back({op->line, "'op' is an operator's name or {matches: PATTERN}"});
        else
            compile_pattern(*pattern, problems);
    }
}

/// `get` without `find` names a fact of the whole: a misspelt one is found here, not by a student.
void check_get(const Expression& value, std::vector<RubricProblem>& problems) {
    const std::string_view source = value.source->name;
    std::string names = source == "plan"                     ? "mode|sections|is_final|text"
                        : source == "parquet"                ? "rows|columns|partition_columns|files"
                        : source == "csv" || source == "sql" ? "rows|columns|header"
                                                             : "";
    for (const FlinkFact& fact : flink_facts())
        if (fact.source == source && !chosen(names, fact.name))
            names += (names.empty() ? "" : "|") + std::string(fact.name);
    if (names.empty()) return;
    for (const Expression::Selector& selector : value.selectors) {
        if (selector.word->name == "find") return;
        if (selector.word->name == "get" && !chosen(names, selector.argument.text))
            problems.push_back({selector.argument.line, "'get' of " + in_quotes(source) + " takes one of " + names});
    }
}

}  // namespace

Expression compile_value(const Node& written, std::vector<RubricProblem>& problems) {
    const Node node = without_table(written, problems);
    Expression out;
    out.line = node.line;
    const bool expression = node.is_map() && !node.entries.empty() && find_word(node.entries.front().first) != nullptr;
    if (!expression) {
        out.argument = node;
        if (node.is_map() && !node.entries.empty())
            problems.push_back({node.line, "unknown source " + in_quotes(node.entries.front().first) +
                                               "; see `plangrade rubric docs`"});
        return out;
    }
    out.source = find_word(node.entries.front().first);
    if (out.source->kind != WordKind::source) {
        problems.push_back({node.line, in_quotes(out.source->name) + " is a " + to_string(out.source->kind) +
                                           "; a value begins with a source"});
        return out;
    }
    out.argument = node.entries.front().second;
    check_argument(out.argument, out.source->takes, out.source->choices, out.source->name, problems);
    for (std::size_t i = 1; i < node.entries.size(); ++i) {
        const auto& [key, value] = node.entries[i];
        if (const Parameter* parameter = find_parameter(*out.source, key)) {
            check_argument(value, parameter->takes, parameter->choices, key, problems);
            out.parameters.emplace_back(key, value);
            continue;
        }
        const Word* word = find_word(key);
        if (word == nullptr || word->select == nullptr) {
            problems.push_back(
                {value.line, "unknown selector " + in_quotes(key) + " of " + in_quotes(out.source->name)});
            continue;
        }
        check_argument(value, word->takes, word->choices, key, problems);
        check_map(*word, value, problems);
        out.selectors.push_back({word, value});
    }
    check_required(*out.source, out.parameters, node.line, problems);
    check_get(out, problems);
    return out;
}

Test compile_test(const Node& map, const std::vector<std::string_view>& others, std::vector<RubricProblem>& problems) {
    Test test;
    test.line = map.line;
    for (const auto& [key, value] : map.entries) {
        const Word* word = find_word(key);
        if (word == nullptr || word->compare == nullptr) continue;
        if (test.word != nullptr) {
            problems.push_back(
                {value.line, "two comparisons (" + std::string(test.word->name) + ", " + key + "); use all_of"});
            continue;
        }
        test.word = word;
        test.argument = value;
        test.line = value.line;
    }
    if (test.word == nullptr) {
        problems.push_back({map.line, "no comparison; see `plangrade rubric docs`"});
        return test;
    }
    switch (test.word->takes) {
        case Takes::value:
            test.operand = std::make_shared<Expression>(compile_value(test.argument, problems));
            break;
        case Takes::pattern:
            test.pattern = compile_pattern(test.argument, problems);
            break;
        case Takes::test:
            test.tests.push_back(compile_test(test.argument, {}, problems));
            break;
        case Takes::tests:
            for (const Node& item : test.argument.items) test.tests.push_back(compile_test(item, {}, problems));
            break;
        default:
            check_argument(test.argument, test.word->takes, test.word->choices, test.word->name, problems);
    }
    for (const auto& [key, value] : map.entries) {
        if (key == test.word->name || std::find(others.begin(), others.end(), key) != others.end()) continue;
        if (const Parameter* parameter = find_parameter(*test.word, key)) {
            check_argument(value, parameter->takes, parameter->choices, key, problems);
            test.parameters.emplace_back(key, value);
        } else if (find_word(key) == nullptr || find_word(key)->compare == nullptr) {
            problems.push_back({value.line, "unknown key " + in_quotes(key)});
        }
    }
    check_required(*test.word, test.parameters, test.line, problems);
    return test;
}

}  // namespace plangrade
