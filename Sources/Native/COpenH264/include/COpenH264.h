// openh264's encoder, from samples to H.264. It is opened at run time and not linked: it is needed where H.264 is asked for
// alone. Swift cannot call it: its interface is a C++ class, whose table of C functions lacks an argument.
//
// Ownership: COpenH264Create's result belongs to the caller and is freed by COpenH264Destroy; an encoder is used by one thread
// at a time. What it has encoded is its own, until it is used again.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct COpenH264Encoder COpenH264Encoder;

typedef struct {
    /// Units with start codes; before a key frame the parameters that it needs.
    const uint8_t *_Nullable start;
    size_t count;
    bool is_key_frame;
} COpenH264Frame;

/// Opens the library, once. NULL, or why it cannot be. (A process that may open no files does this before.)
const char *_Nullable COpenH264Open(void);

/// The library's version; 0.0.0 if it is not open.
void COpenH264Version(unsigned *_Nonnull major, unsigned *_Nonnull minor, unsigned *_Nonnull revision);

/// An encoder of pictures of this size, both sides even and at least 16, in Baseline; each as coarse as `quantizer` says,
/// 1 (finest) to 51. NULL without memory, without the library, or if the pictures are too large for it.
COpenH264Encoder *_Nullable COpenH264Create(int32_t width, int32_t height, int32_t quantizer);

void COpenH264Destroy(COpenH264Encoder *_Nonnull encoder);

/// Encodes samples: a plane of luma, and one of Cb and Cr for two by two pixels, BT.601 in video's range, without gaps. The
/// first picture is a key frame, and others that are to be. False if that failed.
bool COpenH264Encode(
    COpenH264Encoder *_Nonnull encoder, const uint8_t *_Nonnull samples, bool is_key_frame,
    COpenH264Frame *_Nonnull frame);

#ifdef __cplusplus
}
#endif
