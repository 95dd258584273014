#include "evidence/parquet/footer.hpp"

#include <optional>
#include <utility>

#include "evidence/parquet/plain_text.hpp"
#include "evidence/parquet/row_groups.hpp"
#include "evidence/parquet/schema.hpp"
#include "evidence/parquet/thrift_compact.hpp"

namespace plangrade::parquet {
namespace {

constexpr std::size_t kMetadataEntries = 100;
constexpr std::size_t kMetadataKey = 256;
constexpr std::size_t kMetadataValue = 4 << 10;
constexpr std::size_t kCreatedBy = 1 << 10;

/// Encryption.md, section 5.4: after a plain footer of a file with encrypted columns follow a nonce (12 bytes) and a
/// tag (16).
constexpr std::size_t kFooterSignature = 28;

/// A value that is read later, when the fields after it are known.
struct Postponed {
    std::size_t offset;
    ThriftType type;
};

class FooterDecoder {
  public:
    FooterDecoder(std::string_view footer, std::uint64_t footer_at, const Limits& limits, ParquetFile& file,
                  Flaws& flaws)
        : footer_(footer), footer_at_(footer_at), limits_(limits), file_(file), flaws_(flaws) {}

    void decode() {
        ThriftReader reader(footer_, limits_.parquet_thrift_depth);
        reader.structure(ThriftType::structure, [&](int id, ThriftType type) { read_field(reader, id, type); });
        if (failed(reader)) return;
        note_rest(reader);
        if (!schema_at_ || !rows_ || !row_groups_at_) {
            flaws_.add(Severity::fatal, "bad-footer", place(0),
                       "the footer lacks its schema, its count of rows or its row groups");
            return;
        }
        auto schema = read_schema();
        if (schema && read_data(*schema)) take_over(std::move(*schema));
    }

  private:
    std::string place(std::size_t offset) const { return "byte " + std::to_string(footer_at_ + offset); }

    bool failed(const ThriftReader& reader) {
        if (reader.ok()) return false;
        if (reader.error_code() != ThriftReader::kReported)
            flaws_.add(Severity::fatal, reader.error_code(), place(reader.error_offset()),
                       "the footer cannot be decoded: " + reader.error());
        return true;
    }

    void read_field(ThriftReader& reader, int id, ThriftType type) {
        switch (id) {
            case 2:
                postpone(reader, type, schema_at_);
                break;
            case 3:
                rows_ = reader.integer(type);
                break;
            case 4:
                postpone(reader, type, row_groups_at_);
                break;
            case 5:
                reader.list(type, [&](ThriftType element) { read_key_value(reader, element); });
                break;
            case 6:
                file_.created_by = as_utf8_up_to(reader.binary(type), kCreatedBy);
                break;
            case 7:
                read_orders(reader, type);
                break;
            case 8:
                encrypted_ = true;
                reader.skip_field(type);
                break;
            default:
                reader.skip_field(type);
        }
    }

    static void postpone(ThriftReader& reader, ThriftType type, std::optional<Postponed>& out) {
        out = Postponed{reader.offset(), type};
        reader.skip_field(type);
    }

    void read_key_value(ThriftReader& reader, ThriftType type) {
        std::string_view key;
        std::string_view value;
        reader.structure(type, [&](int id, ThriftType field) {
            if (id == 1)
                key = reader.binary(field);
            else if (id == 2)
                value = reader.binary(field);
            else
                reader.skip_field(field);
        });
        if (!reader.ok()) return;
        if (file_.metadata.size() >= kMetadataEntries) {
            if (!std::exchange(metadata_cut_, true))
                flaws_.add(
                    Severity::note, "metadata-cut", place(reader.offset()),
                    "only the first " + std::to_string(kMetadataEntries) + " entries of key-value metadata are kept");
            return;
        }
        file_.metadata.insert_or_assign(as_utf8_up_to(key, kMetadataKey), as_utf8_up_to(value, kMetadataValue));
    }

    void read_orders(ThriftReader& reader, ThriftType type) {
        orders_.clear();
        reader.list(type, [&](ThriftType element) {
            ColumnOrder order = ColumnOrder::other;
            reader.structure(element, [&](int id, ThriftType field) {
                if (id == 1 || id == 2) order = ColumnOrder::by_type;
                reader.skip_field(field);
            });
            if (orders_.size() <= limits_.parquet_columns) orders_.push_back(order);
        });
    }

    void note_rest(const ThriftReader& reader) {
        if (encrypted_)
            flaws_.add(Severity::partial, "encrypted-columns", "",
                       "columns of this file are encrypted (its footer is plain): their content cannot be read without "
                       "the key");
        const std::size_t expected = encrypted_ ? kFooterSignature : 0;
        if (reader.left() != expected)
            flaws_.add(Severity::note, "footer-rest", place(reader.offset()),
                       std::to_string(reader.left()) + " bytes of the footer follow its end");
    }

    std::optional<Schema> read_schema() {
        ThriftReader reader(footer_, limits_.parquet_thrift_depth, schema_at_->offset);
        const auto elements = read_schema_elements(reader, schema_at_->type, limits_);
        if (failed(reader)) return std::nullopt;
        return build_schema(elements, limits_, flaws_);
    }

    std::vector<StatisticsRules> rules(std::size_t leaves) {
        const bool short_text_is_whole =
            file_.created_by.starts_with("parquet-mr") || file_.created_by.starts_with("parquet-cpp");
        std::vector<StatisticsRules> out(leaves, {ColumnOrder::absent, short_text_is_whole});
        if (!orders_.empty() && orders_.size() != leaves) {
            flaws_.add(Severity::note, "column-orders", "",
                       "the footer lists orders of " + std::to_string(orders_.size()) + " columns, the schema has " +
                           std::to_string(leaves) + "; they are not used");
            return out;
        }
        for (std::size_t i = 0; i < orders_.size(); ++i) out[i].order = orders_[i];
        return out;
    }

    bool read_data(Schema& schema) {
        ThriftReader reader(footer_, limits_.parquet_thrift_depth, row_groups_at_->offset);
        const RowGroups groups = read_row_groups(reader, row_groups_at_->type, schema.leaves,
                                                 rules(schema.leaves.size()), footer_at_, flaws_);
        if (failed(reader)) return false;
        file_.row_groups = groups.count;
        file_.rows = static_cast<std::int64_t>(groups.rows);
        if (*rows_ == file_.rows) return true;
        // Some writers leave 0 (parquet-testing's repeated_no_annotation.parquet); readers count the row groups' rows.
        const bool left_out = *rows_ == 0;
        flaws_.add(left_out ? Severity::partial : Severity::fatal, "bad-row-count", place(0),
                   "the footer says the file has " + std::to_string(*rows_) + " rows, but its " +
                       std::to_string(groups.count) + " row groups have " + std::to_string(groups.rows));
        return left_out;
    }

    void take_over(Schema&& schema) {
        file_.columns.reserve(schema.leaves.size());
        for (Leaf& leaf : schema.leaves) file_.columns.push_back(std::move(leaf.column));
        file_.top_columns = std::move(schema.top_columns);
        file_.top_types = std::move(schema.top_types);
    }

    std::string_view footer_;
    std::uint64_t footer_at_;
    const Limits& limits_;
    ParquetFile& file_;
    Flaws& flaws_;
    std::optional<Postponed> schema_at_;
    std::optional<Postponed> row_groups_at_;
    std::optional<std::int64_t> rows_;
    std::vector<ColumnOrder> orders_;
    bool encrypted_ = false;
    bool metadata_cut_ = false;
};

}  // namespace

void decode_footer(std::string_view footer, std::uint64_t footer_at, const Limits& limits, ParquetFile& file,
                   Flaws& flaws) {
    FooterDecoder(footer, footer_at, limits, file, flaws).decode();
}

}  // namespace plangrade::parquet
