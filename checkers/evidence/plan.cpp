#include "evidence/plan.hpp"

#include <algorithm>

namespace plangrade {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_but_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

const PlanAttribute* PlanNode::find(std::string_view name) const {
    for (const PlanAttribute& attribute : attributes)
        if (attribute.name == name) return &attribute;
    for (const PlanAttribute& attribute : attributes)
        if (same_but_case(attribute.name, name)) return &attribute;
    return nullptr;
}

const PlanSection* Plan::section(std::string_view title) const {
    for (const PlanSection& part : sections)
        if (part.title == title) return &part;
    return nullptr;
}

const PlanTree* Plan::physical() const {
    for (const std::string_view title : {"Physical Plan", "Optimized Physical Plan"})
        if (const PlanSection* part = section(title); part != nullptr && !part->trees.empty())
            return &part->trees.front();
    return nullptr;
}

const char* to_string(PlanMode mode) {
    switch (mode) {
        case PlanMode::unknown:
            break;
        case PlanMode::simple:
            return "simple";
        case PlanMode::extended:
            return "extended";
        case PlanMode::formatted:
            return "formatted";
        case PlanMode::cost:
            return "cost";
        case PlanMode::codegen:
            return "codegen";
        case PlanMode::flink:
            return "flink";
    }
    return "unknown";
}

}  // namespace plangrade
