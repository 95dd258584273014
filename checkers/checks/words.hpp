// The parts of the vocabulary's table, one a file: sources, selectors, comparisons.
#pragma once

#include <span>

#include "checks/vocabulary.hpp"

namespace plangrade {

std::span<const Word> source_words();
std::span<const Word> flink_source_words();
std::span<const Word> selector_words();
std::span<const Word> flink_selector_words();
std::span<const Word> comparison_words();
std::span<const Word> flink_comparison_words();

}  // namespace plangrade
