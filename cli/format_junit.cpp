// JUnit XML: the superset of what Jenkins' and the strict Ant schemas want, in the strict order. A lost point is a
// failure, an undecided check an error, a check that waits is skipped.
#include <array>

#include "formats.hpp"

namespace plangrade {
namespace {

/// XML 1.0 forbids most control characters: they become U+FFFD.
std::string xml(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\n':
                out += "&#10;";
                break;
            case '\t':
                out += "&#9;";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
                    out += "\xEF\xBF\xBD";
                else
                    out += c;
        }
    }
    return out;
}

struct Counts {
    std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
};

void add_case(std::string& out, const Verdict& verdict, const StepResult& step, const CheckResult& check,
              Counts& counts) {
    ++counts.tests;
    out += "    <testcase name=\"" + xml(step.id + "/" + check.id) + "\" classname=\"" +
           xml(verdict.lab + "." + step.id) + "\" time=\"0\"";
    const auto close = [&](const char* element) {
        out += ">\n      <" + std::string(element) + " message=\"" + xml(check.message) + "\" type=\"" +
               xml(check.code) + "\">" + xml(check.hint) + "</" + element + ">\n    </testcase>\n";
    };
    switch (check.status) {
        case Status::pass:
            out += "/>\n";
            break;
        case Status::fail:
            ++counts.failures;
            close("failure");
            break;
        case Status::error:
            ++counts.errors;
            close("error");
            break;
        case Status::skipped:
            ++counts.skipped;
            out += ">\n      <skipped message=\"" + xml(check.message) + "\"/>\n    </testcase>\n";
            break;
    }
}

std::string attributes(const Counts& counts, bool with_skipped) {
    std::string out = " tests=\"" + std::to_string(counts.tests) + "\" failures=\"" + std::to_string(counts.failures) +
                      "\" errors=\"" + std::to_string(counts.errors) + "\"";
    if (with_skipped) out += " skipped=\"" + std::to_string(counts.skipped) + "\"";
    return out + " time=\"0\"";
}

}  // namespace

std::string format_junit(const Verdict& verdict) {
    std::string suites;
    Counts all;
    if (!verdict.gradable) {
        suites += "  <testsuite name=\"" + xml(verdict.lab) +
                  "\" id=\"0\" package=\"plangrade\" timestamp=\"1970-01-01T00:00:00\" hostname=\"plangrade\" "
                  "tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" time=\"0\">\n";
        suites += "    <properties/>\n    <testcase name=\"gradable\" classname=\"" + xml(verdict.lab) +
                  "\" time=\"0\">\n      <error message=\"" + xml(verdict.problem) +
                  "\" type=\"not-gradable\"/>\n    </testcase>\n    <system-out/>\n    <system-err/>\n  </testsuite>\n";
        all.tests = all.errors = 1;
    }
    std::size_t id = 0;
    for (const StepResult& step : verdict.steps) {
        Counts counts;
        std::string cases;
        for (const CheckResult& check : step.checks) add_case(cases, verdict, step, check, counts);
        suites += "  <testsuite name=\"" + xml(verdict.lab + "." + step.id) + "\" id=\"" + std::to_string(id++) +
                  "\" package=\"plangrade\" timestamp=\"1970-01-01T00:00:00\" hostname=\"plangrade\"" +
                  attributes(counts, true) + ">\n";
        suites += "    <properties>\n      <property name=\"points\" value=\"" + points_text(step.points) +
                  "\"/>\n      <property name=\"max_points\" value=\"" + points_text(step.max_points) +
                  "\"/>\n    </properties>\n" + cases;
        suites += "    <system-out/>\n    <system-err/>\n  </testsuite>\n";
        all.tests += counts.tests;
        all.failures += counts.failures;
        all.errors += counts.errors;
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" + xml(verdict.lab) + "\"" +
           attributes(all, false) + ">\n" + suites + "</testsuites>\n";
}

}  // namespace plangrade
