// What a worker's client asks of the kernel. Swift's Glibc module has neither memfd_create nor the calls that close what
// a child must not inherit: they are GNU's.
//
// Ownership: descriptors that are returned belong to the caller; those that are given stay the caller's.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Memory with a descriptor, `size` bytes of zeros, that can be mapped by two processes; it can grow and never shrink,
/// so that no other process can take it from under a reader. -1 with errno set.
int CWorkersMemory(size_t size);

/// Gives the pages of a part of such memory back; they read as zeros.
void CWorkersDiscard(int memory, size_t offset, size_t size);

/// Starts `path`: `input` is standard input (-1: it is empty), `log` is standard output and error, `socket` and `memory` become
/// descriptors 3 and 4 (no memory: -1), everything else is closed. `arguments` and `environment` end with NULL. 0, or an error number.
int CWorkersStart(
    pid_t *_Nonnull child, const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, int input, int log, int socket, int memory);

/// Sends a descriptor over a unix socket as a message of its own, without a wait; -1 stands for none, and is a message all the
/// same. Whether the other end is there.
bool CWorkersSendDescriptor(int socket, int descriptor);

/// Waits for such a message; -1 if there comes none, or it has none.
int CWorkersReceiveDescriptor(int socket);

#ifdef __cplusplus
}
#endif
