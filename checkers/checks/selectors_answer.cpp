// Selectors of answers, and what all selectors share.
#include <algorithm>
#include <charconv>

#include "checks/selector_parts.hpp"

namespace plangrade {

using json = nlohmann::json;

/// A rubric applies a selector to a kind of value that has no such thing: the rubric's fault, said as such.
Value not_for(const Value& value, std::string_view selector) {
    return Value::missing(Value::State::unknown, "rubric-fault", {{"selector", selector}}, value.from);
}

Value become(Value value, Value::State state, std::string code, json args) {
    value.state = state;
    value.code = std::move(code);
    value.args = std::move(args);
    return value;
}

std::string type_in_words(const json& value) {
    switch (value.type()) {
        case json::value_t::null:
            return "null";
        case json::value_t::boolean:
            return "true or false";
        case json::value_t::string:
            return "a string";
        case json::value_t::array:
            return "a list";
        case json::value_t::object:
            return "an object";
        case json::value_t::number_integer:
        case json::value_t::number_unsigned:
            return "an integer";
        default:
            return "a number";
    }
}

Value at_selector(Context& context, Value value, const Node& argument) {
    json::json_pointer pointer;
    try {
        pointer = json::json_pointer(argument.text);
    } catch (const json::exception&) {
        return not_for(value, "at");
    }
    const std::string file = value.from.file;
    value.from.text = file + ", " + argument.text;
    value.from.pointer = argument.text;
    if (!value.data.is_object() && !value.data.is_array())
        return become(std::move(value), Value::State::malformed, "wrong-type",
                      {{"place", file}, {"found", type_in_words(value.data)}, {"wanted", "an object"}});
    if (!value.data.contains(pointer)) {
        json keys = json::array();
        if (value.data.is_object())
            for (const auto& [key, ignored] : value.data.items()) keys.push_back(key);
        return become(std::move(value), Value::State::absent, "missing-key",
                      {{"file", file}, {"pointer", argument.text}, {"keys", std::move(keys)}});
    }
    json found = value.data.at(pointer);
    if (const JsonDocument* document = context.json(file))
        if (const auto line = document->lines.find(argument.text); line != document->lines.end())
            value.from.line = line->second;
    value.data = std::move(found);
    return value;
}

/// "8" -> 8 where the rubric accepts numbers written as strings.
bool read_number(const json& data, json& out) {
    if (!data.is_string()) return false;
    const auto& text = data.get_ref<const std::string&>();
    std::int64_t integer = 0;
    const char* end = text.data() + text.size();
    if (const auto [stop, error] = std::from_chars(text.data(), end, integer);
        error == std::errc() && stop == end && !text.empty()) {
        out = integer;
        return true;
    }
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || text.empty()) return false;
    out = number;
    return true;
}

Value type_selector(Context&, Value value, const Node& argument) {
    const std::string& wanted = argument.text;
    if (value.args.contains("numeric_strings") && (wanted == "integer" || wanted == "number")) {
        json number;
        if (read_number(value.data, number)) {
            value.notes.push_back(value.from.text + " is a number written as a string; it was read as the number");
            value.data = std::move(number);
        }
    }
    const json& data = value.data;
    bool right = false;
    std::string name = "a " + wanted;
    if (wanted == "integer") {
        // JSON Schema: an integer is a number with no fraction, so 8.0 is one.
        right = data.is_number_integer() ||
                (data.is_number_float() &&
                 data.get<double>() == static_cast<double>(static_cast<std::int64_t>(data.get<double>())));
        name = "an integer";
    } else if (wanted == "number") {
        right = data.is_number();
    } else if (wanted == "string") {
        right = data.is_string();
    } else if (wanted == "boolean") {
        right = data.is_boolean();
        name = "true or false";
    } else if (wanted == "object") {
        right = data.is_object();
        name = "an object";
    } else if (wanted == "strings") {
        right =
            data.is_array() && std::all_of(data.begin(), data.end(), [](const json& item) { return item.is_string(); });
        name = "a list of strings";
    } else {
        right = data.is_array();
        name = "a list";
    }
    if (right) return value;
    json args{{"place", value.from.text}, {"value", data}, {"found", type_in_words(data)}, {"wanted", name}};
    return become(std::move(value), Value::State::malformed, "wrong-type", std::move(args));
}

}  // namespace plangrade
