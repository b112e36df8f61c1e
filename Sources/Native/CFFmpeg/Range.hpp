// What the samples of decoded frames mean.
#pragma once

#include "Library.hpp"

namespace ffmpeg {

// Whether black and white are the least and the greatest sample, and not 16 and 235 of 255.
bool is_full_range(const AVFrame &frame, const AVPixFmtDescriptor &format, AVCodecID codec);

} // namespace ffmpeg
