#include "Luma.hpp"

#include <cstring>

#include "Range.hpp"

namespace ffmpeg {
namespace {

// Whether luma is a plane of its own, of bytes or of words.
bool has_plane(const AVPixFmtDescriptor &format) {
    constexpr uint64_t others = AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL |
                                AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
    const AVComponentDescriptor &luma = format.comp[0];
    return !(format.flags & others) && luma.depth >= 8 && luma.depth <= 16 && luma.step == (luma.depth > 8 ? 2 : 1) &&
           luma.offset == 0;
}

// Has black and white become 0 and 255. The library takes four times as long.
template <typename Sample>
void stretch(const uint8_t *source, uint8_t *target, int count, int shift, uint32_t black, uint32_t white) {
    constexpr int fraction = 16;
    const uint32_t range = white - black, factor = ((255u << fraction) + range / 2) / range;
    for (int index = 0; index < count; index++) {
        Sample stored;
        memcpy(&stored, source + index * sizeof(Sample), sizeof(Sample));
        const uint32_t sample = stored >> shift;
        const uint32_t above = (sample < black ? black : sample > white ? white : sample) - black;
        target[index] = (above * factor + (1 << (fraction - 1))) >> fraction;
    }
}

void copy_plane(const AVFrame &frame, const AVComponentDescriptor &format, bool is_full, uint8_t *samples) {
    const int finer = format.depth - 8;
    const uint32_t black = is_full ? 0 : 16 << finer, white = is_full ? (1 << format.depth) - 1 : 235 << finer;
    for (int row = 0; row < frame.height; row++) {
        // Rows may be stored from the bottom up.
        const uint8_t *const source = frame.data[0] + static_cast<ptrdiff_t>(row) * frame.linesize[0];
        uint8_t *const target = samples + static_cast<size_t>(row) * frame.width;
        if (format.depth > 8) stretch<uint16_t>(source, target, frame.width, format.shift, black, white);
        else if (is_full) memcpy(target, source, frame.width);
        else stretch<uint8_t>(source, target, frame.width, 0, black, white);
    }
}

} // namespace

int Luma::write(const AVFrame &frame, AVCodecID codec, uint8_t *samples) {
    const AVPixFmtDescriptor *const format = ff().av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
    if (!format) return AVERROR(ENOSYS);
    const bool is_full = is_full_range(frame, *format, codec);
    if (!has_plane(*format)) return convert(frame, is_full, samples);
    copy_plane(frame, format->comp[0], is_full, samples);
    return 0;
}

int Luma::convert(const AVFrame &frame, bool is_full, uint8_t *samples) {
    converter_ = ff().sws_getCachedContext(
        converter_, frame.width, frame.height, static_cast<AVPixelFormat>(frame.format), frame.width, frame.height,
        AV_PIX_FMT_GRAY8, SWS_POINT, nullptr, nullptr, nullptr);
    if (!converter_) return AVERROR(ENOSYS);
    // Of RGB's range the library knows by itself.
    const int *const coefficients = ff().sws_getCoefficients(SWS_CS_DEFAULT);
    ff().sws_setColorspaceDetails(converter_, coefficients, is_full, coefficients, true, 0, 1 << 16, 1 << 16);
    // The library writes some bytes beyond the ends of rows.
    constexpr int alignment = 64;
    const int step = (frame.width + alignment - 1) / alignment * alignment + alignment;
    rows_.resize(static_cast<size_t>(step) * frame.height);
    uint8_t *const target[] = {rows_.data(), nullptr, nullptr, nullptr};
    const int steps[] = {step, 0, 0, 0};
    const int count = ff().sws_scale(converter_, frame.data, frame.linesize, 0, frame.height, target, steps);
    if (count < frame.height) return count < 0 ? count : AVERROR_EXTERNAL;
    for (size_t row = 0; row < static_cast<size_t>(frame.height); row++) {
        memcpy(samples + row * frame.width, rows_.data() + row * step, frame.width);
    }
    return 0;
}

} // namespace ffmpeg
