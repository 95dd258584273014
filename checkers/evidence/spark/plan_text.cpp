#include "evidence/spark/plan_text.hpp"

#include <algorithm>
#include <array>

#include "evidence/spark/plan_text_details.hpp"
#include "evidence/spark/plan_text_guess.hpp"
#include "evidence/spark/plan_text_lines.hpp"
#include "evidence/spark/plan_text_split.hpp"
#include "evidence/spark/plan_text_tree.hpp"
#include "evidence/text/utf8.hpp"

namespace plangrade::spark {
namespace {

using namespace plan_text;

// In the order in which extended text has them.
constexpr std::array<std::string_view, 4> kTitles = {"Parsed Logical Plan", "Analyzed Logical Plan",
                                                     "Optimized Logical Plan", "Physical Plan"};
constexpr std::size_t kOtherTitle = kTitles.size();

std::size_t rank_of(std::string_view title) {
    return static_cast<std::size_t>(std::find(kTitles.begin(), kTitles.end(), title) - kTitles.begin());
}

// "Subtree 1 / 2 (maxMethodCodeSize:282; maxConstantPoolSize:216(0.33% used); numInnerClasses:0)" of codegen text
bool is_subtree(std::string_view title) {
    return title.starts_with("Subtree ");
}

bool is_plan_title(std::string_view title) {
    return rank_of(title) != kOtherTitle || is_subtree(title);
}

std::string not_a_plan(std::string_view text) {
    return "this is no text of Spark's explain: no line is a heading such as \"== Physical Plan ==\"; " +
           looks_like(text);
}

// "+- Filter", ":  :- Range": a child of what stands above.
bool is_child(std::string_view line) {
    const std::string_view glyph = line.substr(std::min(line.find_first_not_of(" :"), line.size()));
    return glyph.starts_with("+- ") || (glyph.starts_with("- ") && line.find(":- ") != std::string_view::npos);
}

class Parser {
  public:
    Parser(std::string_view text, const Limits& limits) : text_(text), limits_(limits), lines_(text), flaws_(limits) {}

    Plan parse() {
        while (const auto line = lines_.next()) read(*line);
        close_section();
        finish();
        return std::move(plan_);
    }

  private:
    void read(const Line& line) {
        if (plan_.sections.empty()) return before_plan(line);
        if (const auto title = heading(line.text)) {
            close_section();
            return open_section(*title, line);
        }
        PlanSection& section = plan_.sections.back();
        if (body_lines_++ != 0) section.text += '\n';
        section.text += line.text;
        body(line);
    }

    // Looks for the first heading; a plan that was pasted can be indented as a whole.
    void before_plan(const Line& line) {
        const std::size_t blanks = leading_blanks(line.text);
        const auto title = heading(line.text.substr(blanks));
        if (!title || !is_plan_title(*title)) {
            if (line.text.starts_with("Found ") &&
                line.text.find("WholeStageCodegen subtrees") != std::string_view::npos)
                return;
            if (!line.text.empty() && junk_before_ == 0) junk_before_ = line.number;
            return;
        }
        if (blanks != 0) {
            lines_.unindent(blanks);
            flaws_.add(Severity::note, "indented", "line " + std::to_string(line.number),
                       "the plan is indented as a whole; the indentation was taken off");
        }
        open_section(*title, {line.text.substr(blanks), line.number, line.column + static_cast<std::uint32_t>(blanks)});
    }

    void open_section(std::string_view title, const Line& line) {
        const std::size_t rank = rank_of(title);
        if (rank != kOtherTitle) {
            if (last_rank_ && rank <= *last_rank_) ++output_;
            last_rank_ = rank;
        }
        PlanSection section;
        section.title = title;
        section.at = {line.number, line.column};
        section.output = output_;
        plan_.sections.push_back(std::move(section));
        body_lines_ = 0;
        details_ = {};
        skip_ = !is_plan_title(title);
        schema_line_ = title == kTitles[1];
        new_tree(std::string(title), line);
    }

    void new_tree(std::string title, const Line& line) {
        builder_.emplace(std::move(title), TextPos{line.number, line.column}, limits_, nodes_);
        hosting_.clear();
    }

    // One line of a section: of a tree, of formatted details, or of neither.
    void body(const Line& line) {
        if (skip_) return;
        if (schema_line_ || held_) {
            if (schema(line)) return;
        }
        if (is_subtree(plan_.sections.back().title) && line.text == "Generated code:") {
            skip_ = true;
            return;
        }
        if (line.text.starts_with("=====") && line.text.ends_with("=====")) return close_tree();
        if (line.text.starts_with("Subquery:") || line.text.starts_with("Subplan:")) return apart(line);
        if (is_shell_line(line.text)) return unread(line);
        if (!builder_->empty() && details_.take(line)) return;
        switch (builder_->take(line)) {
            case TreeBuilder::Taken::yes:
                break;
            case TreeBuilder::Taken::no:
                unread(line);
                break;
            case TreeBuilder::Taken::full:
                over_limit(line);
                break;
        }
    }

    // The analyzed plan's first line is the schema ("order_id: int, qty: int"); commands have none, so that it is the
    // root.
    bool schema(const Line& line) {
        if (schema_line_) {
            schema_line_ = false;
            held_ = line;
            return true;
        }
        const Line first = *held_;
        held_.reset();
        if (line.text.empty() || is_child(line.text)) builder_->take(first);
        return false;
    }

    // "Subquery:1 Hosting operator id = 3 Hosting Expression = Subquery scalar-subquery#1, [id=#2]", "Subplan:1"
    void apart(const Line& line) {
        close_tree();
        new_tree(std::string(line.text.substr(0, line.text.find(' '))), line);
        constexpr std::string_view kId = "Hosting operator id = ";
        constexpr std::string_view kExpression = " Hosting Expression = ";
        const std::size_t id = line.text.find(kId);
        const std::size_t expression = line.text.find(kExpression);
        if (id == std::string_view::npos || expression == std::string_view::npos || expression < id) return;
        const auto place = [&](std::size_t offset) {
            return TextPos{line.number, line.column + static_cast<std::uint32_t>(offset)};
        };
        const std::size_t value = id + kId.size();
        hosting_.push_back(
            {"Hosting operator id", std::string(line.text.substr(value, expression - value)), false, place(id)});
        const std::string_view held = line.text.substr(expression + kExpression.size());
        hosting_.push_back({"Hosting Expression", std::string(held), is_cut(held), place(expression + 1)});
    }

    void close_tree() {
        if (!builder_) return;
        nodes_ += builder_->nodes();
        for (PlanTree& tree : builder_->finish()) {
            if (!hosting_.empty() && !tree.roots.empty()) {
                std::vector<PlanAttribute>& attributes = tree.nodes[tree.roots.front()].attributes;
                attributes.insert(attributes.end(), hosting_.begin(), hosting_.end());
                hosting_.clear();
            }
            plan_.sections.back().trees.push_back(std::move(tree));
        }
        builder_.emplace(std::string(), TextPos{}, limits_, nodes_);
    }

    void close_section() {
        if (plan_.sections.empty()) return;
        if (held_) builder_->take(*held_);
        held_.reset();
        close_tree();
        PlanSection& section = plan_.sections.back();
        section.text.erase(section.text.find_last_not_of('\n') + 1);
        std::vector<PlanTree*> trees;
        for (PlanTree& tree : section.trees) trees.push_back(&tree);
        if (!details_.empty()) details_.apply(trees, text_.size(), flaws_);
        const bool numbered = !trees.empty() && trees.front()->nodes.front().number;
        if (numbered && details_.empty()) {
            trees.front()->whole = false;
            flaws_.add(Severity::partial, "node-without-details", "line " + std::to_string(trees.front()->at.line),
                       "the tree is numbered but the operators' details below it are missing; the text should be "
                       "handed in whole");
        }
        formatted_ = formatted_ || numbered;
        if (trees.empty() && is_plan_title(section.title))
            flaws_.add(Severity::partial, "empty-section", "line " + std::to_string(section.at.line),
                       "there is no plan below the heading \"" + section.title + "\"");
    }

    void unread(const Line& line) {
        if (!line.text.empty() && unread_ == 0) unread_ = line.number;
    }

    void over_limit(const Line& line) {
        if (limit_said_) return;
        limit_said_ = true;
        flaws_.add(Severity::partial, "limit", "line " + std::to_string(line.number),
                   "the plan has more operators or levels than are read (" + limit_text(limits_, "plan_nodes") + ", " +
                       limit_text(limits_, "plan_depth") + ")");
    }

    PlanMode mode() const {
        std::array<bool, 4> has{};
        bool subtrees = false;
        for (const PlanSection& section : plan_.sections) {
            const std::size_t rank = rank_of(section.title);
            if (rank != kOtherTitle && section.output == 0) has[rank] = true;
            subtrees = subtrees || is_subtree(section.title);
        }
        if (subtrees && !has[3]) return PlanMode::codegen;
        if (has[0] || has[1]) return PlanMode::extended;
        if (has[2]) return PlanMode::cost;
        if (has[3]) return formatted_ ? PlanMode::formatted : PlanMode::simple;
        return PlanMode::unknown;
    }

    void finish() {
        if (plan_.sections.empty()) {
            flaws_.add(Severity::fatal, "not-a-plan", "", not_a_plan(text_));
        } else {
            remarks();
            plan_.mode = mode();
            if (const PlanTree* tree = plan_.physical()) {
                for (const PlanNode& node : tree->nodes) {
                    const PlanAttribute* adaptive = node.op == "AdaptiveSparkPlan" ? node.find("isFinalPlan") : nullptr;
                    if (adaptive == nullptr) continue;
                    plan_.is_final = adaptive->value == "true";
                    break;
                }
            }
        }
        plan_.flaws = flaws_.list();
    }

    void remarks() {
        const auto note = [&](const char* code, std::uint32_t line, const char* message) {
            flaws_.add(Severity::note, code, line == 0 ? std::string() : "line " + std::to_string(line), message);
        };
        if (lines_.byte_order_mark())
            note("byte-order-mark", 1, "the text begins with a byte order mark, which was left out");
        if (junk_before_ != 0)
            note("text-before-plan", junk_before_, "there is other text before the plan's first heading");
        if (unread_ != 0) note("unread-lines", unread_, "there are lines that belong to no plan; they were left out");
        if (output_ != 0) note("several-plans", 0, "the text holds several plans; the first one counts");
        const std::string_view end = trim(text_);
        if (const std::string_view last = end.substr(std::min(end.rfind("... "), end.size()));
            last.ends_with(" more characters")) {
            flaws_.add(Severity::partial, "truncated", "",
                       "Spark cut the text because of spark.sql.maxPlanStringLength; a plan that is whole is needed");
            for (PlanTree& tree : plan_.sections.back().trees) tree.whole = false;
        }
    }

    std::string_view text_;
    const Limits& limits_;
    Lines lines_;
    Flaws flaws_;
    Plan plan_;
    std::optional<TreeBuilder> builder_;
    DetailReader details_;
    std::vector<PlanAttribute> hosting_;    // of the subquery whose tree comes next
    std::optional<Line> held_;              // the analyzed plan's first line, until the next one says what it is
    std::optional<std::size_t> last_rank_;  // of the section before
    std::uint64_t nodes_ = 0;
    std::uint64_t body_lines_ = 0;
    std::uint32_t output_ = 0;
    std::uint32_t junk_before_ = 0, unread_ = 0;  // first such lines
    bool schema_line_ = false, skip_ = false, formatted_ = false, limit_said_ = false;
};

}  // namespace

Plan parse_spark_plan(std::string_view text, const Limits& limits) {
    if (valid_utf8(text)) return Parser(text, limits).parse();
    const std::string printable = with_valid_utf8(text);
    Plan plan = Parser(printable, limits).parse();
    if (plan.sections.empty()) {
        plan.flaws.back().message = not_a_plan(text);  // the bytes as they are say more
    } else {
        plan.flaws.push_back({Severity::partial, "not-utf8", "", "byte " + std::to_string(first_bad_utf8(text)),
                              "the text is not UTF-8; it should be written as UTF-8, as Spark prints it"});
    }
    return plan;
}

}  // namespace plangrade::spark
