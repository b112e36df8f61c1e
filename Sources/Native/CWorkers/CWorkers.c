#define _GNU_SOURCE
#include "CWorkers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int CWorkersMemory(size_t size) {
    int memory = memfd_create("scanwatch-worker", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -1;
    if (ftruncate(memory, (off_t)size) != 0 || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK) != 0) {
        int error = errno;
        close(memory);
        errno = error;
        return -1;
    }
    return memory;
}

void CWorkersDiscard(int memory, size_t offset, size_t size) {
    // Where it fails the pages stay, which costs memory and nothing else.
    (void)fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)size);
}

int CWorkersStart(
    pid_t *child, const char *path, char *const *arguments, char *const *environment, int input, int log,
    int socket, int memory) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    // The client's may be among 0 … 4: out of the way first.
    int apart[4] = {
        fcntl(log, F_DUPFD_CLOEXEC, 16), fcntl(socket, F_DUPFD_CLOEXEC, 16),
        memory < 0 ? -1 : fcntl(memory, F_DUPFD_CLOEXEC, 16), input < 0 ? -1 : fcntl(input, F_DUPFD_CLOEXEC, 16)};
    // Ctrl-C is the client's affair, and signals that it ignores are not ignored here.
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP;
    if (apart[0] < 0 || apart[1] < 0 || (apart[2] < 0 && memory >= 0) || (apart[3] < 0 && input >= 0)) {
        error = errno;
    }
    if (!error) error = posix_spawnattr_setflags(&attributes, flags);
    if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
    if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (!error && input < 0) error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!error && input >= 0) error = posix_spawn_file_actions_adddup2(&actions, apart[3], 0);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, apart[0], 1);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, apart[0], 2);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, apart[1], 3);
    if (!error && memory >= 0) error = posix_spawn_file_actions_adddup2(&actions, apart[2], 4);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, memory < 0 ? 4 : 5);
    if (!error) error = posix_spawn(child, path, &actions, &attributes, arguments, environment);
    for (int index = 0; index < 4; index++) {
        if (apart[index] >= 0) close(apart[index]);
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

// Room for one descriptor beside a message, aligned as the kernel's header wants it.
union descriptor_room {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
};

bool CWorkersSendDescriptor(int socket, int descriptor) {
    char word = 0;
    struct iovec part = {.iov_base = &word, .iov_len = 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union descriptor_room room = {.bytes = {0}};
    if (descriptor >= 0) {
        message.msg_control = room.bytes;
        message.msg_controllen = sizeof room.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
}

int CWorkersReceiveDescriptor(int socket) {
    char word;
    struct iovec part = {.iov_base = &word, .iov_len = 1};
    union descriptor_room room = {.bytes = {0}};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
    ssize_t count;
    do {
        count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    int descriptor = -1;
    struct cmsghdr *header = count == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
        header->cmsg_len == CMSG_LEN(sizeof descriptor)) {
        memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    }
    return descriptor;
}
