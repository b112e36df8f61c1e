#include "Movie.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "Times.hpp"

using ffmpeg::longest_time;
using ffmpeg::nanoseconds;

namespace {

// Packets, of whatever stream, and calls of the decoder without a frame. Hours of sound go by between two pictures of a lecture.
constexpr int most_attempts = 1000000;
// Packets in which a beginning is looked for.
constexpr int most_before_key_frame = 600;
// Times that go back by less are a file's carelessness; by more, another recording follows.
constexpr int64_t second = 1000000000;
// What one call may do before it says so: as much as two seconds of film are.
constexpr int most_steps = 256;
constexpr int64_t most_bytes = 64 << 20;
// Codecs calculate on whole blocks, and their library counts lines as if they were as wide.
constexpr int64_t allowance = 1 << 22;

} // namespace

// MARK: - Messages

void CFFmpegMovie::say(const char *what, const char *why) { snprintf(message_, sizeof message_, "%s: %s", what, why); }

void CFFmpegMovie::say(const char *what, int error) {
    char words[AV_ERROR_MAX_STRING_SIZE] = "";
    ff().av_strerror(error, words, sizeof words);
    say(what, words);
}

CFFmpegStatus CFFmpegMovie::stop(CFFmpegStatus status, const char *reason, int error) {
    if (error) say(reason, error);
    else snprintf(message_, sizeof message_, "%s", reason);
    return at_.over = status;
}

bool CFFmpegMovie::is_too_large(int width, int height, CFFmpegFrame &told) {
    if (width <= 0 || height <= 0 || static_cast<int64_t>(width) * height <= most_pixels_) return false;
    told.width = width;
    told.height = height;
    stop(CFFMPEG_TOO_LARGE, "a picture has too many pixels");
    return true;
}

// MARK: - Beginning

CFFmpegStatus CFFmpegMovie::open(CFFmpegFrame &told) {
    const int error = input_->open(most_pixels_ + allowance);
    if (error == AVERROR_EOF) return stop(CFFMPEG_EMPTY, "it is empty");
    if (error == AVERROR(ESPIPE)) {
        return stop(
            CFFMPEG_FAILED,
            "its index stands behind its pictures, so that it cannot be read in one go; read it as a file, or make it with the "
            "index in front (ffmpeg: -movflags +faststart)");
    }
    if (error == AVERROR_DEMUXER_NOT_FOUND) return stop(CFFMPEG_UNKNOWN, "no kind of file that movies are read from");
    if (error < 0) return stop(CFFMPEG_FAILED, "it cannot be opened", error);
    at_.stream = input_->video();
    if (!at_.stream) return stop(CFFMPEG_UNKNOWN, "there is no video in it");
    input_->keep_only(at_.stream);
    at_.start = at_.stream->start_time;
    const AVCodecParameters &coding = *at_.stream->codecpar;
    if (is_too_large(coding.width, coding.height, told)) return at_.over;
    // What may have to be read once more.
    if (!decodes_all_ && input_->is_repeatable()) at_.ahead = ffmpeg::Ahead(coding);
    const AVCodec *const codec = ff().avcodec_find_decoder(coding.codec_id);
    if (codec) return open_decoder(codec);
    say("there is no decoder of the video", ff().avcodec_get_name(coding.codec_id));
    return at_.over = CFFMPEG_UNKNOWN;
}

CFFmpegStatus CFFmpegMovie::open_decoder(const AVCodec *codec) {
    at_.decoder.reset(ff().avcodec_alloc_context3(codec));
    if (!at_.decoder) return stop(CFFMPEG_FAILED, "the decoder does not start", AVERROR(ENOMEM));
    int error = ff().avcodec_parameters_to_context(at_.decoder.get(), at_.stream->codecpar);
    at_.decoder->pkt_timebase = at_.stream->time_base;
    at_.decoder->max_pixels = most_pixels_ + allowance;
    at_.decoder->thread_count = 1;
    at_.decoder->skip_alpha = 1;
    if (error >= 0) error = ff().avcodec_open2(at_.decoder.get(), codec, nullptr);
    return error < 0 ? stop(CFFMPEG_FAILED, "the decoder does not start", error) : CFFMPEG_OK;
}

// MARK: - Going on

CFFmpegStatus CFFmpegMovie::next(int64_t earliest, CFFmpegFrame &told) {
    at_.has_frame = false;
    steps_ = 0;
    bytes_ = 0;
    earliest = std::max(earliest, told_ + 1);
    CFFmpegStatus status = decode(earliest, told);
    // As if nothing had been passed over, by a way on which nothing is.
    if (at_.ahead.has_jumped() && !at_.ahead.is_on()) {
        restart();
        status = decode(std::max(earliest, told_ + 1), told);
    }
    at_.has_frame = status == CFFMPEG_OK;
    if (status == CFFMPEG_OK || status == CFFMPEG_LOST) last_ = told.time;
    return status;
}

// Frames between are not lost: nobody wants them.
void CFFmpegMovie::decode_pictures(bool decodes) {
    if (decodes == decodes_) return;
    decodes_ = decodes;
    is_resuming_ = true;
    at_.has_begun = false;
    at_.waited = 0;
    if (at_.decoder) ff().avcodec_flush_buffers(at_.decoder.get());
}

void CFFmpegMovie::restart() {
    at_ = Place();
    input_ = input_->again();
    decodes_all_ = true;
    told_ = last_;
}

CFFmpegStatus CFFmpegMovie::decode(int64_t earliest, CFFmpegFrame &told) {
    if (at_.over != CFFMPEG_OK) return at_.over;
    if (!at_.stream && open(told) != CFFMPEG_OK) return at_.over;
    for (;;) {
        told = {};
        if (decodes_ && ++at_.attempts > most_attempts) return stop(CFFMPEG_FAILED, "there are packets without end, but no frames");
        if (is_long()) return CFFMPEG_PASSED;
        steps_++;
        int result = ff().avcodec_receive_frame(at_.decoder.get(), frame_.get());
        if (result == AVERROR(EAGAIN)) {
            result = feed(earliest);
            if (result >= 0) continue;
        }
        if (result == AVERROR(EAGAIN)) return CFFMPEG_WAITING;
        if (result == AVERROR_EOF) return end();
        const auto verdict = result < 0 ? at_.ahead.judge_failure() : at_.ahead.judge(*frame_);
        if (verdict == ffmpeg::Ahead::IS_PASSED_OVER) continue;
        if (verdict == ffmpeg::Ahead::IS_OUT_OF_LINE) {
            at_.ahead.turn_off();
            if (at_.ahead.has_jumped()) return CFFMPEG_PASSED;
        }
        at_.number += at_.ahead.take_late_frames();
        CFFmpegStatus status;
        if (result < 0) {
            // What it was when the decoder found that out.
            if (is_too_large(at_.decoder->width, at_.decoder->height, told)) return at_.over;
            say("a frame cannot be decoded", result);
            const bool is_known = at_.decoded != AV_NOPTS_VALUE && at_.start != AV_NOPTS_VALUE;
            at_.time = std::max(at_.time, is_known ? since_start(at_.decoded) : std::min(at_.time + at_.duration, longest_time));
            status = lose(told);
        } else {
            status = take(told);
        }
        if (at_.over == CFFMPEG_OK && told.time < earliest) continue;
        return status;
    }
}

// Whether this call has done enough; packets that somebody puts come one by one.
bool CFFmpegMovie::is_long() const { return !input_->is_put() && (steps_ >= most_steps || bytes_ >= most_bytes); }

// Reads a packet, and keeps it if it is the decoder's. An error, or 0; EAGAIN if there is none yet.
int CFFmpegMovie::read() {
    steps_++;
    const int error = input_->read(packet_.get());
    if (error == AVERROR(EAGAIN)) return input_->is_waiting() ? error : 0;
    if (error < 0) {
        at_.ended = error;
        return 0;
    }
    bytes_ += packet_->size;
    if (packet_->stream_index == at_.stream->index) {
        if (input_->is_put()) {
            // Times are counted from the first packet on, and of its own frame the library does not say so.
            if (!has_read_ && packet_->pts == AV_NOPTS_VALUE) packet_->pts = 0;
            has_read_ = true;
            sent_.add(*packet_, *at_.stream);
        }
        if (!decodes_) {
            ff().av_packet_unref(packet_.get());
            return 0;
        }
        // What is sent is seen from anywhere on, and nothing can be made of frames that others are missing for.
        if (packet_->flags & AV_PKT_FLAG_KEY || at_.waited >= most_before_key_frame) at_.has_begun = true;
        at_.waited = at_.has_begun ? 0 : at_.waited + 1;
        if (!at_.has_begun && at_.number > 0 && !is_resuming_) at_.number++;
        is_resuming_ = is_resuming_ && !at_.has_begun;
        if (at_.has_begun) {
            ffmpeg::Packet kept(ff().av_packet_alloc());
            if (!kept) throw std::bad_alloc();
            ff().av_packet_move_ref(kept.get(), packet_.get());
            at_.ahead.push(std::move(kept));
        }
    }
    ff().av_packet_unref(packet_.get());
    return 0;
}

// Reads on to the first frame at `earliest` or later, if that is not read yet, and passes over what it does not need. An error, or 0.
int CFFmpegMovie::read_ahead(int64_t earliest) {
    const int64_t time = units(earliest);
    while (!at_.ended && at_.ahead.is_on() && !at_.ahead.has_reached(time) && !at_.ahead.is_full() && !is_long()) {
        const int error = read();
        if (error < 0) return error;
    }
    if (at_.ahead.jump(time, at_.number)) {
        at_.attempts = 0;
        ff().avcodec_flush_buffers(at_.decoder.get());
    }
    return 0;
}

// Gives the decoder a packet, or tells it that there are no more. What it says to it, or 0; EAGAIN if there is none yet.
int CFFmpegMovie::feed(int64_t earliest) {
    if (at_.ahead.is_on() && earliest > at_.time && at_.start != AV_NOPTS_VALUE) {
        const int error = read_ahead(earliest);
        // There is more to be passed over than this call may.
        if (error < 0 || (is_long() && at_.ahead.is_on() && !at_.ahead.has_reached(units(earliest)))) return error;
    }
    if (at_.ahead.is_empty() && !at_.ended) {
        const int error = read();
        if (error < 0) return error;
    }
    const ffmpeg::Packet packet = at_.ahead.pop();
    if (!packet) return at_.ended ? ff().avcodec_send_packet(at_.decoder.get(), nullptr) : 0;
    at_.decoded = packet->dts;
    return ff().avcodec_send_packet(at_.decoder.get(), packet.get());
}

CFFmpegStatus CFFmpegMovie::take(CFFmpegFrame &told) {
    at_.attempts = 0;
    if (is_too_large(frame_->width, frame_->height, told)) return at_.over;
    place(*frame_);
    if (frame_->flags & AV_FRAME_FLAG_CORRUPT || frame_->decode_error_flags) {
        snprintf(message_, sizeof message_, "a frame is damaged");
        return lose(told);
    }
    told.width = frame_->width;
    told.height = frame_->height;
    told.number = at_.number++;
    told.time = at_.time;
    told.duration = at_.duration;
    told.stamp = frame_->best_effort_timestamp;
    told.matrix = ffmpeg::Chroma::matrix(*frame_, at_.decoder->codec_id);
    orient(told);
    return CFFMPEG_OK;
}

CFFmpegStatus CFFmpegMovie::lose(CFFmpegFrame &told) {
    told.number = at_.number++;
    told.time = at_.time;
    told.duration = at_.duration;
    return CFFMPEG_LOST;
}

CFFmpegStatus CFFmpegMovie::end() {
    if (at_.ended != AVERROR_EOF) return stop(CFFMPEG_FAILED, "it cannot be read on", at_.ended);
    if (input_->is_cut_short(at_.stream)) return stop(CFFMPEG_FAILED, "it ends before its last frame");
    if (at_.number == 0) return stop(CFFMPEG_FAILED, "there is no frame in it that can be decoded");
    return at_.over = CFFMPEG_END;
}

// MARK: - Times

// What of the stream's units is shown at a time or before, by one unit at most.
int64_t CFFmpegMovie::units(int64_t time) const {
    constexpr AVRational nanosecond = {1, 1000000000};
    const int64_t passed = ff().av_rescale_q_rnd(time - std::min(time, at_.shift), nanosecond, at_.stream->time_base, AV_ROUND_DOWN);
    int64_t units;
    return passed == INT64_MIN || __builtin_add_overflow(passed, at_.start, &units) ? INT64_MAX : units;
}

int64_t CFFmpegMovie::since_start(int64_t units) const {
    return std::min(nanoseconds(ffmpeg::difference(units, at_.start), at_.stream->time_base) + at_.shift, longest_time);
}

// Sets the frame's time and duration.
void CFFmpegMovie::place(const AVFrame &frame) {
    const int64_t expected = std::min(at_.time + at_.duration, longest_time);
    int64_t time = expected;
    if (frame.best_effort_timestamp != AV_NOPTS_VALUE) {
        // What the file says is earlier where it begins with frames that are not shown, or its frames' times are not known.
        if (at_.number == 0 || at_.start == AV_NOPTS_VALUE) at_.start = frame.best_effort_timestamp;
        time = since_start(frame.best_effort_timestamp);
        if (time < at_.time - second) {
            at_.shift = std::min(at_.shift + expected - time, longest_time);
            time = expected;
        }
    }
    at_.time = std::max(at_.time, time);
#if LIBAVUTIL_VERSION_MAJOR >= 58
    const int64_t duration = frame.duration;
#else
    const int64_t duration = frame.pkt_duration;
#endif
    const AVRational rate = at_.stream->avg_frame_rate;
    if (duration > 0) at_.duration = nanoseconds(duration, at_.stream->time_base);
    else at_.duration = rate.num > 0 && rate.den > 0 ? nanoseconds(1, {rate.den, rate.num}) : 0;
}

// MARK: - Pictures

// How the frame is to be shown, by the matrix that it or its stream has: x and y to the right and down become ax + cy and bx + dy.
void CFFmpegMovie::orient(CFFmpegFrame &told) const {
    const uint8_t *bytes = nullptr;
    size_t count = 0;
    if (const AVFrameSideData *data = ff().av_frame_get_side_data(frame_.get(), AV_FRAME_DATA_DISPLAYMATRIX)) {
        bytes = data->data;
        count = data->size;
    } else {
        bytes = ff().av_stream_get_side_data(at_.stream, AV_PKT_DATA_DISPLAYMATRIX, &count);
    }
    int32_t matrix[9];
    if (!bytes || count < sizeof matrix) return;
    memcpy(matrix, bytes, sizeof matrix);
    int64_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
    told.is_mirrored = a * d < b * c;
    // Mirrored once more it is only turned.
    if (told.is_mirrored) a = -a, b = -b;
    if (std::abs(a) >= std::abs(b)) told.turn = a < 0 ? 180 : 0;
    else told.turn = b > 0 ? 90 : 270;
}

CFFmpegStatus CFFmpegMovie::luma(uint8_t *samples) {
    return converted(at_.has_frame ? luma_.write(*frame_, at_.decoder->codec_id, samples) : AVERROR(EINVAL));
}

CFFmpegStatus CFFmpegMovie::chroma(uint8_t *blue, uint8_t *red) {
    return converted(at_.has_frame ? chroma_.write(*frame_, at_.decoder->codec_id, blue, red) : AVERROR(EINVAL));
}

CFFmpegStatus CFFmpegMovie::converted(int error) {
    if (error >= 0) return CFFMPEG_OK;
    say("a frame cannot be converted", error);
    return CFFMPEG_LOST;
}
