// What dlib knows of faces, taken out of it once: the weights of its detector and its model of 68 points. dlib is C++
// templates and throws exceptions, neither of which Swift can call without C++ interoperability in every client.
//
// Ownership: memory is written during the call and not kept. Everything may be called from several threads at once.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the five filters of dlib's frontal face detector, which takes 0.2 s to read: of each 31 planes of 10 × 10
/// weights, row by row, and the threshold; `count` numbers in all. Returns 0, or -1 if dlib failed or has others.
int CDlibFaceFilters(float *_Nonnull weights, size_t count);

/// Bytes of a flat file of landmarks.
size_t CDlibLandmarkFileSize(void);

/// Reads a model of 68 points (dlib::shape_predictor), which takes half a second, and writes it as a flat file (see
/// LandmarkFile.h), LandmarkFileSize bytes. Returns 0, or -1, with one line on why in `reason`, if the file cannot be
/// read or is of another shape.
int CDlibLandmarkFile(
    const char *_Nonnull path, void *_Nonnull file, char *_Nonnull reason, int reason_capacity);

/// dlib's version, such as 19.24.0; static.
const char *_Nonnull CDlibVersion(void);

#ifdef __cplusplus
}
#endif
