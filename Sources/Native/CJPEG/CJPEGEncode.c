#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "Written.h"

typedef struct {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    jmp_buf failure;
    unsigned char *bytes;
    unsigned long count;
} Encoder;

static void fail(j_common_ptr info) { longjmp(((Encoder *)info->client_data)->failure, 1); }

static void print_nothing(j_common_ptr info) { (void)info; }

static void write_rows(
    Encoder *encoder, const uint8_t *samples, size_t bytes_per_row, int32_t width, int32_t height,
    int32_t quality) {
    struct jpeg_compress_struct *info = &encoder->info;
    jpeg_create_compress(info);
    jpeg_mem_dest(info, &encoder->bytes, &encoder->count);
    info->image_width = (JDIMENSION)width;
    info->image_height = (JDIMENSION)height;
    info->input_components = 1;
    info->in_color_space = JCS_GRAYSCALE;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    info->optimize_coding = TRUE;
    jpeg_start_compress(info, TRUE);
    while (info->next_scanline < info->image_height) {
        // libjpeg's rows are not const, and it only reads them.
        JSAMPROW row = (JSAMPROW)(samples + info->next_scanline * bytes_per_row);
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
}

static void write_colour_rows(Encoder *encoder, const CJPEGPlanes *planes, int32_t quality) {
    struct jpeg_compress_struct *info = &encoder->info;
    jpeg_create_compress(info);
    jpeg_mem_dest(info, &encoder->bytes, &encoder->count);
    info->image_width = (JDIMENSION)planes->width;
    info->image_height = (JDIMENSION)planes->height;
    info->input_components = 3;
    info->in_color_space = JCS_YCbCr;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    info->comp_info[0].v_samp_factor = planes->has_tall_chroma ? 1 : 2;
    info->optimize_coding = TRUE;
    jpeg_start_compress(info, TRUE);
    // libjpeg frees it with everything else.
    JSAMPROW row = (*info->mem->alloc_large)((j_common_ptr)info, JPOOL_IMAGE, 3 * (size_t)planes->width);
    while (info->next_scanline < info->image_height) {
        const size_t start = info->next_scanline * planes->bytes_per_row;
        for (int32_t x = 0; x < planes->width; x++) {
            row[3 * x] = planes->y[start + x];
            row[3 * x + 1] = planes->cb[start + x];
            row[3 * x + 2] = planes->cr[start + x];
        }
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
}

static Encoder *make_encoder(void) {
    // Not on the stack: what is changed between setjmp and longjmp would be lost there.
    Encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    encoder->info.err = jpeg_std_error(&encoder->errors);
    encoder->errors.error_exit = fail;
    encoder->errors.output_message = print_nothing;
    encoder->info.client_data = encoder;
    return encoder;
}

static bool finish(Encoder *encoder, bool is_done, CJPEGBytes *result) {
    if (is_done) {
        result->start = encoder->bytes;
        result->count = encoder->count;
    } else {
        free_written(&encoder->info, &encoder->bytes);
    }
    jpeg_destroy_compress(&encoder->info);
    free(encoder);
    return is_done;
}

bool CJPEGEncode(
    const uint8_t *samples, size_t bytes_per_row, int32_t width, int32_t height, int32_t quality,
    CJPEGBytes *result) {
    Encoder *encoder = make_encoder();
    if (!encoder) return false;
    const bool is_done = setjmp(encoder->failure) == 0;
    if (is_done) write_rows(encoder, samples, bytes_per_row, width, height, quality);
    return finish(encoder, is_done, result);
}

bool CJPEGEncodeColour(const CJPEGPlanes *planes, int32_t quality, CJPEGBytes *result) {
    Encoder *encoder = make_encoder();
    if (!encoder) return false;
    const bool is_done = setjmp(encoder->failure) == 0;
    if (is_done) write_colour_rows(encoder, planes, quality);
    return finish(encoder, is_done, result);
}

void CJPEGFree(uint8_t *start) { free(start); }
