#include <doctest/doctest.h>

#include "facts/plan/items.hpp"

using namespace plangrade;

TEST_CASE("a location ends with whole path parts") {
    CHECK(path_ends_with("file:/root/spk/plan/orders_pq", "orders_pq"));
    CHECK(path_ends_with("file:/root/spk/plan/out/pushdown", "out/pushdown"));
    CHECK(path_ends_with("file:///root/orders_pq/", "orders_pq/"));
    CHECK(path_ends_with("hdfs://host:9000/user/a/orders_pq", "./orders_pq"));
    CHECK(path_ends_with("s3a://bucket/orders_pq", "orders_pq"));
    CHECK(path_ends_with("/x//orders_pq", "orders_pq"));
    CHECK(path_ends_with("C:/data/orders_pq", "data/orders_pq"));
    CHECK_FALSE(path_ends_with("/x/my_orders_pq", "orders_pq"));
    CHECK_FALSE(path_ends_with("/x/orders_pq_old", "orders_pq"));
    CHECK_FALSE(path_ends_with("/x/pushdown", "out/pushdown"));
    CHECK_FALSE(path_ends_with("/x/orders_pq/part-0.parquet", "orders_pq"));
    CHECK_FALSE(path_ends_with("s3a://orders_pq", "orders_pq"));
    CHECK_FALSE(path_ends_with("file:/x", ""));
    CHECK_FALSE(path_ends_with("", "x"));
}

TEST_CASE("encoded parts and globs are the same location") {
    CHECK(path_ends_with("file:/a/my%20orders", "my orders"));
    CHECK(path_ends_with("file:/a/my orders", "my orders"));
    CHECK(path_ends_with("file:/a/100%25", "100%25"));
    CHECK(path_ends_with("file:/a/100%", "100%"));
    CHECK(path_ends_with("file:/a/%EC%A3%BC%EB%AC%B8", "\xEC\xA3\xBC\xEB\xAC\xB8"));
    CHECK(path_ends_with("file:/a/orders_pq/*", "orders_pq"));
    CHECK(path_ends_with("file:/a/orders_pq/*.parquet", "orders_pq"));
}

TEST_CASE("a location lies in a folder") {
    CHECK(path_is_in("file:/x/orders_pq", "orders_pq"));
    CHECK(path_is_in("file:/x/orders_pq/order_date=2026-02-14/part-0.parquet", "orders_pq"));
    CHECK(path_is_in("file:/x/orders_pq/*.parquet", "orders_pq"));
    CHECK(path_is_in("file:/x/out/nopush/part-0.csv", "out/nopush"));
    CHECK_FALSE(path_is_in("file:/x/my_orders_pq/part-0.parquet", "orders_pq"));
    CHECK_FALSE(path_is_in("file:/x/nopush/out", "out/nopush"));
    CHECK_FALSE(path_is_in("file:/x", ""));
}
