// Any bytes as a JSON answer: what the strict parser takes, a lenient one takes too and reads as the same value.
#include <cstdlib>

#include "evidence/text/strict_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace plangrade;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const JsonDocument document = parse_strict_json(bytes, {});
    if (!document.value) {
        if (document.flaws.empty() || document.flaws.back().message.empty()) std::abort();
        return 0;
    }
    const nlohmann::json other = nlohmann::json::parse(bytes, nullptr, false);
    if (other.is_discarded()) {
        const std::string text = document.value->dump();
        // the other parser refuses numbers that are as good as 0, nothing else
        if (bytes.find_first_of("eE") == std::string_view::npos && bytes.size() < 300) std::abort();
        return text.empty() ? 1 : 0;
    }
    if (other != *document.value) std::abort();
    return 0;
}
