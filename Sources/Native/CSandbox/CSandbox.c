#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <linux/landlock.h>
#include <malloc.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int CSandboxDieWithParent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : errno; }

void CSandboxName(const char *name) { (void)prctl(PR_SET_NAME, name); }

// What the C library, the threads of Swift, OpenCV and Dispatch, and the worker's own loop need to compute. Calls that
// take a path are missing, newfstatat and statx among them: a filter sees a path's address and not what it says, and
// with AT_EMPTY_PATH a path that is not empty counts too.
static const int allowed[] = {
    // Memory; see below for what may be mapped.
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap),
    // Descriptors that are open already.
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(close), SCMP_SYS(lseek),
    SCMP_SYS(fstat), SCMP_SYS(recvfrom), SCMP_SYS(poll), SCMP_SYS(ppoll),
    // Threads.
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(membarrier), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler),
    // Time.
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep),
    SCMP_SYS(getrusage), SCMP_SYS(getcpu),
    // Signals and the end.
    SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
    // Facts.
    SCMP_SYS(getrandom), SCMP_SYS(sysinfo), SCMP_SYS(uname),
    // Dispatch's event loop.
    SCMP_SYS(eventfd2), SCMP_SYS(timerfd_create), SCMP_SYS(timerfd_settime), SCMP_SYS(epoll_create1), SCMP_SYS(epoll_ctl),
    SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait),
};

// What a service needs besides: connections that others make.
static const int allowed_to_services[] = {
    SCMP_SYS(accept), SCMP_SYS(accept4), SCMP_SYS(shutdown), SCMP_SYS(recvmsg),
    SCMP_SYS(getsockopt), SCMP_SYS(setsockopt), SCMP_SYS(getsockname), SCMP_SYS(getpeername), SCMP_SYS(fcntl),
};

// What a conversation over connections needs besides that the parent hands over one by one.
static const int allowed_to_conversations[] = {SCMP_SYS(recvmsg), SCMP_SYS(getpeername), SCMP_SYS(getsockname)};

// What succeeds there and is not done.
static const int pretended_to_conversations[] = {SCMP_SYS(connect), SCMP_SYS(getsockopt)};

// Whom a filter is for.
enum role { COMPUTES, CONVERSES, SERVES, SERVES_AND_CONNECTS };

// A call that is allowed with some arguments only.
struct rule {
    int call;
    unsigned count;
    struct scmp_arg_cmp arguments[2];
};

// Adds one rule for each of some calls.
static int add_calls(scmp_filter_ctx filter, uint32_t action, const int *calls, size_t size) {
    int error = 0;
    for (size_t index = 0; !error && index < size / sizeof *calls; index++) {
        error = seccomp_rule_add(filter, action, calls[index], 0);
    }
    return error;
}

static int add_rules(scmp_filter_ctx filter) {
    const struct rule rules[] = {
        // To whom a socket is connected, and not by way of what is sent: a first packet with an address connects it anew.
        {SCMP_SYS(sendto), 2, {SCMP_A3(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0), SCMP_A4(SCMP_CMP_EQ, 0)}},
        // Memory of this process alone, not to be executed. RLIMIT_DATA counts neither shared memory nor what grows down.
        {SCMP_SYS(mmap), 2, {SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
            SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_TYPE | MAP_GROWSDOWN | MAP_HUGETLB, MAP_PRIVATE)}},
        {SCMP_SYS(mprotect), 1, {SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)}},
        // Memory is given back, or left out of core dumps, and nothing else: some advice acts on the whole machine where root
        // gives it.
        {SCMP_SYS(madvise), 1, {SCMP_A2(SCMP_CMP_EQ, MADV_DONTNEED)}},
        {SCMP_SYS(madvise), 1, {SCMP_A2(SCMP_CMP_EQ, MADV_FREE)}},
        {SCMP_SYS(madvise), 1, {SCMP_A2(SCMP_CMP_EQ, MADV_DONTDUMP)}},
        // Threads of this process, not processes.
        {SCMP_SYS(clone), 1, {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)}},
        // What abort sends. No other signal, to nobody else: who ends by SIGKILL or SIGTERM was ended from outside.
        {SCMP_SYS(tgkill), 2, {SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()), SCMP_A2(SCMP_CMP_EQ, SIGABRT)}},
        // Nobody handles or ignores the end of its processor time.
        {SCMP_SYS(rt_sigaction), 1, {SCMP_A0(SCMP_CMP_NE, SIGXCPU)}},
        // A thread's name.
        {SCMP_SYS(prctl), 1, {SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME)}},
        // The own limits are asked for, and not set.
        {SCMP_SYS(prlimit64), 2, {SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0)}},
    };
    int error = add_calls(filter, SCMP_ACT_ALLOW, allowed, sizeof allowed);
    for (size_t index = 0; !error && index < sizeof rules / sizeof *rules; index++) {
        const struct rule *rule = &rules[index];
        error = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, rule->call, rule->count, rule->arguments);
    }
    // What clone3 is asked cannot be looked at; without it, clone is used.
    if (!error) error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    return error;
}

void CSandboxKeepFreedMemory(void) {
    enum { kept = 32 << 20 };
    mallopt(M_MMAP_THRESHOLD, kept);
    mallopt(M_TRIM_THRESHOLD, kept);
}

void CSandboxGiveBackFreedMemory(void) {
    malloc_trim(1 << 20);
}

bool CSandboxDenyFiles(void) {
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return false;
    // All rights of the first version; what later ones added acts on files that these keep closed.
    const struct landlock_ruleset_attr rights = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    const int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
    if (ruleset < 0) return false;
    const bool is_denied = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return is_denied;
}

// Sets a limit, or keeps one that is lower already.
static int limit(__rlimit_resource_t resource, rlim_t soft, rlim_t hard) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0) return -1;
    if (hard < limits.rlim_max) limits.rlim_max = hard;
    limits.rlim_cur = soft < limits.rlim_max ? soft : limits.rlim_max;
    return setrlimit(resource, &limits);
}

// Sets a filter that allows what workers may do, and more to some; a service that connects may do so to unix sockets.
static const char *set_filter(enum role role) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "privileges cannot be given up";
    // Kernels and containers without it have the filter alone, which denies the same.
    (void)CSandboxDenyFiles();
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return "no filter of system calls can be made";
    // For all threads that libraries have started already.
    int error = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (!error) error = add_rules(filter);
    if (!error && role == CONVERSES) {
        error = add_calls(filter, SCMP_ACT_ALLOW, allowed_to_conversations, sizeof allowed_to_conversations);
    }
    if (!error && role == CONVERSES) {
        error = add_calls(filter, SCMP_ACT_ERRNO(0), pretended_to_conversations, sizeof pretended_to_conversations);
    }
    if (!error && role >= SERVES) error = add_calls(filter, SCMP_ACT_ALLOW, allowed_to_services, sizeof allowed_to_services);
    if (!error && role >= SERVES) {
        error = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0));
    }
    if (!error && role == SERVES_AND_CONNECTS) error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(connect), 0);
    if (!error && role == SERVES_AND_CONNECTS) {
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, AF_UNIX));
    }
    if (!error) error = seccomp_load(filter);
    seccomp_release(filter);
    return error ? "the filter of system calls cannot be set" : NULL;
}

const char *CSandboxEnterService(bool connects) {
    if (limit(RLIMIT_CORE, 0, 0) != 0) return "limits cannot be set";
    return set_filter(connects ? SERVES_AND_CONNECTS : SERVES);
}

const char *CSandboxEnter(uint64_t memory_bytes, uint64_t processor_seconds, bool converses) {
    // At the soft limit comes SIGXCPU, which tells the client what it was; at the hard one SIGKILL.
    enum { reprieve = 10 };
    if (limit(RLIMIT_CORE, 0, 0) != 0 || limit(RLIMIT_NOFILE, 32, 32) != 0 ||
        limit(RLIMIT_DATA, memory_bytes, memory_bytes) != 0 ||
        limit(RLIMIT_CPU, processor_seconds, processor_seconds + reprieve) != 0) {
        return "limits cannot be set";
    }
    return set_filter(converses ? CONVERSES : COMPUTES);
}
