// Event logs: the first byte picks a codec and how lines are read, the rest is the file.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "evidence/spark/event_log.hpp"
#include "evidence/spark/event_log_builder.hpp"
#include "evidence/spark/event_log_lines.hpp"

using namespace plangrade;

namespace {

Limits small_limits() {
    Limits limits;
    limits.log_plain_bytes = 4 << 20;
    limits.log_block_bytes = 1 << 20;
    limits.log_line_bytes = 1 << 20;
    limits.log_zstd_window_log = 20;
    limits.log_kept_plan_bytes = 1 << 16;
    limits.log_items = 1000;
    return limits;
}

/// Read with the codec that was picked, whatever the bytes look like, with all lines scanned rather than parsed where
/// that is possible.
void read_with(spark::Codec codec, std::string_view bytes, const Limits& limits) {
    MemorySource source(bytes);
    const auto stream = spark::open_stream(source, codec, limits);
    spark::LineReader lines(*stream, limits.log_line_bytes);
    spark::EventLog log;
    spark::LogBuilder builder(log, limits, 0);
    std::string_view line;
    for (auto next = lines.next(line);
         next != spark::LineReader::Next::end && lines.plain_bytes() < limits.log_plain_bytes; next = lines.next(line))
        next == spark::LineReader::Next::line ? builder.line(line) : builder.long_line();
    builder.finish();
    (void)spark::to_json(log).dump();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    static const Limits limits = small_limits();
    static constexpr const char* kNames[] = {"local-1",        "local-1.zstd", "local-1.lz4",
                                             "local-1.snappy", "local-1.lzf",  "local-1.gz"};
    const std::size_t codec = data[0] % 6;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    (void)spark::to_json(spark::read_event_log(kNames[codec], bytes, limits)).dump();
    read_with(static_cast<spark::Codec>(codec), bytes, limits);
    return 0;
}
