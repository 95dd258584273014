#include "checks/yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <sstream>

namespace plangrade {
namespace {

constexpr std::size_t kMaxDepth = 64;

bool all_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// JSON's own grammar of integers: no leading zeros, no plus sign.
bool is_integer(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return all_digits(text) && (text.size() == 1 || text[0] != '0') && text.size() <= 18;
}

bool is_decimal(std::string_view text) {
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) return false;
    std::string_view whole = text.substr(0, dot);
    if (whole.starts_with('-')) whole.remove_prefix(1);
    return all_digits(whole) && (whole.size() == 1 || whole[0] != '0') && all_digits(text.substr(dot + 1)) &&
           text.size() <= 24;
}

bool is_surprise(std::string_view text) {
    constexpr std::array kWords{"yes",   "Yes",   "YES",  "no",   "No",   "NO",   "on",   "On",   "ON",
                                "off",   "Off",   "OFF",  "y",    "Y",    "n",    "N",    "True", "TRUE",
                                "False", "FALSE", "Null", "NULL", ".nan", ".inf", "-.inf"};
    return std::find(kWords.begin(), kWords.end(), text) != kWords.end();
}

/// Builds Nodes from the parser's events; yaml-cpp's own tree would keep the first of duplicate keys silently.
class Builder final : public YAML::EventHandler {
  public:
    explicit Builder(std::vector<RubricProblem>& problems) : problems_(problems) {}

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        add(make(Node::Kind::null, mark, "", anchor));
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        problem(mark, "aliases (*name) are not allowed; write the value again");
        add(make(Node::Kind::null, mark, "", 0));
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        Node node = make(Node::Kind::scalar, mark, tag, anchor);
        node.text = value;
        node.quoted = tag == "!";
        const bool is_key = !stack_.empty() && stack_.back().node.kind == Node::Kind::map && !stack_.back().has_key;
        if (!node.quoted && !is_key && is_surprise(value))
            problem(
                mark,
                "'" + value +
                    "' is read differently by different YAML readers; write true, false or null, or put it in quotes");
        if (!node.quoted && !is_key && (value == "null" || value == "~")) node.kind = Node::Kind::null;
        add(std::move(node));
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(make(Node::Kind::sequence, mark, tag, anchor), mark);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(make(Node::Kind::map, mark, tag, anchor), mark);
    }
    void OnMapEnd() override { close(); }

    Node root;

  private:
    struct Open {
        Node node;
        std::string key;
        bool has_key = false;
    };

    void problem(const YAML::Mark& mark, std::string message) {
        problems_.push_back({static_cast<std::uint32_t>(mark.line + 1), std::move(message)});
    }

    Node make(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        Node node;
        node.kind = kind;
        node.line = static_cast<std::uint32_t>(mark.line + 1);
        if (anchor != 0) problem(mark, "anchors (&name) are not allowed");
        if (!tag.empty() && tag != "?" && tag != "!") problem(mark, "tags (" + tag + ") are not allowed");
        return node;
    }

    void open(Node node, const YAML::Mark& mark) {
        if (stack_.size() == kMaxDepth) problem(mark, "nested deeper than " + std::to_string(kMaxDepth) + " levels");
        stack_.push_back({std::move(node), "", false});
    }

    void close() {
        Node node = std::move(stack_.back().node);
        stack_.pop_back();
        add(std::move(node));
    }

    void add(Node node) {
        if (stack_.empty()) {
            root = std::move(node);
            return;
        }
        Open& top = stack_.back();
        if (top.node.kind == Node::Kind::sequence) {
            top.node.items.push_back(std::move(node));
        } else if (!top.has_key) {
            if (node.kind != Node::Kind::scalar) problems_.push_back({node.line, "a key must be plain text"});
            if (top.node.find(node.text) != nullptr)
                problems_.push_back({node.line, "key '" + node.text + "' stands twice"});
            top.key = node.text;
            top.has_key = true;
        } else {
            top.node.entries.push_back({std::move(top.key), std::move(node)});
            top.key.clear();
            top.has_key = false;
        }
    }

    std::vector<RubricProblem>& problems_;
    std::vector<Open> stack_;
};

std::string as_text(const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void interpolate_scalar(Node& node, const nlohmann::json& values, bool pattern, std::vector<RubricProblem>& problems) {
    std::string out;
    std::size_t at = 0;
    bool whole = false;
    for (;;) {
        const auto begin = node.text.find("${", at);
        if (begin == std::string::npos) break;
        const auto end = node.text.find('}', begin);
        if (end == std::string::npos) {
            problems.push_back({node.line, "'${' has no '}'"});
            return;
        }
        const std::string name = node.text.substr(begin + 2, end - begin - 2);
        out.append(node.text, at, begin - at);
        at = end + 1;
        if (!values.contains(name)) {
            problems.push_back({node.line, "${" + name + "} is no parameter of this rubric"});
            continue;
        }
        out += pattern ? re2::RE2::QuoteMeta(as_text(values.at(name))) : as_text(values.at(name));
        whole = begin == 0 && at == node.text.size() && !values.at(name).is_string();
    }
    if (at == 0) return;
    out.append(node.text, at, std::string::npos);
    node.text = std::move(out);
    node.quoted = !whole;
}

}  // namespace

const Node* Node::find(std::string_view key) const {
    for (const auto& [name, value] : entries)
        if (name == key) return &value;
    return nullptr;
}

nlohmann::json Node::json() const {
    switch (kind) {
        case Kind::null:
            return nullptr;
        case Kind::sequence: {
            auto out = nlohmann::json::array();
            for (const Node& item : items) out.push_back(item.json());
            return out;
        }
        case Kind::map: {
            auto out = nlohmann::json::object();
            for (const auto& [key, value] : entries) out[key] = value.json();
            return out;
        }
        case Kind::scalar:
            break;
    }
    if (quoted) return text;
    if (text == "true") return true;
    if (text == "false") return false;
    if (is_integer(text)) {
        std::int64_t number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        return number;
    }
    if (is_decimal(text)) {
        double number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        return number;
    }
    return text;
}

Node parse_yaml(const std::string& text, std::vector<RubricProblem>& problems) {
    std::istringstream in(text);
    Builder builder(problems);
    try {
        YAML::Parser parser(in);
        if (!parser.HandleNextDocument(builder)) problems.push_back({1, "the file is empty"});
    } catch (const YAML::Exception& error) {
        problems.push_back({static_cast<std::uint32_t>(error.mark.line + 1), "not YAML: " + error.msg});
    }
    return std::move(builder.root);
}

void interpolate(Node& node, const nlohmann::json& values, std::vector<RubricProblem>& problems) {
    if (node.is_scalar()) interpolate_scalar(node, values, false, problems);
    for (Node& item : node.items) interpolate(item, values, problems);
    for (auto& [key, value] : node.entries) {
        if (key == "matches" && value.is_scalar())
            interpolate_scalar(value, values, true, problems);
        else if (key != "sql" && key != "params")
            interpolate(value, values, problems);
    }
}

}  // namespace plangrade
