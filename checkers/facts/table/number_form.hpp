// Decimal numbers as texts, compared by value without rounding.
#pragma once

#include <string>
#include <string_view>

namespace plangrade {

/// Writes the one form that all texts of a number's value share into `form` ("12.50", "1.25E1" -> "125e-1"; all zeros
/// -> "0"). False, and `form` unchanged, where the text is no decimal number ([+-] digits [. digits] [e[+-]digits]) or
/// its exponent is beyond 9 digits.
bool number_form(std::string_view text, std::string& form);

}  // namespace plangrade
