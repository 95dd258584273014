// What one grading knows: the submission's artifacts, each read at most once and when first asked for, the runs, the
// given data, and which run is bound to which step.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "checks/flink_artifacts.hpp"
#include "checks/rubric.hpp"
#include "checks/value.hpp"
#include "evidence/parquet/parquet.hpp"
#include "evidence/text/csv.hpp"
#include "evidence/text/report.hpp"
#include "evidence/text/strict_json.hpp"
#include "facts/run/runs.hpp"
#include "facts/table/given_database.hpp"

namespace plangrade {

/// A plan text of the submission, with its bytes.
struct PlanText {
    std::string text;
    Plan plan;
};

/// Not thread-safe: one object for one grading. References that it hands out live as long as it does.
class Context {
  public:
    Context(const Rubric& rubric, const Tree& tree, const Limits& limits);

    const Rubric& rubric() const { return rubric_; }
    const Tree& tree() const { return tree_; }
    const Limits& limits() const { return limits_; }

    /// nullptr where the submission has no such file.
    const JsonDocument* json(const std::string& path);
    const PlanText* plan_text(const std::string& path);
    const Report* report(const std::string& path);
    const std::string* text(const std::string& path, Flaws& flaws);
    const CsvTable& csv(const std::string& path, bool header);
    const parquet::ParquetDataset& parquet(const std::string& path);
    const QueryResult& query(const std::string& sql);
    spark::RunIndex& runs();
    FlinkArtifacts& flink() { return flink_; }

    /// The run that the step now graded looks at; nullopt: the step has none, or none was found.
    std::optional<RunPart> current;
    /// Runs of the steps graded so far: bound where the step passed, else the one reported.
    std::map<std::string, RunPart, std::less<>> by_step;
    /// Why a step has no run ("no-run", "unfinished-run"): code and args of its run check.
    std::map<std::string, CheckResult, std::less<>> no_run;
    std::string current_step;

    /// Parquet folders and CSV folders that were looked at, for flags.
    const std::map<std::string, parquet::ParquetDataset>& parquet_seen() const { return parquet_; }
    const std::map<std::string, CsvTable>& csv_seen() const { return csv_; }
    /// Plan texts that were looked at.
    const std::map<std::string, std::optional<PlanText>>& plans_seen() const { return plans_; }

    /// Files that look like a missing one: the same name elsewhere, or another case. For messages.
    std::string similar_path(const std::string& path) const;

  private:
    const Rubric& rubric_;
    const Tree& tree_;
    const Limits& limits_;
    std::map<std::string, std::optional<JsonDocument>> json_;
    std::map<std::string, std::optional<PlanText>> plans_;
    std::map<std::string, std::optional<Report>> reports_;
    std::map<std::string, std::optional<std::string>> texts_;
    std::map<std::string, CsvTable> csv_;
    std::map<std::string, parquet::ParquetDataset> parquet_;
    std::map<std::string, QueryResult> queries_;
    std::optional<GivenDatabase> database_;
    std::optional<spark::RunIndex> runs_;
    FlinkArtifacts flink_;
};

/// Evaluates a value expression.
Value evaluate(Context& context, const Expression& expression);

/// Applies a test to a value that is known.
Outcome apply(Context& context, const Value& actual, const Test& test);

}  // namespace plangrade
