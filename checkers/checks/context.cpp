#include "checks/context.hpp"

#include <algorithm>

#include "checks/compare.hpp"
#include "evidence/flink/flink_plan.hpp"
#include "evidence/spark/plan_text.hpp"
#include "evidence/text/encoding.hpp"

namespace plangrade {
namespace {

/// The text of a file in UTF-16 with a byte order mark, whose encoding is certain; nullopt: it is none.
std::optional<std::string> utf16_text(const TreeFile& file, std::uint64_t most) {
    std::string head(2, '\0');
    head.resize(open(file)->read_at(0, head));
    if (!decode_utf16(head) || file.size > most) return std::nullopt;
    return decode_utf16(read_all(*open(file)));
}

const Flaw kUtf16{Severity::note, "utf-16", "", "",
                  "the file is UTF-16 text; it was read all the same. UTF-8 is better."};

JsonDocument read_json(const TreeFile& file, const Limits& limits) {
    const auto text = utf16_text(file, limits.json_bytes);
    if (!text) return read_strict_json(file, limits);
    JsonDocument out = parse_strict_json(*text, limits);
    out.flaws.push_back(kUtf16);
    return out;
}

Report read_any_report(const TreeFile& file, const Limits& limits) {
    const auto text = utf16_text(file, limits.text_bytes);
    if (!text) return read_report(file, limits);
    Report out = parse_report(*text, limits);
    out.flaws.push_back(kUtf16);
    return out;
}

}  // namespace

Context::Context(const Rubric& rubric, const Tree& tree, const Limits& limits)
    : rubric_(rubric), tree_(tree), limits_(limits), flink_(tree, limits) {}

const JsonDocument* Context::json(const std::string& path) {
    auto [it, fresh] = json_.try_emplace(path);
    if (fresh)
        if (const TreeFile* file = tree_.find(path)) it->second = read_json(*file, limits_);
    return it->second ? &*it->second : nullptr;
}

const PlanText* Context::plan_text(const std::string& path) {
    auto [it, fresh] = plans_.try_emplace(path);
    if (!fresh) return it->second ? &*it->second : nullptr;
    const TreeFile* file = tree_.find(path);
    if (file == nullptr) return nullptr;
    PlanText plan;
    if (file->size > limits_.text_bytes) {
        plan.plan.flaws.push_back(
            {Severity::fatal, "too-large", "", "",
             "the file is larger than a plan text may be (" + limit_text(limits_, "text_bytes") + ")"});
    } else {
        plan.text = read_all(*open(*file));
        const bool of_flink = rubric_.engine == Engine::flink || flink::has_headings(plan.text);
        plan.plan =
            of_flink ? flink::parse_flink_plan(plan.text, limits_) : spark::parse_spark_plan(plan.text, limits_);
    }
    it->second = std::move(plan);
    return &*it->second;
}

const Report* Context::report(const std::string& path) {
    auto [it, fresh] = reports_.try_emplace(path);
    if (fresh)
        if (const TreeFile* file = tree_.find(path)) it->second = read_any_report(*file, limits_);
    return it->second ? &*it->second : nullptr;
}

const std::string* Context::text(const std::string& path, Flaws& flaws) {
    const TreeFile* file = tree_.find(path);
    if (file == nullptr) return nullptr;
    if (file->size > limits_.text_bytes) {
        flaws.add(Severity::fatal, "too-large", "",
                  "the file is larger than a text may be (" + limit_text(limits_, "text_bytes") + ")", path);
        return nullptr;
    }
    auto [it, fresh] = texts_.try_emplace(path);
    if (fresh) it->second = read_all(*open(*file));
    return &*it->second;
}

const CsvTable& Context::csv(const std::string& path, bool header) {
    const std::string key = path + (header ? "" : "\n");
    auto it = csv_.find(key);
    if (it == csv_.end()) it = csv_.emplace(key, read_csv(tree_, path, CsvDialect::spark, header, limits_)).first;
    return it->second;
}

const parquet::ParquetDataset& Context::parquet(const std::string& path) {
    auto it = parquet_.find(path);
    if (it == parquet_.end()) it = parquet_.emplace(path, parquet::read_parquet_dataset(tree_, path, limits_)).first;
    return it->second;
}

const QueryResult& Context::query(const std::string& sql) {
    auto it = queries_.find(sql);
    if (it == queries_.end()) {
        if (!database_) database_.emplace(rubric_.given);
        it = queries_.emplace(sql, database_->query(sql, rubric_.params, limits_)).first;
    }
    return it->second;
}

spark::RunIndex& Context::runs() {
    if (!runs_) runs_.emplace(tree_, limits_);
    return *runs_;
}

std::string Context::similar_path(const std::string& path) const {
    // The same place in other letters, or the same path some folders further up or down: another folder's file of that
    // name is another run's.
    const std::string wanted = lower_ascii(path);
    const auto ends = [](const std::string& text, const std::string& tail) {
        return text == tail || text.ends_with("/" + tail);
    };
    for (const TreeFile& file : tree_.files()) {
        for (std::string_view rest = file.path; !rest.empty(); rest = folder_of(rest)) {
            const std::string there = lower_ascii(rest);
            if (rest != path && (ends(there, wanted) || ends(wanted, there))) return std::string(rest);
        }
    }
    return {};
}

}  // namespace plangrade
