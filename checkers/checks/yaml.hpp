// YAML as rubrics may use it: strict, every node with its line. Duplicate keys, anchors, tags and YAML's surprises
// (`no` read as false) are errors, not guesses.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plangrade {

struct NodeEntry;

/// One node of a document. Maps keep their order.
struct Node {
    enum class Kind { null, scalar, sequence, map };
    Kind kind = Kind::null;
    std::string text;                ///< scalar: as written, quotes and escapes resolved
    bool quoted = false;             ///< scalar: written in quotes or as a block, so it is text whatever it looks like
    std::uint32_t line = 0;          ///< from 1
    std::vector<Node> items;         ///< sequence
    std::vector<NodeEntry> entries;  ///< map

    const Node* find(std::string_view key) const;  ///< value of a map's key, or nullptr
    bool is_map() const { return kind == Kind::map; }
    bool is_scalar() const { return kind == Kind::scalar; }
    bool is_sequence() const { return kind == Kind::sequence; }
    /// Typed value: plain true/false, null, integers and decimals are typed; everything else and every quoted scalar is
    /// text.
    nlohmann::json json() const;
};

/// A key of a map with its value.
struct NodeEntry {
    std::string first;
    Node second;
};

/// Something wrong with a rubric, with its place.
struct RubricProblem {
    std::uint32_t line = 0;
    std::string message;
};

/// Parses one document. Problems are appended; the node is as whole as could be read.
Node parse_yaml(const std::string& text, std::vector<RubricProblem>& problems);

/// Replaces `${name}` in every scalar by `values.at(name)` as text; an unknown name is a problem. A scalar that is just
/// one reference takes the parameter's type (a number stays a number). SQL is left alone (its parameters are bound as
/// :name); in a pattern (`matches`) the value stands for itself, whatever characters it has.
void interpolate(Node& node, const nlohmann::json& values, std::vector<RubricProblem>& problems);

}  // namespace plangrade
