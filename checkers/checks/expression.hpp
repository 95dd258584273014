// A rubric's expressions, compiled from its YAML against the vocabulary: values (a source, then selectors in the
// written order) and tests (a comparison with its operand).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "checks/vocabulary.hpp"

namespace re2 {
class RE2;
}

namespace plangrade {

/// `{answer: out/aqe.json, at: /reduce_tasks}`
struct Expression {
    struct Selector {
        const Word* word = nullptr;
        Node argument;
    };
    const Word* source = nullptr;                          ///< null: a literal
    Node argument;                                         ///< of the source, or the literal
    std::vector<std::pair<std::string, Node>> parameters;  ///< further keys of the source
    std::vector<Selector> selectors;
    std::uint32_t line = 0;

    const Node* parameter(std::string_view name) const;
    std::string text(std::string_view name, std::string fallback = {}) const;  ///< parameter as text
};

/// `equals: {...}`, `every: {matches: ...}`, `any_of: [...]`
struct Test {
    const Word* word = nullptr;
    Node argument;
    std::vector<std::pair<std::string, Node>> parameters;  ///< `within`, `as`, `ids`
    std::shared_ptr<const Expression> operand;             ///< Takes::value
    std::vector<Test> tests;                               ///< Takes::test and Takes::tests
    std::shared_ptr<const re2::RE2> pattern;               ///< Takes::pattern
    std::uint32_t line = 0;

    const Node* parameter(std::string_view name) const;
    bool flag(std::string_view name) const;
};

/// Compiles a value. Problems are appended; the result is usable only without any.
Expression compile_value(const Node& node, std::vector<RubricProblem>& problems);

/// Compiles the one comparison that stands among `entries` (keys in `others` belong to the surrounding map).
Test compile_test(const Node& map, const std::vector<std::string_view>& others, std::vector<RubricProblem>& problems);

/// A pattern of a rubric, or a problem: RE2 with a memory limit; never std::regex.
std::shared_ptr<const re2::RE2> compile_pattern(const Node& node, std::vector<RubricProblem>& problems);

/// Checks one argument against what its word takes.
void check_argument(const Node& node, Takes takes, std::string_view choices, std::string_view name,
                    std::vector<RubricProblem>& problems);

/// True for a path that may name an artifact of a submission.
bool is_relative_path(std::string_view path);

}  // namespace plangrade
