// Closing the door behind a worker: from then on it can compute, use memory up to a limit and talk over the descriptors
// it has, and nothing else. Swift cannot call prctl and libseccomp's filter rules, which are variadic.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The process dies with the thread that started it; call first of all. 0, or an error number.
int CSandboxDieWithParent(void);

/// What ps and top call this thread, the process if it is the first; cut to 15 bytes.
void CSandboxName(const char *_Nonnull name);

/// Memory that is freed stays with the process, up to 32 MB, and serves for the next frame. Otherwise the C library gives
/// planes back to the kernel and gets them anew, cleared, in every frame. Swift's Glibc lacks mallopt.
void CSandboxKeepFreedMemory(void);

/// Gives memory that is kept back to the kernel, but for 1 MB.
void CSandboxGiveBackFreedMemory(void);

/// Closes every path to the thread that calls and those that it will start, by Landlock; what is open stays open. Whether
/// that was done: kernels before 5.13 and many containers cannot. `CSandboxEnter` does it too.
bool CSandboxDenyFiles(void);

/// No core dumps, no new privileges, at most `memory_bytes` of private memory and `processor_seconds` of processor time
/// in its life (then SIGXCPU, and SIGKILL a little later), no file opened or looked at by its path, no memory shared anew,
/// no socket, no program started, no process made; threads may be. It holds for all threads that are there already.
/// What is refused fails with EPERM. NULL, or what could not be done.
///
/// One that `converses` may also be handed connections by its parent, and ask between whom they are. Calls that connect them, or ask
/// whether they are connected, do nothing and say that all is well: libcurl 7.88 makes them of sockets that are connected.
const char *_Nullable CSandboxEnter(uint64_t memory_bytes, uint64_t processor_seconds, bool converses);

/// The same for a service that listens already, without limits on memory and time: it may also accept connections and speak
/// over them and, if it `connects`, make unix sockets and connect them, to whatever this user may; no other socket is made.
/// NULL, or what could not be done.
const char *_Nullable CSandboxEnterService(bool connects);

#ifdef __cplusplus
}
#endif
