// What a worker process gives up before it looks at a submission.
#pragma once

#include <cstdint>

namespace plangrade {

struct Confinement {
    std::uint64_t memory_bytes = 0;  ///< address space; 0: not limited
    std::uint64_t cpu_seconds = 0;   ///< 0: not limited; as much wall clock ends the process as well
};

/// For the rest of the process: limits of memory and time, no core dumps, death with the parent, no new privileges, and
/// no network, no other programs, no signals to or debugging of other processes (seccomp). Returns false where the
/// kernel refuses a part; the rest holds. Under sanitizers memory is not limited and the system calls are not filtered:
/// the sanitizers need both.
bool confine(const Confinement& wanted);

}  // namespace plangrade
