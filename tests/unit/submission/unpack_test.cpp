#include "submission/unpack.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "archive_maker.hpp"
#include "evidence/digest.hpp"
#include "temp_dir.hpp"

using namespace plangrade;
namespace fs = std::filesystem;

namespace {

std::string content(const TreeFile& file) {
    return read_all(*open(file));
}

struct Fixture {
    TempDir dir;
    fs::path archive = dir.path() / "archive";
    fs::path blobs = dir.path() / "blobs";
    Limits limits;
    Fixture() { fs::create_directory(blobs); }
    Unpacked tar(const std::vector<Packed>& entries, const char* filter = "", const char* format = "gnutar") {
        make_tar(archive, entries, filter, format);
        return unpack(archive, blobs, limits);
    }
    Unpacked bytes(std::string_view all) {
        dir.write("archive", all);
        return unpack(archive, blobs, limits);
    }
    std::string read() const { return read_all(*open(TreeFile{"", 0, archive})); }
};

const Flaw& only(const Unpacked& out) {
    REQUIRE(out.flaws.list().size() == 1);
    return out.flaws.list().front();
}

/// Refused as a whole with this code; nothing to grade.
const Flaw& refused(const Unpacked& out, const std::string& code) {
    const Flaw& flaw = only(out);
    CHECK(flaw.code == code);
    CHECK(flaw.severity == Severity::fatal);
    CHECK(flaw.message.size() > 10);
    CHECK(out.tree.files().empty());
    return flaw;
}

std::size_t files_below(const fs::path& folder) {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) count += entry.is_regular_file() ? 1 : 0;
    return count;
}

}  // namespace

TEST_CASE("every kind of archive gives the same tree") {
    const std::vector<Packed> entries{{"lab/", "", AE_IFDIR, "", "", false},
                                      {"lab/out/a.csv", "a,b\n1,2\n", AE_IFREG, "", "", false},
                                      {"lab/report.md", "# 보고서\n", AE_IFREG, "", "", false},
                                      {"lab/empty", "", AE_IFREG, "", "", false}};
    std::string digest;
    const auto check = [&](const Unpacked& out) {
        CHECK(out.flaws.json().dump() == "[]");
        REQUIRE(out.tree.files().size() == 3);
        CHECK(out.tree.files()[0].path == "empty");
        CHECK(content(out.tree.files()[1]) == "a,b\n1,2\n");
        CHECK(out.tree.files()[1].where.filename() == sha256_hex("a,b\n1,2\n"));
        CHECK(out.tree.digest() == digest_of_unpacked(out.tree));
        if (digest.empty()) digest = out.tree.digest();
        CHECK(out.tree.digest() == digest);
    };
    for (const char* format : {"gnutar", "ustar", "pax"}) {
        for (const char* filter : {"", "gzip", "zstd", "bzip2", "xz"}) {
            CAPTURE(format);
            CAPTURE(filter);
            Fixture at;
            check(at.tar(entries, filter, format));
        }
    }
    Fixture at;
    ZipMaker zip;
    for (const Packed& packed : entries) zip.add(packed.name, packed.content);
    check(at.bytes(zip.bytes()));
    const Unpacked durable = unpack(at.archive, at.blobs, at.limits, true);
    check(durable);
}

TEST_CASE("equal files share one blob, and nothing else is left") {
    Fixture at;
    const Unpacked out = at.tar({{"a", "same"}, {"b", "same"}, {"c", "other"}});
    CHECK(out.tree.files()[0].where == out.tree.files()[1].where);
    CHECK(files_below(at.blobs) == 2);
}

TEST_CASE("names outside ASCII need no locale") {
    Fixture at;
    const Unpacked out = at.bytes(ZipMaker().add("결과/보고서.md", "x").add("결과/계획.txt", "y").bytes());
    CHECK(out.flaws.empty());
    REQUIRE(out.tree.files().size() == 2);
    CHECK(out.tree.find("보고서.md") != nullptr);
    const Unpacked pax = at.tar({{"결과/보고서.md", "x"}, {"b", "x"}}, "gzip", "pax");
    CHECK(pax.tree.find("결과/보고서.md") != nullptr);
}

TEST_CASE("a zip without the UTF-8 flag is read where its names are UTF-8, and refused with advice where not") {
    Fixture at;
    const Unpacked mac = at.bytes(ZipMaker().add("보고서.md", "x", 0).bytes());
    CHECK(mac.flaws.empty());
    CHECK(mac.tree.find("보고서.md") != nullptr);
    const Unpacked windows = at.bytes(ZipMaker().add("\xBA\xB8\xB0\xED\xBC\xAD.md", "x", 0).bytes());
    CHECK(refused(windows, "bad-name").file == "\\xba\\xb8\\xb0\\xed\\xbc\\xad.md");
}

TEST_CASE("what is no regular file is refused by name") {
    struct Row {
        Packed packed;
        const char* code;
    };
    const std::vector<Row> rows{{{"link", "", AE_IFLNK, "/etc/passwd", "", false}, "not-a-file"},
                                {{"hard", "", AE_IFREG, "", "ok", false}, "not-a-file"},
                                {{"pipe", "", AE_IFIFO, "", "", false}, "not-a-file"},
                                {{"device", "", AE_IFCHR, "", "", false}, "not-a-file"},
                                {{"disk", "", AE_IFBLK, "", "", false}, "not-a-file"},
                                {{"../out", "x", AE_IFREG, "", "", false}, "parent-name"},
                                {{"/abs", "x", AE_IFREG, "", "", false}, "absolute-name"},
                                {{"ok", "again", AE_IFREG, "", "", false}, "ambiguous-name"},
                                {{"OK", "again", AE_IFREG, "", "", false}, "ambiguous-name"},
                                {{"ok/below", "x", AE_IFREG, "", "", false}, "ambiguous-name"}};
    for (const Row& row : rows) {
        CAPTURE(row.packed.name);
        Fixture at;
        const Unpacked out = at.tar({{"ok", "fine"}, row.packed});
        const Flaw& flaw = refused(out, row.code);
        CHECK(flaw.file == row.packed.name);
        CHECK(flaw.at == "entry 2");
    }
    Fixture at;
    refused(at.tar({{"sparse", std::string(1 << 20, 'x'), AE_IFREG, "", "", true}}, "", "pax"), "not-a-file");
    CHECK(!fs::exists(at.dir.path() / "out"));
}

TEST_CASE("an encrypted zip is named, a damaged one too") {
    Fixture at;
    refused(at.bytes(ZipMaker().add("a", "xxxxxxxxxxxxxxxx", ZipMaker::kEncrypted).bytes()), "encrypted");
    refused(at.bytes(ZipMaker().add("a", "content", ZipMaker::kUtf8, 1).bytes()), "damaged-archive");
    const std::string whole = ZipMaker().add("a", std::string(5000, 'x')).add("b", "y").bytes();
    refused(at.bytes(whole.substr(0, whole.size() - 10)), "damaged-archive");
    refused(at.bytes(whole.substr(0, 2000)), "damaged-archive");
}

TEST_CASE("a cut archive is named wherever it is cut") {
    std::string noise(40'000, '\0');
    std::uint32_t state = 1;
    for (char& c : noise) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
    for (const char* filter : {"", "gzip", "zstd", "bzip2", "xz"}) {
        Fixture at;
        make_tar(at.archive, {{"a", noise}, {"b", std::string(noise.rbegin(), noise.rend())}}, filter);
        const std::string whole = at.read();
        for (const std::size_t keep : {whole.size() / 8, whole.size() / 2, std::size_t{60'000}}) {
            CAPTURE(filter);
            CAPTURE(keep);
            const Unpacked out = at.bytes(std::string_view(whole).substr(0, keep));
            CHECK(out.flaws.fatal());
            CHECK(out.tree.files().empty());
        }
    }
    Fixture at;
    make_tar(at.archive, {{"a", std::string(512, 'x')}, {"b", "y"}});
    const std::string whole = at.read();
    const Unpacked between = at.bytes(whole.substr(0, 1024));
    CHECK(only(between).code == "no-end-mark");
    CHECK(between.tree.files().size() == 1);
    CHECK(at.bytes(whole).flaws.empty());
    CHECK(at.bytes(whole.substr(0, 2048 + 512)).flaws.empty());  // a lone block of zeros
}

TEST_CASE("what is no archive is named") {
    Fixture at;
    const auto message = [&](std::string_view bytes) { return refused(at.bytes(bytes), "not-an-archive").message; };
    CHECK(message("").find("an empty file") != std::string::npos);
    CHECK(message("{\"a\": 1}").find("JSON text") != std::string::npos);
    CHECK(message("# Report\n").find("plain text") != std::string::npos);
    CHECK(message("7z\xBC\xAF\x27\x1C....").find("7z") != std::string::npos);
    CHECK(message("Rar!\x1A\x07\x01").find("RAR") != std::string::npos);
    CHECK(message("PAR1....PAR1").find("Parquet") != std::string::npos);
    CHECK(message("<!DOCTYPE html><html>").find("HTML") != std::string::npos);
    CHECK(message(std::string(600, '\x01')).find("unknown kind") != std::string::npos);
    CHECK(message("\x1F\x8B\x08\x00 no").find("no tar archive") != std::string::npos);
    refused(at.bytes(std::string(10240, '\0')), "empty-archive");
    refused(at.tar({{"only/", "", AE_IFDIR, "", "", false}}), "empty-archive");
    refused(at.tar({{"__MACOSX/x", "y"}, {".DS_Store", "y"}}), "empty-archive");
    refused(at.bytes(ZipMaker().bytes()), "empty-archive");
}

TEST_CASE("limits are kept on bytes that came out") {
    Fixture at;
    at.limits.submission_bytes = 1 << 20;
    refused(at.tar({{"a", std::string(600'000, '\0')}, {"b", std::string(600'000, '\0')}}, "zstd"), "too-large");
    CHECK(files_below(at.blobs) <= 1);
    at.limits = {};
    at.limits.inflate_ratio = 100;
    at.limits.inflate_ratio_from_bytes = 1 << 20;
    refused(at.tar({{"a", std::string(4 << 20, '\0')}}, "gzip"), "inflates-too-much");
    at.limits = {};
    at.limits.submission_entries = 2;
    refused(at.tar({{"a", ""}, {"b", ""}, {"c", ""}}), "too-many-entries");
    CHECK(at.tar({{"a", ""}, {"b", ""}}).flaws.empty());
    at.limits = {};
    at.limits.submission_packed_bytes = 100;
    refused(at.tar({{"a", ""}}), "too-large");
}

TEST_CASE("any damage gives flaws or files, never more") {
    Fixture at;
    make_tar(at.archive, {{"a", "some content"}, {"d/b", std::string(3000, 'z')}}, "", "pax");
    const std::string tar = at.read();
    const std::string zip = ZipMaker().add("a", "some content").add("d/b", std::string(300, 'z')).bytes();
    std::uint32_t state = 7;
    const auto next = [&] { return (state = state * 1664525 + 1013904223) >> 8; };
    for (int round = 0; round < 300; ++round) {
        std::string bytes = round % 2 == 0 ? tar : zip;
        for (int i = 0; i < 3; ++i) bytes[next() % bytes.size()] = static_cast<char>(next());
        const Unpacked out = at.bytes(bytes);
        CHECK(out.flaws.fatal() == out.tree.files().empty());
    }
}
