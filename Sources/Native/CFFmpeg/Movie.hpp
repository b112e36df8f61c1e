// A movie that is played: packets go into its decoder, frames come out, with their places in time.
#pragma once

#include <memory>

#include "Ahead.hpp"
#include "CFFmpeg.h"
#include "Chroma.hpp"
#include "Input.hpp"
#include "Luma.hpp"
#include "Sent.hpp"

namespace ffmpeg {

struct DecoderDeleter {
    void operator()(AVCodecContext *decoder) const { ff().avcodec_free_context(&decoder); }
};
struct FrameDeleter {
    void operator()(AVFrame *frame) const { ff().av_frame_free(&frame); }
};

} // namespace ffmpeg

struct CFFmpegMovie {
    CFFmpegMovie(std::unique_ptr<ffmpeg::Input> input, int64_t most_pixels)
        : input_(std::move(input)), most_pixels_(most_pixels), frame_(ff().av_frame_alloc()), packet_(ff().av_packet_alloc()) {}

    bool has_memory() const { return frame_ && packet_; }
    const char *message() const { return message_; }
    CFFmpegStatus fail_without_memory() { return stop(CFFMPEG_FAILED, "not enough memory"); }

    CFFmpegStatus next(int64_t earliest, CFFmpegFrame &told);
    CFFmpegStatus luma(uint8_t *samples);
    CFFmpegStatus chroma(uint8_t *blue, uint8_t *red);
    void put(std::string packet) { input_->put(std::move(packet)); }
    void skip_to_key_frame() { at_.has_begun = false; }
    int frames_before_key_frame() const { return at_.has_begun ? 0 : at_.waited; }
    void decode_pictures(bool decodes);
    bool take_unit(CFFmpegUnit &unit) { return sent_.take(unit); }

  private:
    CFFmpegStatus open(CFFmpegFrame &told);
    CFFmpegStatus open_decoder(const AVCodec *codec);
    void restart();
    CFFmpegStatus decode(int64_t earliest, CFFmpegFrame &told);
    int read();
    int read_ahead(int64_t earliest);
    int feed(int64_t earliest);
    bool is_long() const;
    CFFmpegStatus take(CFFmpegFrame &told);
    CFFmpegStatus lose(CFFmpegFrame &told);
    CFFmpegStatus end();

    int64_t since_start(int64_t units) const;
    int64_t units(int64_t time) const;
    void place(const AVFrame &frame);
    void orient(CFFmpegFrame &told) const;

    bool is_too_large(int width, int height, CFFmpegFrame &told);
    CFFmpegStatus converted(int error);
    CFFmpegStatus stop(CFFmpegStatus status, const char *reason, int error = 0);
    void say(const char *what, const char *why);
    void say(const char *what, int error);

    std::unique_ptr<ffmpeg::Input> input_;
    const int64_t most_pixels_;
    std::unique_ptr<AVFrame, ffmpeg::FrameDeleter> frame_;
    ffmpeg::Packet packet_;
    ffmpeg::Luma luma_;
    ffmpeg::Chroma chroma_;
    char message_[256] = "";
    // What this call has done already.
    int steps_ = 0;
    int64_t bytes_ = 0;

    // How far it has come, which is nowhere in the beginning.
    struct Place {
        std::unique_ptr<AVCodecContext, ffmpeg::DecoderDeleter> decoder;
        ffmpeg::Ahead ahead;
        AVStream *stream = nullptr;
        // What every further frame is answered with; OK while there may be some.
        CFFmpegStatus over = CFFMPEG_OK;
        // Why there are no more packets; 0 while there may be some.
        int ended = 0;
        bool has_begun = false, has_frame = false;
        int attempts = 0, waited = 0;

        int64_t number = 0;
        // When the last packet is decoded, in the stream's units; no frame after it is shown before that.
        int64_t decoded = AV_NOPTS_VALUE;
        // Of the first frame, in the stream's units; not known before it where the file does not say.
        int64_t start = AV_NOPTS_VALUE;
        // Added to times, in nanoseconds, since they went back.
        int64_t shift = 0;
        // Of the frame before.
        int64_t time = 0, duration = 0;
    };
    Place at_;
    ffmpeg::Sent sent_;
    // Whether a frame of a stream that is put has been read.
    bool has_read_ = false;
    // Whether anybody wants frames, and whether somebody does again and the first has not come yet.
    bool decodes_ = true, is_resuming_ = false;
    // Whether all is decoded, as what was passed over turned out to matter.
    bool decodes_all_ = false;
    // When the frame was shown that was told last, and the same when it began anew: frames up to then have been told. -1 for none.
    int64_t last_ = -1, told_ = -1;
};
