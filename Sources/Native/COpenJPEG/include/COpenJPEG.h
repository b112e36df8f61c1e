// OpenJPEG's decoder (JPEG 2000), from memory to planes of 8-bit samples. The library is not linked but opened at the first
// picture that needs it, so that whoever has no such pictures neither loads nor needs it, and decodes apart (CApart):
// OpenJPEG allocates what the code stream asks for, and stops the whole process (assert) at some damage. Swift cannot call
// it itself: its functions are known as addresses only, and it asks for bytes and tells errors by callbacks.
//
// Ownership: COpenJPEGDecode's result belongs to the caller and is freed by CApartDestroy. Everything else is read during
// the call only. Different pictures may be decoded on different threads at once.
#pragma once

#include "CApart.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opens OpenJPEG, once a process, and never closes it; NULL, or what is wrong with it, valid for ever.
const char *_Nullable COpenJPEGOpen(void);

/// Decodes `count` bytes, of a file or a bare code stream, to the size of the first component; after COpenJPEGOpen returned
/// NULL. NULL without memory or processes.
CApartPicture *_Nullable COpenJPEGDecode(const uint8_t *_Nonnull bytes, size_t count, CApartLimits limits);

#ifdef __cplusplus
}
#endif
