#include <algorithm>

#include "formats.hpp"

namespace plangrade {
namespace {

/// Number of terminal columns, near enough: every UTF-8 character is one, those of East Asian scripts two.
std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0) == 0x80) continue;
        width += byte >= 0xE1 && byte <= 0xEF && byte != 0xE2 ? 2 : 1;
    }
    return width;
}

std::string padded(std::string text, std::size_t width) {
    const std::size_t has = width_of(text);
    return has < width ? text + std::string(width - has, ' ') : text;
}

std::string right(std::string text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

/// Control characters of a submission must not reach a terminal.
std::string printable(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c != '\n' && (byte < 0x20 || byte == 0x7f))
            out += '?';
        else
            out += c;
    }
    return out;
}

std::string indented(const std::string& text, const std::string& by) {
    std::string out;
    std::size_t at = 0;
    for (;;) {
        const auto end = text.find('\n', at);
        out += by + text.substr(at, end - at) + "\n";
        if (end == std::string::npos) return out;
        at = end + 1;
    }
}

std::string points_of(Millipoints points, Millipoints most) {
    return points_text(points) + "/" + points_text(most);
}

void add_step_line(std::string& out, const StepResult& step, std::size_t id_width) {
    out += "  " + padded(step.id, id_width) + "  " + right(points_of(step.points, step.max_points), 9) + "  " +
           mark_of(step.status) + " ";
    out += printable(step.summary.empty() ? step.title : step.summary) + "\n";
}

void add_check(std::string& out, const StepResult& step, const CheckResult& check) {
    std::string head = std::string(mark_of(check.status)) + " " + step.id + " / " + check.id;
    if (!check.title.empty()) head += ": " + check.title;
    // nothing of a step counts without its run
    const Millipoints most = check.id == "run" && check.max_points == 0 ? step.max_points : check.max_points;
    const std::string points =
        (most == 0 ? std::string() : points_text(check.points) + " of " + points_text(most) + " points") +
        (check.status == Status::error ? ", not decided" : "");
    out += "\n" + printable(padded(head, 76)) + "  " + points + "\n";
    out += printable(indented(check.message, "  "));
    const bool says_run = check.id == "run" || check.message.find(step.run) != std::string::npos;
    if (check.status == Status::fail && check.code == "differs" && check.args.value("of_run", false) &&
        !step.run.empty() && !says_run)
        out += "  The run: " + printable(step.run) +
               (check.expected.from.node.empty() ? "" : ", " + check.expected.from.node) + ".\n";
    if (!check.hint.empty()) out += "  " + printable(check.hint) + "\n";
}

/// Checks that failed or are undecided. What has the cause of an earlier one is only named, below that one's message.
void add_checks(std::string& out, const Verdict& verdict) {
    std::vector<std::pair<const StepResult*, const CheckResult*>> open;
    for (const StepResult& step : verdict.steps)
        for (const CheckResult& check : step.checks)
            if (check.status == Status::fail || check.status == Status::error) open.emplace_back(&step, &check);
    for (std::size_t i = 0; i < open.size(); ++i) {
        const auto same = [&](const auto& other) { return other.second->message == open[i].second->message; };
        const auto here = open.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::any_of(open.begin(), here, same)) continue;
        add_check(out, *open[i].first, *open[i].second);
        std::string others;
        for (auto it = here + 1; it != open.end(); ++it)
            if (same(*it)) others += (others.empty() ? "" : ", ") + it->first->id + " / " + it->second->id;
        if (!others.empty()) out += "  For the same reason: " + printable(others) + ".\n";
    }
}

/// Checks that wait, those of one reason in one line.
void add_skipped(std::string& out, const Verdict& verdict) {
    bool first = true;
    for (const StepResult& step : verdict.steps) {
        std::vector<std::pair<std::string, std::string>> reasons;  // message, ids
        for (const CheckResult& check : step.checks) {
            if (check.status != Status::skipped) continue;
            const auto known = std::find_if(reasons.begin(), reasons.end(),
                                            [&](const auto& reason) { return reason.first == check.message; });
            if (known == reasons.end())
                reasons.emplace_back(check.message, check.id);
            else
                known->second += ", " + check.id;
        }
        for (const auto& [message, ids] : reasons) {
            if (first) out += "\nNot counted:\n";
            first = false;
            out += "  - " + step.id + " / " + ids + ": " + printable(message) + "\n";
        }
    }
}

}  // namespace

const char* mark_of(Status status) {
    switch (status) {
        case Status::fail:
            return "✗";
        case Status::error:
            return "?";
        case Status::skipped:
            return "-";
        case Status::pass:
            break;
    }
    return "✓";
}

std::string format_text(const Verdict& verdict) {
    std::string out;
    if (!verdict.gradable) return verdict.lab + ": not graded. " + verdict.problem + "\n";
    std::size_t id_width = 0;
    for (const StepResult& step : verdict.steps) id_width = std::max(id_width, width_of(step.id));
    out += padded(verdict.lab + (verdict.title.empty() ? "" : ": " + verdict.title), 76) + "  " +
           points_text(verdict.score) + " of " + points_text(verdict.max_score) + "\n";
    for (const StepResult& step : verdict.steps) add_step_line(out, step, id_width);
    add_checks(out, verdict);
    add_skipped(out, verdict);
    for (const Flag& flag : verdict.flags) out += "\n⚑ flag (no points): " + printable(flag.message) + "\n";
    if (!verdict.notes.empty()) out += "\nNotes:\n";
    for (const std::string& note : verdict.notes) out += "  " + printable(note) + "\n";
    out += "\nrubric " + verdict.rubric + "\nsubmission " + verdict.submission + "\n";
    return out;
}

}  // namespace plangrade
