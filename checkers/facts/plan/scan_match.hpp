// Which scan of a plan's text is which scan of its sparkPlanInfo, and how two scans differ.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "facts/plan/contradiction.hpp"
#include "facts/plan/scans.hpp"

namespace plangrade {

/// What the two tell differently: format, location, PushedFilters, PartitionFilters, ReadSchema. What either doesn't
/// know never differs.
std::vector<Contradiction> scan_differences(const ScanFact& text, const ScanFact& info);

/// Looks a scan up among the other side's.
class ScanMatcher {
  public:
    enum class Side { text, info };
    ScanMatcher(std::vector<ScanFact> candidates, Side side);

    /// Empty where a candidate tells the same; else how the scan differs from the candidate that is most like it, or
    /// that there is none. Work is bounded: of a plan with thousands of unlike scans it says that they are more than
    /// are compared.
    std::vector<Contradiction> differences_of(const ScanFact& scan);

  private:
    std::vector<Contradiction> between(const ScanFact& scan, const ScanFact& candidate) const;

    std::vector<ScanFact> candidates_;
    std::set<std::string> keys_;  // of candidates: most scans are found by it
    Side side_;
    std::size_t budget_ = 2'000'000;  // comparisons
};

}  // namespace plangrade
