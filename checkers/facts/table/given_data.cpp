#include "facts/table/given_data.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "evidence/bytes.hpp"
#include "facts/table/date_prefix.hpp"

namespace plangrade {
namespace {

struct TypeName {
    std::string_view name;
    ColumnType type;
};
constexpr std::array kTypeNames{
    TypeName{"int", ColumnType::integer},         TypeName{"integer", ColumnType::integer},
    TypeName{"smallint", ColumnType::integer},    TypeName{"short", ColumnType::integer},
    TypeName{"tinyint", ColumnType::integer},     TypeName{"byte", ColumnType::integer},
    TypeName{"bigint", ColumnType::bigint},       TypeName{"long", ColumnType::bigint},
    TypeName{"text", ColumnType::text},           TypeName{"string", ColumnType::text},
    TypeName{"varchar", ColumnType::text},        TypeName{"char", ColumnType::text},
    TypeName{"boolean", ColumnType::text},        TypeName{"date", ColumnType::date},
    TypeName{"timestamp", ColumnType::timestamp}, TypeName{"timestamp_ntz", ColumnType::timestamp},
    TypeName{"decimal", ColumnType::decimal},     TypeName{"numeric", ColumnType::decimal},
    TypeName{"double", ColumnType::real},         TypeName{"float", ColumnType::real},
    TypeName{"real", ColumnType::real},
};

bool whole_number(ColumnType type) {
    return type == ColumnType::integer || type == ColumnType::bigint;
}

// How an integer's text must look: a declared column takes what Java's parseInt takes; a column of no declared type is
// only one of integers where nothing is lost by it (007 is a text).
bool parse_integer(std::string_view text, bool declared, std::int64_t& value) {
    if (declared && text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return false;
    if (declared) return true;
    const std::string_view digits = text.front() == '-' ? text.substr(1) : text;
    return digits == "0" ? text.front() != '-' : digits.front() != '0';
}

bool parse_real(std::string_view text) {
    double value = 0;
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::optional<ColumnType> column_type(std::string_view name) {
    std::string lower(name.substr(0, name.find('(')));  // decimal(10,2), varchar(20)
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    for (const TypeName& known : kTypeNames)
        if (known.name == lower) return known.type;
    return std::nullopt;
}

const char* to_string(ColumnType type) {
    switch (type) {
        case ColumnType::integer:
            return "int";
        case ColumnType::bigint:
            return "bigint";
        case ColumnType::text:
            return "text";
        case ColumnType::date:
            return "date";
        case ColumnType::timestamp:
            return "timestamp";
        case ColumnType::decimal:
            return "decimal";
        case ColumnType::real:
            break;
    }
    return "double";
}

GivenTable GivenTable::load(std::string name, const std::filesystem::path& file, CsvDialect dialect,
                            const std::map<std::string, ColumnType>& declared, const Limits& limits, Flaws& flaws) {
    GivenTable given;
    given.name_ = std::move(name);
    const std::string shown = file.filename().string();
    FileSource source(std::filesystem::canonical(file));  // the teacher may link to it
    if (source.size() > limits.table_bytes) {
        flaws.add(Severity::fatal, "too-large", {}, "the table goes over the " + limit_text(limits, "table_bytes"),
                  shown);
        return given;
    }
    std::optional<std::string> bytes = inflate_csv(read_all(source), shown, limits, flaws);
    if (!bytes) return given;
    if (!parse_csv(std::move(*bytes), dialect, true, shown, limits, given.table_, flaws) && !flaws.fatal())
        flaws.add(Severity::fatal, "empty", {}, "the given table is empty; it must begin with a header line", shown);
    given.type_columns(declared, flaws);
    return given;
}

void GivenTable::type_columns(const std::map<std::string, ColumnType>& declared, Flaws& flaws) {
    stats_.resize(table_.columns.size());
    integers_.resize(table_.columns.size());
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
        const std::string& name = table_.columns[column];
        const auto known = declared.find(name);
        ColumnType type = known == declared.end() ? ColumnType::integer : known->second;
        const bool is_declared = known != declared.end();
        if (whole_number(type)) {
            if (!read_integers(column, type, is_declared, flaws)) type = ColumnType::text;
        } else if (type == ColumnType::decimal || type == ColumnType::real) {
            check_values(column, type, flaws);
        }
        if (type == ColumnType::text || type == ColumnType::date || type == ColumnType::timestamp)
            measure_dates(column);
        columns_.push_back({name, type, is_declared});
    }
    for (std::size_t at = 0; at < table_.cells.size(); ++at)
        if (table_.cells[at].null) ++stats_[at % stats_.size()].nulls;
    for (const auto& [name, type] : declared)
        if (!column(name))
            flaws.add(Severity::note, "absent-column", {},
                      "the given table " + name_ + " has no column \"" + name + "\", though its type is declared");
}

// Reads a column of integers. A column of no declared type (`strict` false) turns out to be none at the first value
// that is no integer, or without any value: then false.
bool GivenTable::read_integers(std::size_t column, ColumnType& type, bool strict, Flaws& flaws) {
    std::vector<std::int64_t> values(table_.rows(), 0);
    GivenColumnStats& stats = stats_[column];
    std::optional<std::int64_t> least, most;
    std::uint64_t wrong = 0;
    std::size_t first_wrong = 0;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
        Cell& cell = table_.cells[row * table_.columns.size() + column];
        if (cell.null) continue;
        std::int64_t value = 0;
        const bool right = parse_integer(cell.text, strict, value);
        const bool narrow =
            value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
        if (!right || (strict && type == ColumnType::integer && !narrow)) {
            if (!strict) return false;
            if (wrong++ == 0) first_wrong = row;
            cell = Cell{{}, true};
            continue;
        }
        values[row] = value;
        if (!least || value < *least) least = value;
        if (!most || value > *most) most = value;
    }
    if (wrong != 0)
        flaws.add(Severity::note, "not-of-its-type", "row " + std::to_string(first_wrong + 1),
                  "column \"" + table_.columns[column] + "\" of the given table " + name_ + " has " +
                      std::to_string(wrong) + " values that are no " + to_string(type) + "; they are read as null");
    if (!strict && !least) return false;
    const bool narrow = !least || (*least >= std::numeric_limits<std::int32_t>::min() &&
                                   *most <= std::numeric_limits<std::int32_t>::max());
    if (!strict) type = narrow ? ColumnType::integer : ColumnType::bigint;
    stats.min_int = least;
    stats.max_int = most;
    integers_[column] = std::move(values);
    return true;
}

// A column of decimals or doubles: what is none is null.
void GivenTable::check_values(std::size_t column, ColumnType type, Flaws& flaws) {
    std::uint64_t wrong = 0;
    std::size_t first_wrong = 0;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
        Cell& cell = table_.cells[row * table_.columns.size() + column];
        if (cell.null || parse_real(cell.text)) continue;
        if (wrong++ == 0) first_wrong = row;
        cell = Cell{{}, true};
    }
    if (wrong != 0)
        flaws.add(Severity::note, "not-of-its-type", "row " + std::to_string(first_wrong + 1),
                  "column \"" + table_.columns[column] + "\" of the given table " + name_ + " has " +
                      std::to_string(wrong) + " values that are no " + to_string(type) + "; they are read as null");
}

void GivenTable::measure_dates(std::size_t column) {
    GivenColumnStats& stats = stats_[column];
    DatePrefix least, most;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
        const Cell& cell = table_.at(row, column);
        if (cell.null) continue;
        const DatePrefix date = date_prefix(cell.text);
        if (!date) {
            ++stats.no_date;
            continue;
        }
        if (!least || date < least) least = date;
        if (!most || most < date) most = date;
    }
    if (least) stats.min_date = least.text();
    if (most) stats.max_date = most.text();
}

std::vector<std::string> GivenTable::column_names() const {
    return table_.columns;
}

std::optional<std::size_t> GivenTable::column(std::string_view name) const {
    const auto found = std::find(table_.columns.begin(), table_.columns.end(), name);
    if (found == table_.columns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - table_.columns.begin());
}

}  // namespace plangrade
