// Selectors and facts, each a function of the vocabulary's table (selectors.cpp); what they share.
#pragma once

#include <string>
#include <string_view>

#include "checks/compare.hpp"
#include "checks/context.hpp"

namespace plangrade {

/// A rubric applies a selector to a kind of value that has no such thing: the rubric's fault, said as such.
Value not_for(const Value& value, std::string_view selector);

/// The value, no longer known: absent, malformed or unknown, and why.
Value become(Value value, Value::State state, std::string code, nlohmann::json args);

/// "a string", "a list", "an integer", ... for messages.
std::string type_in_words(const nlohmann::json& value);

// texts (selectors_answer.cpp)
Value digest_selector(Context& context, Value value, const Node& argument);

// answers (selectors_answer.cpp)
Value at_selector(Context& context, Value value, const Node& argument);
Value type_selector(Context& context, Value value, const Node& argument);

// plans, and sections of reports (selectors_plan.cpp)
Value section_selector(Context& context, Value value, const Node& argument);
Value find_selector(Context& context, Value value, const Node& argument);
Value get_of_plan(Value value, const std::string& name);  ///< `get` of a plan or of its found operators

// tables (selectors_table.cpp)
Value get_selector(Context& context, Value value, const Node& argument);
Value type_of_selector(Context& context, Value value, const Node& argument);

// lists and numbers (selectors_list.cpp)
Value items_selector(Context& context, Value value, const Node& argument);
Value names_selector(Context& context, Value value, const Node& argument);
Value pick_selector(Context& context, Value value, const Node& argument);
Value last_selector(Context& context, Value value, const Node& argument);
Value has_selector(Context& context, Value value, const Node& argument);
Value only_selector(Context& context, Value value, const Node& argument);
Value count_selector(Context& context, Value value, const Node& argument);
Value numbers_selector(Context& context, Value value, const Node& argument);
Value row_selector(Context& context, Value value, const Node& argument);

// facts of a run (run_facts.cpp)
Value tasks_fact(Context& context, Value value, const Node& argument);
Value metric_fact(Context& context, Value value, const Node& argument);

}  // namespace plangrade
