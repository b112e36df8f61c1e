#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "Written.h"

typedef struct {
    struct jpeg_decompress_struct from;
    struct jpeg_compress_struct to;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf failure;
    unsigned char *bytes;
    unsigned long count;
} Transcoder;

enum { most_scans = 20 };

static void fail(j_common_ptr info) { longjmp(((Transcoder *)info->client_data)->failure, 1); }

/// A picture that ends early is none, as in the decoder.
static void judge_warning(j_common_ptr info, int level) {
    const int code = info->err->msg_code;
    if (level < 0 && (code == JWRN_HIT_MARKER || code == JWRN_JPEG_EOF)) fail(info);
}

static void print_nothing(j_common_ptr info) { (void)info; }

static void count_scans(j_common_ptr info) {
    if (((j_decompress_ptr)info)->input_scan_number > most_scans) fail(info);
}

static int64_t coefficient_bytes(const struct jpeg_decompress_struct *info) {
    int64_t bytes = 0;
    for (int index = 0; index < info->num_components; index++) {
        const jpeg_component_info *component = &info->comp_info[index];
        int64_t across = (int64_t)component->width_in_blocks + component->h_samp_factor;
        int64_t down = (int64_t)component->height_in_blocks + component->v_samp_factor;
        bytes += across * down * (int64_t)sizeof(JBLOCK);
    }
    return bytes;
}

/// Whether any cell between two pixels of each axis, the last not included, is hidden.
static bool touches(CJPEGMask mask, int64_t x, int64_t end_x, int64_t y, int64_t end_y) {
    for (int64_t row = y / mask.cell; row <= (end_y - 1) / mask.cell && row < mask.rows; row++)
        for (int64_t column = x / mask.cell; column <= (end_x - 1) / mask.cell && column < mask.columns; column++)
            if (mask.is_hidden[row * mask.columns + column]) return true;
    return false;
}

/// Whether a block is one of 8 bits a sample. Damage makes others, for which the encoder has no codes: it does not look, and what
/// it writes then is no picture.
static bool has_codes(const JCOEF *block) {
    if (block[0] < -1024 || block[0] > 1023) return false;
    for (int index = 1; index < DCTSIZE2; index++)
        if (block[index] < -1023 || block[index] > 1023) return false;
    return true;
}

static void empty_blocks(Transcoder *transcoder, jvirt_barray_ptr *coefficients, CJPEGMask mask) {
    struct jpeg_decompress_struct *info = &transcoder->from;
    for (int index = 0; index < info->num_components; index++) {
        const jpeg_component_info *component = &info->comp_info[index];
        // Pixels that a block of this component stands for.
        const int64_t across = (int64_t)DCTSIZE * info->max_h_samp_factor;
        const int64_t down = (int64_t)DCTSIZE * info->max_v_samp_factor;
        for (JDIMENSION row = 0; row < component->height_in_blocks; row++) {
            JBLOCKARRAY blocks = info->mem->access_virt_barray(
                (j_common_ptr)info, coefficients[index], row, 1, TRUE);
            for (JDIMENSION column = 0; column < component->width_in_blocks; column++) {
                const int64_t x = column * across / component->h_samp_factor;
                const int64_t end_x = ((column + 1) * across + component->h_samp_factor - 1) / component->h_samp_factor;
                const int64_t y = row * down / component->v_samp_factor;
                const int64_t end_y = ((row + 1) * down + component->v_samp_factor - 1) / component->v_samp_factor;
                if (touches(mask, x, end_x, y, end_y)) memset(blocks[0][column], 0, sizeof(JBLOCK));
                if (!has_codes(blocks[0][column])) fail((j_common_ptr)info);
            }
        }
    }
}

static void transcode(
    Transcoder *transcoder, const uint8_t *bytes, size_t count, CJPEGMask mask, int64_t most_bytes) {
    struct jpeg_decompress_struct *from = &transcoder->from;
    struct jpeg_compress_struct *to = &transcoder->to;
    jpeg_create_decompress(from);
    jpeg_create_compress(to);
    from->progress = &transcoder->progress;
    jpeg_mem_src(from, bytes, count);
    jpeg_read_header(from, TRUE);
    const bool is_usual = from->data_precision == 8 && (from->num_components == 1 || from->num_components == 3);
    const bool fits = ((int64_t)from->image_width + mask.cell - 1) / mask.cell == mask.columns
        && ((int64_t)from->image_height + mask.cell - 1) / mask.cell == mask.rows;
    if (!is_usual || !fits || coefficient_bytes(from) > most_bytes) fail((j_common_ptr)from);
    jvirt_barray_ptr *coefficients = jpeg_read_coefficients(from);
    empty_blocks(transcoder, coefficients, mask);
    jpeg_mem_dest(to, &transcoder->bytes, &transcoder->count);
    jpeg_copy_critical_parameters(from, to);
    jpeg_write_coefficients(to, coefficients);
    jpeg_finish_compress(to);
    jpeg_finish_decompress(from);
}

bool CJPEGEmptyBlocks(
    const uint8_t *bytes, size_t count, CJPEGMask mask, int64_t most_bytes, CJPEGBytes *result) {
    // Not on the stack: what is changed between setjmp and longjmp would be lost there.
    Transcoder *transcoder = calloc(1, sizeof *transcoder);
    if (!transcoder) return false;
    transcoder->from.err = transcoder->to.err = jpeg_std_error(&transcoder->errors);
    transcoder->errors.error_exit = fail;
    transcoder->errors.emit_message = judge_warning;
    transcoder->errors.output_message = print_nothing;
    transcoder->from.client_data = transcoder->to.client_data = transcoder;
    transcoder->progress.progress_monitor = count_scans;
    const bool is_done = setjmp(transcoder->failure) == 0;
    if (is_done) transcode(transcoder, bytes, count, mask, most_bytes);
    if (is_done) {
        result->start = transcoder->bytes;
        result->count = transcoder->count;
    } else {
        free_written(&transcoder->to, &transcoder->bytes);
    }
    jpeg_destroy_compress(&transcoder->to);
    jpeg_destroy_decompress(&transcoder->from);
    free(transcoder);
    return is_done;
}
