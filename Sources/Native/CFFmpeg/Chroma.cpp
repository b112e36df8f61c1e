#include "Chroma.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "Range.hpp"

namespace ffmpeg {
namespace {

// Whether chroma lies as samples of bytes or words of their own.
bool has_samples(const AVPixFmtDescriptor &format) {
    constexpr uint64_t others = AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL |
                                AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
    if (format.flags & others || format.nb_components < 3) return false;
    const AVComponentDescriptor &blue = format.comp[1], &red = format.comp[2];
    return blue.depth >= 8 && blue.depth <= 16 && red.depth == blue.depth && red.shift == blue.shift;
}

// Whether there are no colours in it.
bool is_grey(const AVPixFmtDescriptor &format) { return format.nb_components < 3 && !(format.flags & AV_PIX_FMT_FLAG_PAL); }

uint32_t sample(const uint8_t *place, const AVComponentDescriptor &component) {
    if (component.depth <= 8) return *place;
    uint16_t word;
    memcpy(&word, place, sizeof word);
    return (word >> component.shift) & ((1u << component.depth) - 1);
}

// Those of a row or column that a target's sample is of: two where chroma is as fine as luma, else one.
struct Places {
    int first, second;
};

Places places(int target, int reduction, int count) {
    if (reduction == 0) return {2 * target, std::min(2 * target + 1, count - 1)};
    const int place = target >> (reduction - 1);
    return {place, place};
}

} // namespace

CFFmpegMatrix Chroma::matrix(const AVFrame &frame, AVCodecID codec) {
    const AVPixFmtDescriptor *const format = ff().av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
    if (!format || is_grey(*format)) return CFFMPEG_GREY;
    // What is no luma and chroma the library makes some of.
    if (format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER)) return CFFMPEG_BT601;
    switch (frame.colorspace) {
    case AVCOL_SPC_BT709:
    case AVCOL_SPC_SMPTE240M: return CFFMPEG_BT709;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return CFFMPEG_BT2020;
    case AVCOL_SPC_UNSPECIFIED: break;
    default: return CFFMPEG_BT601;
    }
    // As players take it: what is larger than television was is coded as larger television is; JPEGs never are.
    const bool is_jpeg = codec == AV_CODEC_ID_MJPEG;
    return !is_jpeg && (frame.width >= 1280 || frame.height > 576) ? CFFMPEG_BT709 : CFFMPEG_BT601;
}

int Chroma::write(const AVFrame &frame, AVCodecID codec, uint8_t *blue, uint8_t *red) {
    const AVPixFmtDescriptor *const format = ff().av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
    if (!format || is_grey(*format)) return AVERROR(ENOSYS);
    const bool is_full = is_full_range(frame, *format, codec);
    if (!has_samples(*format)) return convert(frame, is_full, blue, red);
    prepare(format->comp[1].depth, is_full);
    copy(frame, *format, 1, blue);
    copy(frame, *format, 2, red);
    return 0;
}

void Chroma::prepare(int depth, bool is_full) {
    if (depth == depth_ && is_full == is_full_) return;
    depth_ = 0;
    table_.resize(size_t(1) << depth);
    const double middle = 1 << (depth - 1), unit = 1 << (depth - 8), scale = (is_full ? 1 : 255.0 / 224) / unit;
    for (size_t stored = 0; stored < table_.size(); stored++) {
        table_[stored] = static_cast<uint8_t>(std::clamp(std::lround((stored - middle) * scale) + 128, 0l, 255l));
    }
    depth_ = depth;
    is_full_ = is_full;
}

void Chroma::copy(const AVFrame &frame, const AVPixFmtDescriptor &format, int component, uint8_t *target) const {
    const AVComponentDescriptor &place = format.comp[component];
    const int width = (frame.width + 1) / 2, height = (frame.height + 1) / 2;
    for (int y = 0; y < height; y++) {
        const Places rows = places(y, format.log2_chroma_h, frame.height);
        const auto row = [&](int number) {
            // Rows may be stored from the bottom up.
            return frame.data[place.plane] + static_cast<ptrdiff_t>(number) * frame.linesize[place.plane] + place.offset;
        };
        const uint8_t *const upper = row(rows.first), *const lower = row(rows.second);
        if (format.log2_chroma_w == 1 && rows.first == rows.second && place.depth == 8 && place.step == 1) {
            for (int x = 0; x < width; x++) target[x] = table_[upper[x]];
        } else {
            for (int x = 0; x < width; x++) {
                const Places columns = places(x, format.log2_chroma_w, frame.width);
                const int left = columns.first * place.step, right = columns.second * place.step;
                const uint32_t sum =
                    sample(upper + left, place) + sample(upper + right, place) + sample(lower + left, place) + sample(lower + right, place);
                target[x] = table_[(sum + 2) / 4];
            }
        }
        target += width;
    }
}

int Chroma::convert(const AVFrame &frame, bool is_full, uint8_t *blue, uint8_t *red) {
    converter_ = ff().sws_getCachedContext(
        converter_, frame.width, frame.height, static_cast<AVPixelFormat>(frame.format), frame.width, frame.height,
        AV_PIX_FMT_YUV420P, SWS_BILINEAR | SWS_ACCURATE_RND, nullptr, nullptr, nullptr);
    if (!converter_) return AVERROR(ENOSYS);
    // Of RGB's range the library knows by itself.
    const int *const coefficients = ff().sws_getCoefficients(SWS_CS_DEFAULT);
    ff().sws_setColorspaceDetails(converter_, coefficients, is_full, coefficients, true, 0, 1 << 16, 1 << 16);
    const int width = (frame.width + 1) / 2, height = (frame.height + 1) / 2;
    // The library writes some bytes beyond the ends of rows.
    constexpr int alignment = 64;
    const auto step = [](int count) { return (count + alignment - 1) / alignment * alignment + alignment; };
    const int steps[] = {step(frame.width), step(width), step(width), 0};
    planes_[0].resize(static_cast<size_t>(steps[0]) * (frame.height + 1));
    for (int plane = 1; plane < 3; plane++) planes_[plane].resize(static_cast<size_t>(steps[plane]) * (height + 1));
    uint8_t *const targets[] = {planes_[0].data(), planes_[1].data(), planes_[2].data(), nullptr};
    const int count = ff().sws_scale(converter_, frame.data, frame.linesize, 0, frame.height, targets, steps);
    if (count < frame.height) return count < 0 ? count : AVERROR_EXTERNAL;
    for (size_t row = 0; row < static_cast<size_t>(height); row++) {
        memcpy(blue + row * width, planes_[1].data() + row * steps[1], width);
        memcpy(red + row * width, planes_[2].data() + row * steps[2], width);
    }
    return 0;
}

} // namespace ffmpeg
