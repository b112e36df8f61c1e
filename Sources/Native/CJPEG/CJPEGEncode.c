#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

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

bool CJPEGEncode(
    const uint8_t *samples, size_t bytes_per_row, int32_t width, int32_t height, int32_t quality,
    CJPEGBytes *result) {
    // Not on the stack: what is changed between setjmp and longjmp would be lost there.
    Encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return false;
    encoder->info.err = jpeg_std_error(&encoder->errors);
    encoder->errors.error_exit = fail;
    encoder->errors.output_message = print_nothing;
    encoder->info.client_data = encoder;
    const bool is_done = setjmp(encoder->failure) == 0;
    if (is_done) write_rows(encoder, samples, bytes_per_row, width, height, quality);
    jpeg_destroy_compress(&encoder->info);
    if (is_done) {
        result->start = encoder->bytes;
        result->count = encoder->count;
    } else {
        free(encoder->bytes);
    }
    free(encoder);
    return is_done;
}

void CJPEGFree(uint8_t *start) { free(start); }
