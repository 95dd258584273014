#include "facts/plan/renumber.hpp"

#include "facts/plan/items.hpp"

namespace plangrade {
namespace {

std::size_t digits_end(std::string_view text, std::size_t from) {
    while (from < text.size() && text[from] >= '0' && text[from] <= '9') ++from;
    return from;
}

}  // namespace

void Renumberer::put(std::string& out, Ids& ids, std::string_view number) {
    auto found = ids.find(number);
    if (found == ids.end()) found = ids.emplace(std::string(number), ids.size() + 1).first;
    out += std::to_string(found->second);
}

std::string Renumberer::operator()(std::string_view piece) {
    constexpr std::string_view kPlanId = "plan_id=";
    constexpr std::string_view kOldPlanId = "[id=";  // before Spark 3.2: "[id=#27]"
    std::string out;
    out.reserve(piece.size());
    for (std::size_t at = 0; at < piece.size();) {
        std::size_t number = 0;
        Ids* ids = nullptr;
        if (piece[at] == '#') {
            number = at + 1;
            ids = at >= kOldPlanId.size() && piece.substr(0, at).ends_with(kOldPlanId) ? &plans_ : &expressions_;
        } else if (piece[at] == 'p' && piece.substr(at).starts_with(kPlanId)) {
            number = at + kPlanId.size();
            ids = &plans_;
        }
        const std::size_t end = ids == nullptr ? 0 : digits_end(piece, number);
        if (ids == nullptr || end == number) {
            out += piece[at++];
            continue;
        }
        out += piece.substr(at, number - at);
        put(out, *ids, piece.substr(number, end - number));
        at = end;
    }
    return out;
}

std::string renumber_ids(std::string_view text) {
    return Renumberer()(text);
}

}  // namespace plangrade
