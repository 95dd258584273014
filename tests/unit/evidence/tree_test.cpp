#include "evidence/tree.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "temp_dir.hpp"

using namespace plangrade;

TEST_CASE("a tree is sorted, stripped of a single top folder and of packers' litter") {
    TempDir dir;
    dir.write("hand-in/out/aqe.json", "{}");
    dir.write("hand-in/orders_pq/._SUCCESS.crc", "crc");
    dir.write("hand-in/._report.md", "x");
    dir.write("hand-in/.DS_Store", "x");
    dir.write("__MACOSX/hand-in/._a", "x");
    Flaws flaws;
    const Tree tree = Tree::of_directory(dir.path(), {}, flaws);
    CHECK(flaws.empty());
    REQUIRE(tree.files().size() == 2);
    CHECK(tree.files()[0].path == "orders_pq/._SUCCESS.crc");
    CHECK(tree.find("out/aqe.json") != nullptr);
    CHECK(tree.find("out") == nullptr);
    CHECK(tree.has_folder("out"));
    CHECK_FALSE(tree.has_folder("ou"));
}

TEST_CASE("below() does not mix up folders whose names begin alike") {
    TempDir dir;
    dir.write("out/a", "1");
    dir.write("out-2/b", "2");
    dir.write("out/c/d", "3");
    dir.write("out.txt", "4");
    Flaws flaws;
    const Tree tree = Tree::of_directory(dir.path(), {}, flaws);
    CHECK(tree.below("out").size() == 2);
    CHECK(tree.below("out/").size() == 2);
    CHECK(tree.below("").size() == 4);
}

TEST_CASE("the digest is of names and content alone") {
    TempDir a;
    a.write("x/one", "1");
    a.write("x/two", "2");
    TempDir b;
    b.write("one", "1");
    b.write("two", "2");
    Flaws flaws;
    const std::string digest = Tree::of_directory(a.path(), {}, flaws).digest();
    CHECK(digest == Tree::of_directory(b.path(), {}, flaws).digest());
    b.write("two", "3");
    CHECK(digest != Tree::of_directory(b.path(), {}, flaws).digest());
}

TEST_CASE("links are left out and said") {
    TempDir dir;
    dir.write("real", "1");
    std::filesystem::create_symlink("/etc/passwd", dir.path() / "link");
    Flaws flaws;
    const Tree tree = Tree::of_directory(dir.path(), {}, flaws);
    CHECK(tree.files().size() == 1);
    REQUIRE(flaws.list().size() == 1);
    CHECK(flaws.list()[0].file == "link");
    CHECK(flaws.list()[0].code == "not-a-file");
}

TEST_CASE("too many entries end the reading with the limit's name") {
    TempDir dir;
    for (int i = 0; i < 5; ++i) dir.write("f" + std::to_string(i), "x");
    Limits limits;
    limits.submission_entries = 3;
    Flaws flaws;
    Tree::of_directory(dir.path(), limits, flaws);
    CHECK(flaws.fatal());
    CHECK(flaws.list().back().message.find("submission_entries: 3") != std::string::npos);
}
