#include "checks/vocabulary.hpp"

#include <doctest/doctest.h>

#include <set>

#include "checks/manual.hpp"

using namespace plangrade;

TEST_CASE("each word stands once, has its function, its documentation and an example") {
    std::set<std::string_view> names;
    for (const Word& word : vocabulary()) {
        CHECK_MESSAGE(names.insert(word.name).second, word.name);
        const int functions = (word.source != nullptr) + (word.select != nullptr) + (word.compare != nullptr);
        CHECK_MESSAGE(functions == 1, word.name);
        CHECK_MESSAGE(!word.doc.empty(), word.name);
        CHECK_MESSAGE(!word.example.empty(), word.name);
        CHECK_MESSAGE((word.takes == Takes::choice) == !word.choices.empty(), word.name);
    }
}

TEST_CASE("manual and schema tell every word") {
    const std::string manual = rubric_manual();
    const std::string schema = rubric_schema().dump();
    for (const Word& word : vocabulary()) {
        CHECK_MESSAGE(manual.find("### `" + std::string(word.name) + "`") != std::string::npos, word.name);
        const bool inside_table = word.name == "csv" || word.name == "parquet" || word.name == "sql";
        CHECK_MESSAGE((inside_table || schema.find("\"" + std::string(word.name) + "\"") != std::string::npos),
                      word.name);
    }
}
