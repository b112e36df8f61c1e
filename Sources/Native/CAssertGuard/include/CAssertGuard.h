// Asserts of C++ libraries as exceptions. Debian's ZXing-C++ is built with asserts, some of which ordinary pictures
// fail; an exception is caught around its calls where the assert would have ended the process. For the worker's
// executable only: it takes the place of the C library's own function in the whole process, and what a library had
// half done when it was left is not to be trusted, so that a worker that saw one is replaced.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether an assert has failed in this process.
bool CAssertGuardHasFailed(void);

#ifdef __cplusplus
}
#endif
