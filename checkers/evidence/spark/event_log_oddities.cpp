// Signs that a log was edited: totals that Spark writes twice, by two ways, and that then differ.
#include "evidence/spark/event_log_builder.hpp"

namespace plangrade::spark {
namespace {

constexpr std::size_t kMost = 50;

std::string name_of(const Stage& stage) {
    return "stage " + std::to_string(stage.id) +
           (stage.attempt != 0 ? " (attempt " + std::to_string(stage.attempt) + ")" : "");
}

/// Only for stages where nothing was repeated: there each task ends once.
bool undisturbed(const Stage& stage) {
    return stage.completed && stage.failure.empty() && stage.attempt == 0 && stage.tasks.failed == 0 &&
           stage.tasks.speculative == 0 && stage.tasks.retried == 0;
}

std::string compare(const Stage& stage, const char* what, std::uint64_t of_tasks,
                    std::optional<std::int64_t> of_stage) {
    if (!of_stage || *of_stage < 0 || static_cast<std::uint64_t>(*of_stage) == of_tasks) return {};
    return name_of(stage) + " completed with " + std::to_string(*of_stage) + " " + what + ", but its task ends say " +
           std::to_string(of_tasks);
}

void look_at_stage(const Stage& stage, const StageTotals& totals, std::vector<std::string>& out) {
    if (!totals.submitted || !undisturbed(stage)) return;
    if (stage.tasks.ended != stage.number_of_tasks) {
        out.push_back(name_of(stage) + " completed with " + std::to_string(stage.number_of_tasks) +
                      " tasks, but the log has " + std::to_string(stage.tasks.ended) + " task ends of it");
        return;
    }
    if (stage.tasks.no_metrics != 0) return;
    for (const std::string& sentence :
         {compare(stage, "records read from shuffles", stage.tasks.shuffle_records_read, totals.shuffle_records_read),
          compare(stage, "records read from input", stage.tasks.input_records_read, totals.input_records_read)})
        if (!sentence.empty()) out.push_back(sentence);
}

void look_at_name(const OpenApplication& application, std::vector<std::string>& out) {
    const Application& app = application.facts;
    if (app.name && application.name_property && *app.name != *application.name_property)
        out.push_back("ApplicationStart says the name " + *app.name +
                      ", the environment says spark.app.name=" + *application.name_property);
    if (app.name && application.id_property && app.id != *application.id_property)
        out.push_back("ApplicationStart says the id " + app.id +
                      ", the environment says spark.app.id=" + *application.id_property);
}

}  // namespace

void look_for_oddities(OpenApplication& application) {
    auto& out = application.facts.oddities;
    look_at_name(application, out);
    for (std::size_t i = 0; i < application.facts.stages.size() && out.size() < kMost; ++i)
        look_at_stage(application.facts.stages[i], application.totals[i], out);
}

}  // namespace plangrade::spark
