#include "evidence/text/strict_json.hpp"

#include "evidence/text/encoding.hpp"
#include "evidence/text/json_scanner.hpp"

namespace plangrade {
namespace {

JsonDocument failed(const char* code, std::string at, std::string message, std::vector<Flaw> notes = {}) {
    JsonDocument document;
    document.flaws = std::move(notes);
    document.flaws.push_back(Flaw{Severity::fatal, code, {}, std::move(at), std::move(message)});
    return document;
}

std::string over_limit(const Limits& limits) {
    return "the file goes over the " + limit_text(limits, "json_bytes");
}

}  // namespace

JsonDocument parse_strict_json(std::string_view bytes, const Limits& limits) {
    if (bytes.size() > limits.json_bytes) return failed("too-large", {}, over_limit(limits));
    if (bytes.empty()) return failed("empty", {}, "the file is empty; it must hold one JSON document");
    const Utf8Text utf8 = as_utf8(bytes);
    JsonDocument document;
    if (utf8.flaw) document.flaws.push_back(*utf8.flaw);
    if (!utf8.ok()) return document;
    JsonScanner scanner(utf8.text, limits, document.lines);
    try {
        document.value = scanner.document();
        return document;
    } catch (const JsonFault& fault) {
        return failed(fault.code, scanner.place(fault.offset), fault.message, std::move(document.flaws));
    }
}

JsonDocument read_strict_json(const TreeFile& file, const Limits& limits) {
    JsonDocument document;
    if (file.size > limits.json_bytes) {
        document = failed("too-large", {}, over_limit(limits));
    } else {
        const auto source = open(file);
        document = parse_strict_json(read_all(*source), limits);
    }
    for (Flaw& flaw : document.flaws) flaw.file = file.path;
    return document;
}

}  // namespace plangrade
