#include "evidence/parquet/schema.hpp"

#include <set>

#include "evidence/parquet/plain_text.hpp"

namespace plangrade::parquet {
namespace {

// A leaf's name holds those of all groups above it: without bounds a small footer could ask for much memory.
constexpr std::size_t kNameBytes = 64 << 10;
constexpr std::size_t kAllNamesBytes = 16 << 20;

SchemaElement read_element(ThriftReader& reader, ThriftType type) {
    SchemaElement out;
    reader.structure(type, [&](int id, ThriftType field) {
        switch (id) {
            case 1:
                out.type = reader.integer32(field);
                break;
            case 2:
                out.fixed_bytes = reader.integer32(field);
                break;
            case 3:
                out.repetition = reader.integer32(field);
                break;
            case 4:
                out.name = reader.binary(field);
                break;
            case 5:
                out.children = reader.integer32(field);
                out.is_group = true;
                break;
            case 6:
                out.converted = reader.integer32(field);
                break;
            case 7:
                out.scale = reader.integer32(field);
                break;
            case 8:
                out.precision = reader.integer32(field);
                break;
            case 10:
                out.logical = read_logical_type(reader, field);
                break;
            default:
                reader.skip_field(field);
        }
    });
    return out;
}

/// Walks the list in its order (depth first) and keeps the groups that are still open.
class SchemaBuilder {
  public:
    SchemaBuilder(const std::vector<SchemaElement>& elements, const Limits& limits, Flaws& flaws)
        : elements_(elements), limits_(limits), flaws_(flaws) {}

    std::optional<Schema> build() {
        if (elements_.empty()) return refuse("the schema is empty; it must begin with a root");
        if (elements_[0].type && elements_[0].children == 0)
            return refuse("the schema's root is a column; it must be a group");
        if (!open_group(elements_[0], "", false, "")) return std::nullopt;
        for (at_ = 1; at_ < elements_.size(); ++at_) {
            close_full_groups();
            if (open_.empty()) return refuse("the schema goes on after the last child of its root");
            if (!add(elements_[at_])) return std::nullopt;
        }
        close_full_groups();
        if (!open_.empty()) return refuse("the schema ends before the last child of its root");
        note_equal_names();
        return std::move(out_);
    }

  private:
    struct Group {
        std::int32_t left;  ///< children not seen yet
        std::string prefix;
        bool repeated;
        std::string top_type;  ///< of the top-level group it belongs to; "" for the root
    };

    std::nullopt_t refuse(std::string message) {
        flaws_.add(Severity::fatal, "bad-schema", "schema element " + std::to_string(at_), std::move(message));
        return std::nullopt;
    }

    void close_full_groups() {
        while (!open_.empty() && open_.back().left == 0) open_.pop_back();
    }

    bool open_group(const SchemaElement& element, std::string prefix, bool repeated, std::string top_type) {
        if (element.children < 0 || static_cast<std::uint64_t>(element.children) > elements_.size() - 1 - at_) {
            refuse("a group says it has " + std::to_string(element.children) + " children, but " +
                   std::to_string(elements_.size() - 1 - at_) + " elements follow");
            return false;
        }
        if (open_.size() >= limits_.parquet_thrift_depth) {
            flaws_.add(Severity::fatal, "limit", "schema element " + std::to_string(at_),
                       "groups stand inside each other more deeply than is read (" +
                           limit_text(limits_, "parquet_thrift_depth") + ")");
            return false;
        }
        open_.push_back({element.children, std::move(prefix), repeated, std::move(top_type)});
        return true;
    }

    bool add(const SchemaElement& element) {
        Group& parent = open_.back();
        --parent.left;
        if (!element.repetition || *element.repetition < 0 || *element.repetition > 3) {
            refuse("it does not say whether it is required, optional or repeated");
            return false;
        }
        const bool top = open_.size() == 1;
        const bool repeated = parent.repeated || *element.repetition >= 2;
        const bool too_long = parent.prefix.size() + element.name.size() > kNameBytes;
        std::string name = too_long ? std::string() : parent.prefix + as_utf8(element.name);
        names_bytes_ += name.size();
        if (too_long || name.size() > kNameBytes || names_bytes_ > kAllNamesBytes) {
            refuse("column names are longer than is read (" + std::to_string(kNameBytes) +
                   " bytes each with its groups, " + std::to_string(kAllNamesBytes) + " bytes together)");
            return false;
        }
        const bool group = element.children > 0 || (!element.type && element.is_group);
        if (group) {
            const std::string type = top ? group_type(element) : parent.top_type;
            if (top) add_top(name, type);
            return open_group(element, name + ".", repeated, type);
        }
        return add_leaf(element, std::move(name), top, repeated, parent.top_type);
    }

    bool add_leaf(const SchemaElement& element, std::string name, bool top, bool repeated,
                  const std::string& top_type) {
        const auto physical = physical_of(element.type.value_or(-1));
        if (!physical) {
            refuse(element.type ? "its physical type is " + std::to_string(*element.type) +
                                      "; Parquet has 0 (BOOLEAN) to 7 (FIXED_LEN_BYTE_ARRAY)"
                                : "it has neither a type nor children");
            return false;
        }
        Leaf leaf;
        leaf.physical = *physical;
        leaf.fixed_bytes = element.fixed_bytes;
        leaf.repeated = repeated;
        leaf.logical = logical_type(element, *physical, name);
        leaf.column.name = std::move(name);
        leaf.column.physical = to_text(*physical);
        leaf.column.logical = to_text(leaf.logical);
        leaf.column.nested = !top;
        leaf.column.required = *element.repetition == 0;
        leaf.column.group = top ? (*element.repetition >= 2 ? "array" : "") : top_type;
        if (top) add_top(leaf.column.name, leaf.column.sql_type());
        out_.leaves.push_back(std::move(leaf));
        return true;
    }

    LogicalType logical_type(const SchemaElement& element, Physical physical, const std::string& name) {
        LogicalType type = element.logical;
        if (type.kind == LogicalType::Kind::none && element.converted)
            type = from_converted_type(*element.converted, element.precision, element.scale);
        if (fits(type, physical, element.fixed_bytes)) return type;
        flaws_.add(Severity::partial, "bad-logical-type", "column " + name,
                   "the logical type " + to_text(type) + " cannot stand on " + to_text(physical) + "; it is left out");
        return {};
    }

    /// How Spark names the type of a top-level group (ParquetSchemaConverter).
    static std::string group_type(const SchemaElement& element) {
        LogicalType type = element.logical;
        if (type.kind == LogicalType::Kind::none && element.converted)
            type = from_converted_type(*element.converted, 0, 0);
        switch (type.kind) {
            case LogicalType::Kind::list:
                return "array";
            case LogicalType::Kind::map:
                return "map";
            case LogicalType::Kind::variant:
                return "variant";
            default:
                return *element.repetition >= 2 ? "array" : "struct";
        }
    }

    void add_top(const std::string& name, std::string type) {
        out_.top_columns.push_back(name);
        out_.top_types.push_back(std::move(type));
    }

    void note_equal_names() {
        std::set<std::string_view> seen;
        for (const std::string& name : out_.top_columns)
            if (!seen.insert(name).second)
                flaws_.add(Severity::partial, "duplicate-column", "column " + name,
                           "two columns have the same name; readers cannot tell them apart");
    }

    const std::vector<SchemaElement>& elements_;
    const Limits& limits_;
    Flaws& flaws_;
    std::size_t at_ = 0;
    std::size_t names_bytes_ = 0;
    std::vector<Group> open_;
    Schema out_;
};

}  // namespace

std::vector<SchemaElement> read_schema_elements(ThriftReader& reader, ThriftType type, const Limits& limits) {
    std::vector<SchemaElement> out;
    reader.list(type, [&](ThriftType element) {
        if (out.size() >= limits.parquet_columns) {
            reader.fail("the schema has more elements than are read (" + limit_text(limits, "parquet_columns") + ")",
                        "limit");
            return;
        }
        out.push_back(read_element(reader, element));
    });
    return out;
}

std::optional<Schema> build_schema(const std::vector<SchemaElement>& elements, const Limits& limits, Flaws& flaws) {
    return SchemaBuilder(elements, limits, flaws).build();
}

}  // namespace plangrade::parquet
