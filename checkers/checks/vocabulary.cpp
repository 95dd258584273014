#include "checks/vocabulary.hpp"

#include <vector>

#include "checks/words.hpp"

namespace plangrade {

const char* to_string(WordKind kind) {
    switch (kind) {
        case WordKind::source:
            return "source";
        case WordKind::selector:
            return "selector";
        case WordKind::fact:
            return "fact";
        case WordKind::comparison:
            return "comparison";
        case WordKind::logic:
            break;
    }
    return "logic word";
}

std::span<const Word> vocabulary() {
    static const std::vector<Word> kWords = [] {
        std::vector<Word> all;
        for (const auto part : {source_words(), flink_source_words(), selector_words(), flink_selector_words(),
                                comparison_words(), flink_comparison_words()})
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return kWords;
}

const Word* find_word(std::string_view name) {
    for (const Word& word : vocabulary())
        if (word.name == name) return &word;
    return nullptr;
}

}  // namespace plangrade
