// Shrinks a plane: each pixel is the mean of the area it covers, as by OpenCV's INTER_AREA, which works pixel by pixel
// unless the factor is 2 and takes four times as long. In C for its vectors, of two processors in one program.
//
// Ownership: nothing is kept from the caller.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// 8-bit samples, row by row.
typedef struct {
    uint8_t *_Nonnull samples;
    int width;
    int height;
    int bytes_per_row;
} CAreaShrinkPlane;

/// Fills the target, which is in neither direction larger than the source nor more than 127 times smaller; the two do not
/// overlap.
/// `is_portable` asks for the code that runs on every processor; both compute the same. 0, or -1 without memory.
int CAreaShrink(const CAreaShrinkPlane *_Nonnull source, const CAreaShrinkPlane *_Nonnull target, int is_portable);

#ifdef __cplusplus
}
#endif
