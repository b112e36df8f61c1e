// Pictures that a library decodes in a child process under limits, as planes of samples: what libraries with large or
// seldom read formats have in common (CHEIF, CJXL, COpenJPEG). They allocate what the bit stream asks for, and stop the
// whole process (assert, an exception that nobody catches) at some damage. No library stands behind this; Swift cannot do
// it, as only C may run between fork and exit.
//
// Ownership: a picture belongs to who had it decoded and is freed by CApartDestroy, with the samples it points to.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CAPART_OK,
    CAPART_FAILED,
    /// Not decoded: more pixels than were allowed; width and height are known.
    CAPART_TOO_LARGE,
    /// It took more memory or processor time than allowed, or the library found a limit of its own crossed.
    CAPART_OVER_LIMIT,
    /// The library has no decoder for how the picture is coded.
    CAPART_NO_DECODER,
} CApartStatus;

typedef struct {
    /// NULL where the picture has no such plane; row after row, of more than 8 bits as 16-bit words of the machine.
    const uint8_t *_Nullable samples;
    int bits;
} CApartPlane;

typedef struct {
    CApartStatus status;
    /// The library's words for what went wrong, on one line.
    char message[256];
    /// As seen: after the file's own crop, turn and mirroring. Every plane has this size.
    int64_t width;
    int64_t height;
    /// Luma or grey; green if there are blue and red.
    CApartPlane luma;
    CApartPlane blue;
    CApartPlane red;
    /// What of the light black ink leaves, of the full range: 0 where it covers everything.
    CApartPlane black;
    CApartPlane alpha;
    /// Samples reach from 0 to the largest value, not over video's 16 … 235 (of 8 bits).
    bool is_full_range;
    /// Colours are already multiplied by alpha.
    bool is_premultiplied;
} CApartPicture;

typedef struct {
    int64_t most_pixels;
    /// Beside what the process has already.
    int64_t memory_bytes;
    int64_t processor_seconds;
} CApartLimits;

/// From here on pictures are decoded in this process, without limits of their own: it is one that may be lost and cannot
/// start others.
void CApartDecodeHere(void);

/// Frees a picture and its samples.
void CApartDestroy(CApartPicture *_Nonnull picture);

#ifdef __cplusplus
}
#endif
