#include "Movie.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

// Packets, of whatever stream, and calls of the decoder without a frame. Hours of sound go by between two pictures of a lecture.
constexpr int most_attempts = 1000000;
// Packets in which a beginning is looked for.
constexpr int most_before_key_frame = 600;
// Times that go back by less are a file's carelessness; by more, another recording follows.
constexpr int64_t second = 1000000000;
// Codecs calculate on whole blocks, and their library counts lines as if they were as wide.
constexpr int64_t allowance = 1 << 22;

// Years, so that sums of some times are none too large.
constexpr int64_t longest = int64_t(1) << 60;

// Units of a time base as nanoseconds.
int64_t nanoseconds(int64_t units, AVRational base) {
    constexpr AVRational nanosecond = {1, 1000000000};
    const int64_t result = ff().av_rescale_q_rnd(units, base, nanosecond, AV_ROUND_NEAR_INF);
    // What the library says where it overflows.
    if (result == INT64_MIN) return units < 0 ? -longest : longest;
    return std::clamp(result, -longest, longest);
}

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
    return over_ = status;
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
    if (error == AVERROR_DEMUXER_NOT_FOUND) return stop(CFFMPEG_UNKNOWN, "no kind of file that movies are read from");
    if (error < 0) return stop(CFFMPEG_FAILED, "it cannot be opened", error);
    stream_ = input_->video();
    if (!stream_) return stop(CFFMPEG_UNKNOWN, "there is no video in it");
    input_->keep_only(stream_);
    start_ = stream_->start_time;
    const AVCodecParameters &coding = *stream_->codecpar;
    if (is_too_large(coding.width, coding.height, told)) return over_;
    const AVCodec *const codec = ff().avcodec_find_decoder(coding.codec_id);
    if (codec) return open_decoder(codec);
    say("there is no decoder of the video", ff().avcodec_get_name(coding.codec_id));
    return over_ = CFFMPEG_UNKNOWN;
}

CFFmpegStatus CFFmpegMovie::open_decoder(const AVCodec *codec) {
    decoder_.reset(ff().avcodec_alloc_context3(codec));
    if (!decoder_) return stop(CFFMPEG_FAILED, "the decoder does not start", AVERROR(ENOMEM));
    int error = ff().avcodec_parameters_to_context(decoder_.get(), stream_->codecpar);
    decoder_->pkt_timebase = stream_->time_base;
    decoder_->max_pixels = most_pixels_ + allowance;
    decoder_->thread_count = 1;
    decoder_->skip_alpha = 1;
    if (error >= 0) error = ff().avcodec_open2(decoder_.get(), codec, nullptr);
    return error < 0 ? stop(CFFMPEG_FAILED, "the decoder does not start", error) : CFFMPEG_OK;
}

// MARK: - Going on

CFFmpegStatus CFFmpegMovie::next(int64_t earliest, CFFmpegFrame &told) {
    has_frame_ = false;
    if (over_ != CFFMPEG_OK) return over_;
    if (!stream_ && open(told) != CFFMPEG_OK) return over_;
    for (;;) {
        told = {};
        if (++attempts_ > most_attempts) return stop(CFFMPEG_FAILED, "there are packets without end, but no frames");
        int result = ff().avcodec_receive_frame(decoder_.get(), frame_.get());
        if (result == AVERROR(EAGAIN)) {
            result = feed();
            if (result >= 0) continue;
        }
        if (result == AVERROR(EAGAIN)) return CFFMPEG_WAITING;
        if (result == AVERROR_EOF) return end();
        CFFmpegStatus status;
        if (result < 0) {
            // What it was when the decoder found that out.
            if (is_too_large(decoder_->width, decoder_->height, told)) return over_;
            say("a frame cannot be decoded", result);
            const bool is_known = decoded_ != AV_NOPTS_VALUE && start_ != AV_NOPTS_VALUE;
            time_ = std::max(time_, is_known ? since_start(decoded_) : std::min(time_ + duration_, longest));
            status = lose(told);
        } else {
            status = take(told);
        }
        if (over_ == CFFMPEG_OK && told.time < earliest) continue;
        has_frame_ = status == CFFMPEG_OK;
        return status;
    }
}

// Gives the decoder a packet, or tells it that there are no more. What it says to it, or 0; EAGAIN if there is none yet.
int CFFmpegMovie::feed() {
    const int error = input_->read(packet_.get());
    if (error == AVERROR(EAGAIN)) return input_->is_waiting() ? error : 0;
    if (error < 0) {
        ended_ = error;
        return ff().avcodec_send_packet(decoder_.get(), nullptr);
    }
    int result = 0;
    if (packet_->stream_index == stream_->index) {
        // What is sent is seen from anywhere on, and nothing can be made of frames that others are missing for.
        if (packet_->flags & AV_PKT_FLAG_KEY || waited_ >= most_before_key_frame) has_begun_ = true;
        waited_ = has_begun_ ? 0 : waited_ + 1;
        if (!has_begun_ && number_ > 0) number_++;
        decoded_ = packet_->dts;
        if (has_begun_) result = ff().avcodec_send_packet(decoder_.get(), packet_.get());
    }
    ff().av_packet_unref(packet_.get());
    return result;
}

CFFmpegStatus CFFmpegMovie::take(CFFmpegFrame &told) {
    attempts_ = 0;
    if (is_too_large(frame_->width, frame_->height, told)) return over_;
    place(*frame_);
    if (frame_->flags & AV_FRAME_FLAG_CORRUPT || frame_->decode_error_flags) {
        snprintf(message_, sizeof message_, "a frame is damaged");
        return lose(told);
    }
    told.width = frame_->width;
    told.height = frame_->height;
    told.number = number_++;
    told.time = time_;
    told.duration = duration_;
    orient(told);
    return CFFMPEG_OK;
}

CFFmpegStatus CFFmpegMovie::lose(CFFmpegFrame &told) {
    told.number = number_++;
    told.time = time_;
    told.duration = duration_;
    return CFFMPEG_LOST;
}

CFFmpegStatus CFFmpegMovie::end() {
    if (ended_ != AVERROR_EOF) return stop(CFFMPEG_FAILED, "it cannot be read on", ended_);
    if (input_->is_cut_short(stream_)) return stop(CFFMPEG_FAILED, "it ends before its last frame");
    if (number_ == 0) return stop(CFFMPEG_FAILED, "there is no frame in it that can be decoded");
    return over_ = CFFMPEG_END;
}

// MARK: - Times

int64_t CFFmpegMovie::since_start(int64_t units) const {
    int64_t passed;
    if (__builtin_sub_overflow(units, start_, &passed)) passed = units < 0 ? -longest : longest;
    return std::min(nanoseconds(passed, stream_->time_base) + shift_, longest);
}

// Sets the frame's time and duration.
void CFFmpegMovie::place(const AVFrame &frame) {
    const int64_t expected = std::min(time_ + duration_, longest);
    int64_t time = expected;
    if (frame.best_effort_timestamp != AV_NOPTS_VALUE) {
        // What the file says is earlier where it begins with frames that are not shown, or its frames' times are not known.
        if (number_ == 0 || start_ == AV_NOPTS_VALUE) start_ = frame.best_effort_timestamp;
        time = since_start(frame.best_effort_timestamp);
        if (time < time_ - second) {
            shift_ = std::min(shift_ + expected - time, longest);
            time = expected;
        }
    }
    time_ = std::max(time_, time);
#if LIBAVUTIL_VERSION_MAJOR >= 58
    const int64_t duration = frame.duration;
#else
    const int64_t duration = frame.pkt_duration;
#endif
    const AVRational rate = stream_->avg_frame_rate;
    if (duration > 0) duration_ = nanoseconds(duration, stream_->time_base);
    else duration_ = rate.num > 0 && rate.den > 0 ? nanoseconds(1, {rate.den, rate.num}) : 0;
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
        bytes = ff().av_stream_get_side_data(stream_, AV_PKT_DATA_DISPLAYMATRIX, &count);
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
    int error = AVERROR(EINVAL);
    if (has_frame_) error = luma_.write(*frame_, decoder_->codec_id, samples);
    if (error >= 0) return CFFMPEG_OK;
    say("a frame cannot be converted", error);
    return CFFMPEG_LOST;
}
