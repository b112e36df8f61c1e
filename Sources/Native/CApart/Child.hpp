// Work in a process of its own, under limits.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// Runs `body` in a child process and waits for its end; false if there can be none. What the body leaves must stand in
// shared memory. `*signal` is what ended the child, 0 if it came to its own end.
//
// The parent may have many threads: of those the child has one, and what others had locked stays locked. glibc keeps
// its allocator and loader usable; nothing else of the parent may be used in the body.
template <typename Body>
bool run_in_child(int64_t memory_bytes, int64_t processor_seconds, int *signal, Body body) {
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) {
        // Nobody's handlers, nothing printed among the records or on the terminal, no core, and no life after the parent's.
        for (int number = 1; number < NSIG; number++) ::signal(number, SIG_DFL);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (nowhere >= 0) {
            dup2(nowhere, STDOUT_FILENO);
            dup2(nowhere, STDERR_FILENO);
        }
        // Codecs start a thread for each processor: a small stack for each.
        pthread_attr_t attributes;
        if (pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, 1 << 20) == 0) {
            pthread_setattr_default_np(&attributes);
        }
        // Data of the process so far, in pages, is the sixth of these numbers.
        long pages = 0;
        FILE *file = fopen("/proc/self/statm", "re");
        if (!file || fscanf(file, "%*d %*d %*d %*d %*d %ld", &pages) != 1) _exit(1);
        fclose(file);
        const auto limit = [](__rlimit_resource resource, rlim_t value) {
            rlimit limits;
            if (getrlimit(resource, &limits) != 0) return;
            if (value < limits.rlim_max) limits.rlim_max = value;
            limits.rlim_cur = limits.rlim_max;
            setrlimit(resource, &limits);
        };
        limit(RLIMIT_DATA, static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE) + memory_bytes));
        limit(RLIMIT_CPU, static_cast<rlim_t>(processor_seconds));
        limit(RLIMIT_CORE, 0);
        // One that waits takes no processor time, and might wait for what another thread had locked.
        alarm(static_cast<unsigned>(processor_seconds) * 10);
        body();
        _exit(0);
    }
    int status = 0;
    *signal = 0;
    while (waitpid(child, &status, 0) < 0) {
        // Somebody else may collect all children of the process; what stands in shared memory tells enough.
        if (errno != EINTR) return true;
    }
    if (WIFSIGNALED(status)) *signal = WTERMSIG(status);
    return true;
}
