// Any bytes as an archive: files or flaws come out, within the limits, and nothing else appears beside the blobs.
#include <stdlib.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "submission/unpack.hpp"

using namespace plangrade;
namespace fs = std::filesystem;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fs::path root = [] {
        std::string pattern = (fs::temp_directory_path() / "plangrade-fuzz-XXXXXX").string();
        return fs::path(::mkdtemp(pattern.data()));
    }();
    const fs::path archive = root / "archive";
    const fs::path blobs = root / "blobs";
    std::ofstream(archive, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    fs::create_directories(blobs);
    Limits limits;
    limits.submission_bytes = 1 << 20;
    limits.submission_entries = 50;
    const Unpacked out = unpack(archive, blobs, limits);
    std::uint64_t bytes = 0;
    for (const TreeFile& file : out.tree.files()) {
        bytes += file.size;
        if (file.path.empty() || file.path.front() == '/' || file.path.find("..") == 0) std::abort();
        if (fs::file_size(file.where) != file.size) std::abort();
    }
    if (bytes > limits.submission_bytes || out.flaws.fatal() != out.tree.files().empty()) std::abort();
    fs::remove_all(blobs);
    return 0;
}
