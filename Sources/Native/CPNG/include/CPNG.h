// libpng's reader, from memory to rows of 8-bit samples. Swift cannot call libpng itself: it reports errors by
// longjmp, which must not pass through Swift frames.
//
// Ownership: CPNGCreate's result belongs to the caller and is freed by CPNGDestroy; the bytes given to it are
// borrowed and must stay valid until then. Everything else is read or written during the call only.
// The functions that return a bool return false when libpng gave up; then only CPNGMessage and CPNGDestroy may
// be called.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CPNGDecoder CPNGDecoder;

typedef struct {
    int64_t width;
    int64_t height;
    /// Samples a pixel of the rows: 1 grey or palette index, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    int channels;
    bool is_palette;
    bool is_interlaced;
    /// Bytes of one row inside libpng, before its samples are brought to 8 bits.
    int64_t row_bytes;
} CPNGHeader;

/// A decoder of `count` bytes; NULL without memory. (Initialisation may longjmp.)
CPNGDecoder *_Nullable CPNGCreate(const uint8_t *_Nonnull bytes, size_t count);

/// Frees a decoder. (Its struct is C's: libpng's callbacks work on it.)
void CPNGDestroy(CPNGDecoder *_Nonnull decoder);

/// Reads up to the samples; allocates nothing that grows with the picture. (May longjmp.)
bool CPNGReadHeader(CPNGDecoder *_Nonnull decoder, CPNGHeader *_Nonnull header);

/// The palette, 256 entries of red, green, blue, alpha; black where the file has none. (Reads libpng's structs.)
void CPNGReadPalette(CPNGDecoder *_Nonnull decoder, uint8_t *_Nonnull rgba);

/// Makes libpng allocate its rows. (May longjmp.)
bool CPNGStart(CPNGDecoder *_Nonnull decoder);

/// Reads the next row of a picture that is not interlaced. (May longjmp.)
bool CPNGReadRow(CPNGDecoder *_Nonnull decoder, uint8_t *_Nonnull row);

/// Reads the whole picture, interlaced or not, to rows `bytes_per_row` apart. (May longjmp.)
bool CPNGReadImage(CPNGDecoder *_Nonnull decoder, uint8_t *_Nonnull samples, size_t bytes_per_row);

/// Reads on to the end of the file, so that a bad checksum or a missing end is found; refuses a file whose
/// image data (the last of it ends at `image_data_end`) goes on long after the last row. (May longjmp.)
bool CPNGFinish(CPNGDecoder *_Nonnull decoder, size_t image_data_end);

/// libpng's words for what went wrong, valid until CPNGDestroy. (They come to a C callback.)
const char *_Nonnull CPNGMessage(const CPNGDecoder *_Nonnull decoder);
