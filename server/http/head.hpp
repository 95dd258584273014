// The head of a request as bytes: the checks that must come before any parser, because parsers repair what they should
// refuse (RFC 9112, sections 2.2, 3, 5, 6 and 11.2: request smuggling). No sockets here.
#pragma once

#include <optional>
#include <string_view>

namespace plangrade::http {

constexpr std::size_t kHeadBytes = 16 << 10;  // nginx allows 32 KB in four buffers, Apache 8 KB a field
constexpr std::size_t kHeadFields = 100;      // as Apache

/// Why a request is refused before anything else looks at it.
struct HeadError {
    unsigned status;      ///< 400, 431, 501 or 505
    const char* message;  ///< one sentence
};

/// Length of the head including its empty line, or npos as long as that has not come.
std::size_t head_end(std::string_view bytes);

/// Looks at a whole head (from head_end()). Nothing where it may be handed on to the parser.
std::optional<HeadError> check_head(std::string_view head);

}  // namespace plangrade::http
