// What a value expression of a rubric comes to: something known, something absent, something malformed, or something
// that can't be known because its proof is missing.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "evidence/plan.hpp"
#include "evidence/text/csv.hpp"
#include "evidence/text/report.hpp"
#include "verdict.hpp"

namespace plangrade {

namespace spark {
struct EventLog;
struct Application;
struct ExecutionFacts;
}  // namespace spark
namespace parquet {
struct ParquetDataset;
}
namespace flink {
struct Graph;
struct Job;
struct SqlScript;
struct MetricSamples;
struct ChainingHints;
struct PackTexts;
}  // namespace flink

/// A part of a plan that selectors narrow: the whole, one section, or some nodes.
struct PlanPart {
    const Plan* plan = nullptr;  ///< lives as long as the grading
    const Plan* fallback =
        nullptr;  ///< the same plan in another form (text beside JSON), for what `plan` leaves unknown
    const spark::Application* app = nullptr;  ///< of a run's plan: whose metrics
    const spark::ExecutionFacts* execution = nullptr;
    const PlanSection* section = nullptr;
    const PlanTree* tree = nullptr;               ///< nodes are searched here; null: in the plan's physical tree
    std::vector<const PlanNode*> nodes;           ///< after `find`
    std::vector<const PlanNode*> fallback_nodes;  ///< the same in `fallback`
    bool narrowed = false;                        ///< `find` was used
    std::string place;                            ///< where `find` looked, in words
    const std::string* raw = nullptr;             ///< the text as handed in or logged, for comparison as text
};

/// Rows as facts/table compares them. What it points to lives as long as the grading.
struct Rows {
    const Table* table = nullptr;
    std::set<std::string> real_columns;                ///< columns whose numbers compare by value
    const CsvTable* csv = nullptr;                     ///< where the rows came from, for what is wrong with it
    const parquet::ParquetDataset* parquet = nullptr;  ///< footers only: no rows
};

/// A run that proves a step: one application of one log and, where the step asks for it, one SQL execution.
struct RunPart {
    const spark::EventLog* log = nullptr;
    const spark::Application* app = nullptr;
    const spark::ExecutionFacts* execution = nullptr;
};

/// What a Flink source found; one of them. What is pointed to lives as long as the grading.
struct FlinkPart {
    const flink::Graph* graph = nullptr;
    const flink::Job* job = nullptr;
    const flink::SqlScript* script = nullptr;
    const flink::SqlScript* catalog = nullptr;  ///< beside `script`: the tables that it names
    const flink::MetricSamples* samples = nullptr;
    std::shared_ptr<const flink::ChainingHints> hints;  ///< beside `graph`
    std::shared_ptr<const flink::PackTexts> pack;
};

struct Value {
    enum class State {
        known,
        absent,     ///< not there although the thing that would hold it is: wrong
        malformed,  ///< there, but not readable as what it should be: wrong
        unknown,    ///< its proof is missing, unfinished or truncated: undecided
    };
    State state = State::known;
    nlohmann::json data;                       ///< scalar, list or object
    std::vector<nlohmann::json> alternatives;  ///< further values that are just as right
    std::optional<PlanPart> plan;
    std::optional<Rows> rows;
    std::optional<RunPart> run;
    std::optional<FlinkPart> flink;
    std::vector<const ReportSection*> sections;  ///< after `section` of a report
    const Report* report = nullptr;
    From from;
    bool secret = false;    ///< from the teacher's data or rubric
    bool document = false;  ///< `data` is (a part of) the JSON document in from.file
    bool artifact = false;  ///< read from what Flink printed or answered, not from what the student wrote
    bool of_run = false;    ///< read from a run's log
    std::string code;       ///< why not known
    nlohmann::json args = nlohmann::json::object();
    bool derived = false;                   ///< follows from the artifact and stands nowhere in it as it is
    std::vector<std::uint32_t> item_lines;  ///< `data` is a list: line of each item in from.file; empty: not known
    std::string because;                    ///< what shows it, in lines of text, for whoever answered otherwise
    std::vector<std::string> notes;         ///< said with the verdict, no points ("a number was written as a string")

    bool known() const { return state == State::known; }
    static Value of(nlohmann::json data, From from = {}) {
        Value value;
        value.data = std::move(data);
        value.from = std::move(from);
        return value;
    }
    static Value missing(State state, std::string code, nlohmann::json args, From from = {}) {
        Value value;
        value.state = state;
        value.code = std::move(code);
        value.args = std::move(args);
        value.from = std::move(from);
        return value;
    }
};

}  // namespace plangrade
