// Any bytes as a CSV file of each dialect, plain and through each codec: cells must lie in the table's own memory and
// be whole rows.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "evidence/text/csv.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace plangrade;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    Limits limits;
    limits.table_bytes = 4 << 20;
    limits.table_rows = 5000;
    limits.table_columns = 50;
    Flaws flaws(limits);
    for (const CsvDialect dialect : {CsvDialect::spark, CsvDialect::spark_given, CsvDialect::rfc4180}) {
        Table table;
        parse_csv(bytes, dialect, true, "a", limits, table, flaws);
        parse_csv(bytes, dialect, dialect == CsvDialect::spark, "b", limits, table, flaws);
        if (!table.columns.empty() && table.cells.size() % table.columns.size() != 0) std::abort();
        std::size_t sum = 0;
        for (const Cell& cell : table.cells)
            for (const char c : cell.text) sum += static_cast<unsigned char>(c);
        if (table.rows() > limits.table_rows + 1 || sum == SIZE_MAX) std::abort();
    }
    for (const char* name : {"x.gz", "x.bz2", "x.zst"}) {
        const auto plain = inflate_csv(bytes, name, limits, flaws);
        if (plain && plain->size() > limits.table_bytes) std::abort();
    }
    return flaws.json().dump().empty() ? 1 : 0;
}
