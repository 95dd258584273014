#include "worker/confine.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <vector>

namespace plangrade {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

constexpr rlim_t kOpenFiles = 1024;
constexpr rlim_t kFileBytes = 16ULL << 30;

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

/// Reading files, memory and threads stay; these answer EPERM.
constexpr std::array kDenied{
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_sendto,
    SYS_sendmsg,
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_pidfd_send_signal,
    SYS_pidfd_getfd,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_io_uring_setup,
    SYS_userfaultfd,
    SYS_mknodat,
    SYS_symlinkat,
    SYS_linkat,
    SYS_fchmodat,
    SYS_fchownat,
};

::sock_filter statement(std::uint16_t code, std::uint32_t value) {
    return {code, 0, 0, value};
}
::sock_filter jump(std::uint16_t code, std::uint32_t value, std::uint8_t if_so, std::uint8_t if_not) {
    return {code, if_so, if_not, value};
}

/// A program for the kernel's classic BPF: see seccomp(2), "Filters".
std::vector<::sock_filter> filter() {
    constexpr std::uint16_t kLoad = BPF_LD | BPF_W | BPF_ABS;
    constexpr std::uint16_t kEqual = BPF_JMP | BPF_JEQ | BPF_K;
    constexpr std::uint16_t kAtLeast = BPF_JMP | BPF_JGE | BPF_K;
    constexpr std::uint16_t kReturn = BPF_RET | BPF_K;
    const ::sock_filter deny = statement(kReturn, SECCOMP_RET_ERRNO | EPERM);
    std::vector<::sock_filter> out{
        statement(kLoad, offsetof(::seccomp_data, arch)),
        jump(kEqual, kArchitecture, 1, 0),
        statement(kReturn, SECCOMP_RET_KILL_PROCESS),  // another architecture's numbers mean other calls
        statement(kLoad, offsetof(::seccomp_data, nr)),
        jump(kAtLeast, 0x40000000, 0, 1),  // x32 numbers the same calls again
        deny,
    };
    for (const auto call : kDenied) {
        out.push_back(jump(kEqual, static_cast<std::uint32_t>(call), 0, 1));
        out.push_back(deny);
    }
    // abort() sends a signal by tgkill: to itself only.
    out.push_back(jump(kEqual, SYS_tgkill, 0, 3));
    out.push_back(statement(kLoad, offsetof(::seccomp_data, args)));
    out.push_back(jump(kEqual, static_cast<std::uint32_t>(::getpid()), 1, 0));
    out.push_back(deny);
    out.push_back(statement(kReturn, SECCOMP_RET_ALLOW));
    return out;
}

bool limit(__rlimit_resource resource, rlim_t value) {
    const ::rlimit both{value, value};
    return ::setrlimit(resource, &both) == 0;
}

bool filter_calls() {
    if (kSanitized || kArchitecture == 0) return true;
    std::vector<::sock_filter> program = filter();
    const ::sock_fprog all{static_cast<unsigned short>(program.size()), program.data()};
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) == 0;
}

}  // namespace

bool confine(const Confinement& wanted) {
    bool held = ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
    ::alarm(static_cast<unsigned>(wanted.cpu_seconds));  // should the daemon go before the line above
    held = limit(RLIMIT_CORE, 0) && held;
    held = limit(RLIMIT_NOFILE, kOpenFiles) && held;
    held = limit(RLIMIT_FSIZE, kFileBytes) && held;
    if (wanted.cpu_seconds != 0) held = limit(RLIMIT_CPU, wanted.cpu_seconds) && held;
    if (wanted.memory_bytes != 0 && !kSanitized) held = limit(RLIMIT_AS, wanted.memory_bytes) && held;
    held = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && held;
    return filter_calls() && held;
}

}  // namespace plangrade
