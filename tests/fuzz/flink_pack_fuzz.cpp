// Any bytes as the small files of an evidence pack and as SQL.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "evidence/flink/flink_pack.hpp"
#include "evidence/flink/flink_sql.hpp"
#include "require.hpp"

using namespace plangrade;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Limits limits;
    const auto print = [](const nlohmann::json& json) { require(!json.dump().empty()); };
    print(to_json(flink::parse_settings(text, limits)));
    print(to_json(flink::parse_job_config(text, limits)));
    print(to_json(flink::parse_statistics(text, limits)));
    const flink::Version version = flink::parse_version(text, limits);
    require(version.version.empty() == !version.major);
    const flink::Checksum checksum = flink::parse_checksum(text, limits);
    require(checksum.hex.empty() || checksum.hex.size() == 64);
    print(flink::sql_json(flink::parse_sql(text, limits)));
    require(flink::normal_sql(text) == flink::normal_sql(text));
    return 0;
}
