// The loops over every pixel of a mask of dark pixels: the limits of a row, which pixels are darker, where the runs of a row begin,
// and which of them are those through a finder pattern. In C for its vectors, of two processors in one program.
//
// Ownership: nothing is kept from the caller. `is_portable` asks for the code that runs on every processor; both compute the same.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CDarkMaskSlack = 32 };

/// Writes the limit of each pixel of a row: a mean less the contrast, 0 at least. The mean `k` of `count` is that of the pixels from
/// `starts[k]` up to `starts[k + 1]`; `limits` has room for CDarkMaskSlack bytes more than the row.
void CDarkMaskLimits(
    const uint8_t *_Nonnull means, const int32_t *_Nonnull starts, int count, int contrast, uint8_t *_Nonnull limits,
    int is_portable);

/// Writes a byte for each pixel of a row: 1 where it is darker than the limit of its place, 0 elsewhere.
void CDarkMaskCompare(
    const uint8_t *_Nonnull row, const uint8_t *_Nonnull limits, int width, uint8_t *_Nonnull dark, int is_portable);

/// Writes where runs of equal pixels begin, 0 first, and where the last one ends: `starts` has room for `width` + 1 numbers. How
/// many were written. The row has at least one pixel.
int CDarkMaskRunStarts(const uint8_t *_Nonnull row, int width, int32_t *_Nonnull starts, int is_portable);

/// Writes 1 for each run from which on five are about 1:1:3:1:1, else 0: the middle one is not shorter than its neighbours, each
/// is within 0.55 of a module (a seventh of the five) and half a pixel of its length, the middle one within three times that.
/// `starts` are `count` numbers as CDarkMaskRunStarts writes them, six at least; `is_finder` has room for `count` bytes, of which the
/// first `count` − 5 mean something.
void CDarkMaskFinderRuns(const int32_t *_Nonnull starts, int count, uint8_t *_Nonnull is_finder, int is_portable);

#ifdef __cplusplus
}
#endif
