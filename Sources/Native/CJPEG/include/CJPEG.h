// libjpeg's decoder, from memory to rows of grey (or of CMYK where the file is that, or of luma and chroma for those who
// ask), and its encoder for grey and for luma and chroma. Swift
// cannot call libjpeg itself: it reports errors by longjmp, which must not pass through Swift frames, and its entry points are macros.
//
// Ownership: CJPEGCreate's result belongs to the caller and is freed by CJPEGDestroy; the bytes given to it are
// borrowed and must stay valid until then. What is written is freed by CJPEGFree. Everything else is read or written during the
// call only.
// After a status other than CJPEG_OK only CJPEGMessage and CJPEGDestroy may be called.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CJPEGDecoder CJPEGDecoder;

typedef enum { CJPEG_OK, CJPEG_FAILED, CJPEG_TOO_MANY_SCANS } CJPEGStatus;

typedef struct {
    int64_t width;
    int64_t height;
    /// Bytes of the coefficients that a file of several scans has in memory as a whole; 0 for a file of one scan.
    int64_t coefficient_bytes;
    /// Rows are cyan, magenta, yellow, black; grey otherwise.
    bool is_cmyk;
    /// 255 is no ink (Adobe's way), not 0.
    bool is_inverted;
    /// Its colours are luma and chroma, as cameras' are.
    bool has_chroma;
} CJPEGHeader;

/// A decoder of `count` bytes; NULL without memory. (Initialisation may longjmp.)
CJPEGDecoder *_Nullable CJPEGCreate(const uint8_t *_Nonnull bytes, size_t count);

/// Frees a decoder. (Its struct cannot be laid out in Swift, its jmp_buf is not imported.)
void CJPEGDestroy(CJPEGDecoder *_Nonnull decoder);

/// Reads up to the first scan; allocates nothing that grows with the picture. (May longjmp.)
CJPEGStatus CJPEGReadHeader(CJPEGDecoder *_Nonnull decoder, CJPEGHeader *_Nonnull header);

/// Starts decoding; a file of several scans is read as a whole, at most `scan_limit` scans. (May longjmp.)
CJPEGStatus CJPEGStart(CJPEGDecoder *_Nonnull decoder, int scan_limit);

/// The same for a header that has chroma: rows are Y, Cb, Cr, 3 samples a pixel, and the picture as small as so many
/// eighths (1, 2, 4 or 8), which tells its size. (May longjmp.)
CJPEGStatus CJPEGStartColour(
    CJPEGDecoder *_Nonnull decoder, int scan_limit, int eighths, int64_t *_Nonnull width, int64_t *_Nonnull height);

/// Reads the next `rows` rows, 1, 3 or 4 samples a pixel, to rows `bytes_per_row` apart. (May longjmp.)
CJPEGStatus CJPEGReadRows(
    CJPEGDecoder *_Nonnull decoder, uint8_t *_Nonnull samples, size_t bytes_per_row, size_t rows);

/// libjpeg's words for what went wrong, valid until CJPEGDestroy. (They are formatted by its own table.)
const char *_Nonnull CJPEGMessage(const CJPEGDecoder *_Nonnull decoder);

typedef struct {
    uint8_t *_Nullable start;
    size_t count;
} CJPEGBytes;

/// Writes grey rows as a baseline JPEG; false without memory or for sides over 65,500. (May longjmp.)
bool CJPEGEncode(
    const uint8_t *_Nonnull samples, size_t bytes_per_row, int32_t width, int32_t height, int32_t quality,
    CJPEGBytes *_Nonnull result);

typedef struct {
    /// One a cell, row by row: 0 if it is seen.
    const uint8_t *_Nonnull is_hidden;
    int32_t columns;
    int32_t rows;
    /// Side of a cell in pixels; the last ones may reach beyond the picture.
    int32_t cell;
} CJPEGMask;

/// Writes a JPEG anew with the blocks that touch hidden cells emptied, baseline and without anything but the picture.
/// False if it is damaged, has neither one nor three components, more scans than a camera writes, another size than the
/// cells, or coefficients of more than `most_bytes`. (May longjmp, and lays out libjpeg's structs.)
bool CJPEGEmptyBlocks(
    const uint8_t *_Nonnull bytes, size_t count, CJPEGMask mask, int64_t most_bytes, CJPEGBytes *_Nonnull result);

/// A picture as three planes of one size, full range, BT.601.
typedef struct {
    const uint8_t *_Nonnull y;
    const uint8_t *_Nonnull cb;
    const uint8_t *_Nonnull cr;
    size_t bytes_per_row;
    int32_t width;
    int32_t height;
    /// Chroma is stored for every row, and not for every second one; of columns it is every second.
    bool has_tall_chroma;
} CJPEGPlanes;

/// Writes planes as a baseline JPEG; false without memory or for sides over 65,500. (May longjmp.)
bool CJPEGEncodeColour(const CJPEGPlanes *_Nonnull planes, int32_t quality, CJPEGBytes *_Nonnull result);

/// Frees what one of these wrote. (It belongs to the allocator that libjpeg was built with.)
void CJPEGFree(uint8_t *_Nonnull start);
