// The arguments of this process as the C library hands them out at the start. Swift's CommandLine looks for them in memory,
// before the environment, and finds none where a preloaded library has moved that.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// How many there are, the program's name among them.
int CArgumentsCount(void);

/// The arguments and a null pointer after the last; the process's own, not to be freed.
char *_Nullable *_Nonnull CArgumentsWords(void);

#ifdef __cplusplus
}
#endif
