#include "evidence/digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace plangrade {

struct Sha256::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
    if (state_->context == nullptr || EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("SHA-256 is not available");
}

Sha256::~Sha256() = default;

void Sha256::update(std::string_view bytes) {
    if (EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) != 1) throw std::runtime_error("SHA-256 failed");
}

std::string Sha256::hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
    unsigned length = 0;
    if (EVP_DigestFinal_ex(state_->context, raw.data(), &length) != 1) throw std::runtime_error("SHA-256 failed");
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    out.reserve(2 * static_cast<std::size_t>(length));
    for (unsigned i = 0; i < length; ++i) {
        out += kDigits[raw[i] >> 4];
        out += kDigits[raw[i] & 15];
    }
    return out;
}

std::string sha256_hex(std::string_view bytes) {
    Sha256 digest;
    digest.update(bytes);
    return digest.hex();
}

std::string sha256_hex(ByteSource& source) {
    Sha256 digest;
    std::string buffer(1 << 16, '\0');
    for (std::uint64_t at = 0;;) {
        const std::size_t got = source.read_at(at, buffer);
        if (got == 0) break;
        digest.update(std::string_view(buffer).substr(0, got));
        at += got;
    }
    return digest.hex();
}

}  // namespace plangrade
