// Walks cmark's tree of a report.
#include <cmark.h>

#include <algorithm>
#include <memory>
#include <new>

#include "evidence/text/report_lines.hpp"
#include "evidence/text/utf8.hpp"

namespace plangrade {
namespace {

using NodePtr = std::unique_ptr<cmark_node, void (*)(cmark_node*)>;
using IterPtr = std::unique_ptr<cmark_iter, void (*)(cmark_iter*)>;

NodePtr parse(std::string_view text) {
    NodePtr root(cmark_parse_document(text.data(), text.size(), CMARK_OPT_DEFAULT), &cmark_node_free);
    if (!root) throw std::bad_alloc();
    return root;
}

std::string_view literal(cmark_node* node) {
    const char* text = cmark_node_get_literal(node);
    return text == nullptr ? std::string_view() : std::string_view(text);
}

bool has_kind(std::string_view tag, std::string_view name) {  // "<br", "<BR/"
    return tag.size() > name.size() && tag.front() == '<' &&
           std::equal(name.begin(), name.end(), tag.begin() + 1,
                      [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); });
}

// The inline text of one block as lines.
std::vector<std::string> inline_lines(cmark_node* block) {
    std::vector<std::string> lines(1);
    const IterPtr iter(cmark_iter_new(block), &cmark_iter_free);
    cmark_event_type event = CMARK_EVENT_NONE;
    while ((event = cmark_iter_next(iter.get())) != CMARK_EVENT_DONE) {
        if (event != CMARK_EVENT_ENTER) continue;
        cmark_node* node = cmark_iter_get_node(iter.get());
        switch (cmark_node_get_type(node)) {
            case CMARK_NODE_TEXT:
            case CMARK_NODE_CODE:
                lines.back().append(literal(node));
                break;
            case CMARK_NODE_SOFTBREAK:
            case CMARK_NODE_LINEBREAK:
                lines.emplace_back();
                break;
            case CMARK_NODE_HTML_INLINE:  // tags and comments are not read by a person; <br> parts what stands around
                                          // it
                if (has_kind(literal(node), "br")) lines.back().push_back(' ');
                break;
            default:
                break;
        }
    }
    return lines;
}

// HTML without tags and comments, its line ends kept.
std::string html_text(std::string_view html) {
    std::string out;
    for (std::size_t at = 0; at < html.size();) {
        if (html[at] != '<') {
            out.push_back(html[at++]);
            continue;
        }
        const bool comment = html.substr(at).starts_with("<!--");
        const std::size_t close = html.find(comment ? "-->" : ">", at);
        const std::size_t end = close == std::string_view::npos ? html.size() : close + (comment ? 3 : 1);
        out.push_back(' ');
        for (; at < end; ++at)
            if (html[at] == '\n') out.push_back('\n');
    }
    return out;
}

bool all_strong(cmark_node* paragraph) {
    cmark_node* child = cmark_node_first_child(paragraph);
    if (child == nullptr || cmark_node_next(child) != nullptr) return false;
    const cmark_node_type type = cmark_node_get_type(child);
    return type == CMARK_NODE_STRONG || type == CMARK_NODE_EMPH;
}

class Walker {
  public:
    Walker(const std::vector<std::string_view>& source, ReportLines& into) : source_(source), into_(into) {}

    void block(cmark_node* node) {
        const cmark_node_type type = cmark_node_get_type(node);
        const auto first = static_cast<std::uint32_t>(std::max(cmark_node_get_start_line(node), 1));
        const auto last = std::max(static_cast<std::uint32_t>(std::max(cmark_node_get_end_line(node), 1)), first);
        cmark_node* parent = cmark_node_parent(node);
        ReportLine line;
        line.line = first;
        line.last_line = last;
        line.nested = parent != nullptr && cmark_node_get_type(parent) != CMARK_NODE_DOCUMENT;
        if (type == CMARK_NODE_HEADING) {
            heading(node, std::move(line));
        } else if (type == CMARK_NODE_PARAGRAPH) {
            line.bold = all_strong(node);
            const std::vector<std::string> lines = inline_lines(node);
            line.bold = line.bold && lines.size() == 1;
            add(lines, line);
            read_table_rows(source_, first, last, false, into_);
        } else if (type == CMARK_NODE_CODE_BLOCK) {
            code(node, std::move(line));
        } else if (type == CMARK_NODE_HTML_BLOCK) {
            line.kind = LineKind::html;
            add(split(html_text(literal(node))), line);
        }
    }

  private:
    void heading(cmark_node* node, ReportLine line) {
        line.kind = LineKind::heading;
        line.level = cmark_node_get_heading_level(node);
        line.begins_block = true;
        for (const std::string& part : inline_lines(node)) line.text.append(line.text.empty() ? "" : " ").append(part);
        line.text = nfc(line.text);
        into_.lines.push_back(std::move(line));
    }

    void code(cmark_node* node, ReportLine line) {
        line.kind = LineKind::code;
        const std::string_view opener = line.line <= source_.size() ? source_[line.line - 1] : std::string_view();
        line.fenced = opener.find("```") != std::string_view::npos || opener.find("~~~") != std::string_view::npos;
        if (line.fenced) {
            read_table_rows(source_, line.line, line.last_line, true, into_);
            ++line.line;
        }
        add(split(literal(node)), line);
    }

    static std::vector<std::string> split(std::string_view text) {
        std::vector<std::string> lines;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            lines.emplace_back(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return lines;
    }

    void add(const std::vector<std::string>& lines, ReportLine line) {
        line.begins_block = true;
        for (const std::string& text : lines) {
            line.text = nfc(text);
            into_.lines.push_back(line);
            line.begins_block = false;
            ++line.line;
        }
    }

    const std::vector<std::string_view>& source_;
    ReportLines& into_;
};

}  // namespace

std::vector<std::string_view> source_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        lines.push_back(text.substr(0, end));
        const std::size_t skip = text.substr(end).starts_with("\r\n") ? 2 : 1;
        text.remove_prefix(std::min(end + skip, text.size()));
    }
    return lines;
}

ReportLines read_lines(std::string_view text, const std::vector<std::string_view>& source) {
    ReportLines out;
    const NodePtr root = parse(text);
    const IterPtr iter(cmark_iter_new(root.get()), &cmark_iter_free);
    Walker walker(source, out);
    cmark_event_type event = CMARK_EVENT_NONE;
    while ((event = cmark_iter_next(iter.get())) != CMARK_EVENT_DONE)
        if (event == CMARK_EVENT_ENTER) walker.block(cmark_iter_get_node(iter.get()));
    return out;
}

std::string plain_inline(std::string_view markdown) {
    // The point keeps a cell such as "- *x*" from being read as a list.
    const NodePtr root = parse("." + std::string(markdown));
    cmark_node* first = cmark_node_first_child(root.get());
    if (first == nullptr) return {};
    std::string out;
    for (const std::string& line : inline_lines(first)) out.append(line);
    if (!out.empty()) out.erase(0, 1);
    return out;
}

}  // namespace plangrade
