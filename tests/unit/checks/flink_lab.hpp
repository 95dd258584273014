// A lab and a hand-in with Flink's artifacts, and the values that a rubric reads from it.
#pragma once

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "checks/context.hpp"
#include "checks/expression.hpp"
#include "grade.hpp"
#include "temp_dir.hpp"

namespace plangrade {

/// An artifact of fixtures/flink: printed or answered by Flink 1.14.4, 1.20.3 or 2.3.0.
inline std::string flink_sample(const std::string& name) {
    std::ifstream in(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/flink/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The text with the first `from` replaced; other text where there is none, so that a test notices.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) return "no \"" + std::string(from) + "\" in the sample";
    return text.replace(at, from.size(), to);
}

class FlinkLab {
  public:
    FlinkLab() {
        rubrics_.write(
            "demo/rubric.yaml",
            "lab: demo\nengine: flink\nparams: {legacy: [clicks], columns: [amount]}\nsteps:\n  - id: s\n    "
            "points: 1\n    checks:\n      - {id: a, value: {text: a.txt}, exists: true}\n");
        rubric_ = load_rubric(rubrics_.path(), "demo", {});
    }
    FlinkLab& write(const std::string& name, std::string_view content) {
        hand_in_.write(name, content);
        return *this;
    }
    FlinkLab& plan(const std::string& name, const std::string& as = "explain.txt") {
        return write(as, flink_sample("plans/" + name));
    }
    FlinkLab& graph(const std::string& name, const std::string& as = "plan.json") {
        return write(as, flink_sample("graphs/" + name));
    }
    FlinkLab& job(const std::string& name, const std::string& as = "job.json") {
        return write(as, flink_sample("jobs/" + name));
    }

    /// A value expression in YAML. What the value points to lives until the next call.
    Value value(const std::string& yaml) {
        const Expression expression = compile_value(parse(yaml), problems_);
        if (!problems_.empty())
            return Value::missing(Value::State::unknown, "problem", {{"message", problems_.front().message}});
        return evaluate(fresh(), expression);
    }
    nlohmann::json data(const std::string& yaml) {
        const Value found = value(yaml);
        return found.known() ? found.data : nlohmann::json("not known: " + found.code + " " + found.args.dump());
    }
    /// The code of a value that is not known: "" where it is.
    std::string code(const std::string& yaml) { return value(yaml).code; }

    /// A check's map with its value and comparison.
    Outcome test(const std::string& yaml) {
        const Node map = parse(yaml);
        const Node* node = map.find("value");
        const Test test = compile_test(map, {"value"}, problems_);
        const Expression expression = node != nullptr ? compile_value(*node, problems_) : Expression();
        Outcome out;
        out.status = Status::error;
        if (!problems_.empty()) {
            out.code = problems_.front().message;
            return out;
        }
        Context& context = fresh();
        const Value actual = evaluate(context, expression);
        if (actual.known()) return apply(context, actual, test);
        out.code = actual.code;
        out.args = actual.args;
        return out;
    }
    bool passes(const std::string& yaml) { return test(yaml).status == Status::pass; }

  private:
    Node parse(const std::string& yaml) {
        problems_.clear();
        return parse_yaml(yaml, problems_);
    }
    Context& fresh() {
        Flaws flaws;
        tree_ = std::make_unique<Tree>(Tree::of_directory(hand_in_.path(), limits_, flaws, false));
        context_ = std::make_unique<Context>(*rubric_, *tree_, limits_);
        return *context_;
    }

    TempDir rubrics_, hand_in_;
    Limits limits_;
    std::shared_ptr<const Rubric> rubric_;
    std::unique_ptr<Tree> tree_;
    std::unique_ptr<Context> context_;
    std::vector<RubricProblem> problems_;
};

}  // namespace plangrade
