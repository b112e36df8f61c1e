// Finds faces with dlib's filters, and their 68 points with dlib's landmark model, without dlib: both are read from
// flat files that are made from dlib's once. In C++ because the loops over pixels, features and weights need vector
// instructions that are chosen at run time, which Swift cannot do.
//
// Ownership: planes are read and results written during the call, and neither is kept. What a function named …Make
// returns belongs to the caller, who gives it to the …Free of the same name once. CFaceScanLandmarksMake alone keeps
// the memory it is given, which has to stay as it is until …Free.
// Filters and landmarks may be used by several threads at once, a scratch by one at a time.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "LandmarkFile.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An 8-bit grey plane; rows are bytes_per_row apart.
typedef struct {
    const uint8_t *_Nonnull samples;
    int width;
    int height;
    int bytes_per_row;
} CFaceScanPlane;

/// Five linear filters over gradient histograms, with the order and the limits by which a window is given up early.
typedef struct CFaceScanFilters CFaceScanFilters;

/// Weights of a filter as dlib has them: 31 planes of 10 × 10 cells, row by row, and the threshold.
enum { CFaceScanFilterCount = 5, CFaceScanWeightCount = 3101 };

/// Bytes of a file of filters.
size_t CFaceScanFilterFileSize(void);

/// Writes the file of five filters: FilterFileSize bytes.
void CFaceScanFilterFile(const float *_Nonnull weights, void *_Nonnull file);

/// Reads a file of filters; keeps nothing of it. NULL if it is none, or out of memory.
CFaceScanFilters *_Nullable CFaceScanFiltersMake(const void *_Nonnull file, size_t size);
void CFaceScanFiltersFree(CFaceScanFilters *_Nonnull filters);

/// Memory of a search, kept for the next one.
typedef struct CFaceScanScratch CFaceScanScratch;

/// is_portable: 0 for the fastest code this processor can run, else the code that runs on every one; both find the
/// same. NULL if out of memory.
CFaceScanScratch *_Nullable CFaceScanScratchMake(int is_portable);
void CFaceScanScratchFree(CFaceScanScratch *_Nonnull scratch);

/// One search over a plane and its smaller versions, 5/6 from one to the next.
typedef struct {
    /// Side of the cells in pixels: 8 for faces of 73 pixels (of dlib's square) and more, 4 for half that size.
    int cell_size;
    /// How many versions at most, the plane itself included.
    int levels;
    /// Score from which a window counts. From -0.5 on windows are given up early, from -0.05 on still earlier.
    double limit;
} CFaceScanPass;

/// A square around a face, in whole pixels of the plane: the first inside, and how many.
typedef struct {
    int left;
    int top;
    int side;
    /// Which of the five filters saw it: 0 frontal, 1 and 2 half turned aside, 3 and 4 tilted.
    int filter;
    /// Which of the passes, from 0.
    int pass;
    /// Margin over the filter's own threshold; about 0 … 3 for faces.
    double score;
} CFaceScanFace;

/// Finds faces by one to four passes that share the plane's smaller versions and their gradients. What overlaps a better
/// one of its pass is left out. Returns how many were written to `faces`, pass by pass, best first, at most `capacity`;
/// -1 if out of memory.
int CFaceScanFind(
    const CFaceScanFilters *_Nonnull filters, CFaceScanScratch *_Nonnull scratch, CFaceScanPlane plane,
    const CFaceScanPass *_Nonnull passes, int pass_count, CFaceScanFace *_Nonnull faces, int capacity);

/// A model of a face's 68 points (cascades of regression trees).
typedef struct CFaceScanLandmarks CFaceScanLandmarks;

/// Uses a flat file of landmarks that lies in memory aligned to 64 bytes. NULL if it is none or damaged, or out of
/// memory.
CFaceScanLandmarks *_Nullable CFaceScanLandmarksMake(const void *_Nonnull file, size_t size);
void CFaceScanLandmarksFree(CFaceScanLandmarks *_Nonnull landmarks);

/// Writes x and y of 68 points of the face in a square of the plane; whole numbers are centres of pixels.
void CFaceScanLandmarksFind(
    const CFaceScanLandmarks *_Nonnull landmarks, CFaceScanPlane plane, int left, int top, int side,
    float *_Nonnull points);

#ifdef __cplusplus
}
#endif
