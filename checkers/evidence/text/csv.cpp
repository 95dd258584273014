#include "evidence/text/csv.hpp"

#include <algorithm>
#include <cstring>

#include "evidence/text/csv_fields.hpp"
#include "evidence/text/encoding.hpp"

namespace plangrade {
namespace {

// Cells of one table: 24 bytes each, however short the text is, so that a file of commas can't take more memory than
// this.
constexpr std::size_t kMostCells = 50'000'000;

std::string line_text(std::uint64_t line) {
    return "line " + std::to_string(line);
}

std::string count_text(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

// One file's rows on their way into a table.
class RowReader {
  public:
    RowReader(CsvFields fields, CsvDialect dialect, const std::string& file, const Limits& limits, Table& table,
              Flaws& flaws)
        : fields_(fields), dialect_(dialect), file_(file), limits_(limits), table_(table), flaws_(flaws) {}

    // The first line that is not blank, as texts.
    std::optional<std::vector<std::string>> header() {
        while (!fields_.at_end()) {
            row_.clear();
            const std::uint64_t line = fields_.line();
            const bool right = fields_.next_row(row_, static_cast<std::size_t>(limits_.table_columns) + 1);
            if (right && fields_.blank_row()) continue;
            header_line_ = line;
            if (!right) {
                flaw(Severity::fatal, "unclosed-quote", line,
                     "a quoted field in the header never ends; every opening quote needs a closing one");
                return std::nullopt;
            }
            if (row_.size() > limits_.table_columns) {
                flaw(Severity::fatal, "too-many-columns", line,
                     "the header goes over the " + limit_text(limits_, "table_columns"));
                return std::nullopt;
            }
            std::vector<std::string> names;
            names.reserve(row_.size());
            for (const Cell& cell : row_) names.emplace_back(cell.text);
            return names;
        }
        return std::nullopt;
    }

    // The line that header() gave was none: it is a row.
    void header_is_a_row() {
        std::vector<Cell>& cells = table_.cells;
        const std::size_t before = cells.size();
        cells.insert(cells.end(), row_.begin(), row_.end());
        take_row(before, header_line_);
    }

    std::uint64_t header_line() const { return header_line_; }

    void rows() {
        while (!fields_.at_end() && !stopped_) row();
        if (fields_.stray_quotes() != 0)
            flaws_.add(Severity::note, "stray-quote", line_text(fields_.first_stray_quote()),
                       "text follows a closing quote (" + count_text(fields_.stray_quotes(), "field", "fields") +
                           "); such a field is read as it stands, with its quotes",
                       file_);
    }

  private:
    void row() {
        std::vector<Cell>& cells = table_.cells;
        const std::size_t before = cells.size();
        const std::uint64_t line = fields_.line();
        if (!fields_.next_row(cells, static_cast<std::size_t>(limits_.table_columns) + 1)) {
            cells.resize(before);
            flaw(Severity::partial, "unclosed-quote", line,
                 "a quoted field of this row never ends; every opening quote needs a closing one");
        } else if (fields_.blank_row() && !is_null_row()) {
            cells.resize(before);
        } else {
            take_row(before, line);
        }
    }

    // Keeps the fields from `before` on where they are a row of the table.
    void take_row(std::size_t before, std::uint64_t line) {
        std::vector<Cell>& cells = table_.cells;
        const std::size_t count = cells.size() - before;
        if (table_.columns.empty()) name_columns(count);
        if (count == table_.columns.size()) {
            if (table_.rows() > limits_.table_rows || cells.size() > kMostCells) too_large(before, line);
            return;
        }
        cells.resize(before);
        flaw(Severity::partial, "ragged-row", line,
             "the row has " + count_text(count, "field", "fields") + ", the table has " +
                 count_text(table_.columns.size(), "column", "columns") +
                 "; fields with commas, quotes or line ends must be quoted");
    }

    // In a table of one column a blank line is a null that Spark wrote; but not at the file's end, and not where Spark
    // reads.
    bool is_null_row() const {
        return table_.columns.size() == 1 && dialect_ != CsvDialect::spark_given && !fields_.only_line_ends_follow();
    }

    void name_columns(std::size_t count) {
        for (std::size_t column = 0; column < count; ++column) table_.columns.push_back("_c" + std::to_string(column));
    }

    void too_large(std::size_t before, std::uint64_t line) {
        table_.cells.resize(before);
        stopped_ = true;
        const bool rows = table_.rows() >= limits_.table_rows;
        flaw(Severity::fatal, "too-large", line,
             "the table goes over the " +
                 (rows ? limit_text(limits_, "table_rows") : "limit of " + std::to_string(kMostCells) + " fields"));
    }

    void flaw(Severity severity, const char* code, std::uint64_t line, std::string message) {
        flaws_.add(severity, code, line_text(line), std::move(message), file_);
    }

    CsvFields fields_;
    CsvDialect dialect_;
    const std::string& file_;
    const Limits& limits_;
    Table& table_;
    Flaws& flaws_;
    std::vector<Cell> row_;
    std::uint64_t header_line_ = 1;
    bool stopped_ = false;
};

void reserve_cells(Table& table, std::string_view text, std::size_t columns) {
    // A guess from the first lines; a wrong one only costs a copy.
    const std::string_view sample = text.substr(0, 1U << 14);
    const auto lines = static_cast<std::size_t>(std::count(sample.begin(), sample.end(), '\n'));
    if (lines == 0 || columns == 0) return;
    const std::size_t rows = text.size() / std::max<std::size_t>(sample.size() / lines, 1) + 16;
    const std::size_t wanted = std::min(rows * columns * 21 / 20, kMostCells);
    if (table.cells.capacity() - table.cells.size() < wanted && table.cells.empty()) table.cells.reserve(wanted);
}

void note_duplicates(const std::vector<std::string>& names, const std::string& file, Flaws& flaws) {
    std::vector<std::string> sorted = names;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
        flaws.add(Severity::note, "duplicate-column", "line 1",
                  "the header names the column \"" + *twice + "\" more than once", file);
}

}  // namespace

std::optional<std::vector<std::string>> parse_csv(std::string bytes, CsvDialect dialect, bool header,
                                                  const std::string& file, const Limits& limits, Table& table,
                                                  Flaws& flaws) {
    table.storage.push_back(std::move(bytes));
    std::string& kept = table.storage.back();
    const Utf8Text utf8 = as_utf8(kept);
    if (utf8.flaw) {
        Flaw flaw = *utf8.flaw;
        flaw.file = file;
        flaws.add(std::move(flaw));
        if (!utf8.ok()) return std::nullopt;
    }
    const std::size_t skipped = kept.size() - utf8.text.size();
    if (const void* nul = std::memchr(kept.data(), 0, kept.size())) {
        const auto line = std::count(static_cast<const char*>(kept.data()), static_cast<const char*>(nul), '\n') + 1;
        flaws.add(Severity::note, "nul-byte", line_text(static_cast<std::uint64_t>(line)),
                  "the file holds a NUL byte; text files have none", file);
    }
    RowReader reader(CsvFields(kept, skipped, dialect), dialect, file, limits, table, flaws);
    std::optional<std::vector<std::string>> names;
    if (header) {
        names = reader.header();
        if (!names) return std::nullopt;
        if (table.columns.empty()) {
            table.columns = *names;
            note_duplicates(*names, file, flaws);
        } else if (*names != table.columns) {
            flaws.add(Severity::partial, "header-differs", line_text(reader.header_line()),
                      "the first line is not the header of the table's first file; every file must begin with the same "
                      "header (here the line is read as a row)",
                      file);
            reader.header_is_a_row();
        }
    }
    reserve_cells(table, utf8.text, table.columns.size());
    reader.rows();
    return names;
}

}  // namespace plangrade
