// Comparisons and logic: how values must be.
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "checks/compare.hpp"
#include "checks/context.hpp"
#include "checks/table_comparisons.hpp"
#include "checks/words.hpp"

namespace plangrade {
namespace {

using json = nlohmann::json;

Outcome outcome(Status status, std::string code, json args = json::object()) {
    Outcome out;
    out.status = status;
    out.code = std::move(code);
    out.args = std::move(args);
    return out;
}

CompareOptions options_of(const Value& actual, const Test& test) {
    CompareOptions options;
    options.numeric_strings = actual.args.contains("numeric_strings");
    if (const Node* within = test.parameter("within"); within != nullptr && within->json().is_number())
        options.within = within->json().get<double>();
    if (const Node* as = test.parameter("as")) {
        options.as_set = as->text == "set";
        options.as_fields = as->text == "fields";
    }
    if (const Node* ids = test.parameter("ids")) options.renumber_ids = ids->text == "renumber";
    return options;
}

std::string joined(const json& names) {
    std::string out;
    for (const json& name : names)
        out += (out.empty() ? "" : ",") + (name.is_string() ? name.get<std::string>() : name.dump());
    return out;
}

/// The value itself and its alternatives.
std::vector<const json*> all_of(const Value& value) {
    std::vector<const json*> out{&value.data};
    for (const json& other : value.alternatives) out.push_back(&other);
    return out;
}

/// Equal where any of the actual values equals any of the expected ones; else the difference that goes deepest into the
/// value.
std::optional<Difference> nearest_difference(const Value& actual, const Value& expected,
                                             const CompareOptions& options) {
    std::optional<Difference> nearest;
    for (const json* a : all_of(actual)) {
        for (const json* e : all_of(expected)) {
            auto found = first_difference(*a, *e, options);
            if (!found) return std::nullopt;
            const auto depth = [](const Difference& d) { return std::tuple(!d.type, d.pointer.size(), d.column); };
            if (!nearest || depth(*found) > depth(*nearest)) nearest = std::move(found);
        }
    }
    return nearest;
}

/// What is worth saying of two lists beside their first difference.
void describe_lists(const Value& actual, const Value& expected, json& args) {
    json left = actual.data;
    json right = expected.data;
    if (actual.rows) {  // names of columns: the whole line tells more than its first difference
        args["kind"] = "value";
        args["pointer"] = "";
        args["actual"] = left.empty() ? "(none)" : joined(left);
        args["expected"] = right.empty() ? "(none)" : joined(right);
        args["column"] = first_different_byte(args["actual"].get_ref<const std::string&>(),
                                              args["expected"].get_ref<const std::string&>());
        return;
    }
    args["items"] = left.size();
    args["items_wanted"] = right.size();
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    if (left == right) args["order"] = true;
}

/// Where the right value stands in the student's own artifacts, and what shows it.
void tell_source(const Value& expected, const std::string& pointer, Outcome& out) {
    if (expected.secret || expected.of_run || expected.from.file.empty()) return;
    if (!expected.item_lines.empty() && !pointer.empty()) {
        std::size_t index = expected.item_lines.size();
        std::from_chars(pointer.data() + 1, pointer.data() + pointer.size(), index);
        if (index < expected.item_lines.size())
            out.expected.from.line = expected.item_lines[index];
        else
            out.expected.from.line.reset();  // the section's line says nothing of an item that is not there
    }
    if (!expected.derived && !expected.data.is_boolean()) out.args["source"] = expected.from.file;
    if (out.expected.from.line) out.args["source_line"] = *out.expected.from.line;
    if (expected.from.text != expected.from.file) out.args["source_text"] = expected.from.text;
    if (!expected.because.empty()) out.args["because"] = expected.because;
}

/// Right only because a text that is a number may stand for it: that is said.
void note_numeric_strings(const Value& actual, const Value& expected, const Test& test, Outcome& out) {
    CompareOptions strict = options_of(actual, test);
    if (!strict.numeric_strings) return;
    strict.numeric_strings = false;
    if (nearest_difference(actual, expected, strict))
        out.notes.push_back(actual.from.text + ": numbers written as strings were read as numbers");
}

Outcome equals(Context& context, const Value& actual, const Test& test) {
    const Value expected = evaluate(context, *test.operand);
    if (!expected.known()) return unusable_operand(expected);
    Outcome out;
    const auto difference = nearest_difference(actual, expected, options_of(actual, test));
    out.expected = side_of(expected);
    out.notes = expected.notes;
    if (!difference) {
        out.code = "equal";
        note_numeric_strings(actual, expected, test, out);
        return out;
    }
    out.status = Status::fail;
    out.code = "differs";
    if (!actual.rows) out.at = difference->pointer;
    out.args = {{"kind", difference->kind},         {"pointer", difference->pointer}, {"actual", difference->actual},
                {"expected", difference->expected}, {"column", difference->column},   {"of_run", expected.of_run}};
    if (actual.data.is_array() && expected.data.is_array()) describe_lists(actual, expected, out.args);
    tell_source(expected, difference->pointer, out);
    return out;
}

Outcome one_of(Context& context, const Value& actual, const Test& test) {
    const Value list = evaluate(context, *test.operand);
    if (!list.known()) return unusable_operand(list);
    if (!list.data.is_array()) return outcome(Status::error, "rubric-fault", {{"selector", "one_of"}});
    std::optional<Difference> only;
    for (const json* value : all_of(actual)) {
        for (const json& item : list.data) {
            only = first_difference(*value, item, options_of(actual, test));
            if (!only) return outcome(Status::pass, "equal");
        }
    }
    Outcome out = outcome(Status::fail, "not-one-of", {{"actual", actual.data}, {"expected", list.data}});
    out.expected = side_of(list);
    if (list.data.size() == 1 && !list.secret) {  // there is one right answer: say where it differs
        out.code = "differs";
        out.at = only->pointer;
        out.args = {{"kind", only->kind},         {"pointer", only->pointer}, {"actual", only->actual},
                    {"expected", only->expected}, {"column", only->column},   {"of_run", list.of_run}};
        out.expected.value = list.data.front();
    }
    tell_source(list, "/0", out);
    return out;
}

Outcome bound(Context& context, const Value& actual, const Test& test, bool least) {
    const Value limit = evaluate(context, *test.operand);
    if (!limit.known()) return unusable_operand(limit);
    if (!actual.data.is_number() || !limit.data.is_number())
        return outcome(
            Status::fail, "wrong-type",
            {{"place", actual.from.text}, {"value", actual.data}, {"found", "no number"}, {"wanted", "a number"}});
    const double a = actual.data.get<double>();
    const double b = limit.data.get<double>();
    Outcome out = outcome((least ? a >= b : a <= b) ? Status::pass : Status::fail,
                          (least ? a >= b : a <= b) ? "equal" : (least ? "too-small" : "too-large"),
                          {{"actual", actual.data}, {"expected", limit.data}});
    out.expected = side_of(limit);
    return out;
}

Outcome at_least(Context& context, const Value& actual, const Test& test) {
    return bound(context, actual, test, true);
}
Outcome at_most(Context& context, const Value& actual, const Test& test) {
    return bound(context, actual, test, false);
}

Outcome matches(Context&, const Value& actual, const Test& test) {
    for (const json* value : all_of(actual)) {
        if (!value->is_string()) continue;
        if (re2::RE2::PartialMatch(value->get_ref<const std::string&>(), *test.pattern))
            return outcome(Status::pass, "matches", {{"actual", *value}});
    }
    return outcome(Status::fail, actual.data.is_string() ? "no-match" : "wrong-type",
                   {{"actual", actual.data},
                    {"place", actual.from.text},
                    {"value", actual.data},
                    {"found", "no text"},
                    {"wanted", "a text"},
                    {"of_run", actual.of_run}});
}

/// A list holds the items, in that order; a list holds one value; a text holds a text.
bool holds(const json& actual, const json& expected, bool as_set, json& missing) {
    if (actual.is_string()) {
        missing = expected;
        return expected.is_string() &&
               actual.get_ref<const std::string&>().find(expected.get_ref<const std::string&>()) != std::string::npos;
    }
    if (!actual.is_array()) {
        missing = expected;
        return false;
    }
    const json wanted = expected.is_array() ? expected : json::array({expected});
    auto at = actual.begin();
    for (const json& item : wanted) {
        at = std::find_if(at, actual.end(), [&](const json& other) { return !first_difference(other, item); });
        if (at == actual.end()) {
            missing = item;
            return false;
        }
        at = as_set ? actual.begin() : at + 1;
    }
    return true;
}

Outcome contains(Context& context, const Value& actual, const Test& test) {
    const Value expected = evaluate(context, *test.operand);
    if (!expected.known()) return unusable_operand(expected);
    json missing, ignored;
    for (const json* a : all_of(actual))
        for (const json* e : all_of(expected))
            if (holds(*a, *e, options_of(actual, test).as_set, missing.is_null() ? missing : ignored)) {
                Outcome out = outcome(Status::pass, "contains");
                out.expected = side_of(expected);
                return out;
            }
    json args{{"actual", actual.data}, {"expected", missing}, {"of_run", expected.of_run}};
    if (actual.data.is_string()) {
        std::string text = actual.data.get<std::string>();
        while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
        args["actual"] = std::move(text);
    }
    if (actual.report != nullptr) args["in_report"] = true;
    Outcome out = outcome(Status::fail, "does-not-contain", std::move(args));
    out.expected = side_of(expected);
    return out;
}

Outcome exists(Context&, const Value& actual, const Test& test) {
    // Values that are not there never come here: the engine reports them as missing.
    const bool wanted = test.argument.text == "true";
    json args{{"place", actual.from.text}, {"actual", actual.data}};
    if (actual.args.contains("lacks")) {
        args["lacks"] = actual.args["lacks"];
        if (actual.data.is_number() && actual.data > 1) args["others"] = actual.data.get<std::int64_t>() - 1;
    }
    return outcome(wanted ? Status::pass : Status::fail, wanted ? "exists" : "not-absent", std::move(args));
}

Outcome absent(Context& context, const Value& actual, const Test& test) {
    Outcome out = exists(context, actual, test);
    out.status = out.status == Status::pass ? Status::fail : Status::pass;
    out.code = out.status == Status::pass ? "exists" : "not-absent";
    return out;
}

// --- logic -----------------------------------------------------------------------------------------------------

/// Items of a list; a value with alternatives counts as a list of them.
std::vector<Value> items_of(const Value& value) {
    std::vector<Value> out;
    Value shell = value;  // all but the list itself, which each item would copy
    shell.data = nullptr;
    shell.alternatives.clear();
    shell.item_lines.clear();
    shell.plan.reset();
    const auto add = [&](const json& data, const std::string& pointer) {
        Value item = shell;
        item.data = data;
        if (!item.from.pointer.empty() && !pointer.empty()) item.from.pointer += pointer;
        out.push_back(std::move(item));
    };
    for (const json* one : all_of(value)) {
        if (one->is_array())
            for (std::size_t i = 0; i < one->size(); ++i) add((*one)[i], "/" + std::to_string(i));
        else
            add(*one, "");
    }
    return out;
}

Outcome every(Context& context, const Value& actual, const Test& test) {
    for (const Value& item : items_of(actual)) {
        Outcome out = apply(context, item, test.tests.front());
        if (out.status == Status::pass) continue;
        out.args["item"] = item.data;
        return out;
    }
    return outcome(Status::pass, "every");
}

Outcome any(Context& context, const Value& actual, const Test& test) {
    Outcome last = outcome(Status::fail, "none-does", {{"actual", actual.data}, {"of_run", actual.of_run}});
    for (const Value& item : items_of(actual)) {
        const Outcome out = apply(context, item, test.tests.front());
        if (out.status == Status::pass) return outcome(Status::pass, "any", {{"item", item.data}});
        if (out.status == Status::error) last = out;
    }
    return last;
}

Outcome none(Context& context, const Value& actual, const Test& test) {
    for (const Value& item : items_of(actual)) {
        const Outcome out = apply(context, item, test.tests.front());
        if (out.status == Status::error) return out;
        if (out.status == Status::pass)
            return outcome(Status::fail, "one-does",
                           {{"item", item.data}, {"actual", actual.data}, {"of_run", actual.of_run}});
    }
    return outcome(Status::pass, "none");
}

Outcome all_tests(Context& context, const Value& actual, const Test& test) {
    Outcome last = outcome(Status::pass, "equal");
    for (const Test& one : test.tests) {
        last = apply(context, actual, one);
        if (last.status != Status::pass) return last;
    }
    return last;
}

Outcome any_test(Context& context, const Value& actual, const Test& test) {
    Outcome first;
    for (std::size_t i = 0; i < test.tests.size(); ++i) {
        Outcome out = apply(context, actual, test.tests[i]);
        if (out.status == Status::pass) return out;
        if (i == 0) first = std::move(out);
    }
    return first;
}

Outcome not_test(Context& context, const Value& actual, const Test& test) {
    const Outcome out = apply(context, actual, test.tests.front());
    if (out.status == Status::error) return out;
    if (out.status != Status::pass) return outcome(Status::pass, "none");
    json args{{"item", actual.data}, {"actual", actual.data}, {"of_run", actual.of_run}};
    if (out.expected.present && !out.expected.secret) args["other"] = out.expected.from.text;
    return outcome(Status::fail, args.contains("other") ? "same-as" : "one-does", std::move(args));
}

constexpr std::array kEqualParameters{
    Parameter{"within", Takes::any, false, "numbers may differ by this much"},
    Parameter{"as", Takes::choice, false,
              "set: lists without order and repeats; fields: of objects, only the expected one's fields",
              "set|list|fields"},
    Parameter{"ids", Takes::choice, false, "renumber: #ids are renumbered by first appearance on both sides",
              "renumber|verbatim"}};
constexpr std::array kContainParameters{Parameter{"as", Takes::choice, false, "set: in any order", "set|list"}};
constexpr std::array kRowParameters{Parameter{"columns", Takes::list, false, "compare these columns only, by name"}};

constexpr std::array kWords{
    Word{"equals",
         WordKind::comparison,
         Takes::value,
         "value",
         kEqualParameters,
         "Deeply equal; texts verbatim, numbers as numbers. Names the first place that differs.",
         "equals: {param: shuffle_partitions}",
         {},
         nullptr,
         nullptr,
         equals},
    Word{"one_of",
         WordKind::comparison,
         Takes::value,
         "list",
         kEqualParameters,
         "Equal to one of these.",
         "one_of: [HASH, REBALANCE]",
         {},
         nullptr,
         nullptr,
         one_of},
    Word{"at_least",
         WordKind::comparison,
         Takes::value,
         "number",
         {},
         "This number or more.",
         "at_least: 1",
         {},
         nullptr,
         nullptr,
         at_least},
    Word{"at_most",
         WordKind::comparison,
         Takes::value,
         "number",
         {},
         "This number or less.",
         "at_most: 10",
         {},
         nullptr,
         nullptr,
         at_most},
    Word{"matches",
         WordKind::comparison,
         Takes::pattern,
         "pattern (RE2)",
         {},
         "A text that the pattern fits, anywhere in it.",
         "matches: \"^hashpartitioning\"",
         {},
         nullptr,
         nullptr,
         matches},
    Word{"contains",
         WordKind::comparison,
         Takes::value,
         "value or list",
         kContainParameters,
         "A list with this value, or with these in this order; a text with this text in it.",
         "contains: [Parsed Logical Plan, Physical Plan]",
         {},
         nullptr,
         nullptr,
         contains},
    Word{"same_rows_as",
         WordKind::comparison,
         Takes::value,
         "table",
         kRowParameters,
         "The same rows, as often, in any order; blanks at the ends of cells don't count, empty is null.",
         "same_rows_as: {table: {sql: \"SELECT ...\"}}",
         {},
         nullptr,
         nullptr,
         same_rows_as},
    Word{"same_statistics_as",
         WordKind::comparison,
         Takes::value,
         "table (sql)",
         {},
         "Footer statistics (min, max, null count) of integer and date columns are those of the query's rows.",
         "same_statistics_as: {table: {sql: \"SELECT * FROM orders\"}}",
         {},
         nullptr,
         nullptr,
         same_statistics_as},
    Word{"sound",
         WordKind::comparison,
         Takes::flag,
         "true",
         {},
         "Every data file of the folder is what it should be, and all have one schema.",
         "sound: true",
         {},
         nullptr,
         nullptr,
         sound},
    Word{"same_plan_as",
         WordKind::comparison,
         Takes::value,
         "plan",
         {},
         "The same plan: ids renumbered by first appearance, ends of lines ignored; names the first line that differs.",
         "same_plan_as: {plan: run}",
         {},
         nullptr,
         nullptr,
         same_plan_as},
    Word{"exists",
         WordKind::comparison,
         Takes::flag,
         "true",
         {},
         "It is there.",
         "exists: true",
         {},
         nullptr,
         nullptr,
         exists},
    Word{"absent",
         WordKind::comparison,
         Takes::flag,
         "true",
         {},
         "It is not there.",
         "absent: true",
         {},
         nullptr,
         nullptr,
         absent},
    Word{"every",
         WordKind::logic,
         Takes::test,
         "comparison",
         {},
         "Each item of the list does.",
         "every: {matches: \"status\"}",
         {},
         nullptr,
         nullptr,
         every},
    Word{"any",
         WordKind::logic,
         Takes::test,
         "comparison",
         {},
         "At least one item of the list does.",
         "any: {matches: \"^EqualTo\"}",
         {},
         nullptr,
         nullptr,
         any},
    Word{"none",
         WordKind::logic,
         Takes::test,
         "comparison",
         {},
         "No item of the list does.",
         "none: {matches: \"status,\"}",
         {},
         nullptr,
         nullptr,
         none},
    Word{"all_of",
         WordKind::logic,
         Takes::tests,
         "list of comparisons",
         {},
         "All comparisons hold.",
         "all_of: [{matches: a}, {matches: b}]",
         {},
         nullptr,
         nullptr,
         all_tests},
    Word{"any_of",
         WordKind::logic,
         Takes::tests,
         "list of comparisons",
         {},
         "At least one comparison holds.",
         "any_of: [{equals: 1}, {equals: 2}]",
         {},
         nullptr,
         nullptr,
         any_test},
    Word{"not",
         WordKind::logic,
         Takes::test,
         "comparison",
         {},
         "The comparison does not hold.",
         "not: {equals: 0}",
         {},
         nullptr,
         nullptr,
         not_test},
};

}  // namespace

std::span<const Word> comparison_words() {
    return kWords;
}

Side side_of(const Value& value) {
    Side side;
    side.value = value.data;
    side.from = value.from;
    side.present = true;
    side.secret = value.secret;
    return side;
}

Outcome unusable_operand(const Value& operand) {
    Outcome out;
    // Evidence that is not there, or not what it should be, leaves open whether the answer is right.
    const bool open =
        operand.state == Value::State::unknown || operand.code == "missing-file" || operand.code == "unreadable";
    out.status = open ? Status::error : Status::fail;
    out.code = operand.code;
    out.args = operand.args;
    out.expected.from = operand.from;
    return out;
}

Outcome apply(Context& context, const Value& actual, const Test& test) {
    return test.word->compare(context, actual, test);
}

}  // namespace plangrade
