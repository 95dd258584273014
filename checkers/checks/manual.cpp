#include "checks/manual.hpp"

#include <nlohmann/json.hpp>

#include "checks/flink_facts.hpp"
#include "checks/vocabulary.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

const char* in_words(Takes takes) {
    switch (takes) {
        case Takes::flag:
            return "true or false";
        case Takes::text:
            return "text";
        case Takes::path:
            return "path inside the submission";
        case Takes::integer:
            return "integer";
        case Takes::any:
            return "any value";
        case Takes::list:
            return "list";
        case Takes::pattern:
            return "pattern (RE2)";
        case Takes::sql:
            return "SQL";
        case Takes::step:
            return "id of a step";
        case Takes::value:
            return "literal, or a value";
        case Takes::test:
            return "comparison";
        case Takes::tests:
            return "list of comparisons";
        case Takes::where:
            return "conditions on attributes";
        case Takes::choice:
            break;
    }
    return "one of";
}

std::string takes_text(Takes takes, std::string_view choices) {
    std::string out = in_words(takes);
    if (takes == Takes::choice) {
        out += " ";
        for (const char c : choices) out += c == '|' ? std::string(", ") : std::string(1, c);
    }
    return out;
}

void add_words(std::string& out, WordKind kind, const char* title, const char* intro) {
    out += std::string("\n## ") + title + "\n\n" + intro + "\n";
    for (const Word& word : vocabulary()) {
        if (word.kind != kind) continue;
        out += "\n### `" + std::string(word.name) + "`\n\n" + std::string(word.doc) +
               "\n\nTakes: " + std::string(word.argument) + " (" + takes_text(word.takes, word.choices) + ").\n";
        for (const Parameter& parameter : word.parameters)
            out += "- `" + std::string(parameter.name) + "` (" + takes_text(parameter.takes, parameter.choices) +
                   (parameter.required ? ", required" : "") + "): " + std::string(parameter.doc) + "\n";
        out += "\n```yaml\n" + std::string(word.example) + "\n```\n";
    }
}

void add_facts(std::string& out) {
    out +=
        "\n## What `get` reads of Flink's artifacts\n\n"
        "Of a plan text they are read from the tree that `section` chose, else from the execution plan, else from the "
        "physical plan. A tree that Flink can't have\nprinted, and an answer that contradicts itself, tell nothing: "
        "the "
        "check fails and says where.\n";
    std::string_view source;
    for (const FlinkFact& fact : flink_facts()) {
        if (fact.source != source) out += "\n| `get` of a " + std::string(fact.source) + " | is |\n| --- | --- |\n";
        source = fact.source;
        out += "| `" + std::string(fact.name) + "` | " + std::string(fact.doc) + " |\n";
    }
}

json schema_of(Takes takes, std::string_view choices) {
    switch (takes) {
        case Takes::flag:
            return {{"type", "boolean"}};
        case Takes::integer:
            return {{"type", "integer"}};
        case Takes::list:
            return {{"type", "array"}};
        case Takes::text:
        case Takes::path:
        case Takes::pattern:
        case Takes::sql:
        case Takes::step:
            return {{"type", "string"}};
        case Takes::value:
            return {{"$ref", "#/$defs/value"}};
        case Takes::test:
            return {{"$ref", "#/$defs/test"}};
        case Takes::tests:
            return {{"type", "array"}, {"items", {{"$ref", "#/$defs/test"}}}};
        case Takes::where:
            return {{"type", "object"}};
        case Takes::any:
            return true;
        case Takes::choice:
            break;
    }
    json words = json::array();
    while (!choices.empty()) {
        const auto bar = choices.find('|');
        words.push_back(choices.substr(0, bar));
        if (bar == std::string_view::npos) break;
        choices.remove_prefix(bar + 1);
    }
    return {{"enum", words}};
}

json properties_of(bool values) {
    json out = json::object();
    for (const Word& word : vocabulary()) {
        const bool is_value = word.compare == nullptr;
        if (is_value != values) continue;
        json entry = schema_of(word.takes, word.choices);
        if (entry.is_object()) entry["description"] = word.doc;
        out[std::string(word.name)] = std::move(entry);
        for (const Parameter& parameter : word.parameters)
            if (!out.contains(parameter.name))
                out[std::string(parameter.name)] = schema_of(parameter.takes, parameter.choices);
    }
    return out;
}

}  // namespace

std::string rubric_manual() {
    std::string out =
        "# The words of a rubric\n\n"
        "A check compares a `value` with what it must be: `{value: {answer: out/aqe.json, at: /reduce_tasks}, equals: "
        "{of: this, tasks: reduce}}`.\n"
        "A value begins with one source; selectors and facts follow and are applied in the written order. A value is "
        "known, absent, malformed\n"
        "(both make the check fail) or unknown because its proof is missing, unfinished or was cut (the check is "
        "undecided: `error`).\n\n"
        "`engine` (spark, or flink) says whose plan texts `plan:` reads where a text has no headings that tell.\n"
        "`params` are the lab's parameters with their usual values; `choices: {name: [value, ...]}` bounds them.\n"
        "Steps have `id`, `title`, `points`, `summary`, `needs`, `run` and `checks`. `run: {app: NAME, execution: "
        "{writes|reads|plan_in: PATH}}` names the\n"
        "run that proves the step: complete runs of that application, newest first; the first whose evidence passes "
        "all checks is taken. Its own check is\n"
        "called `run` and is a gate: nothing of the step counts without it. Checks have `id`, `title`, `hint`, "
        "`points` (they add up to the step's; without any\n"
        "they share evenly), `gate`, `needs`, `when`, `for`, `hidden`, `reveal` (students see the expected value), "
        "`conceal` (they don't, even of their own run),\n"
        "`flag` (a failure only flags), and `value` with one comparison, or `all_of`/`any_of` with a list of such "
        "pairs.\n"
        "`${name}` stands for a parameter; in SQL it is bound as `:name`.\n";
    add_words(out, WordKind::source, "Sources",
              "Where a value begins. `csv`, `parquet` and `sql` stand inside `table:`.");
    add_words(out, WordKind::selector, "Selectors", "They narrow a value or read something out of it.");
    add_facts(out);
    add_words(out, WordKind::fact, "Facts", "What follows from a run's event log.");
    add_words(out, WordKind::comparison, "Comparisons", "How a value must be.");
    add_words(out, WordKind::logic, "Logic", "Comparisons of comparisons.");
    return out;
}

json rubric_schema() {
    json value = properties_of(true);
    value["table"] = {{"type", "object"}, {"description", "a table: {csv: ...}, {parquet: ...} or {sql: ...}"}};
    for (const char* inside : {"csv", "parquet", "sql"}) value.erase(inside);
    const json text{{"anyOf", json::array({{{"type", "string"}}, {{"type", "object"}, {"required", {"en"}}}})}};
    json check = properties_of(false);
    check.update({{"id", {{"type", "string"}}},
                  {"title", text},
                  {"hint", text},
                  {"points", {{"type", "number"}}},
                  {"gate", {{"type", "boolean"}}},
                  {"hidden", {{"type", "boolean"}}},
                  {"reveal", {{"type", "boolean"}}},
                  {"conceal", {{"type", "boolean"}}},
                  {"flag", {{"type", "boolean"}}},
                  {"needs", {{"type", "array"}}},
                  {"when", {{"type", "object"}}},
                  {"for", {{"type", "object"}}},
                  {"value", {{"$ref", "#/$defs/value"}}}});
    for (const char* list : {"all_of", "any_of"}) check[list] = {{"type", "array"}};
    const json run{{"type", "object"},
                   {"required", {"app"}},
                   {"additionalProperties", false},
                   {"properties",
                    {{"app", {{"type", "string"}}},
                     {"script", {{"type", "string"}}},
                     {"points", {{"type", "number"}}},
                     {"execution",
                      {{"type", "object"},
                       {"additionalProperties", false},
                       {"properties",
                        {{"writes", {{"type", "string"}}},
                         {"reads", {{"type", "string"}}},
                         {"plan_in", {{"type", "string"}}}}}}}}}};
    const json step{{"type", "object"},
                    {"required", {"id", "points", "checks"}},
                    {"additionalProperties", false},
                    {"properties",
                     {{"id", {{"type", "string"}}},
                      {"title", text},
                      {"summary", text},
                      {"points", {{"type", "number"}}},
                      {"needs", {{"type", "array"}}},
                      {"run", run},
                      {"checks", {{"type", "array"}, {"items", {{"$ref", "#/$defs/check"}}}}}}}};
    return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"title", "plangrade rubric"},
            {"type", "object"},
            {"required", {"lab", "steps"}},
            {"additionalProperties", false},
            {"properties",
             {{"lab", {{"type", "string"}}},
              {"title", text},
              {"engine", {{"enum", {"spark", "flink"}}}},
              {"params", {{"type", "object"}}},
              {"choices", {{"type", "object"}}},
              {"given", {{"type", "object"}}},
              {"steps", {{"type", "array"}, {"items", step}}}}},
            {"$defs",
             {{"value",
               {{"anyOf", json::array({{{"type", "object"}, {"additionalProperties", false}, {"properties", value}},
                                       {{"not", {{"type", "object"}}}}})}}},
              {"test", {{"type", "object"}, {"additionalProperties", false}, {"properties", properties_of(false)}}},
              {"check",
               {{"type", "object"}, {"required", {"id"}}, {"additionalProperties", false}, {"properties", check}}}}}};
}

}  // namespace plangrade
