// Thrift's compact protocol, as far as Parquet footers use it. Nothing is copied or allocated for what is read: a count
// of elements is believed only up to the bytes that are left, and depth is limited, so time and memory stay linear in
// the footer's bytes. Format: apache/thrift, doc/specs/thrift-compact-protocol.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plangrade::parquet {

enum class ThriftType : std::uint8_t {
    stop = 0,
    bool_true = 1,  ///< as a field's type it is the value too; as a list's element type it means bool
    bool_false = 2,
    i8 = 3,
    i16 = 4,
    i32 = 5,
    i64 = 6,
    real = 7,
    binary = 8,
    list = 9,
    set = 10,
    map = 11,
    structure = 12,
    uuid = 13,
};

/// Reads from bytes that the caller keeps alive. After the first error every read gives nothing (0, "") and visits
/// nothing.
class ThriftReader {
  public:
    /// `most_depth`: structures, lists and maps inside each other. `offset`: where in `bytes` reading begins.
    ThriftReader(std::string_view bytes, std::uint64_t most_depth, std::size_t offset = 0)
        : bytes_(bytes), at_(offset), most_depth_(most_depth) {}

    bool ok() const { return error_.empty(); }
    const std::string& error() const { return error_; }  ///< what is wrong, without the place; "" while all is well
    const std::string& error_code() const { return error_code_; }
    std::size_t error_offset() const { return error_offset_; }  ///< in `bytes`
    std::size_t offset() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }

    /// Ends the reading with an error of the reader's user. The first error stays. kReported: the user has said it
    /// already.
    void fail(std::string message, std::string code = "bad-footer");
    static constexpr const char* kReported = "reported";

    /// The fields of a structure: visit(id, type) must read the value or skip_field(type).
    template <class Visit>
    void structure(ThriftType type, Visit&& visit) {
        if (!expect(type == ThriftType::structure) || !enter()) return;
        for (int id = 0; ok();) {
            const ThriftType field = field_header(id);
            if (!ok() || field == ThriftType::stop) break;
            visit(id, field);
        }
        --depth_;
    }

    /// The elements of a list or set: visit(element type) must read the element or skip_element(type).
    template <class Visit>
    void list(ThriftType type, Visit&& visit) {
        if (!expect(type == ThriftType::list || type == ThriftType::set) || !enter()) return;
        ThriftType element{};
        for (std::uint64_t count = list_header(element); count != 0 && ok(); --count) visit(element);
        --depth_;
    }

    std::int64_t integer(ThriftType type);    ///< i8 to i64; a value wider than its type is an error
    std::int32_t integer32(ThriftType type);  ///< the same for what must fit 32 bits
    bool boolean(ThriftType field);           ///< of a field (its type is its value)
    std::string_view binary(ThriftType type);
    void skip_field(ThriftType type) { skip(type, false); }
    void skip_element(ThriftType type) { skip(type, true); }

  private:
    bool expect(bool right_type);
    bool enter();
    ThriftType field_header(int& id);
    std::uint64_t list_header(ThriftType& element);
    void skip(ThriftType type, bool in_container);
    void skip_map();
    std::uint8_t byte();
    std::uint64_t varint();
    std::string_view take(std::uint64_t count);

    std::string_view bytes_;
    std::size_t at_;
    std::uint64_t most_depth_;
    std::uint64_t depth_ = 0;
    std::string error_;
    std::string error_code_;
    std::size_t error_offset_ = 0;
};

}  // namespace plangrade::parquet
