#include "evidence/flink/flink_plan.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "evidence/flink/flink_tree.hpp"

namespace plangrade::flink {
namespace {

/// A session's log has three or four sections for each EXPLAIN.
constexpr std::size_t kMostSections = 4000;

constexpr std::array kTitles{kAst,       kPhysical, kPhysicalWithAdvice,
                             kExecution, kJson,     std::string_view("Optimized Logical Plan")};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Title between "== " and " ==", empty where the line is no heading. Behind a logger's prefix only known titles count.
std::string_view heading(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.size() > 6 && text.starts_with("== ") && text.ends_with(" =="))
        return trimmed(text.substr(3, text.size() - 6));
    if (!text.ends_with(" ==")) return {};
    for (const std::string_view title : kTitles) {
        const std::size_t length = title.size() + 6;
        if (text.size() <= length) continue;
        const std::string_view tail = text.substr(text.size() - length);
        if (tail.starts_with("== ") && tail.substr(3, title.size()) == title) return tail.substr(3, title.size());
    }
    return {};
}

/// `java.lang.IllegalArgumentException: ...`, perhaps behind "Caused by: " or `Exception in thread "main" `.
bool names_exception(std::string_view text) {
    for (const std::string_view end : {"Exception", "Error"}) {
        const std::size_t at = text.find(end);
        if (at == std::string_view::npos || at == 0 || at > 200) continue;
        const std::string_view behind = text.substr(at + end.size());
        const std::size_t start = text.substr(0, at).find_last_of(' ') + 1;  // npos + 1 is 0
        if ((behind.empty() || behind.starts_with(": ")) &&
            text.substr(start, at - start).find('.') != std::string_view::npos)
            return true;
    }
    return false;
}

bool says_error(std::string_view line) {
    const std::string_view text = trimmed(line);
    return text.starts_with("[ERROR]") || names_exception(text);
}

/// `advice[1]: [ADVICE] You might ...`
std::optional<PlanRemark> remark(std::string_view line, TextPos at) {
    std::string_view text = trimmed(line);
    PlanRemark out;
    out.at = at;
    if (text == "No available advice...") {
        out.text = text;
        return out;
    }
    if (!text.starts_with("advice[")) return std::nullopt;
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + 7, text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc{} || !text.starts_with("]: [")) return std::nullopt;
    const std::size_t close = text.find("] ", 4);
    if (close == std::string_view::npos) return std::nullopt;
    out.number = number;
    out.kind = text.substr(4, close - 4);
    out.text = text.substr(close + 2);
    return out;
}

/// Goes through the lines once.
class PlanReader {
  public:
    PlanReader(const Limits& limits, const Lines& lines, Plan& plan, Flaws& flaws)
        : limits_(limits), lines_(lines), plan_(plan), flaws_(flaws) {}

    void read() {
        std::size_t i = 0;
        while (i < lines_.lines.size() && !full_) {
            const std::string_view title = heading(lines_.lines[i].text);
            if (!title.empty()) {
                i = read_section(i, title);
            } else {
                note_error(i);
                ++i;
            }
        }
    }

  private:
    /// Reads the section whose heading is line `at`; returns the line behind it.
    std::size_t read_section(std::size_t at, std::string_view title) {
        if (plan_.sections.size() >= kMostSections) {
            full_ = true;
            flaws_.add(Severity::fatal, "limit", place(lines_.at(at, 0)),
                       "The text has more than " + std::to_string(kMostSections) + " sections.");
            return at;
        }
        PlanSection section;
        section.title = title;
        section.at = lines_.at(at, lines_.lines[at].text.find("== "));
        section.output = output_of(title);
        const std::size_t end = section_end(at + 1);
        keep_text(section, at + 1, end);
        const bool json = title == kJson;
        if (!json && (title.ends_with("Plan") || title.ends_with("Tree") || title == kPhysicalWithAdvice))
            read_trees(section, at + 1, end);
        plan_.sections.push_back(std::move(section));
        return end;
    }

    /// A session's log holds one EXPLAIN after the other: a title that was there before begins the next.
    std::uint32_t output_of(std::string_view title) {
        const bool again = std::find(seen_.begin(), seen_.end(), title) != seen_.end();
        if (again || (title == kAst && !seen_.empty())) {
            ++output_;
            seen_.clear();
        }
        seen_.emplace_back(title);
        return output_;
    }

    /// The frame's bottom, a prompt and the next heading end a section.
    std::size_t section_end(std::size_t i) const {
        for (; i < lines_.lines.size(); ++i) {
            const Line& line = lines_.lines[i];
            if (line.kind == LineKind::border || line.kind == LineKind::prompt || !heading(line.text).empty()) break;
        }
        return i;
    }

    void keep_text(PlanSection& section, std::size_t from, std::size_t to) const {
        while (to > from && lines_.lines[to - 1].kind == LineKind::blank) --to;
        for (std::size_t i = from; i < to; ++i) {
            if (i > from) section.text += '\n';
            section.text += lines_.lines[i].text;
        }
    }

    void read_trees(PlanSection& section, std::size_t from, std::size_t to) {
        std::vector<PlanTree> related;
        std::optional<TreeReader> reader(std::in_place, section.title, section.at, limits_, flaws_);
        bool main = true;
        const auto finish = [&] {
            std::vector<PlanTree> done = reader->finish();
            nodes_ += done.front().nodes.size();
            auto& into = main ? section.trees : related;
            if (main || !done.front().nodes.empty())
                std::move(done.begin(), main ? done.end() : done.begin() + 1, std::back_inserter(into));
            main = false;
        };
        for (std::size_t i = from; i < to; ++i) {
            const std::string_view text = lines_.lines[i].text;
            if (auto said = remark(text, lines_.at(i, 0))) {
                section.remarks.push_back(std::move(*said));
            } else if (trimmed(text) == "related rel plan:") {
                finish();
                reader.emplace("related rel plan", lines_.at(i, 0), limits_, flaws_);
            } else if (lines_.lines[i].kind == LineKind::blank) {
                reader->blank();
            } else {
                i = read_line(*reader, i, to);
            }
        }
        finish();
        // members belong to the main tree; what a warning is about comes behind them
        std::move(related.begin(), related.end(), std::back_inserter(section.trees));
        if (section.trees.front().nodes.empty()) {
            section.trees.erase(section.trees.begin());
            flaws_.add(Severity::partial, "no-tree", place(section.at),
                       "The section \"" + section.title + "\" has no operators below its heading.");
        }
        if (nodes_ > limits_.plan_nodes) {
            full_ = true;
            flaws_.add(Severity::fatal, "limit", place(section.at),
                       "The plan has too many operators (" + limit_text(limits_, "plan_nodes") + ").");
        }
    }

    /// Reads the operator in line i, and the lines that its literals or subqueries go on in; returns its last line.
    std::size_t read_line(TreeReader& reader, std::size_t i, std::size_t end) {
        const std::string& text = lines_.lines[i].text;
        const bool parent = i + 1 < end && drawn_as_child(lines_.lines[i + 1].text);
        std::string joined;
        const std::size_t last = join(i, end, joined);
        const TreeLine line{last == i ? std::string_view(text) : joined, &lines_, i, 0, parent};
        if (!reader.take(line)) {
            reader.stray(lines_.at(i, 0));
            note_error(i);
        }
        return last;
    }

    /// `condition=[IN($1, {` opens a subquery that is printed over further lines, and a literal may hold line feeds.
    std::size_t join(std::size_t i, std::size_t end, std::string& joined) {
        const std::string_view text = lines_.lines[i].text;
        if (i < no_join_before_) return i;
        const std::size_t name = text.find_first_not_of(" :+-");
        if (name == std::string_view::npos) return i;
        const NodeText read = read_node(text.substr(name));
        if (read.closed || !(read.in_literal || text.back() == '{')) return i;
        constexpr std::size_t kLiteralLines = 4;
        joined = text;
        for (std::size_t next = i + 1; next < end; ++next) {
            const std::string& more = lines_.lines[next].text;
            if (drawn_as_child(more) || (read.in_literal && next - i > kLiteralLines)) break;
            joined += '\n';
            joined += more;
            const bool may_close = read.in_literal || more.starts_with("}");
            if (may_close &&
                read_node(std::string_view(joined).substr(name)).whole(std::string_view(joined).substr(name)))
                return next;
        }
        // what follows a line that can't be closed is not tried again: hostile texts stay linear
        no_join_before_ = std::min(end, i + kMostJoined);
        return i;
    }

    void note_error(std::size_t i) {
        const std::string_view text = lines_.lines[i].text;
        if (!plan_.error.empty() || !says_error(text)) return;
        std::size_t at = i;
        if (trimmed(text).starts_with("[ERROR]") && trimmed(text).ends_with("Reason:") && i + 1 < lines_.lines.size())
            at = i + 1;
        plan_.error = trimmed(lines_.lines[at].text);
        plan_.error_at = lines_.at(at, 0);
    }

    static constexpr std::size_t kMostJoined = 1000;

    const Limits& limits_;
    const Lines& lines_;
    Plan& plan_;
    Flaws& flaws_;
    std::vector<std::string> seen_;
    std::uint32_t output_ = 0;
    std::size_t nodes_ = 0;
    std::size_t no_join_before_ = 0;
    bool full_ = false;
};

/// What was handed in where no section of Flink's is in the text.
void say_what_it_is(const Lines& lines, const Plan& plan, Flaws& flaws) {
    for (const PlanSection& section : plan.sections)
        if (std::find(kTitles.begin(), kTitles.end(), section.title) != kTitles.end()) return;
    for (const PlanSection& section : plan.sections)
        if (section.title == "Physical Plan" || section.title == "Parsed Logical Plan")
            return flaws.add(
                Severity::fatal, "spark-plan", place(section.at),
                "This is a plan of Spark; Flink's EXPLAIN has sections like == Optimized Execution Plan ==.");
    if (!plan.error.empty()) return;
    for (const Line& line : lines.lines) {
        if (line.kind == LineKind::blank) continue;
        if (line.text.front() != '{' && line.text.front() != '[') break;
        return flaws.add(Severity::fatal, "json", "",
                         "This is JSON; the text that EXPLAIN prints is wanted, with headings like == Optimized "
                         "Execution Plan ==.");
    }
    flaws.add(Severity::fatal, "not-flink-plan", "",
              "The text has none of EXPLAIN's headings, like == Optimized Execution Plan ==.");
}

nlohmann::json tree_json(const PlanTree& tree) {
    nlohmann::json nodes = nlohmann::json::array();
    std::vector<std::uint32_t> depth(tree.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const PlanNode& node = tree.nodes[i];
        if (node.parent) depth[i] = depth[*node.parent] + 1;
        nlohmann::json attributes = nlohmann::json::array();
        for (const PlanAttribute& item : node.attributes)
            attributes.push_back({{"name", item.name}, {"value", item.value}});
        nlohmann::json out{{"op", node.op}, {"depth", depth[i]}, {"line", node.at.line}, {"attributes", attributes}};
        if (node.number) out["number"] = *node.number;
        nodes.push_back(std::move(out));
    }
    nlohmann::json out{{"title", tree.title}, {"whole", tree.whole}, {"nodes", std::move(nodes)}};
    if (tree.owner) out["owner"] = *tree.owner;
    return out;
}

}  // namespace

Plan parse_flink_plan(std::string_view text, const Limits& limits) {
    Plan plan;
    plan.mode = PlanMode::flink;
    Flaws flaws(limits);
    const Lines lines = clean_lines(text, limits, flaws);
    if (lines.readable) {
        PlanReader(limits, lines, plan, flaws).read();
        say_what_it_is(lines, plan, flaws);
    }
    plan.flaws = flaws.list();
    return plan;
}

bool has_headings(std::string_view text) {
    for (const std::string_view title : {kAst, kPhysical, kExecution})
        if (text.find("== " + std::string(title)) != std::string_view::npos) return true;
    return false;
}

const PlanSection* section(const Plan& plan, std::string_view title) {
    for (const PlanSection& section : plan.sections)
        if (section.title == title || (title == kPhysical && section.title == kPhysicalWithAdvice)) return &section;
    return nullptr;
}

const PlanTree* tree(const Plan& plan, std::string_view title) {
    const PlanSection* found = section(plan, title);
    if (found == nullptr || found->trees.empty() || found->trees.front().title != found->title) return nullptr;
    return &found->trees.front();
}

nlohmann::json plan_json(const Plan& plan) {
    nlohmann::json sections = nlohmann::json::array(), flaws = nlohmann::json::array();
    for (const PlanSection& section : plan.sections) {
        nlohmann::json trees = nlohmann::json::array(), remarks = nlohmann::json::array();
        for (const PlanTree& tree : section.trees) trees.push_back(tree_json(tree));
        for (const PlanRemark& remark : section.remarks)
            remarks.push_back({{"number", remark.number ? nlohmann::json(*remark.number) : nlohmann::json()},
                               {"kind", remark.kind},
                               {"text", remark.text},
                               {"line", remark.at.line}});
        sections.push_back({{"title", section.title},
                            {"line", section.at.line},
                            {"output", section.output},
                            {"remarks", std::move(remarks)},
                            {"trees", std::move(trees)}});
    }
    for (const Flaw& flaw : plan.flaws) flaws.push_back(to_json(flaw));
    nlohmann::json out{{"kind", "flink-plan"}, {"flaws", std::move(flaws)}, {"sections", std::move(sections)}};
    out["error"] = plan.error.empty() ? nlohmann::json() : nlohmann::json(plan.error);
    return out;
}

}  // namespace plangrade::flink
