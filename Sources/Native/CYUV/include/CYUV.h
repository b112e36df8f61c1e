// libyuv's conversions between layouts of luma, chroma and colours. Swift cannot call all of libyuv itself: its matrices
// are constants whose alignment Swift does not keep, and its layouts are a function each.
//
// Ownership: nothing is kept. Sources are read and targets written during the call only; the caller has made sure that
// they are as large as the sizes say.
// The functions that return a bool return false when libyuv could make nothing of the picture.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A picture as a plane of luma and two of chroma, whose rows are `row` and `chroma_row` bytes apart.
typedef struct {
    uint8_t *_Nonnull y;
    uint8_t *_Nonnull u;
    uint8_t *_Nonnull v;
    int row;
    int chroma_row;
    int width;
    int height;
    /// Whether chroma has as many rows as luma (4:2:2), and not half as many (4:2:0); half as many columns it has always.
    bool is_tall;
} CYUVPlanes;

/// The layouts of cameras. Of those whose chroma comes in the other order (NV21, YVYU, YV12 …) the caller exchanges u and v.
typedef enum {
    CYUVLayoutYUYV,
    CYUVLayoutUYVY,
    /// Luma, then chroma side by side, half as many rows (NV12).
    CYUVLayoutBiplanar420,
    /// The same with as many rows (NV16).
    CYUVLayoutBiplanar422,
    /// Luma, then two planes of chroma, half as many rows (YU12).
    CYUVLayoutPlanar420,
    /// The same with as many rows (422P).
    CYUVLayoutPlanar422,
} CYUVLayout;

typedef enum { CYUVMatrixBT601, CYUVMatrixBT709, CYUVMatrixBT2020 } CYUVMatrix;

/// Brings a camera's picture to planes. `row` is the distance between its rows of luma in bytes.
bool CYUVUnpack(CYUVLayout layout, const uint8_t *_Nonnull bytes, int row, const CYUVPlanes *_Nonnull planes);

/// Width and height of a JPEG. (A C++ class behind it.)
bool CYUVJPEGSize(const uint8_t *_Nonnull bytes, size_t count, int *_Nonnull width, int *_Nonnull height);

/// Decodes a JPEG of the planes' size to planes that are not tall. (A C++ class behind it.)
bool CYUVUnpackJPEG(const uint8_t *_Nonnull bytes, size_t count, const CYUVPlanes *_Nonnull planes);

/// Puts the chroma of planes side by side.
void CYUVMergeChroma(const CYUVPlanes *_Nonnull planes, uint8_t *_Nonnull target, int row);

/// Colours of planes: blue, green, red, 255.
bool CYUVToBGRA(
    const CYUVPlanes *_Nonnull planes, CYUVMatrix matrix, bool is_full_range, uint8_t *_Nonnull target, int row);

/// Makes a plane of pixels of one, two or four bytes smaller; each pixel is the mean of those it stands for, or nearly so.
bool CYUVShrink(
    const uint8_t *_Nonnull source, int row, int width, int height, int bytes_per_pixel, uint8_t *_Nonnull target,
    int target_row, int target_width, int target_height);
