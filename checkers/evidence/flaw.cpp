#include "evidence/flaw.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plangrade {
namespace {

const char* name_of(Severity severity) {
    switch (severity) {
        case Severity::note:
            return "note";
        case Severity::partial:
            return "partial";
        case Severity::fatal:
            break;
    }
    return "fatal";
}

}  // namespace

nlohmann::json to_json(const Flaw& flaw) {
    nlohmann::json out{
        {"at", flaw.at}, {"message", flaw.message}, {"code", flaw.code}, {"severity", name_of(flaw.severity)}};
    if (!flaw.file.empty()) out["file"] = flaw.file;
    return out;
}

void Flaws::add(Flaw flaw) {
    if (list_.size() >= most_ && flaw.severity != Severity::fatal) {
        ++dropped_;
        return;
    }
    list_.push_back(std::move(flaw));
}

void Flaws::add(Severity severity, std::string code, std::string at, std::string message, std::string file) {
    add(Flaw{severity, std::move(code), std::move(file), std::move(at), std::move(message)});
}

bool Flaws::fatal() const {
    return std::any_of(list_.begin(), list_.end(), [](const Flaw& flaw) { return flaw.severity == Severity::fatal; });
}

nlohmann::json Flaws::json() const {
    nlohmann::json out = nlohmann::json::array();
    for (const Flaw& flaw : list_) out.push_back(to_json(flaw));
    if (dropped_ != 0)
        out.push_back(
            {{"at", ""},
             {"code", "more-flaws"},
             {"severity", "note"},
             {"message", std::to_string(dropped_) + " further flaws are not listed (limit flaws_per_artifact: " +
                             std::to_string(most_) + ")"}});
    return out;
}

}  // namespace plangrade
