// The part of OpenCV's video module that motion between frames needs. OpenCV's API is C++ with overloaded
// constructors and exceptions, which Swift cannot call without C++ interoperability in every client.
//
// Ownership: planes and points are read, results are written, and none of the caller's memory is kept. Each thread keeps
// copies of the last two planes and what was made of them, since the next frame is followed from the last.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An 8-bit single-channel plane, which is only read.
typedef struct {
    const uint8_t *_Nonnull samples;
    int width;
    int height;
    int bytes_per_row;
} COpenCVVideoPlane;

/// A point in pixels, pixel centres at whole numbers.
typedef struct {
    float x;
    float y;
} COpenCVVideoPoint;

/// Follows points from one plane to another of the same size and back (cv::calcOpticalFlowPyrLK twice).
///
/// `moved` and `errors` have room for `count` each: where each point is in `later`, and how many pixels beside itself
/// it comes back; the error is -1 where it was lost on the way. Returns 0, or -1 if OpenCV refused.
int COpenCVVideoFollow(
    const COpenCVVideoPlane *_Nonnull earlier, const COpenCVVideoPlane *_Nonnull later,
    const COpenCVVideoPoint *_Nonnull points, int count, int window, int levels, COpenCVVideoPoint *_Nonnull moved,
    float *_Nonnull errors);

#ifdef __cplusplus
}
#endif
