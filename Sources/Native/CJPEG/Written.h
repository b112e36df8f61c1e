// What was written to memory, should it be for nothing.
#pragma once

#include <stdlib.h>

// jpeglib.h needs FILE.
#include <stdio.h>

#include <jpeglib.h>

// Frees what jpeg_mem_dest has written to so far. Before the end the destination alone knows where that is: when it grows it frees
// the memory that `bytes` still points to.
static inline void free_written(struct jpeg_compress_struct *info, unsigned char **bytes) {
    if (*bytes && info->dest) info->dest->term_destination(info);
    free(*bytes);
    *bytes = NULL;
}
