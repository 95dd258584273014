#include "evidence/parquet/magic.hpp"

#include <doctest/doctest.h>

using namespace plangrade::parquet;
using namespace std::string_view_literals;

TEST_CASE("other formats are named by their first bytes") {
    CHECK(looks_like("ORC\x0a\x03"sv) == "an ORC file");
    CHECK(looks_like("Obj\x01\x04"sv) == "an Avro file");
    CHECK(looks_like("\x1f\x8b\x08\x00"sv) == "gzip-compressed data");
    CHECK(looks_like("PK\x03\x04\x14"sv) == "a zip archive");
    CHECK(looks_like("\x28\xb5\x2f\xfd\x04"sv) == "zstd-compressed data");
    CHECK(looks_like("ARROW1\0\0"sv) == "an Arrow (Feather) file");
    CHECK(looks_like("crc\0\0\0\2\0"sv) == "a Hadoop checksum file (.crc)");
    std::string tar(512, '\0');
    tar.replace(257, 5, "ustar");
    CHECK(looks_like(tar) == "a tar archive");
}

TEST_CASE("text is told from bytes, and CSV from other text") {
    CHECK(looks_like("100001,17,2,paid\n100002,3,1,배송\n") == "text that looks like CSV");
    CHECK(looks_like("\xef\xbb\xbfid;qty\r\n1;2\r\n") == "text that looks like CSV");
    CHECK(looks_like("{\"rows\": 3}") == "text that looks like JSON");
    CHECK(looks_like("<!doctype html>") == "text that looks like HTML or XML");
    CHECK(looks_like("hello\nworld, again\n") == "text");
    CHECK(looks_like("a,b\0c"sv) == "data of an unknown kind");
}
