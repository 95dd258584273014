#include "evidence/parquet/partition.hpp"

#include <doctest/doctest.h>

using namespace plangrade::parquet;

TEST_CASE("hidden names are no data, at any depth") {
    CHECK(hidden("_SUCCESS"));
    CHECK(hidden(".part-0.parquet.crc"));
    CHECK(hidden("_temporary/0/part-0.parquet"));
    CHECK(hidden("day=1/.part-0.crc"));
    CHECK(hidden("part-0.parquet._COPYING_"));
    CHECK_FALSE(hidden("part-0.parquet"));
    CHECK_FALSE(hidden("_day=1/part-0.parquet"));
    CHECK_FALSE(hidden("a/b_/c.x"));
}

TEST_CASE("name=value folders are partitions, with Spark's escapes undone") {
    CHECK(partition_of("day=2026-02-14") == Partition{"day", "2026-02-14"});
    CHECK(partition_of("ts=2026-01-01 10%3A00%3a00") == Partition{"ts", "2026-01-01 10:00:00"});
    CHECK(partition_of("a%3Db=c=d") == Partition{"a=b", "c=d"});
    CHECK(partition_of("d=__HIVE_DEFAULT_PARTITION__") == Partition{"d", "__HIVE_DEFAULT_PARTITION__"});
    CHECK(partition_of("p=100%") == Partition{"p", "100%"});
    CHECK(partition_of("p=%zz%4") == Partition{"p", "%zz%4"});
    CHECK(partition_of("p=%e9") == Partition{"p", "é"});
    CHECK(partition_of("상태=완료") == Partition{"상태", "완료"});
    CHECK_FALSE(partition_of("data"));
    CHECK_FALSE(partition_of("=x"));
    CHECK_FALSE(partition_of("x="));
}

TEST_CASE("a file's partitions are the unbroken row of folders nearest to it") {
    CHECK(partitions_of("part-0.parquet").empty());
    CHECK(partitions_of("plain/part-0.parquet").empty());
    CHECK(partitions_of("y=2026/m=1/part-0") == std::vector<Partition>{{"y", "2026"}, {"m", "1"}});
    CHECK(partitions_of("y=2026/m=1/more/part-0") == std::vector<Partition>{{"y", "2026"}, {"m", "1"}});
    CHECK(partitions_of("x=1/plain/y=2/part-0") == std::vector<Partition>{{"y", "2"}});
    CHECK(partitions_of("y=1/a=b.parquet") == std::vector<Partition>{{"y", "1"}});
}
