// A folder of Parquet files as one table.
#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "evidence/parquet/parquet.hpp"
#include "evidence/parquet/partition.hpp"
#include "evidence/parquet/statistics.hpp"

namespace plangrade::parquet {
namespace {

/// What is kept of single files' columns and metadata together: 10 000 files of 20 columns need about that much.
constexpr std::uint64_t kKeptBytes = 64 << 20;

std::uint64_t kept_bytes(const ParquetFile& file) {
    std::uint64_t out = 0;
    for (const Column& column : file.columns) out += sizeof(Column) + 2 * column.name.size() + column.logical.size();
    for (const std::string& name : file.top_columns) out += 2 * sizeof(std::string) + name.size();
    for (const auto& [key, value] : file.metadata) out += 128 + key.size() + value.size();
    return out;
}

std::string type_of(const Column& column) {
    return column.logical.empty() ? column.physical : column.physical + " " + column.logical;
}

bool same_type(const Column& a, const Column& b) {
    return a.name == b.name && a.physical == b.physical && a.logical == b.logical && a.group == b.group;
}

/// The first difference between two files' schemas in words; "" where names and types are the same.
std::string difference(const std::vector<Column>& first, const std::vector<Column>& other) {
    for (std::size_t i = 0; i < std::min(first.size(), other.size()); ++i) {
        if (same_type(first[i], other[i])) continue;
        const std::string number = "column " + std::to_string(i + 1) + " is ";
        return number + other[i].name + " (" + type_of(other[i]) + ") here and " + first[i].name + " (" +
               type_of(first[i]) + ") there";
    }
    if (first.size() == other.size()) return "";
    return "it has " + std::to_string(other.size()) + " columns here and " + std::to_string(first.size()) + " there";
}

class DatasetReader {
  public:
    DatasetReader(const Tree& tree, std::string_view path, const Limits& limits) : tree_(tree), limits_(limits) {
        while (path.starts_with("./")) path.remove_prefix(2);
        while (path.ends_with('/')) path.remove_suffix(1);
        if (path == ".") path = "";
        out_.path = std::string(path);
        out_.flaws = Flaws(limits);
    }

    ParquetDataset read() {
        if (const TreeFile* file = tree_.find(out_.path))
            add_file(*file, {});
        else
            read_folder();
        if (out_.files.empty() && !out_.flaws.fatal())
            out_.flaws.add(Severity::fatal, "no-data-files", "",
                           "there are no data files in this folder (names that begin with _ or . are not data)",
                           out_.path);
        out_.sound = !out_.files.empty() && one_table_ && !out_.flaws.fatal();
        return std::move(out_);
    }

  private:
    struct DataFile {
        const TreeFile* file;
        std::vector<Partition> partitions;
    };

    std::string_view relative(const TreeFile& file) const {
        return std::string_view(file.path).substr(out_.path.empty() ? 0 : out_.path.size() + 1);
    }

    void read_folder() {
        const auto below = tree_.below(out_.path);
        if (below.empty()) {
            out_.flaws.add(Severity::fatal, "missing", "",
                           "there is no such folder; hand in the folder that Spark wrote, with all its files",
                           out_.path);
            return;
        }
        for (const DataFile& data : data_files(below)) {
            if (out_.files.size() >= limits_.parquet_files) {
                out_.flaws.add(
                    Severity::fatal, "limit", "",
                    "the folder has more data files than are read (" + limit_text(limits_, "parquet_files") + ")",
                    out_.path);
                return;
            }
            add_file(*data.file, data.partitions);
        }
    }

    std::vector<DataFile> data_files(std::span<const TreeFile> below) {
        std::vector<DataFile> out;
        for (const TreeFile& file : below) {
            if (relative(file) == "_SUCCESS") out_.success_marker = true;
            if (!hidden(relative(file))) out.push_back({&file, partitions_of(relative(file))});
        }
        const bool partitioned =
            std::any_of(out.begin(), out.end(), [](const DataFile& data) { return !data.partitions.empty(); });
        if (!partitioned) leave_out_plain_folders(out);
        return out;
    }

    /// In a table without partitions Spark lists the files of its folder alone.
    void leave_out_plain_folders(std::vector<DataFile>& files) {
        std::erase_if(files, [this](const DataFile& data) {
            if (relative(*data.file).find('/') == std::string_view::npos) return false;
            out_.other_files.push_back(data.file->path);
            out_.flaws.add(Severity::partial, "not-read-by-spark", "",
                           "this file stands in a folder inside the table's folder that is no partition (name=value); "
                           "Spark does not read it, nor is it counted here",
                           data.file->path);
            return true;
        });
    }

    void add_file(const TreeFile& tree_file, const std::vector<Partition>& partitions) {
        const auto source = open(tree_file);
        ParquetFile file = read_parquet_file(tree_file.path, *source, limits_);
        for (Flaw flaw : file.flaws) {
            flaw.file = tree_file.path;
            out_.flaws.add(std::move(flaw));
        }
        compare_partitions(tree_file.path, partitions);
        if (file.sound) {
            count_rows(file, partitions);
            join(file);
        }
        keep(std::move(file));
    }

    void compare_partitions(const std::string& path, const std::vector<Partition>& partitions) {
        std::vector<std::string> columns;
        for (const Partition& partition : partitions) columns.push_back(partition.column);
        if (out_.files.empty()) {
            out_.partition_columns = std::move(columns);
            return;
        }
        if (columns == out_.partition_columns) return;
        one_table_ = false;
        out_.flaws.add(Severity::partial, "mixed-partitions", "",
                       "its partition folders are not those of " + out_.files.front().path +
                           "; all files of a table lie below the same row of name=value folders",
                       path);
    }

    void count_rows(const ParquetFile& file, const std::vector<Partition>& partitions) {
        if (file.rows > std::numeric_limits<std::int64_t>::max() - out_.rows) {
            out_.flaws.add(Severity::fatal, "bad-row-count", "", "the rows of all files are more than 2^63-1",
                           file.path);
            return;
        }
        out_.rows += file.rows;
        for (const Partition& partition : partitions) {
            out_.partition_rows[partition.column + "=" + partition.value] += file.rows;
            const bool twice =
                std::find(file.top_columns.begin(), file.top_columns.end(), partition.column) != file.top_columns.end();
            if (twice && !std::exchange(partition_column_said_, true))
                out_.flaws.add(Severity::note, "partition-column-in-file", "column " + partition.column,
                               "the column is in the file and in its folder's name; Spark takes the folder's value",
                               file.path);
        }
    }

    void join(const ParquetFile& file) {
        if (!first_sound_) {
            first_sound_ = file.path;
            out_.columns = file.columns;
            out_.top_columns = file.top_columns;
            out_.top_types = file.top_types;
            return;
        }
        const std::string differs = difference(out_.columns, file.columns);
        if (differs.empty()) {
            for (std::size_t i = 0; i < file.columns.size(); ++i) merge(out_.columns[i].stats, file.columns[i].stats);
            return;
        }
        one_table_ = false;
        out_.flaws.add(Severity::partial, "schemas-differ", "",
                       "its schema is not that of " + *first_sound_ + ": " + differs, file.path);
        join_by_name(file);
    }

    /// Columns that the other file lacks, or has with another type, are unknown in part.
    void join_by_name(const ParquetFile& file) {
        std::unordered_map<std::string_view, const Column*> by_name;
        for (const Column& column : file.columns) by_name.emplace(column.name, &column);
        for (Column& column : out_.columns) {
            const auto other = by_name.find(column.name);
            merge(column.stats,
                  other != by_name.end() && same_type(*other->second, column) ? other->second->stats : ColumnStats{});
        }
    }

    void keep(ParquetFile file) {
        kept_ += kept_bytes(file);
        if (kept_ > kKeptBytes) {
            file.columns = {};
            file.metadata = {};
            file.top_columns = {};
            file.top_types = {};
            if (!std::exchange(not_kept_said_, true))
                out_.flaws.add(Severity::note, "columns-not-kept", "",
                               "from this file on the single files' columns are compared but not listed (more than " +
                                   std::to_string(kKeptBytes) + " bytes)",
                               file.path);
        }
        out_.files.push_back(std::move(file));
    }

    const Tree& tree_;
    const Limits& limits_;
    ParquetDataset out_;
    std::optional<std::string> first_sound_;
    std::uint64_t kept_ = 0;
    bool one_table_ = true;
    bool partition_column_said_ = false;
    bool not_kept_said_ = false;
};

}  // namespace

ParquetDataset read_parquet_dataset(const Tree& tree, std::string_view path, const Limits& limits) {
    return DatasetReader(tree, path, limits).read();
}

}  // namespace plangrade::parquet
