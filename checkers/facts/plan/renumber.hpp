// Ids of expressions and of plans, renumbered by first appearance over any number of pieces of one text.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace plangrade {

class Renumberer {
  public:
    /// The piece with `#12`, `#12L`, `plan_id=27` and `[id=#27]` renumbered; numbers go on from the pieces before.
    std::string operator()(std::string_view piece);

  private:
    using Ids = std::map<std::string, std::size_t, std::less<>>;
    static void put(std::string& out, Ids& ids, std::string_view number);
    Ids expressions_, plans_;
};

}  // namespace plangrade
