// The part of dlib that finds faces and their landmarks. dlib is C++ templates and throws exceptions, neither of
// which Swift can call without C++ interoperability in every client.
//
// Ownership: planes are read and results written during the call, and neither is kept. What a function named
// …Make returns belongs to the caller, who gives it to the …Free of the same name once.
// Everything may be called from several threads at once, with the same predictor too.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An 8-bit grey plane; rows are bytes_per_row apart.
typedef struct {
    const uint8_t *_Nonnull samples;
    int width;
    int height;
    int bytes_per_row;
} CDlibPlane;

/// A square around a face, in whole pixels: the first inside, and how many.
typedef struct {
    int left;
    int top;
    int side;
    /// Margin over the filter's own threshold; about 0 … 3 for faces.
    double score;
    /// Which of the five filters saw it: 0 frontal, 1 and 2 half turned aside, 3 and 4 tilted.
    int filter;
} CDlibFace;

typedef struct {
    double x;
    double y;
} CDlibPoint;

/// Finds faces with dlib's frontal face detector (dlib::scan_fhog_pyramid), best first.
///
/// cell_size is 8, dlib's own, for faces of 80 pixels and more, or 4, the same filters on cells of half the size
/// and four pyramid levels, for faces of 40 to 80 pixels. The first call of a process takes 0.2 s more.
/// Returns how many faces of at least `limit` were written to `faces`, at most `capacity`; -1 if dlib failed.
int CDlibFindFaces(
    CDlibPlane plane, int cell_size, double limit, CDlibFace *_Nonnull faces, int capacity);

/// A model that finds a face's 68 points (dlib::shape_predictor).
typedef struct CDlibPredictor CDlibPredictor;

/// Reads a predictor's file, which takes half a second. Returns NULL if the file cannot be read or does not have
/// 68 points, with one line on why in `reason`.
CDlibPredictor *_Nullable CDlibPredictorMake(const char *_Nonnull path, char *_Nonnull reason, int reason_capacity);

void CDlibPredictorFree(CDlibPredictor *_Nonnull predictor);

/// Writes 68 points, whole pixels, of the face in a square of the plane. Returns 0, or -1 if dlib failed.
int CDlibPredict(
    const CDlibPredictor *_Nonnull predictor, CDlibPlane plane, int left, int top, int side,
    CDlibPoint *_Nonnull points);

/// dlib's version, such as 19.24.0; static.
const char *_Nonnull CDlibVersion(void);

#ifdef __cplusplus
}
#endif
