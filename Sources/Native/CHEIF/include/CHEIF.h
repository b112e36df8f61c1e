// libheif's decoder (HEIC, AVIF), from memory to planes of samples. The library is not linked but opened at the first
// picture that needs it, so that whoever has no such pictures neither loads nor needs it. A picture is decoded in a
// child process under limits: libheif and its codecs allocate what the bit stream asks for, and stop the whole process
// (assert) at some damage. Swift cannot call libheif itself: its functions are known as addresses only, C++ exceptions
// may leave it, and only C may run between fork and exit.
//
// Ownership: CHEIFDecode's result belongs to the caller and is freed by CHEIFDestroy, with the samples it points to.
// Everything else is read or written during the call only. Different pictures may be decoded on different threads at once.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CHEIF_OK,
    CHEIF_FAILED,
    /// Not decoded: more pixels than were allowed; width and height are known.
    CHEIF_TOO_LARGE,
    /// It took more memory or processor time than allowed, or libheif found a limit of its own crossed.
    CHEIF_OVER_LIMIT,
    /// libheif has no decoder for how the picture is coded.
    CHEIF_NO_DECODER,
} CHEIFStatus;

typedef struct {
    /// NULL where the picture has no such plane; row after row, of more than 8 bits as 16-bit words of the machine.
    const uint8_t *_Nullable samples;
    int bits;
} CHEIFPlane;

typedef struct {
    CHEIFStatus status;
    /// libheif's words for what went wrong.
    char message[256];
    /// As seen: after the file's own crop, turn and mirroring. Every plane has this size.
    int64_t width;
    int64_t height;
    /// Luma or grey; green if there are blue and red.
    CHEIFPlane luma;
    CHEIFPlane blue;
    CHEIFPlane red;
    CHEIFPlane alpha;
    /// Samples reach from 0 to the largest value, not over video's 16 … 235 (of 8 bits).
    bool is_full_range;
    /// Colours are already multiplied by alpha.
    bool is_premultiplied;
} CHEIFPicture;

typedef struct {
    int64_t most_pixels;
    /// Beside what the process has already.
    int64_t memory_bytes;
    int64_t processor_seconds;
} CHEIFLimits;

/// Opens libheif, once a process, and never closes it; NULL, or what is wrong with it, valid for ever.
const char *_Nullable CHEIFOpen(void);

/// From here on pictures are decoded in this process, without limits of their own: it is one that may be lost and cannot
/// start others.
void CHEIFDecodeHere(void);

/// Decodes the primary image of `count` bytes, cropped, turned and mirrored as the file says; after CHEIFOpen returned
/// NULL. NULL without memory or processes.
CHEIFPicture *_Nullable CHEIFDecode(const uint8_t *_Nonnull bytes, size_t count, CHEIFLimits limits);

/// Frees a picture and its samples.
void CHEIFDestroy(CHEIFPicture *_Nonnull picture);

#ifdef __cplusplus
}
#endif
