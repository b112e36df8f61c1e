// Chroma of decoded frames, of whatever format.
#pragma once

#include <vector>

#include "CFFmpeg.h"
#include "Library.hpp"

namespace ffmpeg {

class Chroma {
  public:
    Chroma() = default;
    ~Chroma() { ff().sws_freeContext(converter_); }
    Chroma(const Chroma &) = delete;
    Chroma &operator=(const Chroma &) = delete;

    // How a frame's colours became luma and chroma; CFFMPEG_GREY of one that has none.
    static CFFmpegMatrix matrix(const AVFrame &frame, AVCodecID codec);

    // Writes Cb and Cr for two by two pixels, half as many in a row and in rows, rounded up; of full range. An error, or 0.
    int write(const AVFrame &frame, AVCodecID codec, uint8_t *blue, uint8_t *red);

  private:
    void prepare(int depth, bool is_full);
    void copy(const AVFrame &frame, const AVPixFmtDescriptor &format, int component, uint8_t *target) const;
    // By the library.
    int convert(const AVFrame &frame, bool is_full, uint8_t *blue, uint8_t *red);

    // What becomes of a sample as it is stored; for which depth and range.
    std::vector<uint8_t> table_;
    int depth_ = 0;
    bool is_full_ = false;
    std::vector<uint8_t> planes_[3];
    SwsContext *converter_ = nullptr;
};

} // namespace ffmpeg
