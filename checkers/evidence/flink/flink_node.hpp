// One operator as Flink writes it: `Name(key=[value], key=[value])(reuse_id=[1]): rowcount = 1.0, cumulative cost =
// {...}`. Source of the forms: RelTreeWriterImpl and ExecNodePlanDumper of Flink 1.14, 1.20 and 2.3, measured on their
// output. Values are written without escapes: ranges `[5..10)` close with another kind of bracket than they open with,
// window properties have an unpaired quote (`start('w$)`), literals hold any bracket.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/plan.hpp"

namespace plangrade::flink {

/// An attribute with the byte of the node's text where it begins.
struct NodeAttribute {
    std::string
        name;  ///< "select"; "rowcount" and "cumulative cost" for the costs; "reuse_id"; "" where none is written
    std::string value;  ///< verbatim, brackets included
    std::size_t byte = 0;
};

/// A node's text, read.
struct NodeText {
    std::string op;
    std::vector<NodeAttribute> attributes;
    bool brackets = false;    ///< something stands in brackets behind the name
    std::size_t end = 0;      ///< byte where reading stopped: the text's size where all of it was understood
    bool closed = true;       ///< false: a bracket stays open at the end of the text
    bool in_literal = false;  ///< it breaks off inside a literal: one with a line feed in it goes on in the next line
    bool whole(std::string_view text) const { return closed && !op.empty() && end == text.size(); }
};

/// Reads a node from its name on. Never throws; linear time. A text that is no node has an empty `op`.
NodeText read_node(std::string_view text);

/// Items of a list in brackets, `[a, f(b, c), 'd,e']` -> a | f(b, c) | 'd,e': split at ", " outside of brackets and
/// literals, outer brackets (of any kind) taken off. Text without brackets is split as it is; empty text has no items.
std::vector<std::string> list_items(std::string_view list);

/// Takes one pair of outer brackets off: `[hash[page]]` -> `hash[page]`. Other text comes back as it is.
std::string_view inside(std::string_view value);

/// Splits at a separator that stands outside of brackets and literals. Where quotes don't pair, they count as letters.
std::vector<std::string_view> split_outside(std::string_view text, std::string_view separator);

/// First attribute of exactly that name, or nullptr.
const PlanAttribute* attribute(const PlanNode& node, std::string_view name);

/// An attribute's value without its outer brackets; empty where the node has no such attribute.
std::string_view attribute_text(const PlanNode& node, std::string_view name);

}  // namespace plangrade::flink
