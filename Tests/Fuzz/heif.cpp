// CHEIF: any bytes as a HEIC or AVIF. Decoding is in a child process, whose crashes are results like others.
#include "CHEIF.h"
#include "apart.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (CHEIFOpen()) __builtin_trap();
    look_at(CHEIFDecode(bytes, count, apart_limits));
    return 0;
}
