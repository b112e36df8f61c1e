#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include <jerror.h>

struct CJPEGDecoder {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf failure;
    CJPEGStatus status;
    int scan_limit;
    /// Only the rows of one Huffman-coded scan are still to come: another warning follows if any of them is
    /// missing, so that a file that merely lacks its end marker may be forgiven.
    bool may_lack_end;
    char message[JMSG_LENGTH_MAX];
};

static void fail(j_common_ptr info) {
    CJPEGDecoder *decoder = info->client_data;
    info->err->format_message(info, decoder->message);
    decoder->status = CJPEG_FAILED;
    longjmp(decoder->failure, 1);
}

/// libjpeg fills in what is missing and warns; a picture whose data ends early is an error here. Its other
/// warnings (bytes between markers, odd markers, a damaged code word) leave a picture and are passed over.
static void judge_warning(j_common_ptr info, int level) {
    const CJPEGDecoder *decoder = info->client_data;
    if (level >= 0) return;
    bool is_end_of_file = info->err->msg_code == JWRN_JPEG_EOF;
    if (info->err->msg_code == JWRN_HIT_MARKER || (is_end_of_file && !decoder->may_lack_end)) fail(info);
}

static void print_nothing(j_common_ptr info) { (void)info; }

static void count_scans(j_common_ptr info) {
    CJPEGDecoder *decoder = info->client_data;
    if (((j_decompress_ptr)info)->input_scan_number <= decoder->scan_limit) return;
    snprintf(decoder->message, sizeof decoder->message, "more than %d scans", decoder->scan_limit);
    decoder->status = CJPEG_TOO_MANY_SCANS;
    longjmp(decoder->failure, 1);
}

CJPEGDecoder *CJPEGCreate(const uint8_t *bytes, size_t count) {
    CJPEGDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->info.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = fail;
    decoder->errors.emit_message = judge_warning;
    decoder->errors.output_message = print_nothing;
    decoder->info.client_data = decoder;
    if (setjmp(decoder->failure)) {
        CJPEGDestroy(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->info);
    decoder->progress.progress_monitor = count_scans;
    decoder->info.progress = &decoder->progress;
    jpeg_mem_src(&decoder->info, bytes, count);
    return decoder;
}

void CJPEGDestroy(CJPEGDecoder *decoder) {
    jpeg_destroy_decompress(&decoder->info);
    free(decoder);
}

CJPEGStatus CJPEGReadHeader(CJPEGDecoder *decoder, CJPEGHeader *header) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->failure)) return decoder->status;
    jpeg_read_header(info, TRUE);
    if (info->data_precision != 8) {
        info->err->msg_parm.i[0] = info->data_precision;
        info->err->msg_code = JERR_BAD_PRECISION;
        fail((j_common_ptr)info);
    }
    bool is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    info->out_color_space = is_cmyk ? JCS_CMYK : JCS_GRAYSCALE;
    info->do_block_smoothing = FALSE;
    header->width = info->image_width;
    header->height = info->image_height;
    header->is_cmyk = is_cmyk;
    header->is_inverted = info->saw_Adobe_marker;
    header->has_chroma = info->jpeg_color_space == JCS_YCbCr;
    header->coefficient_bytes = 0;
    const bool is_single_scan = !jpeg_has_multiple_scans(info);
    decoder->may_lack_end = is_single_scan && !info->arith_code;
    if (is_single_scan) return CJPEG_OK;
    for (int index = 0; index < info->num_components; index++) {
        // libjpeg rounds a component's blocks up to its sampling factors; one factor more covers that.
        const jpeg_component_info *component = &info->comp_info[index];
        int64_t across = (int64_t)component->width_in_blocks + component->h_samp_factor;
        int64_t down = (int64_t)component->height_in_blocks + component->v_samp_factor;
        header->coefficient_bytes += across * down * (int64_t)sizeof(JBLOCK);
    }
    return CJPEG_OK;
}

CJPEGStatus CJPEGStart(CJPEGDecoder *decoder, int scan_limit) {
    decoder->scan_limit = scan_limit;
    if (setjmp(decoder->failure)) return decoder->status;
    jpeg_start_decompress(&decoder->info);
    return CJPEG_OK;
}

CJPEGStatus CJPEGStartColour(
    CJPEGDecoder *decoder, int scan_limit, int eighths, int64_t *width, int64_t *height) {
    struct jpeg_decompress_struct *info = &decoder->info;
    decoder->scan_limit = scan_limit;
    if (setjmp(decoder->failure)) return decoder->status;
    info->out_color_space = JCS_YCbCr;
    info->scale_num = (unsigned)eighths;
    info->scale_denom = 8;
    jpeg_start_decompress(info);
    *width = info->output_width;
    *height = info->output_height;
    return CJPEG_OK;
}

CJPEGStatus CJPEGReadRows(CJPEGDecoder *decoder, uint8_t *samples, size_t bytes_per_row, size_t rows) {
    enum { band = 16 };
    JSAMPROW targets[band];
    const JDIMENSION first = decoder->info.output_scanline;
    if (setjmp(decoder->failure)) return decoder->status;
    while (decoder->info.output_scanline - first < rows) {
        const size_t done = decoder->info.output_scanline - first;
        const JDIMENSION wanted = (JDIMENSION)(rows - done < band ? rows - done : band);
        for (JDIMENSION row = 0; row < wanted; row++) targets[row] = samples + (done + row) * bytes_per_row;
        if (jpeg_read_scanlines(&decoder->info, targets, wanted) == 0) {
            snprintf(decoder->message, sizeof decoder->message, "no more rows");
            return CJPEG_FAILED;
        }
    }
    return CJPEG_OK;
}

const char *CJPEGMessage(const CJPEGDecoder *decoder) { return decoder->message; }
