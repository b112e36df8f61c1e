// CJXL: any bytes as a JPEG XL. Decoding is in this process, as in workers: a hundred times as
// many as in child processes.
#include "CJXL.h"
#include "apart.hpp"

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    CApartDecodeHere();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (CJXLOpen()) __builtin_trap();
    look_at(CJXLDecode(bytes, count, apart_limits));
    return 0;
}
