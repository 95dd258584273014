// The verdict: what grade() says of one submission. Plain data; the same bytes give the same verdict on any machine.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plangrade {

/// In the order of precedence from strongest to weakest: fail > error > skipped > pass.
enum class Status { fail, error, skipped, pass };
const char* to_string(Status status);

/// Points as integer thousandths: sums are exact.
using Millipoints = std::int64_t;

/// A place a program can follow. All names are relative to the submission or of given data, never paths of the machine.
struct From {
    std::string text;                       ///< as a person says it: "out/aqe.json, /reduce_tasks"
    std::string file;                       ///< path inside the submission, or empty
    std::string given;                      ///< name of given data, or empty
    std::optional<std::uint64_t> line;      ///< from 1
    std::string pointer;                    ///< JSON pointer, or empty
    std::string app;                        ///< Spark application id, or empty
    std::optional<std::int64_t> execution;  ///< SQL execution id
    std::string node;                       ///< operator of a plan
};

/// One side of a check.
struct Side {
    nlohmann::json value;  ///< null where there is none; long values are cut
    From from;
    bool present = false;  ///< false: the side is left out of the JSON
    bool secret = false;   ///< comes from the teacher's data or rubric: taken out of the student's view unless revealed
};

struct CheckResult {
    std::string id;
    std::string title;  ///< what is checked, in one short line; may be empty
    Status status = Status::skipped;
    std::string code;  ///< stable, for programs: "equal", "differs", "missing-file", ...
    nlohmann::json args = nlohmann::json::object();
    std::string message;  ///< `code` and `args` in English
    std::string hint;     ///< what to do next; may be empty
    Millipoints points = 0;
    Millipoints max_points = 0;
    Side actual;          ///< what was handed in
    Side expected;        ///< what the run or the given data say
    bool hidden = false;  ///< the rubric hides it from students
    bool reveal = false;  ///< the rubric shows the expected value to students
};

struct StepResult {
    std::string id;
    std::string title;
    Status status = Status::skipped;
    std::string summary;  ///< one line: what was found
    std::string run;      ///< the run that proves the step, as a person says it; empty without one
    Millipoints points = 0;
    Millipoints max_points = 0;
    std::vector<CheckResult> checks;
};

/// Something suspicious that costs no points by itself.
struct Flag {
    std::string kind;
    std::string message;
    From from;
    nlohmann::json args = nlohmann::json::object();
};

struct Verdict {
    bool gradable = true;
    std::string problem;  ///< why not gradable
    std::string lab;
    std::string title;
    std::string rubric;      ///< "sha256:..."
    std::string submission;  ///< "sha256:..."
    Millipoints score = 0;
    Millipoints max_score = 0;
    std::vector<StepResult> steps;
    std::vector<Flag> flags;  ///< sorted by kind, then message
    std::vector<std::string>
        notes;  ///< worth saying, about the grading itself: an undeclared parameter, a file that was not read

    bool passed() const;  ///< gradable and every step passes
};

enum class Audience { student, teacher };

/// Takes out what the audience must not see. Pure.
Verdict view(Verdict verdict, Audience audience);

/// The stable JSON of DESIGN ("schema": 1).
nlohmann::json to_json(const Verdict& verdict);

/// Thousandths as a JSON number and as text: 12500 -> 12.5.
double points_number(Millipoints points);
std::string points_text(Millipoints points);

}  // namespace plangrade
