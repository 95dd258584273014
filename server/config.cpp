#include "config.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "evidence/digest.hpp"

namespace plangrade {
namespace {

constexpr std::size_t kTokenCharacters = 20;  // 128 bits in base64 need 22, in hexadecimal 32

[[noreturn]] void refuse(const YAML::Node& at, const std::string& why) {
    throw ConfigError("line " + std::to_string(at.Mark().line + 1) + ": " + why);
}

std::string text(const YAML::Node& value, const std::string& key) {
    if (!value.IsScalar()) refuse(value, "'" + key + "' must be a single value");
    return value.Scalar();
}

std::uint64_t number(const YAML::Node& value, const std::string& key, std::uint64_t least, std::uint64_t most) {
    const std::string digits = text(value, key);
    std::uint64_t out = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    if (error != std::errc() || end != digits.data() + digits.size() || out < least || out > most)
        refuse(value,
               "'" + key + "' must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return out;
}

using Setter = std::function<void(const YAML::Node& value, const std::string& key)>;
using Setters = std::map<std::string, Setter>;

void apply(const YAML::Node& map, const Setters& setters, const std::string& where) {
    if (!map.IsMap()) refuse(map, where + " must hold 'key: value' lines");
    std::set<std::string> seen;
    for (const auto& pair : map) {
        const YAML::Node key_node = pair.first;
        const YAML::Node value = pair.second;
        const std::string key = text(key_node, "a key");
        const auto setter = setters.find(key);
        if (setter == setters.end()) refuse(key_node, "there is no key '" + key + "' in " + where);
        if (!seen.insert(key).second) refuse(key_node, "'" + key + "' is set twice");
        setter->second(value, key);
    }
}

Setter seconds(std::chrono::seconds& into) {
    return [&into](const YAML::Node& value, const std::string& key) {
        into = std::chrono::seconds(number(value, key, 1, 86'400));
    };
}

template <class Number>
Setter whole(Number& into, std::uint64_t least, std::uint64_t most) {
    return [&into, least, most](const YAML::Node& value, const std::string& key) {
        into = static_cast<Number>(number(value, key, least, most));
    };
}

Setter path(std::filesystem::path& into, const std::filesystem::path& base) {
    return [&into, base](const YAML::Node& value, const std::string& key) {
        const std::string name = text(value, key);
        if (name.empty()) refuse(value, "'" + key + "' must not be empty");
        into = base / name;
    };
}

Setters limit_setters(Limits& limits) {
    Setters out;
    for (const LimitRow& row : limit_table()) {
        out[std::string(row.name)] = [&limits, name = row.name](const YAML::Node& value, const std::string& key) {
            set_limit(limits, name, number(value, key, 0, UINT64_MAX));
        };
    }
    return out;
}

Setters log_setters(ServerConfig& config, const std::filesystem::path& base) {
    return {{"level",
             [&config](const YAML::Node& value, const std::string& key) {
                 config.log_level = text(value, key);
                 static const std::set<std::string> kLevels{"trace", "debug", "info", "warn", "error"};
                 if (!kLevels.contains(config.log_level))
                     refuse(value, "'level' must be trace, debug, info, warn or error");
             }},
            {"file", path(config.log_file, base)}};
}

Setters timeout_setters(Timeouts& timeouts) {
    return {{"header", seconds(timeouts.header)},
            {"idle", seconds(timeouts.idle)},
            {"write", seconds(timeouts.write)},
            {"grade", seconds(timeouts.grade)},
            {"shutdown", seconds(timeouts.shutdown)}};
}

Setters top_setters(ServerConfig& config, const std::filesystem::path& base) {
    return {
        {"listen",
         [&config](const YAML::Node& value, const std::string& key) {
             try {
                 set_listen(config, text(value, key));
             } catch (const ConfigError& wrong) {
                 refuse(value, wrong.what());
             }
         }},
        {"port_file", path(config.port_file, base)},
        {"data_dir", path(config.data_dir, base)},
        {"rubrics", path(config.rubrics, base)},
        {"workers", whole(config.workers, 0, 1024)},
        {"queue", whole(config.queue, 0, 100'000)},
        {"worker_memory", whole(config.worker_memory, 0, UINT64_MAX)},
        {"view",
         [&config](const YAML::Node& value, const std::string& key) {
             const std::string audience = text(value, key);
             if (audience != "student" && audience != "teacher") refuse(value, "'view' must be student or teacher");
             config.view = audience == "teacher" ? Audience::teacher : Audience::student;
         }},
        {"teacher_token_sha256",
         [&config](const YAML::Node& value, const std::string& key) {
             const std::string digits = text(value, key);
             if (digits.size() != 64 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
                 refuse(value,
                        "'teacher_token_sha256' must be 64 lower-case hexadecimal digits, as sha256sum prints them");
             config.teacher_token_sha256 = digits;
         }},
        {"connections", whole(config.connections, 1, 100'000)},
        {"connections_per_address", whole(config.connections_per_address, 1, 100'000)},
        {"min_upload_rate", whole(config.min_upload_rate, 0, UINT32_MAX)},
        {"min_free_disk", whole(config.min_free_disk, 0, UINT64_MAX)},
        {"timeouts", [&config](const YAML::Node& value,
                               const std::string&) { apply(value, timeout_setters(config.timeouts), "'timeouts'"); }},
        {"limits", [&config](const YAML::Node& value,
                             const std::string&) { apply(value, limit_setters(config.limits), "'limits'"); }},
        {"log", [&config, base](const YAML::Node& value,
                                const std::string&) { apply(value, log_setters(config, base), "'log'"); }},
    };
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (!in.good() && !in.eof()) throw ConfigError(file.string() + ": the file can't be read");
    return bytes;
}

}  // namespace

ServerConfig load_config(const std::filesystem::path& file) {
    ServerConfig config;
    try {
        const YAML::Node root = YAML::Load(read_file(file));
        if (!root.IsNull()) apply(root, top_setters(config, file.parent_path()), "the configuration");
    } catch (const YAML::ParserException& wrong) {
        throw ConfigError(file.string() + " line " + std::to_string(wrong.mark.line + 1) +
                          ": this is not YAML: " + wrong.msg);
    } catch (const ConfigError& wrong) {
        if (std::string(wrong.what()).starts_with("line ")) throw ConfigError(file.string() + " " + wrong.what());
        throw;
    }
    return config;
}

void set_listen(ServerConfig& config, const std::string& address) {
    const auto colon = address.rfind(':');
    std::string host = address.substr(0, colon);
    const std::string digits = colon == std::string::npos ? "" : address.substr(colon + 1);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (host.empty()) host = "0.0.0.0";
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    boost::system::error_code bad_host;
    boost::asio::ip::make_address(host, bad_host);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || bad_host)
        throw ConfigError("'listen' must be ADDRESS:PORT with a numeric address, as in 127.0.0.1:8080 or [::1]:8080");
    config.host = host;
    config.port = port;
}

std::string token_file_sha256(const std::filesystem::path& file) {
    std::string token = read_file(file);
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!token.empty() && is_space(token.back())) token.pop_back();
    token.erase(token.begin(), std::find_if_not(token.begin(), token.end(), is_space));
    if (token.size() < kTokenCharacters)
        throw ConfigError(file.string() + ": the token is shorter than " + std::to_string(kTokenCharacters) +
                          " characters and could be guessed; make one with: openssl rand -hex 32");
    return sha256_hex(token);
}

}  // namespace plangrade
