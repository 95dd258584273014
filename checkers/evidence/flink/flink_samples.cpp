// Metric samples. Source of the form: MetricCollectionResponseBody (Flink 1.14 to 2.3): {"id", "value"}, values as
// strings; an operator's metric of one subtask is called "<subtask>.<operator>.<metric>".
#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "evidence/flink/flink_json.hpp"
#include "evidence/flink/flink_pack.hpp"
#include "evidence/text/strict_json.hpp"

namespace plangrade::flink {
namespace {

std::optional<double> value_of(const nlohmann::json& metric) {
    const nlohmann::json* value = member(metric, "value");
    if (value == nullptr) return std::nullopt;
    if (value->is_number()) return value->get<double>();
    if (!value->is_string()) return std::nullopt;
    const auto& text = value->get_ref<const std::string&>();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

/// "0.GlobalGroupAggregate[22].numRecordsIn": the operator's name may hold dots itself.
bool read_id(std::string_view id, MetricValue& into) {
    const std::size_t first = id.find('.'), last = id.rfind('.');
    if (first == std::string_view::npos || last <= first) return false;
    const auto [end, error] = std::from_chars(id.data(), id.data() + first, into.subtask);
    if (error != std::errc{} || end != id.data() + first) return false;
    into.op = id.substr(first + 1, last - first - 1);
    into.metric = id.substr(last + 1);
    return true;
}

void read_vertex(const nlohmann::json& vertex, const std::string& at, MetricSample& sample, Flaws& flaws) {
    const nlohmann::json* metrics = array_member(vertex, "metrics");
    if (metrics == nullptr)
        return flaws.add(Severity::partial, "no-metrics", at,
                         "A vertex's sample has \"vertex\" and a list \"metrics\".");
    for (std::size_t i = 0; i < metrics->size(); ++i) {
        MetricValue value;
        value.vertex = text_member(vertex, "vertex");
        const auto number = value_of((*metrics)[i]);
        if (!number || !read_id(text_member((*metrics)[i], "id"), value))
            continue;  // not an operator's: a task's metric
        value.value = *number;
        sample.values.push_back(std::move(value));
    }
}

std::string_view without_number(std::string_view op) {
    const std::size_t open = op.rfind('[');
    return open == std::string_view::npos || !op.ends_with("]") ? op : op.substr(0, open);
}

bool same_counters(const MetricSample& left, const MetricSample& right) {
    const auto sorted = [](const MetricSample& sample) {
        std::vector<std::tuple<std::string_view, std::int64_t, std::string_view, std::string_view, double>> out;
        for (const MetricValue& each : sample.values)
            out.emplace_back(each.vertex, each.subtask, each.op, each.metric, each.value);
        std::sort(out.begin(), out.end());
        return out;
    };
    return sorted(left) == sorted(right);
}

using Placed = std::pair<MetricSample, std::size_t>;  ///< with its place in the list

/// By time; counters of one moment are of one value.
std::vector<MetricSample> in_order(std::vector<Placed> samples, Flaws& flaws) {
    const auto later = [](const Placed& left, const Placed& right) { return left.first.t_ms < right.first.t_ms; };
    const auto at = [](std::size_t place) { return "/" + std::to_string(place) + "/t_ms"; };
    if (const auto turned = std::is_sorted_until(samples.begin(), samples.end(), later); turned != samples.end()) {
        flaws.add(Severity::note, "order", at(turned->second),
                  "The sample is earlier than the one before it; they are read in the order of their times.");
        std::stable_sort(samples.begin(), samples.end(), later);
    }
    std::vector<MetricSample> out;
    for (Placed& sample : samples) {
        if (!out.empty() && sample.first.t_ms == out.back().t_ms && !same_counters(out.back(), sample.first))
            flaws.add(Severity::partial, "contradiction", at(sample.second),
                      "Another sample of the same time has other counters.");
        out.push_back(std::move(sample.first));
    }
    return out;
}

}  // namespace

MetricSamples parse_samples(std::string_view text, const Limits& limits) {
    MetricSamples out;
    std::vector<Placed> samples;
    Flaws flaws(limits);
    const JsonDocument document = parse_strict_json(text, limits);
    for (const Flaw& flaw : document.flaws) flaws.add(flaw);
    if (document.value && !document.value->is_array())
        flaws.add(Severity::fatal, "not-samples", "", "Samples are a JSON array of {\"t_ms\", \"vertices\"}.");
    for (std::size_t i = 0; document.value && document.value->is_array() && i < document.value->size(); ++i) {
        const nlohmann::json& value = (*document.value)[i];
        const std::string at = "/" + std::to_string(i);
        const auto time = number_member(value, "t_ms");
        const nlohmann::json* vertices = array_member(value, "vertices");
        if (!time || vertices == nullptr) {
            flaws.add(Severity::partial, "not-a-sample", at,
                      "A sample has \"t_ms\" in milliseconds and a list \"vertices\".");
            continue;
        }
        MetricSample sample;
        sample.t_ms = *time;
        for (std::size_t v = 0; v < vertices->size(); ++v)
            read_vertex((*vertices)[v], at + "/vertices/" + std::to_string(v), sample, flaws);
        samples.emplace_back(std::move(sample), i);
    }
    out.samples = in_order(std::move(samples), flaws);
    out.flaws = flaws.list();
    return out;
}

std::vector<std::optional<double>> MetricSamples::counter(std::string_view op, std::string_view metric) const {
    std::vector<std::optional<double>> out;
    for (const MetricSample& sample : samples) {
        std::optional<double> sum;
        for (const MetricValue& value : sample.values)
            if (value.metric == metric && without_number(value.op) == op) sum = sum.value_or(0) + value.value;
        out.push_back(sum);
    }
    return out;
}

nlohmann::json to_json(const MetricSamples& samples) {
    nlohmann::json list = nlohmann::json::array(), flaws = nlohmann::json::array();
    for (const MetricSample& sample : samples.samples) {
        nlohmann::json values = nlohmann::json::array();
        for (const MetricValue& value : sample.values)
            values.push_back({{"vertex", value.vertex},
                              {"subtask", value.subtask},
                              {"op", value.op},
                              {"metric", value.metric},
                              {"value", value.value}});
        list.push_back({{"t_ms", sample.t_ms}, {"values", std::move(values)}});
    }
    for (const Flaw& flaw : samples.flaws) flaws.push_back(plangrade::to_json(flaw));
    return {{"kind", "flink-samples"}, {"flaws", std::move(flaws)}, {"samples", std::move(list)}};
}

}  // namespace plangrade::flink
