// A rubric: a lab's steps and checks as data, loaded from rubrics/<lab>/rubric.yaml, validated against the vocabulary,
// its parameters resolved. Immutable after loading; safe to share between threads.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checks/expression.hpp"
#include "facts/table/given_data.hpp"
#include "grade.hpp"

namespace plangrade {

/// One value and how it must compare.
struct Clause {
    Expression value;
    Test test;
};

/// One expectation.
struct Check {
    enum class Mode { one, all, any };
    std::string id;
    std::string title;
    std::string hint;
    Millipoints points = 0;
    bool gate = false;               ///< nothing of the step is earned where this does not pass
    bool hidden = false;             ///< students don't see it
    bool reveal = false;             ///< students see the expected value even where it is the teacher's
    bool conceal = false;            ///< students don't see the expected value even where it is of their own run
    bool flag = false;               ///< a failure only flags: no status, no points
    std::vector<std::string> needs;  ///< checks of this step that must pass first
    std::optional<Clause> when;      ///< only where this holds
    Mode mode = Mode::one;
    std::vector<Clause> clauses;
};

/// Which run proves a step.
struct RunSpec {
    std::string app;      ///< the application's name
    std::string writes;   ///< the SQL execution that writes this path, or empty
    std::string reads;    ///< the SQL execution that reads this path, or empty
    std::string plan_in;  ///< the SQL execution whose plan this file holds, or empty
    std::string script;   ///< what to run again, for messages: "aqe.py"
    Millipoints points = 0;
    std::uint32_t line = 0;
    bool wants_execution() const { return !writes.empty() || !reads.empty() || !plan_in.empty(); }
};

struct Step {
    std::string id;
    std::string title;
    std::string pass_summary;  ///< one line for a step that passed; `{check}` is that check's found value
    Millipoints points = 0;
    std::vector<std::string> needs;  ///< steps that must pass first
    std::optional<RunSpec> run;
    std::vector<Check> checks;
    std::uint32_t line = 0;
};

/// Whose plan texts `plan:` reads where a text itself does not tell.
enum class Engine { spark, flink };

class Rubric {
  public:
    std::string lab;
    Engine engine = Engine::spark;
    std::string title;
    std::string digest;     ///< "sha256:..." of rubric.yaml, the given bytes and the resolved parameters
    nlohmann::json params;  ///< resolved
    std::vector<std::shared_ptr<const GivenTable>> given;
    std::vector<Step> steps;
    std::vector<std::string> notes;  ///< undeclared parameters, remarks on given data
    const Step* step(std::string_view id) const;
    Millipoints max_points() const;
};

/// Loads and checks; problems have their lines in rubric.yaml. The rubric is usable only without problems.
Rubric load_rubric_file(const std::filesystem::path& folder, const std::string& lab, const RubricOptions& options,
                        std::vector<RubricProblem>& problems);

}  // namespace plangrade
