// Luma of decoded frames, of whatever format.
#pragma once

#include <vector>

#include "Library.hpp"

namespace ffmpeg {

class Luma {
  public:
    Luma() = default;
    ~Luma() { ff().sws_freeContext(converter_); }
    Luma(const Luma &) = delete;
    Luma &operator=(const Luma &) = delete;

    // Writes `width * height` samples, 0 black to 255 white. An error, or 0.
    int write(const AVFrame &frame, AVCodecID codec, uint8_t *samples);

  private:
    // By the library.
    int convert(const AVFrame &frame, bool is_full, uint8_t *samples);

    std::vector<uint8_t> rows_;
    SwsContext *converter_ = nullptr;
};

} // namespace ffmpeg
