#include "submission/unpack.hpp"

#include <algorithm>
#include <vector>

#include "evidence/bytes.hpp"
#include "evidence/digest.hpp"
#include "submission/archive_kind.hpp"
#include "submission/archive_reader.hpp"
#include "submission/blob_writer.hpp"
#include "submission/entry_name.hpp"

namespace plangrade {
namespace {

constexpr std::size_t kFirstBytes = 512;
constexpr const char* kNoFile = "the archive holds no file; hand in the folder that your run left behind";

const char* advice(EntryType type) {
    switch (type) {
        case EntryType::symbolic_link:
            return "it is a symbolic link; pack the file itself (tar --dereference does)";
        case EntryType::hard_link:
            return "it is a link to another entry; pack the file itself (tar --hard-dereference does)";
        case EntryType::sparse_file:
            return "it is packed as a sparse file; pack without --sparse";
        case EntryType::encrypted_file:
            return "it is encrypted; pack without a password";
        case EntryType::other:
            return "it is a device, pipe or socket; only regular files and folders can be handed in";
        case EntryType::file:
        case EntryType::folder:
            break;
    }
    return "it can't be read";
}

/// One unpacking: a member function for each thing that can be wrong.
class Unpacking {
  public:
    Unpacking(const std::filesystem::path& archive, ArchiveKind kind, BlobWriter& blobs, const Limits& limits,
              Flaws& flaws)
        : reader_(archive, kind), kind_(kind), blobs_(blobs), limits_(limits), flaws_(flaws) {}

    std::vector<TreeFile> run() {
        ArchiveEntry entry;
        while (true) {
            const ReadEnd state = reader_.next(entry);
            if (state == ReadEnd::end) break;
            if (state != ReadEnd::more) {
                unreadable(state);
                return {};
            }
            ++entries_;
            if (!within_limits(entry) || !take(entry)) return {};
        }
        finish();
        return std::move(files_);
    }

  private:
    void fatal(const ArchiveEntry& entry, std::string code, std::string message) {
        flaws_.add(Severity::fatal, std::move(code), "entry " + std::to_string(entries_), std::move(message),
                   shown_name(entry.raw_name));
    }

    void unreadable(ReadEnd state) {
        if (state == ReadEnd::not_archive && kind_ != ArchiveKind::tar && kind_ != ArchiveKind::zip && entries_ == 0)
            flaws_.add(Severity::fatal, "not-an-archive", "",
                       "the file is compressed, but what it holds is no tar archive, or it is cut at its beginning; "
                       "hand in a tar, "
                       "tar.gz, tar.zst or zip");
        else if (kind_ == ArchiveKind::zip && entries_ == 0)
            flaws_.add(Severity::fatal, "damaged-archive", "",
                       "the zip archive has no readable list of its files at its end: it was cut, or it is damaged");
        else
            flaws_.add(Severity::fatal, "damaged-archive", "after entry " + std::to_string(entries_),
                       "the archive ends too early or is damaged; pack and send it again");
    }

    bool within_limits(const ArchiveEntry& entry) {
        if (entries_ > limits_.submission_entries) {
            fatal(entry, "too-many-entries",
                  "the archive holds more entries than a submission may (" + limit_text(limits_, "submission_entries") +
                      ")");
            return false;
        }
        // Headers count as well: what comes out of the compression must not grow without files growing.
        const std::uint64_t headers = limits_.submission_entries * (limits_.path_bytes + 4096);
        if (reader_.unpacked_bytes() > limits_.submission_bytes + headers || bytes_ > limits_.submission_bytes) {
            fatal(entry, "too-large",
                  "the files are larger than a submission may be (" + limit_text(limits_, "submission_bytes") + ")");
            return false;
        }
        const std::uint64_t out = std::max(bytes_, reader_.unpacked_bytes());
        if (out > limits_.inflate_ratio_from_bytes && out / limits_.inflate_ratio > reader_.packed_bytes()) {
            fatal(entry, "inflates-too-much",
                  "the archive unpacks to far more than real files do (" + limit_text(limits_, "inflate_ratio") + ")");
            return false;
        }
        return true;
    }

    bool take(const ArchiveEntry& entry) {
        EntryName name = entry_name(entry.raw_name, limits_);
        if (!name.usable()) {
            fatal(entry, name.code, std::move(name.problem));
            return false;
        }
        if (entry.type == EntryType::folder) return true;
        if (entry.type != EntryType::file) {
            fatal(entry, entry.type == EntryType::encrypted_file ? "encrypted" : "not-a-file", advice(entry.type));
            return false;
        }
        if (name.path.empty()) {
            fatal(entry, "bad-name", "the file has no name");
            return false;
        }
        if (std::string problem = names_.add_file(name.path); !problem.empty()) {
            fatal(entry, "ambiguous-name", std::move(problem));
            return false;
        }
        return copy(entry, std::move(name.path));
    }

    bool copy(const ArchiveEntry& entry, std::string path) {
        blobs_.begin();
        std::uint64_t size = 0;
        std::string_view piece;
        while (true) {
            const ReadEnd state = reader_.read(piece);
            if (state == ReadEnd::end) break;
            if (state != ReadEnd::more) {
                fatal(entry, "damaged-archive",
                      "the archive ends inside of this file, or the file's bytes are damaged or packed by a method "
                      "that is not read; "
                      "pack it again (tar, or zip with deflate) and send it again");
                return false;
            }
            size += piece.size();
            bytes_ += piece.size();
            if (!within_limits(entry)) return false;
            blobs_.write(piece);
        }
        files_.push_back({std::move(path), size, blobs_.finish()});
        return true;
    }

    void finish() {
        if (files_.empty()) {
            flaws_.add(Severity::fatal, "empty-archive", "", kNoFile);
        } else if (!reader_.has_end_mark()) {
            flaws_.add(Severity::note, "no-end-mark", "after entry " + std::to_string(entries_),
                       "the tar archive has no end mark: it may have been cut, and files may be missing");
        }
        blobs_.sync();
    }

    ArchiveReader reader_;
    ArchiveKind kind_;
    BlobWriter& blobs_;
    const Limits& limits_;
    Flaws& flaws_;
    EntryNames names_;
    std::vector<TreeFile> files_;
    std::uint64_t entries_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace

bool looks_like_archive(std::string_view first_bytes) {
    return archive_kind(first_bytes) != ArchiveKind::none;
}

Unpacked unpack(const std::filesystem::path& archive, const std::filesystem::path& directory, const Limits& limits,
                bool durable) {
    Unpacked out{{}, Flaws(limits)};
    FileSource source(archive);
    std::string first(kFirstBytes, '\0');
    first.resize(source.read_at(0, first));
    const ArchiveKind kind = archive_kind(first);
    if (kind == ArchiveKind::none) {
        out.flaws.add(Severity::fatal, "not-an-archive", "",
                      std::string("this is ") + looks_like(first) +
                          ", not an archive; hand in a tar, tar.gz, tar.zst or zip of your folder");
        return out;
    }
    if (source.size() > limits.submission_packed_bytes) {
        out.flaws.add(Severity::fatal, "too-large", "",
                      "the archive is larger than it may be (" + limit_text(limits, "submission_packed_bytes") + ")");
        return out;
    }
    if (first.starts_with("PK\x05\x06")) {  // a zip that begins with its end record
        out.flaws.add(Severity::fatal, "empty-archive", "", kNoFile);
        return out;
    }
    BlobWriter blobs(directory, durable);
    std::vector<TreeFile> files = Unpacking(archive, kind, blobs, limits, out.flaws).run();
    if (out.flaws.fatal()) return out;
    out.tree = Tree(std::move(files));
    if (out.tree.files().empty())
        out.flaws.add(Severity::fatal, "empty-archive", "",
                      "the archive holds only files that an operating system leaves behind (__MACOSX, .DS_Store)");
    return out;
}

std::string digest_of_unpacked(const Tree& tree) {
    Sha256 all;
    for (const TreeFile& file : tree.files()) {
        all.update(file.path);
        all.update(std::string_view("\0", 1));
        all.update(std::to_string(file.size));
        all.update(std::string_view("\0", 1));
        all.update(file.where.filename().string());
        all.update("\n");
    }
    return "sha256:" + all.hex();
}

}  // namespace plangrade
