// libjxl's decoder (JPEG XL), from memory to planes of 8-bit samples. The library is not linked but opened at the first
// picture that needs it, so that whoever has no such pictures neither loads nor needs it, and decodes apart (CApart):
// libjxl lets exceptions pass and ends the process where memory ends, and of its versions only the newer ones ask the
// allocator that they are given for more than a little. Swift cannot call libjxl itself: its functions are known as
// addresses only.
//
// Ownership: CJXLDecode's result belongs to the caller and is freed by CApartDestroy. Everything else is read during the
// call only. Different pictures may be decoded on different threads at once.
#pragma once

#include "CApart.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opens libjxl, once a process, and never closes it; NULL, or what is wrong with it, valid for ever.
const char *_Nullable CJXLOpen(void);

/// Decodes `count` bytes, of an animation the first picture, turned and mirrored as the stream says; after CJXLOpen
/// returned NULL. NULL without memory or processes.
CApartPicture *_Nullable CJXLDecode(const uint8_t *_Nonnull bytes, size_t count, CApartLimits limits);

#ifdef __cplusplus
}
#endif
