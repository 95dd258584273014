// Tables from CSV text, for tests.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>

#include "facts/table/given_data.hpp"
#include "temp_dir.hpp"

namespace plangrade {

inline Table table_of(const std::string& text, CsvDialect dialect = CsvDialect::spark) {
    Table table;
    Flaws flaws;
    parse_csv(text, dialect, true, "t.csv", {}, table, flaws);
    CHECK(flaws.empty());
    return table;
}

inline std::shared_ptr<const GivenTable> given_of(const std::string& name, const std::string& text,
                                                  const std::map<std::string, ColumnType>& types, Flaws& flaws) {
    const TempDir dir;
    return std::make_shared<GivenTable>(
        GivenTable::load(name, dir.write(name + ".csv", text), CsvDialect::spark_given, types, {}, flaws));
}

}  // namespace plangrade
