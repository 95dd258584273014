// A strict JSON parser (RFC 8259) that names what is wrong. Inner part of strict_json.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "limits.hpp"

namespace plangrade {

/// Where and why the parser stopped; never leaves parse_strict_json().
struct JsonFault {
    const char* code;
    std::size_t offset;
    std::string message;
};

class JsonScanner {
  public:
    /// `text` is valid UTF-8 without a byte order mark. `lines` gets the line of each value by its pointer.
    JsonScanner(std::string_view text, const Limits& limits, std::map<std::string, std::uint32_t>& lines)
        : text_(text), limits_(limits), lines_(lines) {}

    /// The one document of the text. Throws JsonFault.
    nlohmann::json document();

    /// "line L, column C" of an offset, both from 1; columns count characters.
    std::string place(std::size_t offset) const;

  private:
    nlohmann::json value();
    nlohmann::json object();
    nlohmann::json array();
    nlohmann::json number();
    nlohmann::json integer(std::size_t from, std::string_view digits) const;
    nlohmann::json word();
    std::string string();
    void escape(std::string& into);
    std::uint32_t four_hex();
    void member_key(nlohmann::json& into);
    bool next_item(char close, std::size_t open, const char* what);
    void skip_blanks();
    void enter(std::size_t open);
    void remember_line();
    std::uint32_t line_at(std::size_t offset);

    bool at_end() const { return at_ >= text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[at_]; }
    bool begins(std::string_view with) const { return text_.substr(at_).starts_with(with); }
    [[noreturn]] void fault(const char* code, std::size_t offset, std::string message) const {
        throw JsonFault{code, offset, std::move(message)};
    }
    [[noreturn]] void no_value() const;
    [[noreturn]] void after_document() const;
    [[noreturn]] void unclosed(std::size_t open, const char* what) const;
    void refuse_comment() const;

    std::string_view text_;
    const Limits& limits_;
    std::map<std::string, std::uint32_t>& lines_;
    std::size_t at_ = 0;
    std::uint64_t depth_ = 0;
    std::uint64_t items_ = 0;
    std::string pointer_;
    std::size_t counted_to_ = 0;  // line_at() goes forward only
    std::uint32_t line_ = 1;
};

}  // namespace plangrade
