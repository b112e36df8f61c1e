// Linux' fallocate for Swift, which does not see what glibc declares under _GNU_SOURCE.
#ifndef CFALLOCATE_SHIM_H
#define CFALLOCATE_SHIM_H

#include <linux/falloc.h>
#include <sys/types.h>

int fallocate(int descriptor, int mode, off_t offset, off_t length);

#endif
