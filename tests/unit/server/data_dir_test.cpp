#include "intake/data_dir.hpp"

#include <doctest/doctest.h>

#include "evidence/digest.hpp"
#include "temp_dir.hpp"

using namespace plangrade;
namespace fs = std::filesystem;

TEST_CASE("one daemon has a data folder at a time, and finds its spool empty") {
    const TempDir dir;
    const fs::path root = dir.path() / "data";
    {
        const DataDir data(root);
        CHECK_THROWS_WITH_AS(DataDir{root}, doctest::Contains("another plangrade"), DataDirError);
        dir.write("data/spool/left", "half");
        CHECK(data.free_bytes() > 0);
    }
    const DataDir again(root);
    CHECK(fs::is_empty(again.spool()));
    CHECK_THROWS_AS(DataDir{dir.write("file", "x")}, DataDirError);
}

TEST_CASE("published blobs are shared; a spool entry goes with its object") {
    const TempDir dir;
    DataDir data(dir.path() / "data");
    const std::string blob = sha256_hex("same");
    const std::vector<StoredFile> files{{"a", 4, blob}, {"b", 4, blob}};
    for (int round = 0; round < 2; ++round) {
        const SpoolEntry entry(data, ".files");
        fs::create_directories(entry.path() / blob.substr(0, 2));
        dir.write(fs::relative(entry.path() / blob.substr(0, 2) / blob, dir.path()).string(), "same");
        data.publish(files, entry.path());
    }
    CHECK(fs::is_empty(data.spool()));
    const auto tree = data.tree_files(files);
    REQUIRE(tree.size() == 2);
    CHECK(tree[0].where == tree[1].where);
    CHECK(read_all(*open(tree[0])) == "same");
    CHECK_THROWS_AS(data.publish({{"c", 1, sha256_hex("gone")}}, data.spool()), std::system_error);
}
