// SHA-256, as the digests of rubrics, submissions and blobs use it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "evidence/bytes.hpp"

namespace plangrade {

/// Bytes go in in pieces, lower-case hexadecimal comes out. Use one object for one digest.
class Sha256 {
  public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;
    void update(std::string_view bytes);
    std::string hex();  ///< 64 characters; call once

  private:
    struct State;
    std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view bytes);
std::string sha256_hex(ByteSource& source);

}  // namespace plangrade
