#include "CAssertGuard.h"

#include <atomic>
#include <stdexcept>

namespace {
std::atomic<bool> has_failed{false};
}

bool CAssertGuardHasFailed(void) { return has_failed; }

// glibc's name for what assert() calls.
extern "C" [[noreturn]] void __assert_fail(const char *, const char *, unsigned int, const char *) {
    has_failed = true;
    throw std::logic_error("an assert of a library has failed");
}
