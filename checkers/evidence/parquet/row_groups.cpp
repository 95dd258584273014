#include "evidence/parquet/row_groups.hpp"

#include <array>
#include <limits>
#include <optional>

#include "evidence/parquet/plain_text.hpp"

namespace plangrade::parquet {
namespace {

constexpr std::uint64_t kMostRows = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMagicBytes = 4;

std::string codec_name(std::int32_t number) {
    constexpr std::array kNames{"UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"};
    if (number < 0 || number >= static_cast<std::int32_t>(kNames.size()))
        return "unknown(" + std::to_string(number) + ")";
    return kNames[static_cast<std::size_t>(number)];
}

/// ColumnChunk of parquet.thrift with its ColumnMetaData.
struct Chunk {
    bool elsewhere = false;  ///< its data are said to lie in another file
    bool encrypted = false;
    bool described = false;  ///< it has its ColumnMetaData
    std::optional<std::int32_t> type;
    std::string path;
    std::optional<std::int32_t> codec;
    std::optional<std::int64_t> values, bytes, data_at;
    std::int64_t dictionary_at = 0;
    std::optional<RawStatistics> statistics;
};

std::string read_path(ThriftReader& reader, ThriftType type) {
    std::string out;
    bool first = true;
    reader.list(type, [&](ThriftType element) {
        if (!first) out += '.';
        first = false;
        out += reader.binary(element);
    });
    return out;
}

void read_description(ThriftReader& reader, ThriftType type, Chunk& out) {
    out.described = true;
    reader.structure(type, [&](int id, ThriftType field) {
        switch (id) {
            case 1:
                out.type = reader.integer32(field);
                break;
            case 3:
                out.path = read_path(reader, field);
                break;
            case 4:
                out.codec = reader.integer32(field);
                break;
            case 5:
                out.values = reader.integer(field);
                break;
            case 7:
                out.bytes = reader.integer(field);
                break;
            case 9:
                out.data_at = reader.integer(field);
                break;
            case 11:
                out.dictionary_at = reader.integer(field);
                break;
            case 12:
                out.statistics = read_statistics(reader, field);
                break;
            default:
                reader.skip_field(field);
        }
    });
}

Chunk read_chunk(ThriftReader& reader, ThriftType type) {
    Chunk out;
    reader.structure(type, [&](int id, ThriftType field) {
        switch (id) {
            case 1:
                out.elsewhere = !reader.binary(field).empty();
                break;
            case 3:
                read_description(reader, field, out);
                break;
            case 8:
            case 9:
                out.encrypted = true;
                reader.skip_field(field);
                break;
            default:
                reader.skip_field(field);
        }
    });
    return out;
}

class RowGroupsReader {
  public:
    RowGroupsReader(ThriftReader& reader, std::vector<Leaf>& leaves, const std::vector<StatisticsRules>& rules,
                    std::uint64_t data_end, Flaws& flaws)
        : reader_(reader), leaves_(leaves), rules_(rules), data_end_(data_end), flaws_(flaws), chunks_(leaves.size()) {}

    RowGroups read(ThriftType type) {
        for (Leaf& leaf : leaves_) leaf.column.stats = no_statistics();
        reader_.list(type, [this](ThriftType element) { read_row_group(element); });
        if (reader_.ok() && chunks_with_values_ != 0 && chunks_inside_ == 0) {
            flaws_.add(
                Severity::fatal, "no-data", "",
                "the footer tells of " + std::to_string(out_.rows) + " rows, but no column's data lie in the file");
            reader_.fail("said", ThriftReader::kReported);
        }
        return out_;
    }

  private:
    /// What a row group tells of one column; kept until the row group's count of rows is known, which follows its
    /// columns.
    struct ChunkFacts {
        ColumnStats stats;
        std::uint64_t values = 0;
        bool described = false;
    };

    void read_row_group(ThriftType type) {
        std::optional<std::int64_t> rows;
        std::optional<std::size_t> columns;
        reader_.structure(type, [&](int id, ThriftType field) {
            if (id == 1 && columns)
                reader_.fail("a row group lists its columns twice");
            else if (id == 1)
                columns = read_chunks(field);
            else if (id == 3)
                rows = reader_.integer(field);
            else
                reader_.skip_field(field);
        });
        if (!reader_.ok()) return;
        if (columns.value_or(0) != leaves_.size())
            return fatal("bad-schema", {},
                         "it has " + std::to_string(columns.value_or(0)) + " column chunks; the schema has " +
                             std::to_string(leaves_.size()) + " columns");
        if (!rows) return fatal("bad-row-count", {}, "it does not say how many rows it has");
        if (*rows < 0) return fatal("bad-row-count", {}, "it says it has " + std::to_string(*rows) + " rows");
        if (static_cast<std::uint64_t>(*rows) > kMostRows - out_.rows)
            return fatal("bad-row-count", {}, "the rows of all row groups are more than 2^63-1");
        finish_row_group(static_cast<std::uint64_t>(*rows));
    }

    std::size_t read_chunks(ThriftType type) {
        std::size_t column = 0;
        reader_.list(type, [&](ThriftType element) {
            const Chunk chunk = read_chunk(reader_, element);
            if (!reader_.ok()) return;
            if (column >= leaves_.size())
                return fatal("bad-schema", {}, "it has more column chunks than the schema has columns");
            check_chunk(chunk, leaves_[column], chunks_[column], column);
            ++column;
        });
        return column;
    }

    void check_chunk(const Chunk& chunk, Leaf& leaf, ChunkFacts& facts, std::size_t column) {
        facts = {};
        if (chunk.elsewhere)
            return fatal("data-elsewhere", leaf.column.name,
                         "its data are said to lie in another file; hand in files that hold their own data");
        if (!chunk.described) {
            if (!chunk.encrypted) fatal("bad-column-chunk", leaf.column.name, "it has no description (ColumnMetaData)");
            return;
        }
        if (!chunk.type || !chunk.codec || !chunk.values || !chunk.bytes || !chunk.data_at)
            return fatal(
                "bad-column-chunk", leaf.column.name,
                "its description lacks one of type, codec, num_values, total_compressed_size and data_page_offset");
        if (!check_place(chunk, leaf)) return;
        if (leaf.column.codec.empty()) leaf.column.codec = codec_name(*chunk.codec);
        facts.described = true;
        facts.values = static_cast<std::uint64_t>(*chunk.values);
        if (*chunk.type != static_cast<std::int32_t>(leaf.physical)) {
            flaws_.add(Severity::partial, "column-type-differs", place(leaf.column.name),
                       "the column chunk has another type than the schema's column; its statistics are not used");
            return;
        }
        if (chunk.path.size() > leaf.column.name.size() || as_utf8(chunk.path) != leaf.column.name) {
            flaws_.add(Severity::partial, "column-name-differs", place(leaf.column.name),
                       "the column chunk says it belongs to column " + as_utf8_up_to(chunk.path, 200) +
                           "; its statistics are not used");
            return;
        }
        std::string_view problem;
        facts.stats = chunk_statistics(chunk.statistics, leaf, rules_[column], facts.values, problem);
        if (!problem.empty())
            flaws_.add(Severity::note, "bad-statistics", place(leaf.column.name),
                       std::string(problem) + "; the statistics are not used");
    }

    /// The chunk's pages must lie between the first magic and the footer. A wrong size or place is said but leaves the
    /// footer standing, as other readers have it (parquet-testing's ARROW-RS-GH-6229-DICTHEADER.parquet); a file
    /// without any data where they should be does not.
    bool check_place(const Chunk& chunk, const Leaf& leaf) {
        const std::string& name = leaf.column.name;
        if (*chunk.values < 0 || *chunk.bytes < 0 || *chunk.data_at < 0 || chunk.dictionary_at < 0) {
            fatal("bad-column-chunk", name, "a count, size or offset is negative");
            return false;
        }
        if (*chunk.values == 0) return true;  // nothing was written; some writers put 0 for the place
        // an offset of 0 means "no dictionary" for some writers; a dictionary stands before the data pages
        const bool dictionary = chunk.dictionary_at > 0 && chunk.dictionary_at < *chunk.data_at;
        const std::int64_t begin = dictionary ? chunk.dictionary_at : *chunk.data_at;
        const std::uint64_t end = static_cast<std::uint64_t>(begin) + static_cast<std::uint64_t>(*chunk.bytes);
        const bool begins_inside = begin >= kMagicBytes && static_cast<std::uint64_t>(*chunk.data_at) < data_end_;
        ++chunks_with_values_;
        if (begins_inside) ++chunks_inside_;
        if (begins_inside && end <= data_end_) return true;
        flaws_.add(Severity::partial, "bad-column-chunk", place(name),
                   "its pages are said to be the bytes " + std::to_string(begin) + " to " + std::to_string(end) +
                       ", but data lie between byte 4 and the footer at byte " + std::to_string(data_end_));
        return true;
    }

    void finish_row_group(std::uint64_t rows) {
        for (std::size_t i = 0; i < leaves_.size(); ++i) {
            ChunkFacts& facts = chunks_[i];
            if (facts.described && !leaves_[i].repeated && facts.values != rows) {
                flaws_.add(Severity::partial, "values-not-rows", place(leaves_[i].column.name),
                           "the column has " + std::to_string(facts.values) + " values, the row group " +
                               std::to_string(rows) + " rows; the column's statistics are not used");
                facts.stats = {};
            }
            merge(leaves_[i].column.stats, facts.stats);
        }
        out_.rows += rows;
        ++out_.count;
    }

    std::string place(const std::string& column) const {
        const std::string group = "row group " + std::to_string(out_.count + 1);
        return column.empty() ? group : group + ", column " + column;
    }

    void fatal(std::string code, const std::string& column, std::string message) {
        flaws_.add(Severity::fatal, std::move(code), place(column), std::move(message));
        reader_.fail("said", ThriftReader::kReported);
    }

    ThriftReader& reader_;
    std::vector<Leaf>& leaves_;
    const std::vector<StatisticsRules>& rules_;
    std::uint64_t data_end_;
    Flaws& flaws_;
    std::vector<ChunkFacts> chunks_;
    std::uint64_t chunks_with_values_ = 0;
    std::uint64_t chunks_inside_ = 0;
    RowGroups out_;
};

}  // namespace

RowGroups read_row_groups(ThriftReader& reader, ThriftType type, std::vector<Leaf>& leaves,
                          const std::vector<StatisticsRules>& rules, std::uint64_t data_end, Flaws& flaws) {
    return RowGroupsReader(reader, leaves, rules, data_end, flaws).read(type);
}

}  // namespace plangrade::parquet
