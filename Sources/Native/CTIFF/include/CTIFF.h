// libtiff's reader, from memory to bands of RGBA. Swift cannot call libtiff itself: its fields are read through
// variadic functions and its messages come with a va_list.
//
// Ownership: CTIFFCreate's result belongs to the caller and is freed by CTIFFDestroy; the bytes given to it are
// borrowed and must stay valid until then. Everything else is read or written during the call only.
// The functions that return a bool return false when libtiff gave up; CTIFFMessage then says why.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CTIFFDecoder CTIFFDecoder;

typedef struct {
    int64_t width;
    int64_t height;
    /// TIFF's own orientation tag, 1 … 8.
    int orientation;
    /// Rows of a strip or of a tile: what is best read at once.
    int64_t band_rows;
    /// Bytes of the strips or tiles that are unpacked at the same time.
    int64_t chunk_bytes;
    /// Bytes of the lists of where strips or tiles stand and how long they are.
    int64_t place_bytes;
    /// Bytes of all strips or tiles unpacked, padding included; INT64_MAX if that is more than fits.
    int64_t total_bytes;
} CTIFFHeader;

/// How the bands' fourth channel is meant.
typedef enum { CTIFF_OPAQUE, CTIFF_STRAIGHT_ALPHA, CTIFF_PREMULTIPLIED_ALPHA } CTIFFAlpha;

/// A decoder of `count` bytes; NULL without memory. (libtiff's procedures and handlers need a C struct to work on.)
CTIFFDecoder *_Nullable CTIFFCreate(const uint8_t *_Nonnull bytes, size_t count);

/// Frees a decoder. (The struct is C's.)
void CTIFFDestroy(CTIFFDecoder *_Nonnull decoder);

/// Reads the first directory; no single allocation in this or a later call is larger than `largest_allocation`.
/// (Fields are read through variadic functions.)
bool CTIFFReadHeader(CTIFFDecoder *_Nonnull decoder, int64_t largest_allocation, CTIFFHeader *_Nonnull header);

/// Prepares for reading samples. (TIFFRGBAImage is a struct of function pointers and unions that must not move.)
bool CTIFFStart(CTIFFDecoder *_Nonnull decoder, CTIFFAlpha *_Nonnull alpha);

/// Reads `rows` rows from `first_row` on as red, green, blue, alpha in bytes, as they are stored, without gaps.
/// (See CTIFFStart.)
bool CTIFFReadBand(
    CTIFFDecoder *_Nonnull decoder, int64_t first_row, int64_t rows, uint32_t *_Nonnull rgba);

/// libtiff's first complaint, valid until CTIFFDestroy. (It comes with a va_list.)
const char *_Nonnull CTIFFMessage(const CTIFFDecoder *_Nonnull decoder);
