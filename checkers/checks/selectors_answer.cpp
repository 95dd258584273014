// Selectors of answers, and what all selectors share.
#include <algorithm>
#include <charconv>

#include "checks/selector_parts.hpp"
#include "evidence/digest.hpp"

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

Value digest_selector(Context& context, Value value, const Node&) {
    if (!value.data.is_string()) return not_for(value, "digest");
    Flaws ignored(context.limits());
    const std::string* raw = context.text(value.from.file, ignored);
    const std::string bytes = value.data.get<std::string>();
    std::string plain;
    for (std::size_t i = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < bytes.size(); ++i)
        if (bytes[i] != '\r') plain += bytes[i];
    std::string trimmed = plain;
    while (trimmed.ends_with('\n')) trimmed.pop_back();
    std::vector<std::string> digests;
    for (const std::string& each : {raw != nullptr ? *raw : bytes, plain, trimmed, trimmed + "\n"})
        digests.push_back(sha256_hex(each));
    value.from.text += ", SHA-256";
    value.data = digests.front();
    for (const std::string& each : digests) {
        value.alternatives.emplace_back(each);
        std::string capitals = each;
        for (char& c : capitals)
            if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 32);
        value.alternatives.emplace_back(capitals);
    }
    return value;
}

/// An item of a list that an artifact has, not of a document that the student wrote.
Value item_of(Value value, const json::json_pointer& pointer, const std::string& text) {
    if (!value.data.is_null() && !value.data.contains(pointer)) {
        json args{{"place", value.from.text}, {"pointer", text}, {"found", value.data}};
        return become(std::move(value), Value::State::absent, "no-item", std::move(args));
    }
    std::size_t index = 0;
    std::string rest = text;
    const char* first = text.data() + 1;
    if (const auto [end, error] = std::from_chars(first, text.data() + text.size(), index);
        error == std::errc() && end != first && index < value.item_lines.size()) {
        value.from.line = value.item_lines[index];
        value.from.text = value.from.file + " line " + std::to_string(value.item_lines[index]);
        rest.erase(0, static_cast<std::size_t>(end - text.data()));
    }
    std::replace(rest.begin(), rest.end(), '/', ' ');
    json found = value.data.is_null() ? json() : value.data.at(pointer);
    value.data = std::move(found);
    std::vector<json> others;
    for (const json& other : value.alternatives)
        if (other.contains(pointer)) others.push_back(other.at(pointer));
    value.alternatives = std::move(others);
    value.item_lines.clear();
    if (!rest.empty()) value.from.text += "," + rest;
    return value;
}

Value at_selector(Context& context, Value value, const Node& argument) {
    json::json_pointer pointer;
    try {
        pointer = json::json_pointer(argument.text);
    } catch (const json::exception&) {
        return not_for(value, "at");
    }
    if (!value.document) return item_of(std::move(value), pointer, argument.text);
    const std::string file = value.from.file;
    value.from.text = file + ", " + argument.text;
    value.from.pointer = argument.text;
    if (!value.data.is_object() && !value.data.is_array())
        return become(std::move(value), Value::State::malformed, "wrong-type",
                      {{"place", file}, {"found", type_in_words(value.data)}, {"wanted", "an object"}});
    if (!value.data.contains(pointer)) {
        json::json_pointer parent = pointer;
        while (!value.data.contains(parent)) parent = parent.parent_pointer();
        const json& holder = value.data.at(parent);
        json keys = json::array();
        if (holder.is_object())
            for (const auto& [key, ignored] : holder.items()) keys.push_back(key);
        return become(
            std::move(value), Value::State::absent, "missing-key",
            {{"file", file}, {"pointer", argument.text}, {"keys", std::move(keys)}, {"parent", parent.to_string()}});
    }
    json found = value.data.at(pointer);
    if (const JsonDocument* document = context.json(file))
        if (const auto line = document->lines.find(argument.text); line != document->lines.end())
            value.from.line = line->second;
    value.data = std::move(found);
    return value;
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
