// COpenJPEG: any bytes as a JPEG 2000. Decoding is in this process, as in workers: a hundred times as
// many as in child processes.
#include "COpenJPEG.h"
#include "apart.hpp"

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    CApartDecodeHere();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (COpenJPEGOpen()) __builtin_trap();
    look_at(COpenJPEGDecode(bytes, count, apart_limits));
    return 0;
}
