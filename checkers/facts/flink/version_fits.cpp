#include "facts/flink/version_fits.hpp"

#include "evidence/flink/flink_pack.hpp"

namespace plangrade::flink {

bool version_fits(std::string_view version_hint, std::string_view version) {
    const Version read = parse_version(version, {});
    if (!read.major || !read.minor) return true;
    if (version_hint == "2.x") return *read.major >= 2;
    if (version_hint == "1.20") return *read.major == 1 && *read.minor >= 20;
    return version_hint != "1.14" || (*read.major == 1 && *read.minor < 20);
}

}  // namespace plangrade::flink
