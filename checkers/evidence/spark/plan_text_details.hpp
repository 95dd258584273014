// Formatted text's blocks, one an operator: `(1) Scan parquet ` and the attributes below it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evidence/plan.hpp"
#include "evidence/spark/plan_text_lines.hpp"
#include "evidence/spark/plan_text_split.hpp"

namespace plangrade::spark::plan_text {

class DetailReader {
  public:
    /// True where the line is a block's heading, or belongs to the block that is open.
    bool take(const Line& line);

    /// Puts what was read into the trees' nodes, by number; the same operator can stand in the final and in the initial
    /// plan. Says in the flaws what doesn't fit: a block of no node, a node without a block. `text_bytes` bounds what
    /// repeated numbers can make of a block.
    void apply(const std::vector<PlanTree*>& trees, std::size_t text_bytes, Flaws& flaws) const;

    bool empty() const { return blocks_.empty(); }

  private:
    struct Block {
        std::optional<std::uint32_t> number;
        std::string name;
        std::optional<std::uint32_t> codegen;
        std::vector<PlanAttribute> attributes;
        bool repeats = false;  // a name stands in it twice
        TextPos at;
    };
    bool heading(const Line& line);
    bool attribute(const Line& line);
    bool continues(const Line& line);

    std::vector<Block> blocks_;
    Brackets brackets_;  // of the last attribute's value
    bool open_ = false;
};

}  // namespace plangrade::spark::plan_text
