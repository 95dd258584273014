#include "evidence/spark/plan_text_guess.hpp"

#include <algorithm>
#include <array>

#include "evidence/spark/plan_text_split.hpp"

namespace plangrade::spark::plan_text {
namespace {

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
    return std::any_of(starts.begin(), starts.end(),
                       [text](std::string_view start) { return text.starts_with(start); });
}

// "24/05/01 12:00:01 WARN Utils: ..."
bool is_log_line(std::string_view line) {
    constexpr std::string_view kForm = "dd/dd/dd dd:dd:dd ";
    if (line.size() < kForm.size()) return false;
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        const bool digit = line[i] >= '0' && line[i] <= '9';
        if (kForm[i] == 'd' ? !digit : line[i] != kForm[i]) return false;
    }
    return true;
}

bool is_python(std::string_view text) {
    return begins_with_any(text, {"import ", "from ", "def ", "#!/usr/bin/env python", "# -*- coding", "\"\"\""}) ||
           contains(text.substr(0, 4096), "\nimport ") || contains(text.substr(0, 4096), "\nfrom pyspark");
}

bool is_csv(std::string_view first_line) {
    return contains(first_line, ",") && !contains(first_line, " ") && !contains(first_line, "#");
}

}  // namespace

std::string looks_like(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(text.size(), 64)),
                   '\0') > 8)
        return "it looks like UTF-16, and UTF-8 is needed";
    const std::string_view body = trim(text);
    if (body.empty()) return "it is empty";
    if (body.starts_with("PAR1")) return "it is a Parquet file";
    if (contains(body, "== Abstract Syntax Tree ==") || contains(body, "== Optimized Execution Plan ==") ||
        contains(body, "== Optimized Physical Plan =="))
        return "it is a plan of Flink";
    if (begins_with_any(body, {"Truncated plan of "}))
        return "Spark left the whole plan out because of spark.sql.maxPlanStringLength";
    if (body.starts_with("Found ") && contains(body.substr(0, 80), "WholeStageCodegen subtrees"))
        return "it is explain's codegen text, and the query has no generated code (an adaptive plan has none before it "
               "ran)";
    if (contains(body, "\\n== ") || contains(body, " Plan ==\\n"))
        return "its line ends are written as \\n, so it is one long line: print the string instead of its "
               "representation";
    if (contains(body, "|== ")) return "it is a table that show() printed: print the text in its cell instead";
    if (body.front() == '{' || body.front() == '[') return "it looks like JSON";
    if (begins_with_any(body, {"<!DOCTYPE", "<html", "<?xml"})) return "it looks like a web page";
    if (begins_with_any(body, {"*(", "* ", "AdaptiveSparkPlan", "Execute "}) || contains(body, "\n+- "))
        return "it looks like a plan that lost its heading: hand in the text whole, from the heading on";
    if (is_python(body)) return "it looks like Python source";
    if (begins_with_any(body, {"Traceback (most recent call last)"})) return "it is a Python traceback";
    if (is_csv(body.substr(0, body.find('\n')))) return "it looks like CSV";
    return "it looks like some other text";
}

bool is_shell_line(std::string_view line) {
    return line == "None" ||
           begins_with_any(line, {"```", ">>>", "scala>", "spark-sql>", "$ ", "Time taken: ", "In [", "Out["}) ||
           is_log_line(line);
}

}  // namespace plangrade::spark::plan_text
