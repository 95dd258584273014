#include "store/store.hpp"

#include <doctest/doctest.h>

#include <set>
#include <thread>

#include "store/migrations.hpp"
#include "temp_dir.hpp"

using namespace plangrade;

namespace {

NewSubmission example(const std::string& key = "") {
    return {new_id(), "lab",      10,   20,  std::string(64, 'b'),
            5,        "sha256:d", "[]", key, {{"b", 2, std::string(64, '2')}, {"a", 1, std::string(64, '1')}}};
}

}  // namespace

TEST_CASE("what was stored is there after reopening") {
    const TempDir dir;
    const NewSubmission one = example();
    {
        Store store(dir.path() / "db");
        store.add(one);
        CHECK(store.find(one.id)->state == "queued");
        CHECK(store.find(one.id)->student == "");
        store.begin_grading(one.id);
        store.finish(one.id, {"0.1", "sha256:r", true, "{\"s\":1}", "{\"t\":1}"});
        store.finish(one.id, {"0.2", "sha256:r", true, "{\"s\":2}", "{\"t\":2}"});
    }
    Store store(dir.path() / "db");
    const auto found = store.find(one.id);
    REQUIRE(found);
    CHECK(found->state == "graded");
    CHECK(found->attempts == 1);
    CHECK(found->received_ms == 20);
    CHECK(found->student == "{\"s\":2}");  // the last verdict counts
    CHECK(found->teacher == "{\"t\":2}");
    const auto files = store.files(one.id);
    REQUIRE(files.size() == 2);
    CHECK(files[0].path == "a");
    CHECK(files[1].blob == std::string(64, '2'));
    CHECK(!store.find(std::string(32, '0')));
    CHECK(store.healthy());
}

TEST_CASE("a submission is stored whole or not at all") {
    const TempDir dir;
    Store store(dir.path() / "db");
    NewSubmission twice = example();
    twice.files.push_back(twice.files.front());
    CHECK_THROWS_AS(store.add(twice), SQLite::Exception);
    CHECK(!store.find(twice.id));
    CHECK(store.files(twice.id).empty());
    CHECK(store.healthy());
}

TEST_CASE("an idempotency key belongs to one submission of a lab") {
    const TempDir dir;
    Store store(dir.path() / "db");
    const NewSubmission first = example("k");
    store.add(first);
    const NewSubmission second = example("k");
    CHECK(!store.add(second));
    CHECK(!store.find(second.id));
    CHECK(store.files(second.id).empty());
    NewSubmission other = example("k");
    other.lab = "other";
    store.add(other);
    CHECK(store.find_by_key("lab", "k")->id == first.id);
    CHECK(!store.find_by_key("lab", ""));
    store.add(example());
    store.add(example());
}

TEST_CASE("what was queued or running is found again, what could not be graded is not") {
    const TempDir dir;
    Store store(dir.path() / "db");
    NewSubmission early = example();
    early.received_ms = 1;
    const NewSubmission late = example(), failed = example();
    for (const auto& submission : {late, early, failed}) store.add(submission);
    store.begin_grading(late.id);
    store.finish(failed.id, {"0.1", "", false, "{}", "{}"});
    const auto left = store.unfinished();
    REQUIRE(left.size() == 2);
    CHECK(left[0].id == early.id);
    CHECK(left[1].state == "running");
    CHECK(store.find(failed.id)->state == "failed");
}

TEST_CASE("databases that are not ours, newer or damaged are refused, not touched") {
    const TempDir dir;
    const auto newer = dir.path() / "newer";
    { Store store(newer); }
    {
        SQLite::Database db(newer.string(), SQLite::OPEN_READWRITE);
        db.exec("PRAGMA user_version = " + std::to_string(migrations().size() + 1));
    }
    CHECK_THROWS_WITH_AS(Store{newer}, doctest::Contains("newer plangrade"), StoreError);
    const auto foreign = dir.path() / "foreign";
    {
        SQLite::Database db(foreign.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        db.exec("CREATE TABLE t (x)");
    }
    CHECK_THROWS_WITH_AS(Store{foreign}, doctest::Contains("another program"), StoreError);
    CHECK_THROWS_WITH_AS(Store{dir.write("text", std::string(5000, 'x'))}, doctest::Contains("damaged"), StoreError);
    CHECK_THROWS_WITH_AS(Store{dir.path() / "no" / "folder"}, doctest::Contains("can't be opened"), StoreError);
}

TEST_CASE("many threads use one store") {
    const TempDir dir;
    Store store(dir.path() / "db");
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&store] {
            for (int i = 0; i < 10; ++i) {
                const NewSubmission one = example();
                store.add(one);
                store.finish(one.id, {"0.1", "", true, "{}", "{}"});
                if (store.find(one.id)->state != "graded") std::abort();
            }
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(store.unfinished().empty());
}

TEST_CASE("ids do not repeat") {
    std::set<std::string> ids;
    for (int i = 0; i < 1000; ++i) ids.insert(new_id());
    CHECK(ids.size() == 1000);
    CHECK(ids.begin()->size() == 32);
}
