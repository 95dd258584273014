# Two interface targets that everything links: how code is compiled, and which warnings it must survive.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

option(PLANGRADE_WERROR "Treat warnings as errors" OFF)
option(PLANGRADE_ASSERTIONS "Standard library assertions and assert() in every build type" OFF)
set(PLANGRADE_SANITIZE "" CACHE STRING "Value of -fsanitize=, for example address,undefined")

# -O3 gains nothing here and makes g++ 12 warn of strings that it misreads.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # precompiled headers are cached only with these two
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
    CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

add_library(standard_settings INTERFACE)
# A verdict must be the same on every machine: no fused multiply-add.
target_compile_options(standard_settings INTERFACE -ffp-contract=off -fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(standard_settings INTERFACE -fpch-preprocess)
endif()
if(PLANGRADE_ASSERTIONS)
  target_compile_definitions(standard_settings INTERFACE _GLIBCXX_ASSERTIONS)
  target_compile_options(standard_settings INTERFACE -UNDEBUG)
endif()
if(PLANGRADE_FUZZ)
  # libFuzzer is led by the coverage of the readers, not only of its entry functions
  target_compile_options(standard_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(PLANGRADE_SANITIZE)
  target_compile_options(standard_settings INTERFACE -fsanitize=${PLANGRADE_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(standard_settings INTERFACE -fsanitize=${PLANGRADE_SANITIZE})
  if(PLANGRADE_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Asio uses atomic_thread_fence, which g++ cannot instrument and warns of.
    target_compile_options(standard_settings INTERFACE -Wno-tsan)
  endif()
endif()

add_library(standard_warnings INTERFACE)
target_compile_options(standard_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wcast-qual
  -Wold-style-cast -Woverloaded-virtual -Wundef -Wconversion -Wno-sign-conversion -Wdouble-promotion -Wformat=2
  -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(standard_warnings INTERFACE -Wduplicated-cond -Wlogical-op -Wno-missing-field-initializers)
else()
  target_compile_options(standard_warnings INTERFACE -Wno-missing-field-initializers)
endif()
if(PLANGRADE_WERROR)
  target_compile_options(standard_warnings INTERFACE -Werror)
endif()
