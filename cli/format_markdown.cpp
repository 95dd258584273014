#include "formats.hpp"

#include <algorithm>

namespace plangrade {
namespace {

/// Text of a submission inside Markdown: every character that could begin markup is escaped.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_{}[]<>()#+-!|~&@:").find(c) != std::string_view::npos) {
            if (c == '<')
                out += "&lt;";
            else if (c == '>')
                out += "&gt;";
            else if (c == '&')
                out += "&amp;";
            else
                out += std::string("\\") + c;
        } else if (c == '\n') {
            out += "<br>";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += ' ';
        } else {
            out += c;
        }
    }
    return out;
}

/// A fenced block whose fence is longer than any run of backticks inside.
std::string fenced(std::string_view text) {
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    std::string out = fence + "text\n";
    for (const char c : text) out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? '?' : c;
    return out + "\n" + fence + "\n";
}

}  // namespace

std::string format_markdown(const Verdict& verdict) {
    std::string out = "## " + escaped(verdict.title.empty() ? verdict.lab : verdict.title) + "\n\n";
    if (!verdict.gradable) return out + "**Not graded.** " + escaped(verdict.problem) + "\n";
    out += "**" + points_text(verdict.score) + " of " + points_text(verdict.max_score) +
           " points**\n\n| step | points | | |\n| --- | ---: | --- | --- |\n";
    for (const StepResult& step : verdict.steps)
        out += "| " + escaped(step.id) + " | " + points_text(step.points) + "/" + points_text(step.max_points) + " | " +
               mark_of(step.status) + " | " + escaped(step.summary.empty() ? step.title : step.summary) + " |\n";
    for (const StepResult& step : verdict.steps) {
        for (const CheckResult& check : step.checks) {
            if (check.status != Status::fail && check.status != Status::error) continue;
            out += "\n### " + std::string(mark_of(check.status)) + " " + escaped(step.id + " / " + check.id) +
                   (check.title.empty() ? "" : ": " + escaped(check.title)) + "\n\n";
            out += points_text(check.points) + " of " + points_text(check.max_points) + " points" +
                   (check.status == Status::error ? ", not decided" : "") + "\n\n";
            out += fenced(check.message);
            if (!check.hint.empty()) out += "\n" + escaped(check.hint) + "\n";
        }
    }
    if (!verdict.flags.empty()) out += "\n### Flags (no points)\n\n";
    for (const Flag& flag : verdict.flags) out += "- " + escaped(flag.message) + "\n";
    if (!verdict.notes.empty()) out += "\n### Notes\n\n";
    for (const std::string& note : verdict.notes) out += "- " + escaped(note) + "\n";
    return out;
}

}  // namespace plangrade
