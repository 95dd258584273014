#include "facts/table/table_compare.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>

#include "facts/table/number_form.hpp"

namespace plangrade {
namespace {

constexpr std::size_t kMostExampleBytes = 120;

std::string_view cut_blanks(std::string_view text) {
    // as univocity's writer does it: every character up to the blank
    while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    return text;
}

std::string column_form(std::string name, const TableCompareOptions& options) {
    if (options.ignore_column_case)
        for (char& c : name)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return name;
}

// The columns compared: where each stands in both tables.
struct Places {
    std::vector<std::size_t> left, right;
    std::vector<bool> numeric;
};

std::optional<std::size_t> find_column(const Table& table, const std::string& form,
                                       const TableCompareOptions& options) {
    for (std::size_t at = 0; at < table.columns.size(); ++at)
        if (column_form(table.columns[at], options) == form) return at;
    return std::nullopt;
}

// One table's rows, each with the hash of its compared cells.
class Rows {
  public:
    struct Entry {
        std::uint64_t hash;
        std::size_t row;
    };

    Rows(const Table& table, const std::vector<std::size_t>& places, const std::vector<bool>& numeric,
         const TableCompareOptions& options)
        : table_(table), places_(places), numeric_(numeric), options_(options) {
        entries_.reserve(table.rows());
        std::string key;
        for (std::size_t row = 0; row < table.rows(); ++row) {
            make_key(row, key);
            entries_.push_back({std::hash<std::string_view>()(key), row});
        }
        std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.hash < b.hash; });
    }

    const std::vector<Entry>& entries() const { return entries_; }

    // The row's cells in the form that is compared, each with its length so that no two rows share a key.
    void make_key(std::size_t row, std::string& key) const {
        key.clear();
        for (std::size_t at = 0; at < places_.size(); ++at) {
            const Cell& cell = table_.at(row, places_[at]);
            std::string_view text = cell.text;
            if (options_.trim) text = cut_blanks(text);
            if (cell.null || (options_.empty_is_null && text.empty())) {
                key.push_back('n');
                continue;
            }
            std::string number;
            if (numeric_[at] && number_form(text, number)) text = number;
            const std::size_t size = text.size();
            key.push_back('t');
            key.append(reinterpret_cast<const char*>(&size), sizeof size).append(text);
        }
    }

    std::string example(std::size_t row) const {
        std::string line;
        for (std::size_t at = 0; at < places_.size(); ++at) {
            if (at != 0) line.push_back(',');
            append_field(line, table_.at(row, places_[at]));
        }
        if (line.size() <= kMostExampleBytes) return line;
        std::size_t end = kMostExampleBytes;
        while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
        return line.substr(0, end) + "...";
    }

  private:
    void append_field(std::string& line, const Cell& cell) const {
        const std::string_view text = options_.trim ? cut_blanks(cell.text) : cell.text;
        if (cell.null) return;
        if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
            line.append(text);
            return;
        }
        line.push_back('"');
        for (const char c : text) line.append(c == '"' ? 2 : 1, c);
        line.push_back('"');
    }

    const Table& table_;
    const std::vector<std::size_t>& places_;
    const std::vector<bool>& numeric_;
    const TableCompareOptions& options_;
    std::vector<Entry> entries_;
};

// Rows that the other side lacks: their number, and the first few in byte order.
class Lacking {
  public:
    Lacking(const Rows& rows, std::size_t most) : rows_(rows), most_(most) {}
    void add(std::size_t row) {
        ++count_;
        if (most_ == 0) return;
        std::string line = rows_.example(row);
        if (first_.size() == most_ && !(line < *first_.rbegin())) return;
        first_.insert(std::move(line));
        if (first_.size() > most_) first_.erase(std::prev(first_.end()));
    }
    std::uint64_t count() const { return count_; }
    std::vector<std::string> examples() const { return {first_.begin(), first_.end()}; }

  private:
    const Rows& rows_;
    std::size_t most_;
    std::uint64_t count_ = 0;
    std::multiset<std::string> first_;
};

using Keyed = std::vector<std::pair<std::string, std::size_t>>;

Keyed keys_of(const Rows& rows, std::size_t from, std::size_t to) {
    Keyed keys(to - from);
    for (std::size_t at = from; at < to; ++at) {
        keys[at - from].second = rows.entries()[at].row;
        rows.make_key(keys[at - from].second, keys[at - from].first);
    }
    std::sort(keys.begin(), keys.end());
    return keys;
}

// Rows of one hash: equal keys cancel out.
void compare_group(const Keyed& left, const Keyed& right, Lacking& extra, Lacking& missing) {
    std::size_t l = 0;
    std::size_t r = 0;
    while (l < left.size() || r < right.size()) {
        const int order = l == left.size() ? 1 : r == right.size() ? -1 : left[l].first.compare(right[r].first);
        if (order < 0) {
            extra.add(left[l++].second);
        } else if (order > 0) {
            missing.add(right[r++].second);
        } else {
            ++l;
            ++r;
        }
    }
}

std::size_t group_end(const std::vector<Rows::Entry>& entries, std::size_t from, std::uint64_t hash) {
    while (from < entries.size() && entries[from].hash == hash) ++from;
    return from;
}

void compare_rows(const Rows& left, const Rows& right, Lacking& extra, Lacking& missing) {
    const auto& le = left.entries();
    const auto& re = right.entries();
    std::size_t l = 0;
    std::size_t r = 0;
    while (l < le.size() || r < re.size()) {
        const std::uint64_t hash = l == le.size()   ? re[r].hash
                                   : r == re.size() ? le[l].hash
                                                    : std::min(le[l].hash, re[r].hash);
        const std::size_t l_end = group_end(le, l, hash);
        const std::size_t r_end = group_end(re, r, hash);
        compare_group(keys_of(left, l, l_end), keys_of(right, r, r_end), extra, missing);
        l = l_end;
        r = r_end;
    }
}

// All columns must agree, in names and order.
void match_all(const Table& left, const Table& right, const TableCompareOptions& options, TableDifference& out) {
    std::vector<std::string> l, r;
    for (const std::string& name : left.columns) l.push_back(column_form(name, options));
    for (const std::string& name : right.columns) r.push_back(column_form(name, options));
    if (l == r) return;
    out.columns_differ = true;
    std::sort(l.begin(), l.end());
    std::sort(r.begin(), r.end());
    out.other_column_order = l == r;
    std::set_difference(r.begin(), r.end(), l.begin(), l.end(), std::back_inserter(out.missing_columns));
    std::set_difference(l.begin(), l.end(), r.begin(), r.end(), std::back_inserter(out.extra_columns));
}

Places find_places(const Table& left, const Table& right, const std::vector<std::string>& columns,
                   const TableCompareOptions& options, TableDifference& out) {
    Places places;
    for (const std::string& name : columns) {
        const std::string form = column_form(name, options);
        const auto l = find_column(left, form, options);
        const auto r = find_column(right, form, options);
        if (!l) out.missing_columns.push_back(name);
        if (!r) out.extra_columns.push_back(name);
        if (!l || !r) {
            out.columns_differ = true;
            continue;
        }
        places.left.push_back(*l);
        places.right.push_back(*r);
        places.numeric.push_back(options.numeric_columns.count(name) != 0);
    }
    return places;
}

Places all_places(const Table& right, const TableCompareOptions& options) {
    Places places;
    for (std::size_t at = 0; at < right.columns.size(); ++at) {
        places.left.push_back(at);
        places.right.push_back(at);
        places.numeric.push_back(options.numeric_columns.count(right.columns[at]) != 0);
    }
    return places;
}

}  // namespace

TableDifference compare_tables(const Table& left, const Table& right, const std::vector<std::string>& columns,
                               const TableCompareOptions& options) {
    TableDifference out;
    out.left_rows = left.rows();
    out.right_rows = right.rows();
    if (columns.empty()) match_all(left, right, options, out);
    const Places places =
        columns.empty() ? all_places(right, options) : find_places(left, right, columns, options, out);
    if (out.columns_differ) return out;
    const Rows left_rows(left, places.left, places.numeric, options);
    const Rows right_rows(right, places.right, places.numeric, options);
    Lacking extra(left_rows, options.most_examples);
    Lacking missing(right_rows, options.most_examples);
    compare_rows(left_rows, right_rows, extra, missing);
    out.extra = extra.count();
    out.missing = missing.count();
    out.extra_examples = extra.examples();
    out.missing_examples = missing.examples();
    out.same = out.extra == 0 && out.missing == 0;
    return out;
}

}  // namespace plangrade
