// The words a rubric may use, in one table: name, what it takes, what it does. The reference manual, the JSON Schema
// for editors and the lint all come from this table, so they can't disagree.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checks/value.hpp"
#include "checks/yaml.hpp"

namespace plangrade {

class Context;
struct Expression;
struct Test;

/// What kind of thing a word or parameter takes.
enum class Takes {
    flag,  ///< true
    text,  ///< one text
    path,  ///< a path inside the submission: parts of letters, digits and _ . + - =, never .. or an absolute one
    integer,
    any,      ///< any literal
    list,     ///< a list of literals
    pattern,  ///< a regular expression (RE2), at most 1 KiB
    sql,      ///< one SELECT over the given tables; parameters as :name
    step,     ///< id of an earlier step
    value,    ///< a literal, or a value expression (a map that begins with a source)
    test,     ///< a map with one comparison
    tests,    ///< a list of such maps
    where,    ///< {attribute: text | {matches: pattern} | {path: relative path}}
    choice,   ///< one of the words named in `choices`
};

struct Parameter {
    std::string_view name;
    Takes takes;
    bool required;
    std::string_view doc;
    std::string_view choices = {};  ///< for Takes::choice: words separated by '|'
};

enum class WordKind { source, selector, fact, comparison, logic };
const char* to_string(WordKind kind);

using SourceFunction = Value (*)(Context&, const Expression&);
using SelectorFunction = Value (*)(Context&, Value, const Node&);

/// What a comparison found.
struct Outcome {
    Status status = Status::pass;
    std::string code;
    nlohmann::json args = nlohmann::json::object();
    std::string at;                  ///< where inside the actual value it differs first: "/3"
    Side expected;                   ///< filled by comparisons that have an operand
    std::vector<std::string> notes;  ///< said with the verdict, no points
};
using ComparisonFunction = Outcome (*)(Context&, const Value& actual, const Test&);

/// One word.
struct Word {
    std::string_view name;
    WordKind kind;
    Takes takes;                            ///< its own argument
    std::string_view argument;              ///< what the argument means
    std::span<const Parameter> parameters;  ///< further keys beside it in the same map
    std::string_view doc;                   ///< one line
    std::string_view example;
    std::string_view choices = {};  ///< for Takes::choice
    SourceFunction source = nullptr;
    SelectorFunction select = nullptr;
    ComparisonFunction compare = nullptr;
};

std::span<const Word> vocabulary();
const Word* find_word(std::string_view name);

}  // namespace plangrade
