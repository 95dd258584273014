// The plans of fixtures/plans: texts that Spark printed, and pairs of what its event logs hold.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "evidence/spark/plan_info.hpp"
#include "evidence/spark/plan_text.hpp"

namespace plangrade {

inline std::string plan_sample(const std::string& name) {
    std::ifstream in(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/plans/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline Plan plan_of(const std::string& name) {
    const std::string bytes = plan_sample(name);
    return name.ends_with(".json") ? spark::read_plan_info(bytes) : spark::parse_spark_plan(bytes);
}

}  // namespace plangrade
