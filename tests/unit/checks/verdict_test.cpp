#include "verdict.hpp"

#include <doctest/doctest.h>

using namespace plangrade;

namespace {

Verdict with_check(CheckResult check) {
    Verdict verdict;
    StepResult step;
    step.id = "s";
    step.status = check.status;
    step.checks.push_back(std::move(check));
    verdict.steps.push_back(std::move(step));
    return verdict;
}

CheckResult differing() {
    CheckResult check;
    check.id = "c";
    check.status = Status::fail;
    check.code = "differs";
    check.args = {{"kind", "value"}, {"pointer", ""}, {"actual", 5}, {"expected", 77123}, {"place", "out/a.json, /n"}};
    check.actual.present = true;
    check.actual.from.text = "out/a.json, /n";
    check.expected.present = true;
    check.expected.secret = true;
    check.expected.value = 77123;
    return check;
}

}  // namespace

TEST_CASE("points are exact thousandths") {
    CHECK(points_text(12500) == "12.5");
    CHECK(points_text(10000) == "10.0");
    CHECK(points_text(3333) == "3.333");
    CHECK(points_number(12500) == 12.5);
}

TEST_CASE("the student's view tells nothing of the teacher's values") {
    const std::string all = to_json(view(with_check(differing()), Audience::teacher)).dump();
    CHECK(all.find("77123") != std::string::npos);
    const Verdict student = view(with_check(differing()), Audience::student);
    CHECK(to_json(student).dump().find("77123") == std::string::npos);
    CHECK(student.steps[0].checks[0].message.find("5") != std::string::npos);
}

TEST_CASE("a rubric can reveal what it expects, and hide a check") {
    CheckResult revealed = differing();
    revealed.reveal = true;
    CHECK(to_json(view(with_check(revealed), Audience::student)).dump().find("77123") != std::string::npos);
    CheckResult hidden = differing();
    hidden.hidden = true;
    CHECK(view(with_check(hidden), Audience::student).steps[0].checks.empty());
    CHECK(view(with_check(hidden), Audience::teacher).steps[0].checks.size() == 1);
}

TEST_CASE("a verdict that is not gradable has no score") {
    Verdict verdict;
    verdict.gradable = false;
    verdict.problem = "why";
    const auto out = to_json(verdict);
    CHECK_FALSE(out.contains("score"));
    CHECK(out["problem"] == "why");
    CHECK_FALSE(verdict.passed());
}
