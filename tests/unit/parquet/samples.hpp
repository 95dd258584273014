// The small files of fixtures/parquet, and footers written by hand for what no writer would write.
#pragma once

#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "evidence/parquet/parquet.hpp"

namespace plangrade::parquet {

inline std::string sample(const std::string& name) {
    std::ifstream in(std::string(PLANGRADE_SOURCE_DIR) + "/fixtures/parquet/" + name, std::ios::binary);
    if (!in) throw std::runtime_error("no fixture " + name);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline ParquetFile read_bytes(std::string_view bytes, const Limits& limits = {}) {
    MemorySource source(bytes);
    return read_parquet_file("sample.parquet", source, limits);
}

inline std::string length_bytes(std::uint32_t length) {
    std::string out;
    for (int i = 0; i < 4; ++i) out += static_cast<char>(length >> (8 * i) & 0xff);
    return out;
}

/// A file of 100 bytes of "pages" and that footer.
inline std::string file_of(const std::string& footer, std::size_t pages = 100) {
    return "PAR1" + std::string(pages, 'x') + footer + length_bytes(static_cast<std::uint32_t>(footer.size())) + "PAR1";
}

/// Writes Thrift's compact protocol; fields must come in the order of their numbers.
class Compact {
  public:
    Compact& i32(int id, std::int64_t value) { return head(id, 5).number(value); }
    Compact& i64(int id, std::int64_t value) { return head(id, 6).number(value); }
    Compact& flag(int id, bool value) { return head(id, value ? 1 : 2); }
    Compact& text(int id, std::string_view value) { return head(id, 8).raw_text(value); }
    Compact& structure(int id, const Compact& value) {
        head(id, 12);
        out_ += value.done();
        return *this;
    }
    Compact& structures(int id, std::initializer_list<Compact> values) {
        head(id, 9);
        list_head(values.size(), 12);
        for (const Compact& value : values) out_ += value.done();
        return *this;
    }
    Compact& texts(int id, std::initializer_list<std::string_view> values) {
        head(id, 9);
        list_head(values.size(), 8);
        for (const std::string_view value : values) raw_text(value);
        return *this;
    }
    Compact& raw(std::string_view bytes) {
        out_ += bytes;
        return *this;
    }
    std::string done() const { return out_ + '\0'; }

  private:
    Compact& head(int id, int type) {
        out_ += static_cast<char>((id - last_) << 4 | type);
        last_ = id;
        return *this;
    }
    Compact& number(std::int64_t value) {
        varint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
        return *this;
    }
    Compact& raw_text(std::string_view value) {
        varint(value.size());
        out_ += value;
        return *this;
    }
    void list_head(std::size_t count, int type) {
        if (count < 15) {
            out_ += static_cast<char>(count << 4 | static_cast<std::size_t>(type));
            return;
        }
        out_ += static_cast<char>(0xf0 | type);
        varint(count);
    }
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) out_ += static_cast<char>((value & 0x7f) | 0x80);
        out_ += static_cast<char>(value);
    }

    std::string out_;
    int last_ = 0;
};

// Elements of a schema and of row groups, by parquet.thrift.
inline Compact root(int children) {
    return Compact().text(4, "spark_schema").i32(5, children);
}
inline Compact leaf(std::string_view name, int type = 1, int repetition = 1) {
    return Compact().i32(1, type).i32(3, repetition).text(4, name);
}
inline Compact group(std::string_view name, int children, int repetition = 1) {
    return Compact().i32(3, repetition).text(4, name).i32(5, children);
}

struct ChunkSays {
    std::string_view name = "id";
    std::int64_t type = 1;
    std::int64_t values = 3;
    std::int64_t bytes = 50;
    std::int64_t data_at = 4;
    std::int64_t dictionary_at = 0;
};

inline Compact chunk(const ChunkSays& says, const Compact* statistics = nullptr) {
    Compact description;
    description.i32(1, says.type)
        .texts(3, {says.name})
        .i32(4, 1)
        .i64(5, says.values)
        .i64(7, says.bytes)
        .i64(9, says.data_at);
    if (says.dictionary_at != 0) description.i64(11, says.dictionary_at);
    if (statistics != nullptr) description.structure(12, *statistics);
    return Compact().i64(2, 0).structure(3, description);
}

inline Compact row_group(std::initializer_list<Compact> chunks, std::int64_t rows) {
    return Compact().structures(1, chunks).i64(2, 0).i64(3, rows);
}

inline std::string footer_of(std::initializer_list<Compact> schema, std::int64_t rows,
                             std::initializer_list<Compact> row_groups) {
    return Compact().i32(1, 1).structures(2, schema).i64(3, rows).structures(4, row_groups).done();
}

/// The code of the first fatal flaw; "" where the file is sound.
inline std::string fatal_code(const ParquetFile& file) {
    for (const Flaw& flaw : file.flaws)
        if (flaw.severity == Severity::fatal) return flaw.code;
    return "";
}

}  // namespace plangrade::parquet
