// From a check's code and arguments to its message: what the templates need is prepared here (places, cut values,
// carets).
#include <algorithm>

#include "checks/check_grading.hpp"
#include "checks/messages.hpp"
#include "checks/selector_parts.hpp"
#include "checks/step_grading.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

bool has_expected(const json& args) {
    return args.contains("expected");
}

/// Short texts that have nothing in common are said in one line.
bool worth_two_lines(const json& actual, const json& expected, std::size_t column) {
    return column >= 3 || actual.get_ref<const std::string&>().size() > 24 ||
           expected.get_ref<const std::string&>().size() > 24;
}

/// Both sides for two lines; in quotes where blanks at an end would not be seen.
void prepare_sides(const json& actual, const json& expected, json& args) {
    const auto hidden = [](const std::string& text) {
        return text.empty() || text.front() == ' ' || text.back() == ' ';
    };
    std::string left = in_one_line(actual.get<std::string>());
    std::string right = in_one_line(expected.get<std::string>());
    std::size_t column = first_different_byte(left, right);
    if (hidden(left) || hidden(right)) {
        left = "\"" + left + "\"";
        right = "\"" + right + "\"";
        ++column;
    }
    const SideBySide sides = side_by_side(left, right, column);
    args["left"] = sides.left;
    args["right"] = sides.right;
    args["mark"] = sides.mark;
}

/// Where the right value stands, and what shows it.
void prepare_source(json& args) {
    if (!args.contains("source") && !args.contains("source_text")) return;
    const std::string line =
        args.contains("source_line") ? " line " + std::to_string(args.value("source_line", 0)) : "";
    const std::string text = args.value("source_text", "");
    const bool says_line = text.find(" line ") != std::string::npos || text.find("(line ") != std::string::npos;
    if (!text.empty()) args["where"] = "See " + text + (line.empty() || says_line ? "" : "," + line) + ".";
    if (args.contains("source")) args["source"] = args.value("source", "") + line;
}

/// "differs" in the words of its kind, with both sides prepared.
std::string differs(const CheckResult& check, json args) {
    const std::string kind = args.value("kind", "value");
    const json actual = args.value("actual", json());
    const json expected = args.value("expected", json());
    const bool run_is_actual = args.value("actual_of_run", false);
    const bool of_artifact = args.value("actual_of_artifact", false);
    args["at_place"] = place_of(check.actual.from, "");
    if (check.actual.from.pointer.empty() && !args.value("pointer", "").empty())
        args["at_place"] = place_of(check.actual.from, args.value("pointer", ""));
    else
        args["at_place"] = check.actual.from.text + args.value("below", "");
    if (args.value("items", 0) != args.value("items_wanted", 0) && args.contains("items_wanted"))
        args["counts"] = (args.value("items", 0) == 1 ? "There is " : "There are ") +
                         std::to_string(args.value("items", 0)) +
                         (args.value("items", 0) == 1 ? " item; " : " items; ") +
                         (args.value("of_run", false) ? "your run has " : "right would be ") +
                         std::to_string(args.value("items_wanted", 0)) + ".";
    prepare_source(args);
    if (kind == "missing") {
        if (has_expected(args)) args["right"] = shown(expected);
        return render("differs-missing", args);
    }
    if (kind == "extra") {
        args["left"] = shown(actual);
        return render("differs-extra", args);
    }
    if (kind == "type") {
        args["left"] = shown(actual);
        args["found"] = type_in_words(actual);
        args["wanted"] = has_expected(args) ? type_in_words(expected) : "another type";
        if (actual.is_null() || actual.is_boolean()) args.erase("found");
        if (has_expected(args)) args["right"] = shown(expected);
        args["neither"] = !args.value("of_run", false) && !args.contains("source");
        return render("differs-type", args);
    }
    if (actual.is_string() && expected.is_string() &&
        worth_two_lines(actual, expected, args.value("column", std::size_t{0}))) {
        prepare_sides(actual, expected, args);
        args["own_label"] = run_is_actual ? "your run has    " : of_artifact ? "it has          " : "you wrote       ";
        args["other_label"] = args.value("of_run", false)    ? "your run has    "
                              : args.contains("source")      ? "evidence says   "
                              : run_is_actual || of_artifact ? "the lab wants   "
                                                             : "right would be  ";
        return render("differs", args);
    }
    args["same_line"] = true;
    args["left"] = shown(actual);
    if (has_expected(args)) args["right"] = shown(expected);
    if (args.contains("source")) args.erase("where");  // the sentence itself names it
    args["other"] = args.value("of_run", false)    ? "your run has"
                    : args.contains("source")      ? args.value("source", "") + " has"
                    : run_is_actual || of_artifact ? "the lab wants"
                                                   : "right would be";
    return render("differs", args);
}

std::string plan_differs(json args) {
    const SideBySide sides =
        side_by_side(args.value("left", ""), args.value("right", ""), args.value("column", std::size_t{0}));
    const bool ended = args.value("left", "").empty();
    const bool run_ended = args.value("right", "").empty();
    args["left"] = ended ? "(nothing more)" : sides.left;
    args["right"] = run_ended ? "(nothing more)" : sides.right;
    if (!ended && !run_ended && !args.contains("what")) args["mark"] = sides.mark;
    if (args.value("line", 0) == 0) args.erase("line");
    return render("plan-differs", args);
}

/// Lists in messages are short.
json short_list(const json& list, bool quote) {
    json out = json::array();
    for (const json& item : list) {
        if (out.size() == 12) {
            out.push_back(std::to_string(list.size() - 12) + " more");
            break;
        }
        out.push_back(shown(item, quote, 100));
    }
    return out;
}

/// Lines of their own, two blanks to the right, without the last line feed.
std::string indented(std::string text) {
    while (text.ends_with('\n')) text.pop_back();
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        text.insert(at + 1, "  ");
    return text;
}

}  // namespace

std::string message_of(const CheckResult& check) {
    json args = check.args;
    if (args.contains("because")) args["because"] = indented(args.value("because", ""));
    if (check.code == "differs") return differs(check, std::move(args));
    if (check.code == "plan-differs") return plan_differs(std::move(args));
    if (args.contains("value")) args["shown_value"] = shown(args["value"]);
    if (args.value("found", json()) == "null") args.erase("found");
    if (args.contains("flaw") && args["flaw"].is_string()) {
        std::string flaw = args["flaw"].get<std::string>();
        if (!flaw.empty() && flaw.back() != '.') flaw += '.';
        args["flaw"] = std::move(flaw);
    }
    if (args.contains("item")) args["item"] = shown(args["item"]);
    if (args.contains("actual")) {
        const json& actual = args["actual"];
        if (actual.is_array())
            args["left"] = short_list(actual, false);
        else
            args["left"] = shown(actual);
    }
    if (args.contains("expected") && check.code != "rows-differ" && check.code != "statistics-differ") {
        args["right"] =
            args["expected"].is_array() ? short_list(args["expected"], false) : json(shown(args["expected"]));
        args["expected"] = args["right"];
    }
    for (const char* count : {"missing", "extra", "others"})
        if (args.contains(count) && args[count].is_number() && args[count] == 0) args.erase(count);
    if (check.code == "not-one-of") prepare_source(args);
    if (args.contains("file") && !args.contains("place")) args["place"] = args["file"];
    return render(check.code, args);
}

}  // namespace plangrade
