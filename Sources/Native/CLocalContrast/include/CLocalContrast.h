// Raises local contrast: contrast-limited adaptive histogram equalisation (K. Zuiderveld, Graphics Gems IV, 1994, VIII.5), with
// OpenCV's tiles and rounding (cv::CLAHE), from which a pixel differs by at most one grey level, in a third of its time. In C for
// its vectors, of two processors in one program.
//
// Ownership: nothing is kept from the caller.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes a byte for each pixel, row by row without gaps. A plane has `across` × `down` tiles of equal size, at most one a pixel; a
/// pixel is what the four tiles around it make of its grey value, by how near their middles are. `limit` is how often a grey
/// value may be there at most, of what it would be if all were there equally often; the rest counts for all. `is_portable`
/// asks for the code that runs on every processor; both compute the same. 0, or -1 without memory.
int CLocalContrast(
    const uint8_t *_Nonnull samples, int width, int height, int bytes_per_row, double limit, int across, int down,
    uint8_t *_Nonnull raised, int is_portable);

#ifdef __cplusplus
}
#endif
