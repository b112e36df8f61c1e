// CHEIF: any bytes as a HEIC or AVIF. Decoding is in a child process, whose crashes are results like others.
#include "CHEIF.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (CHEIFOpen()) __builtin_trap();
    CHEIFPicture *picture = CHEIFDecode(bytes, count, {1 << 20, 1 << 28, 5});
    if (!picture) return 0;
    const CHEIFPlane planes[] = {picture->luma, picture->blue, picture->red, picture->alpha};
    uint8_t sum = 0;
    for (const CHEIFPlane &plane : planes) {
        if (picture->status != CHEIF_OK || !plane.samples) continue;
        const int64_t size = picture->width * picture->height * (plane.bits > 8 ? 2 : 1);
        for (int64_t i = 0; i < size; i++) sum ^= plane.samples[i];
    }
    static volatile uint8_t last;
    last = sum;
    CHEIFDestroy(picture);
    return 0;
}
