// Sums over blocks of a plane's gradients, from which its edges' directions are found. In C for its vectors, of two processors in one
// program.
//
// Ownership: nothing is kept from the caller. `is_portable` asks for the code that runs on every processor; both compute the same.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Pixels along a side of a block.
enum { CBlockTensorSide = 8 };

/// Sums over a block of the derivatives by Sobel's 3×3 operator along its rows (x) and columns (y), and of their products. They fit:
/// 64 products of at most 1020².
typedef struct {
    int32_t x, y, xx, yy, xy;
} CBlockTensorSums;

/// Writes the sums of all whole blocks, row by row from the top left one. Beyond the plane's edges it goes on as if mirrored in its
/// outermost pixels, as OpenCV's BORDER_REFLECT_101. Width and height are at least one block's.
void CBlockTensor(
    const uint8_t *_Nonnull samples, ptrdiff_t bytes_per_row, int width, int height, CBlockTensorSums *_Nonnull sums,
    int is_portable);

#ifdef __cplusplus
}
#endif
