// What shims over libraries that decode apart leave to their callers.
#pragma once

#include "CApart.h"

namespace {

// At most a megapixel.
const CApartLimits apart_limits = {1 << 20, 1 << 28, 5};

// Reads every sample of a picture, and frees it.
inline void look_at(CApartPicture *picture) {
    if (!picture) return;
    const CApartPlane planes[] = {picture->luma, picture->blue, picture->red, picture->black, picture->alpha};
    uint8_t sum = 0;
    for (const CApartPlane &plane : planes) {
        if (picture->status != CAPART_OK || !plane.samples) continue;
        const int64_t size = picture->width * picture->height * (plane.bits > 8 ? 2 : 1);
        for (int64_t i = 0; i < size; i++) sum ^= plane.samples[i];
    }
    static volatile uint8_t last;
    last = sum;
    CApartDestroy(picture);
}

} // namespace
