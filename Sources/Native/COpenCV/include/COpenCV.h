// The part of OpenCV's imgproc that the detectors use. OpenCV's API is C++ with overloaded constructors and
// exceptions, which Swift cannot call without C++ interoperability in every client.
//
// Ownership: nothing is allocated for or kept from the caller; sources are read, targets are written, both are
// 8-bit single-channel planes described by COpenCVPlane. Source and target must not overlap.
// Every function returns 0, or -1 if OpenCV refused (sizes it cannot handle, no memory).
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint8_t *_Nonnull samples;
    int width;
    int height;
    int bytes_per_row;
} COpenCVPlane;

/// What is put where a target pixel lies outside the source.
typedef enum { COPENCV_BORDER_CONSTANT, COPENCV_BORDER_REPLICATE } COpenCVBorder;

/// Interpolation of a change of size.
typedef enum { COPENCV_LINEAR, COPENCV_CUBIC } COpenCVInterpolation;

/// Resizes to the target's size (cv::resize).
int COpenCVResize(
    const COpenCVPlane *_Nonnull source, const COpenCVPlane *_Nonnull target, COpenCVInterpolation interpolation);

/// Affine warp (cv::warpAffine, WARP_INVERSE_MAP): matrix is 2×3, row by row, from target to source pixels.
int COpenCVWarpAffine(
    const COpenCVPlane *_Nonnull source, const COpenCVPlane *_Nonnull target, const double *_Nonnull matrix,
    COpenCVInterpolation interpolation, COpenCVBorder border, uint8_t border_value);

/// Mean over a window × window box (cv::blur), border reflected.
int COpenCVBoxMean(const COpenCVPlane *_Nonnull source, const COpenCVPlane *_Nonnull target, int window);

/// First derivatives (cv::Sobel 3×3) into two int16 arrays of width × height, without gaps.
int COpenCVSobel(const COpenCVPlane *_Nonnull source, int16_t *_Nonnull dx, int16_t *_Nonnull dy);

#ifdef __cplusplus
}
#endif
