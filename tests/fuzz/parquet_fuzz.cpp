// Any bytes as a Parquet file, and as a footer inside one that is right outside.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "evidence/parquet/parquet.hpp"

namespace {

void read(std::string_view bytes) {
    plangrade::Limits limits;
    limits.parquet_columns = 500;
    plangrade::MemorySource source(bytes);
    const auto file = plangrade::parquet::read_parquet_file("fuzzed.parquet", source, limits);
    for (const auto& column : file.columns)
        if (column.sql_type().empty()) std::abort();
    if (file.sound ? file.rows < 0 : file.flaws.empty() || file.rows != 0) std::abort();
    const std::string text = plangrade::parquet::to_json(file).dump();  // throws where a string is not UTF-8
    if (text.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    read(bytes);
    std::string file = "PAR1" + std::string(64, 'x');
    file += bytes;
    for (int i = 0; i < 4; ++i) file += static_cast<char>(size >> (8 * i) & 0xff);
    read(file + "PAR1");
    return 0;
}
