#include "logging.hpp"

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace plangrade {

void set_up_logging(const ServerConfig& config) {
    constexpr std::size_t kFileBytes = 16 << 20;
    constexpr std::size_t kFiles = 5;
    spdlog::sink_ptr sink;
    if (config.log_file.empty())
        sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    else
        sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(config.log_file.string(), kFileBytes, kFiles);
    auto logger = std::make_shared<spdlog::logger>("plangrade", std::move(sink));
    logger->set_level(spdlog::level::from_str(config.log_level));
    logger->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
    logger->flush_on(spdlog::level::info);
    spdlog::set_default_logger(std::move(logger));
}

}  // namespace plangrade
