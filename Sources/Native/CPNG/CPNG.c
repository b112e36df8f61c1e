#include "CPNG.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CPNGDecoder {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t count;
    size_t position;
    int64_t height;
    bool is_reading_rows;
    // Bytes read by libpng on its own behind the last row.
    size_t left;
    char message[160];
};

// libpng inflates all that is left of the image data, a thousand bytes for each; an encoder leaves a few.
enum { most_left = 65536 };

static void fail(png_structp png, png_const_charp text) {
    CPNGDecoder *decoder = png_get_error_ptr(png);
    snprintf(decoder->message, sizeof decoder->message, "%s", text);
    png_longjmp(png, 1);
}

static void pass_over(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    CPNGDecoder *decoder = png_get_io_ptr(png);
    if (count > decoder->count - decoder->position) png_error(png, "unexpected end of file");
    // It does so as part of the last row's reading.
    if (decoder->is_reading_rows && (png_get_current_row_number(png) >= decoder->height ||
                                     png_get_current_pass_number(png) >= PNG_INTERLACE_ADAM7_PASSES)) {
        decoder->left += count;
        if (decoder->left > most_left) png_error(png, "too much image data");
    }
    memcpy(target, decoder->bytes + decoder->position, count);
    decoder->position += count;
}

CPNGDecoder *CPNGCreate(const uint8_t *bytes, size_t count) {
    CPNGDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->bytes = bytes;
    decoder->count = count;
    decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, fail, pass_over);
    if (decoder->png) decoder->info = png_create_info_struct(decoder->png);
    if (!decoder->info || setjmp(png_jmpbuf(decoder->png))) {
        CPNGDestroy(decoder);
        return NULL;
    }
    png_set_read_fn(decoder->png, decoder, read_bytes);
    png_set_user_limits(decoder->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // Every chunk but those that make the samples is skipped: nothing to unpack, nothing to keep.
    png_set_keep_unknown_chunks(decoder->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    return decoder;
}

void CPNGDestroy(CPNGDecoder *decoder) {
    png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
    free(decoder);
}

bool CPNGReadHeader(CPNGDecoder *decoder, CPNGHeader *header) {
    png_structp png = decoder->png;
    if (setjmp(png_jmpbuf(png))) return false;
    png_read_info(png, decoder->info);
    const int depth = png_get_bit_depth(png, decoder->info);
    const int colour = png_get_color_type(png, decoder->info);
    const bool has_key = png_get_valid(png, decoder->info, PNG_INFO_tRNS) != 0;
    header->is_palette = colour == PNG_COLOR_TYPE_PALETTE;
    header->is_interlaced = png_get_interlace_type(png, decoder->info) != PNG_INTERLACE_NONE;
    header->channels = png_get_channels(png, decoder->info) + (has_key && !header->is_palette);
    header->width = png_get_image_width(png, decoder->info);
    header->height = png_get_image_height(png, decoder->info);
    header->row_bytes = header->width * header->channels * (depth == 16 ? 2 : 1);
    decoder->height = header->height;
    if (header->is_palette) {
        png_set_packing(png);
    } else {
        if (depth < 8) png_set_expand_gray_1_2_4_to_8(png);
        if (has_key) png_set_tRNS_to_alpha(png);
        if (depth == 16) png_set_scale_16(png);
    }
    return true;
}

void CPNGReadPalette(CPNGDecoder *decoder, uint8_t *rgba) {
    png_colorp colours = NULL;
    png_bytep alphas = NULL;
    int colour_count = 0, alpha_count = 0;
    png_get_PLTE(decoder->png, decoder->info, &colours, &colour_count);
    png_get_tRNS(decoder->png, decoder->info, &alphas, &alpha_count, NULL);
    for (int index = 0; index < 256; index++) {
        uint8_t *entry = rgba + 4 * index;
        entry[0] = index < colour_count ? colours[index].red : 0;
        entry[1] = index < colour_count ? colours[index].green : 0;
        entry[2] = index < colour_count ? colours[index].blue : 0;
        entry[3] = alphas && index < alpha_count ? alphas[index] : 255;
    }
}

bool CPNGStart(CPNGDecoder *decoder) {
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    png_set_interlace_handling(decoder->png);
    png_read_update_info(decoder->png, decoder->info);
    decoder->is_reading_rows = true;
    return true;
}

bool CPNGReadRow(CPNGDecoder *decoder, uint8_t *row) {
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    png_read_row(decoder->png, row, NULL);
    return true;
}

bool CPNGReadImage(CPNGDecoder *decoder, uint8_t *samples, size_t bytes_per_row) {
    const bool is_interlaced = png_get_interlace_type(decoder->png, decoder->info) != PNG_INTERLACE_NONE;
    const int passes = is_interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1;
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    for (int pass = 0; pass < passes; pass++) {
        for (int64_t row = 0; row < decoder->height; row++) {
            png_read_row(decoder->png, samples + (size_t)row * bytes_per_row, NULL);
        }
    }
    return true;
}

bool CPNGFinish(CPNGDecoder *decoder, size_t image_data_end) {
    decoder->is_reading_rows = false;
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    if (image_data_end > decoder->position && image_data_end - decoder->position > most_left) {
        png_error(decoder->png, "too much image data");
    }
    png_read_end(decoder->png, NULL);
    return true;
}

const char *CPNGMessage(const CPNGDecoder *decoder) { return decoder->message; }
