// What the kernel knows of its clock, for Swift, whose Glibc lacks this header.
#ifndef CCLOCK_SHIM_H
#define CCLOCK_SHIM_H

#include <sys/timex.h>

#endif
