#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

int CSandboxDieWithParent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : errno; }

// What the C library, the threads of Swift, OpenCV and Dispatch, and the worker's own loop need to compute.
static const int allowed[] = {
    // Memory. New code cannot be mapped: see below.
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
    // Descriptors that are open already.
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(close), SCMP_SYS(lseek),
    SCMP_SYS(fstat), SCMP_SYS(recvfrom), SCMP_SYS(sendto), SCMP_SYS(poll), SCMP_SYS(ppoll),
    // Threads.
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(membarrier), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler),
    // Time.
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep),
    SCMP_SYS(getrusage), SCMP_SYS(getcpu),
    // Signals and the end, abort among them.
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
    // Facts.
    SCMP_SYS(getrandom), SCMP_SYS(sysinfo), SCMP_SYS(uname),
    // Dispatch's event loop.
    SCMP_SYS(eventfd2), SCMP_SYS(timerfd_create), SCMP_SYS(timerfd_settime), SCMP_SYS(epoll_create1), SCMP_SYS(epoll_ctl),
    SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait),
};

static int add_rules(scmp_filter_ctx filter) {
    int error = 0;
    for (size_t index = 0; !error && index < sizeof allowed / sizeof *allowed; index++) {
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[index], 0);
    }
    // Memory that is not to be executed.
    if (!error) {
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    }
    if (!error) {
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    }
    // Threads of this process, not processes. What clone3 is asked cannot be looked at; without it, clone is used.
    if (!error) {
        error = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    }
    if (!error) error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    // Signals to threads of this process, as abort sends one.
    if (!error) {
        error = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    }
    // A thread's name.
    if (!error) error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    // The state of an open file, as the C library asks for it.
    if (!error) {
        error = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 1, SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH));
    }
    // Limits are asked for, and not set.
    if (!error) error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_A2(SCMP_CMP_EQ, 0));
    return error;
}

void CSandboxKeepFreedMemory(void) {
    enum { kept = 32 << 20 };
    mallopt(M_MMAP_THRESHOLD, kept);
    mallopt(M_TRIM_THRESHOLD, kept);
}

static int limit(__rlimit_resource_t resource, rlim_t value) {
    struct rlimit limits = {value, value};
    return setrlimit(resource, &limits);
}

const char *CSandboxEnter(uint64_t memory_bytes, uint64_t processor_seconds) {
    if (limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_NOFILE, 32) != 0 ||
        limit(RLIMIT_DATA, memory_bytes) != 0 || limit(RLIMIT_CPU, processor_seconds) != 0) {
        return "limits cannot be set";
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "privileges cannot be given up";
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return "no filter of system calls can be made";
    int error = add_rules(filter);
    if (!error) error = seccomp_load(filter);
    seccomp_release(filter);
    return error ? "the filter of system calls cannot be set" : NULL;
}
