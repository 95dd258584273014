#include <doctest/doctest.h>

#include <map>

#include "samples.hpp"

using namespace plangrade;
using namespace plangrade::parquet;

namespace {

const Flaw& only_flaw(const ParquetFile& file) {
    REQUIRE(file.flaws.size() == 1);
    CHECK_FALSE(file.sound);
    return file.flaws[0];
}

std::map<std::string, Column> columns_of(const ParquetFile& file) {
    std::map<std::string, Column> out;
    for (const Column& column : file.columns) out[column.name] = column;
    return out;
}

}  // namespace

TEST_CASE("a file that Spark 3.5.7 wrote") {
    const ParquetFile file = read_bytes(sample("spark35/day.parquet"));
    REQUIRE(file.sound);
    CHECK(file.flaws.empty());
    CHECK(file.bytes == 7735);
    CHECK(file.footer_bytes == 1813);
    CHECK(file.rows == 207);
    CHECK(file.row_groups == 1);
    CHECK(file.created_by.starts_with("parquet-mr version 1.13.1"));
    CHECK(file.metadata.at("org.apache.spark.version") == "3.5.7");
    auto columns = columns_of(file);
    CHECK(columns["order_id"].stats.min_int == 100005);
    CHECK(columns["order_id"].stats.max_int == 119695);
    CHECK(columns["qty"].stats.nulls == 1);
    CHECK(columns["channel"].stats.max_text == "매장");
    CHECK(columns["amount"].sql_type() == "double");
    CHECK(columns["amount"].stats.max_real == 899.55);
    CHECK(columns["amount"].codec == "SNAPPY");
}

TEST_CASE("every type by its name, with its statistics") {
    const ParquetFile file = read_bytes(sample("numbers.parquet"));
    REQUIRE(file.sound);
    auto columns = columns_of(file);
    const std::map<std::string, std::string> types{{"i8", "tinyint"},
                                                   {"i16", "smallint"},
                                                   {"i32", "int"},
                                                   {"i64", "bigint"},
                                                   {"u8", "smallint"},
                                                   {"u32", "bigint"},
                                                   {"u64_big", "decimal(20,0)"},
                                                   {"day", "date"},
                                                   {"ts_utc", "timestamp"},
                                                   {"ts_local", "timestamp_ntz"},
                                                   {"time", "time"},
                                                   {"price", "decimal(10,2)"},
                                                   {"wide", "decimal(38,0)"},
                                                   {"f32", "float"},
                                                   {"f64", "double"},
                                                   {"flag", "boolean"},
                                                   {"word", "string"},
                                                   {"blob", "binary"}};
    for (const auto& [name, type] : types) CHECK_MESSAGE(columns[name].sql_type() == type, name);
    CHECK(columns["i64"].stats.min_int == -4611686018427387904);
    CHECK(columns["u32"].stats.max_int == 4000000000);
    CHECK_FALSE(columns["u64_big"].stats.complete);
    CHECK(columns["day"].stats.min_int == -1);
    CHECK(columns["day"].stats.max_int == 20498);
    CHECK(columns["ts_utc"].logical == "timestamp(micros,utc)");
    CHECK(columns["price"].stats.min_int == -150);
    CHECK_FALSE(columns["wide"].stats.complete);
    CHECK(columns["long"].stats.max_text == std::string(100, 'b'));
    CHECK(columns["nothing"].stats.complete);
    CHECK(columns["nothing"].stats.nulls == 3);
    CHECK_FALSE(columns["nothing"].stats.min_int);
}

TEST_CASE("nested columns, INT96, required ones, no rows, no statistics, many row groups") {
    const ParquetFile nested = read_bytes(sample("nested.parquet"));
    CHECK(nested.top_columns == std::vector<std::string>{"id", "tags", "at", "named", "deep"});
    CHECK(nested.top_types == std::vector<std::string>{"int", "array", "struct", "map", "array"});
    CHECK(nested.columns[7].name == "deep.list.element.y");
    CHECK(nested.columns[0].codec == "GZIP");
    for (const char* name : {"int96.parquet", "parquet-testing/int96_from_spark.parquet"}) {
        const ParquetFile int96 = read_bytes(sample(name));
        CHECK(int96.columns[0].physical == "INT96");
        CHECK(int96.columns[0].sql_type() == "timestamp");
    }
    CHECK(read_bytes(sample("required.parquet")).columns[0].required);
    CHECK_FALSE(read_bytes(sample("required.parquet")).columns[1].required);
    const ParquetFile empty = read_bytes(sample("no_rows.parquet"));
    CHECK(empty.sound);
    CHECK(empty.rows == 0);
    CHECK(empty.columns[0].stats.complete);
    CHECK_FALSE(read_bytes(sample("no_statistics.parquet")).columns[0].stats.complete);
    const ParquetFile groups = read_bytes(sample("many_groups.parquet"));
    CHECK(groups.row_groups == 15);
    CHECK(groups.columns[0].stats.max_int == 99);
    CHECK(groups.columns[1].stats.nulls == 50);
    CHECK(groups.columns[1].stats.complete);
    CHECK(read_bytes(sample("compact_decimal.parquet")).columns[0].stats.max_int == 1234);
    CHECK(read_bytes(sample("parquet-testing/fixed_length_decimal.parquet")).columns[0].sql_type() == "decimal(25,2)");
}

TEST_CASE("what is no Parquet is named for what it is") {
    CHECK(only_flaw(read_bytes("")).code == "empty");
    const Flaw csv = only_flaw(read_bytes("100001,1,2\n100002,3,4\n"));
    CHECK(csv.code == "not-parquet");
    CHECK(csv.message == "this is text that looks like CSV, not Parquet; a Parquet file begins and ends with PAR1");
    CHECK(only_flaw(read_bytes("ORC" + std::string(100'000, 'x'))).message.find("an ORC file") != std::string::npos);
    CHECK(only_flaw(read_bytes("x\ny" + std::string(100, 'x') + "PAR1"))
              .message.find("ends with PAR1 but does not begin with it") != std::string::npos);
}

TEST_CASE("an encrypted footer is encrypted, not corrupt") {
    CHECK(only_flaw(read_bytes("PARE" + std::string(100, '\x01') + "PARE")).code == "encrypted");
}

TEST_CASE("PAR1 at both ends of anything else is found out") {
    const Flaw flaw = only_flaw(read_bytes("PAR1order_id,qty\n1,2\nPAR1"));
    CHECK(flaw.code == "bad-footer-length");
    CHECK(flaw.at == "byte 17");
    CHECK(only_flaw(read_bytes("PAR1" + std::string(96, 'x') + length_bytes(0) + "PAR1")).code == "bad-footer-length");
    CHECK(only_flaw(read_bytes("PAR1" + std::string(96, 'x') + length_bytes(97) + "PAR1")).code == "bad-footer-length");
    CHECK(only_flaw(read_bytes("PAR1" + std::string(96, 'x') + length_bytes(96) + "PAR1")).code == "bad-footer");
    CHECK(only_flaw(read_bytes("PAR1" + std::string(96, 'x') + length_bytes(0xffffffffU) + "PAR1")).code ==
          "bad-footer-length");
    CHECK(only_flaw(read_bytes("PAR1PAR1")).code == "truncated");
    CHECK(only_flaw(read_bytes("PAR1")).code == "truncated");
}

TEST_CASE("the limit of a footer's bytes is named") {
    Limits limits;
    limits.parquet_footer_bytes = 100;
    const Flaw flaw = only_flaw(read_bytes(sample("int96.parquet"), limits));
    CHECK(flaw.code == "limit");
    CHECK(flaw.message.find("parquet_footer_bytes: 100 bytes") != std::string::npos);
}

TEST_CASE("a file cut anywhere is truncated, and says how long it is") {
    const std::string whole = sample("spark35/day.parquet");
    for (std::size_t length = 4; length < whole.size(); length += 97) {
        const Flaw flaw = only_flaw(read_bytes(std::string_view(whole).substr(0, length)));
        CHECK(flaw.code == "truncated");
        CHECK(flaw.message.find(std::to_string(length) + " bytes") != std::string::npos);
    }
}

TEST_CASE("bytes after the end are counted") {
    const std::string whole = sample("spark35/day.parquet");
    const Flaw flaw = only_flaw(read_bytes(whole + "\n"));
    CHECK(flaw.code == "trailing-bytes");
    CHECK(flaw.at == "byte 7735");
    CHECK(flaw.message.starts_with("1 byte follow"));
    CHECK(only_flaw(read_bytes(whole + std::string(5000, 'P'))).code == "trailing-bytes");
}

TEST_CASE("a footer larger than the first read is read whole") {
    Compact footer;
    footer.i32(1, 1)
        .structures(2, {root(1), leaf("id")})
        .i64(3, 0)
        .structures(4, {})
        .text(6, std::string(200'000, 'w'));
    const ParquetFile file = read_bytes(file_of(footer.done()));
    CHECK(file.sound);
    CHECK(file.created_by.size() == 1024 + 3);
}

TEST_CASE("any byte changed never does harm: the file is sound, or a flaw says why not") {
    const std::string whole = sample("nested.parquet");
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const char change : {'\x01', '\x80', '\xff'}) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ change);
            const ParquetFile file = read_bytes(changed);
            if (file.sound)
                CHECK(file.rows >= 0);
            else
                CHECK_FALSE(fatal_code(file).empty());
        }
    }
}
