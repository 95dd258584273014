// Which encoding a text has, by its bytes alone: students' editors save CP949 and UTF-16 where UTF-8 is wanted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "evidence/flaw.hpp"

namespace plangrade {

enum class TextEncoding {
    utf8,
    utf8_bom,
    utf16_le,
    utf16_be,
    utf32,
    cp949,    ///< Korean (EUC-KR or its extension): nearly all two-byte characters are Hangul
    gb18030,  ///< Chinese (GBK, GB18030): nearly all two-byte characters are those of GB 2312, and the text is no
              ///< Korean one
    packed,   ///< no text: gzip, zstd, bzip2, zip or xz data
    unknown,  ///< none of these; not UTF-8
};

TextEncoding detect_encoding(std::string_view bytes);

/// Bytes as UTF-8 text: without a byte order mark (then `flaw` is a note), or not at all (then it is fatal, code
/// "encoding", and `text` is empty).
struct Utf8Text {
    std::string_view text;
    std::optional<Flaw> flaw;
    bool ok() const { return !flaw || flaw->severity != Severity::fatal; }
};

/// Views into `bytes`. The flaw names the encoding and the place ("line 3" of the first byte that is not UTF-8).
Utf8Text as_utf8(std::string_view bytes);

/// UTF-16 with a byte order mark (PowerShell's `>` writes it) as UTF-8: its encoding is certain. Units that make no
/// character become U+FFFD. None: the bytes have no such mark.
std::optional<std::string> decode_utf16(std::string_view bytes);

}  // namespace plangrade
