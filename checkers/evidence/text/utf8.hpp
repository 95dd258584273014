// UTF-8 text as students hand it in: validity, byte order marks, line ends, normal forms.
#pragma once

#include <string>
#include <string_view>

namespace plangrade {

bool valid_utf8(std::string_view bytes);

/// Offset of the first byte that is not UTF-8, or npos.
std::size_t first_bad_utf8(std::string_view bytes);

/// Unicode NFC (composed) form; the input must be valid UTF-8, else it comes back unchanged.
std::string nfc(std::string_view text);

/// NFKC form: full-width digits and letters become ASCII; the input must be valid UTF-8, else it comes back unchanged.
std::string nfkc(std::string_view text);

}  // namespace plangrade
