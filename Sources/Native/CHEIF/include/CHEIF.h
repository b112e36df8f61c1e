// libheif's decoder (HEIC, AVIF), from memory to planes of samples. The library is not linked but opened at the first
// picture that needs it, so that whoever has no such pictures neither loads nor needs it, and decodes apart (CApart):
// libheif and its codecs stop the whole process (assert) at some damage. Swift cannot call libheif itself: its functions
// are known as addresses only, and C++ exceptions may leave it.
//
// Ownership: CHEIFDecode's result belongs to the caller and is freed by CApartDestroy. Everything else is read during the
// call only. Different pictures may be decoded on different threads at once.
#pragma once

#include "CApart.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opens libheif, once a process, and never closes it; NULL, or what is wrong with it, valid for ever.
const char *_Nullable CHEIFOpen(void);

/// Decodes the primary image of `count` bytes, cropped, turned and mirrored as the file says; after CHEIFOpen returned
/// NULL. NULL without memory or processes.
CApartPicture *_Nullable CHEIFDecode(const uint8_t *_Nonnull bytes, size_t count, CApartLimits limits);

#ifdef __cplusplus
}
#endif
