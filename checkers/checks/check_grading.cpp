#include "checks/check_grading.hpp"

#include "checks/messages.hpp"
#include "checks/step_grading.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

/// Values are shown, not stored whole: long texts and lists are cut in a verdict.
json cut(const json& value) {
    if (value.is_string() && value.get_ref<const std::string&>().size() > 2000) return shown(value, false, 2000);
    if (value.is_array() && value.size() > 50) {
        json out = json::array();
        for (std::size_t i = 0; i < 50; ++i) out.push_back(cut(value[i]));
        out.push_back("... (" + std::to_string(value.size()) + " items)");
        return out;
    }
    if (value.is_array()) {
        json out = json::array();
        for (const json& item : value) out.push_back(cut(item));
        return out;
    }
    return value;
}

bool wants_presence(const Test& test) {
    return test.word->name == "exists" || test.word->name == "absent";
}

/// `exists: true` or `absent: false`
bool presence_wanted(const Test& test) {
    return (test.word->name == "exists") == (test.argument.text == "true");
}

CheckResult missing_value(const Value& value, bool selected, const Test& test) {
    CheckResult out;
    out.code = value.code;
    out.args = value.args;
    out.status = value.state == Value::State::unknown ? Status::error : Status::fail;
    // What would stand in a file that was not handed in is not known to be absent.
    const bool absent = value.state == Value::State::absent && (value.code != "missing-file" || !selected);
    if (absent && wants_presence(test) && !presence_wanted(test)) {
        out.status = Status::pass;
        out.code = "exists";
    }
    out.actual.from = value.from;
    out.actual.present = true;
    if (value.code == "wrong-type") out.actual.value = cut(value.data);
    return out;
}

/// What stands for a value that is no scalar or list: rows of a table, files of a folder, operators of a plan.
json in_short(const Value& value) {
    if (value.rows && value.rows->table != nullptr) return static_cast<std::int64_t>(value.rows->table->rows());
    if (value.rows && value.rows->parquet != nullptr)
        return std::to_string(value.rows->parquet->files.size()) +
               (value.rows->parquet->files.size() == 1 ? " data file" : " data files");
    if (!value.plan) return nullptr;
    const PlanTree* tree = value.plan->tree != nullptr ? value.plan->tree : value.plan->plan->physical();
    return std::string("a plan of mode ") + to_string(value.plan->plan->mode) +
           (tree != nullptr ? " with " + std::to_string(tree->nodes.size()) + " operators" : "");
}

CheckResult compared(Context& context, const Value& value, const Test& test, std::vector<std::string>& notes) {
    Outcome found = apply(context, value, test);
    notes.insert(notes.end(), found.notes.begin(), found.notes.end());
    CheckResult out;
    out.status = found.status;
    out.code = std::move(found.code);
    out.args = std::move(found.args);
    out.expected = std::move(found.expected);
    out.expected.value = cut(out.expected.value);
    out.actual.from = value.from;
    out.actual.present = true;
    out.actual.secret = value.secret;
    out.actual.value = cut(value.data);
    if (value.data.is_null()) out.actual.value = in_short(value);
    if (!found.at.empty() && !value.from.pointer.empty()) out.actual.from.pointer += found.at;
    // The answer is compared with the run, or the run with what the lab wants: who is who in the message.
    if (value.of_run) out.args["actual_of_run"] = true;
    if (value.artifact) out.args["actual_of_artifact"] = true;
    if (!value.because.empty() && !out.args.contains("because")) out.args["because"] = value.because;
    out.args["below"] = found.at;
    return out;
}

CheckResult grade_clause(Context& context, const Clause& clause, std::vector<std::string>& notes) {
    const Value value = evaluate(context, clause.value);
    notes.insert(notes.end(), value.notes.begin(), value.notes.end());
    CheckResult out = value.known() ? compared(context, value, clause.test, notes)
                                    : missing_value(value, !clause.value.selectors.empty(), clause.test);
    if (!out.args.contains("place")) out.args["place"] = value.from.text;
    return out;
}

}  // namespace

std::string place_of(const From& from, const std::string& below) {
    if (below.empty()) return from.text;
    if (from.pointer.empty()) return from.text + ", item " + std::to_string(std::stoul("0" + below.substr(1)) + 1);
    return from.text + below;
}

CheckResult grade_check(Context& context, const Check& check, std::vector<std::string>& notes) {
    CheckResult out;
    if (check.when) {
        const CheckResult condition = grade_clause(context, *check.when, notes);
        if (condition.status == Status::error || condition.code == "missing-file")
            out = condition, out.status = Status::error;
        else if (condition.status != Status::pass)
            out.status = Status::pass, out.code = "not-applicable";
    }
    if (out.code.empty()) {
        for (const Clause& clause : check.clauses) {
            CheckResult found = grade_clause(context, clause, notes);
            const bool decides =
                check.mode == Check::Mode::any ? found.status == Status::pass : found.status != Status::pass;
            if (out.code.empty() || decides) out = std::move(found);
            if (decides) break;
        }
    }
    out.id = check.id;
    out.title = check.title;
    out.hint = check.hint;
    if (out.code == "unreadable") out.hint.clear();  // the message says what to do; the check's own advice is for later
    out.max_points = check.points;
    out.hidden = check.hidden;
    out.reveal = check.reveal;
    if (check.conceal) out.expected.secret = true;
    if (out.code == "needs-run" || out.code == "needs-execution") out.status = Status::skipped;
    return out;
}

}  // namespace plangrade
