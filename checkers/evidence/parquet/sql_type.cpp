// Parquet's types by the names that SQL and Spark give them. Source: Spark 3.5.7, ParquetSchemaConverter.scala.
#include "evidence/parquet/parquet.hpp"

namespace plangrade::parquet {
namespace {

std::string int32_type(const std::string& logical) {
    if (logical == "date") return "date";
    if (logical == "int(8,true)") return "tinyint";
    if (logical == "int(16,true)" || logical == "int(8,false)") return "smallint";
    if (logical == "int(32,false)") return "bigint";  // the next wider type: SQL has no unsigned ones
    if (logical.starts_with("time(")) return "time";
    return "int";
}

std::string int64_type(const std::string& logical) {
    if (logical.starts_with("timestamp(")) return logical.ends_with(",utc)") ? "timestamp" : "timestamp_ntz";
    if (logical == "int(64,false)") return "decimal(20,0)";
    if (logical.starts_with("time(")) return "time";
    return "bigint";
}

}  // namespace

std::string Column::sql_type() const {
    if (!group.empty()) return group;
    if (logical.starts_with("decimal(")) return logical;
    if (physical == "BOOLEAN") return "boolean";
    if (physical == "INT32") return int32_type(logical);
    if (physical == "INT64") return int64_type(logical);
    if (physical == "INT96") return "timestamp";  // nothing else was ever stored so
    if (physical == "FLOAT") return "float";
    if (physical == "DOUBLE") return "double";
    if (physical == "BYTE_ARRAY" && (logical == "string" || logical == "enum" || logical == "json")) return "string";
    return "binary";
}

}  // namespace plangrade::parquet
