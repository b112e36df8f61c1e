#include "CTIFF.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "libtiff's ABGR words are RGBA bytes");

struct CTIFFDecoder {
    const uint8_t *bytes;
    uint64_t count;
    uint64_t position;
    TIFF *tiff;
    TIFFRGBAImage image;
    bool is_started;
    char message[1024];
};

static int keep_first(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    (void)tiff;
    (void)module;
    CTIFFDecoder *decoder = user;
    if (!decoder->message[0]) vsnprintf(decoder->message, sizeof decoder->message, format, arguments);
    return 1;
}

static int pass_over(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    (void)tiff;
    (void)user;
    (void)module;
    (void)format;
    (void)arguments;
    return 1;
}

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t size) {
    CTIFFDecoder *decoder = handle;
    if (size <= 0 || decoder->position >= decoder->count) return 0;
    uint64_t left = decoder->count - decoder->position;
    uint64_t part = (uint64_t)size < left ? (uint64_t)size : left;
    memcpy(target, decoder->bytes + decoder->position, part);
    decoder->position += part;
    return (tmsize_t)part;
}

static tmsize_t write_nothing(thandle_t handle, void *source, tmsize_t size) {
    (void)handle;
    (void)source;
    (void)size;
    return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    CTIFFDecoder *decoder = handle;
    uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? decoder->position : decoder->count;
    decoder->position = base + offset;
    return decoder->position;
}

static toff_t size_of(thandle_t handle) { return ((CTIFFDecoder *)handle)->count; }

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

CTIFFDecoder *CTIFFCreate(const uint8_t *bytes, size_t count) {
    CTIFFDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->bytes = bytes;
    decoder->count = count;
    return decoder;
}

void CTIFFDestroy(CTIFFDecoder *decoder) {
    if (decoder->is_started) TIFFRGBAImageEnd(&decoder->image);
    if (decoder->tiff) TIFFClose(decoder->tiff);
    free(decoder);
}

static int64_t product(int64_t a, int64_t b) {
    int64_t result;
    return __builtin_mul_overflow(a, b, &result) ? INT64_MAX : result;
}

bool CTIFFReadHeader(CTIFFDecoder *decoder, int64_t largest_allocation, CTIFFHeader *header) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return false;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest_allocation);
    TIFFOpenOptionsSetErrorHandlerExtR(options, keep_first, decoder);
    TIFFOpenOptionsSetWarningHandlerExtR(options, pass_over, decoder);
    // m: no memory map; D: the places of the strips are only read when the first of them is asked for.
    decoder->tiff = TIFFClientOpenExt(
        "picture", "rmD", decoder, read_bytes, write_nothing, seek, close_nothing, size_of, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    if (!decoder->tiff) return false;
    TIFF *tiff = decoder->tiff;
    uint32_t width = 0, height = 0, rows = 0, tile_width = 0, tile_height = 0;
    uint16_t orientation = ORIENTATION_TOPLEFT, samples = 1, bits = 1;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    int64_t across = width;
    if (TIFFIsTiled(tiff)) {
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tile_width);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &tile_height);
        if (tile_width == 0 || tile_height == 0) {
            snprintf(decoder->message, sizeof decoder->message, "tiles without a size");
            return false;
        }
        header->band_rows = tile_height;
        across = ((int64_t)width + tile_width - 1) / tile_width * tile_width;
    } else {
        TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
        header->band_rows = rows == 0 || rows > height ? height : rows;
    }
    header->width = width;
    header->height = height;
    header->orientation = orientation;
    if (header->band_rows == 0) return true;
    // One strip or tile of each plane at a time, as many bytes as its samples have when they are unpacked.
    int64_t chunk_width = tile_width ? tile_width : width;
    int64_t bytes_per_pixel = ((int64_t)samples * bits + 7) / 8;
    header->chunk_bytes = product(product(chunk_width, header->band_rows), bytes_per_pixel);
    const int64_t chunks = TIFFIsTiled(tiff) ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    header->place_bytes = chunks * 2 * (int64_t)sizeof(uint64_t);
    int64_t bands = ((int64_t)height + header->band_rows - 1) / header->band_rows;
    header->total_bytes = product(product(product(bands, header->band_rows), across), bytes_per_pixel);
    return true;
}

bool CTIFFStart(CTIFFDecoder *decoder, CTIFFAlpha *alpha) {
    char reason[1024] = "";
    decoder->message[0] = 0;
    if (!TIFFRGBAImageOK(decoder->tiff, reason) ||
        !TIFFRGBAImageBegin(&decoder->image, decoder->tiff, 1, reason)) {
        if (reason[0]) snprintf(decoder->message, sizeof decoder->message, "%s", reason);
        return false;
    }
    decoder->is_started = true;
    // libtiff refuses floating point, but takes signed samples for unsigned ones: nothing would be found, and nobody told why.
    uint16_t sample_format = SAMPLEFORMAT_UINT;
    TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_SAMPLEFORMAT, &sample_format);
    if (sample_format == SAMPLEFORMAT_INT) {
        snprintf(decoder->message, sizeof decoder->message, "signed samples are not supported");
        return false;
    }
    TIFFRGBAImage *image = &decoder->image;
    // The rows as they are stored; whoever asked turns them.
    image->orientation = ORIENTATION_TOPLEFT;
    image->req_orientation = ORIENTATION_TOPLEFT;
    // libtiff multiplies colours by a straight alpha, but not grey.
    const bool is_grey =
        image->photometric == PHOTOMETRIC_MINISBLACK || image->photometric == PHOTOMETRIC_MINISWHITE;
    const bool is_straight = is_grey && image->alpha == EXTRASAMPLE_UNASSALPHA;
    *alpha = !image->alpha ? CTIFF_OPAQUE : is_straight ? CTIFF_STRAIGHT_ALPHA : CTIFF_PREMULTIPLIED_ALPHA;
    return true;
}

bool CTIFFReadBand(CTIFFDecoder *decoder, int64_t first_row, int64_t rows, uint32_t *rgba) {
    decoder->image.row_offset = (int)first_row;
    return TIFFRGBAImageGet(&decoder->image, rgba, decoder->image.width, (uint32_t)rows) != 0;
}

const char *CTIFFMessage(const CTIFFDecoder *decoder) {
    return decoder->message[0] ? decoder->message : "libtiff gave up without a word";
}
