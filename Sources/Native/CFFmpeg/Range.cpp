#include "Range.hpp"

namespace ffmpeg {

bool is_full_range(const AVFrame &frame, const AVPixFmtDescriptor &format, AVCodecID codec) {
    switch (frame.format) {
    case AV_PIX_FMT_YUVJ411P:
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVJ440P:
    case AV_PIX_FMT_YUVJ444P: return true;
    default: break;
    }
    if (frame.color_range != AVCOL_RANGE_UNSPECIFIED) return frame.color_range == AVCOL_RANGE_JPEG;
    // Grey pictures are, where their standard does not say otherwise.
    return format.nb_components < 3 && codec != AV_CODEC_ID_H264 && codec != AV_CODEC_ID_HEVC;
}

} // namespace ffmpeg
