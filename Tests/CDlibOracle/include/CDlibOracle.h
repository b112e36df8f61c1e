// dlib's own search for faces and landmarks, which the tests compare ours with. C++ templates, so not for Swift itself.
//
// Ownership: planes are read and results written during the call, and neither is kept.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A square in whole pixels: the first inside, and how many; the score and the filter that saw it.
typedef struct {
    int left;
    int top;
    int side;
    int filter;
    double score;
} CDlibOracleFace;

/// Finds faces of at least `limit` with dlib's frontal face detector, best first; with its filters on cells of half
/// the size and four pyramid levels if cell_size is 4. Rows of the plane lie `width` bytes apart. Returns how many
/// were written, at most `capacity`; -1 if dlib failed.
int CDlibOracleFindFaces(
    const uint8_t *_Nonnull samples, int width, int height, int cell_size, double limit,
    CDlibOracleFace *_Nonnull faces, int capacity);

/// Writes x and y of the 68 points, whole pixels, of the face in a square of the plane; reads the model each time.
/// Returns 0, or -1 if dlib failed.
int CDlibOracleFindLandmarks(
    const char *_Nonnull model, const uint8_t *_Nonnull samples, int width, int height, int left, int top, int side,
    double *_Nonnull points);

#ifdef __cplusplus
}
#endif
