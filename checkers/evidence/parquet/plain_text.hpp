// Names and values out of a footer, made fit to be shown: valid UTF-8 of bounded length.
#pragma once

#include <string>
#include <string_view>

namespace plangrade::parquet {

/// The bytes as valid UTF-8: each byte that is not part of a character becomes U+FFFD. Linear in the bytes.
std::string as_utf8(std::string_view bytes);

/// as_utf8 of at most `most` bytes; where something was cut it ends in "..." (which `most` does not count).
std::string as_utf8_up_to(std::string_view bytes, std::size_t most);

}  // namespace plangrade::parquet
