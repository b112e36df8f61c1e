// The functions of FFmpeg that are called, as addresses in libraries opened at run time.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/display.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
}

#define CFFMPEG_UTIL_FUNCTIONS(X)                                                                                      \
    X(av_dict_free)                                                                                                    \
    X(av_dict_set)                                                                                                     \
    X(av_dict_set_int)                                                                                                 \
    X(av_frame_alloc)                                                                                                  \
    X(av_frame_free)                                                                                                   \
    X(av_frame_get_side_data)                                                                                          \
    X(av_free)                                                                                                         \
    X(av_log_set_level)                                                                                                \
    X(av_malloc)                                                                                                       \
    X(av_match_list)                                                                                                   \
    X(av_pix_fmt_desc_get)                                                                                             \
    X(av_rescale_q_rnd)                                                                                                \
    X(av_strerror)

#define CFFMPEG_CODEC_FUNCTIONS(X)                                                                                     \
    X(av_packet_alloc)                                                                                                 \
    X(av_packet_free)                                                                                                  \
    X(av_packet_move_ref)                                                                                              \
    X(av_packet_ref)                                                                                                   \
    X(av_packet_unref)                                                                                                 \
    X(avcodec_alloc_context3)                                                                                          \
    X(avcodec_find_decoder)                                                                                            \
    X(avcodec_flush_buffers)                                                                                           \
    X(avcodec_free_context)                                                                                            \
    X(avcodec_get_name)                                                                                                \
    X(avcodec_open2)                                                                                                   \
    X(avcodec_parameters_to_context)                                                                                   \
    X(avcodec_receive_frame)                                                                                           \
    X(avcodec_send_packet)

#define CFFMPEG_FORMAT_FUNCTIONS(X)                                                                                    \
    X(av_find_input_format)                                                                                            \
    X(av_probe_input_buffer2)                                                                                          \
    X(av_read_frame)                                                                                                   \
    X(av_stream_get_side_data)                                                                                         \
    X(avformat_alloc_context)                                                                                          \
    X(avformat_close_input)                                                                                            \
    X(avformat_find_stream_info)                                                                                       \
    X(avformat_index_get_entries_count)                                                                                \
    X(avformat_index_get_entry)                                                                                        \
    X(avformat_open_input)                                                                                             \
    X(avio_alloc_context)                                                                                              \
    X(avio_context_free)

#define CFFMPEG_SCALE_FUNCTIONS(X)                                                                                     \
    X(sws_freeContext)                                                                                                 \
    X(sws_getCachedContext)                                                                                            \
    X(sws_getCoefficients)                                                                                             \
    X(sws_scale)                                                                                                       \
    X(sws_setColorspaceDetails)

struct FFmpegLibrary {
#define X(name) decltype(&::name) name = nullptr;
    CFFMPEG_UTIL_FUNCTIONS(X)
    CFFMPEG_CODEC_FUNCTIONS(X)
    CFFMPEG_FORMAT_FUNCTIONS(X)
    CFFMPEG_SCALE_FUNCTIONS(X)
#undef X
    // What is wrong; empty if nothing is.
    char problem[256] = "";

    FFmpegLibrary();
};

// Opened by whichever thread comes first, and never closed.
const FFmpegLibrary &ff();
