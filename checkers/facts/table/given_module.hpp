// Given tables as virtual tables of SQLite. Inner part of GivenDatabase.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "facts/table/given_data.hpp"

namespace plangrade {

/// Work that a query may still do, so that its end does not depend on the machine's speed. Counts rows that are looked
/// at and SQLite's own steps.
struct QueryBudget {
    std::uint64_t left = 0;
    bool spend(std::uint64_t steps) {
        if (steps > left) {
            left = 0;
            return false;
        }
        left -= steps;
        return true;
    }
};

/// What SQLite is given with a table; must live as long as the connection.
struct GivenModule {
    std::shared_ptr<const GivenTable> table;
    QueryBudget* budget = nullptr;
    /// Rows sorted by a column's value, made when a query looks a column up again and again (a join). Empty: not made
    /// yet.
    std::vector<std::vector<std::uint32_t>> sorted;
};

/// Makes the table known by its name (eponymous: no CREATE is needed). False where SQLite refuses.
bool add_given_module(sqlite3* db, GivenModule& module);

/// The statement that declares the table's columns: CREATE TABLE x("order_id" INTEGER, ...).
std::string given_schema(const GivenTable& table);

}  // namespace plangrade
