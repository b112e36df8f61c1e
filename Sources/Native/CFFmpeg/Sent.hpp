// What a stream of H.264 has sent, picture after picture, as it came: for who keeps it and does not look into it.
#pragma once

#include <deque>
#include <string>

#include "Ahead.hpp"
#include "CFFmpeg.h"

namespace ffmpeg {

class Sent {
  public:
    // Keeps a picture of such a stream; those of others are left out.
    void add(const AVPacket &packet, const AVStream &stream);
    // The next one, whose bytes are there until the one after it is taken; false if there is none.
    bool take(CFFmpegUnit &unit);

  private:
    struct Kept {
        Packet packet;
        int64_t time;
    };

    std::deque<Kept> kept_;
    // What was taken last, with what its decoder must know before it.
    Packet last_;
    std::string described_;
    // What the stream's description says of its parameters, with start codes.
    std::string parameters_;
    // Of the first one, in the stream's units.
    int64_t start_ = AV_NOPTS_VALUE;
};

} // namespace ffmpeg
