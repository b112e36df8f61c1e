// Where in a video decoding can begin.
#pragma once

#include "Library.hpp"

namespace ffmpeg {

// Whether packets of such a video are a frame each, and those that frames need no earlier one for are marked reliably.
bool can_be_entered(const AVCodecParameters &coding);

// Whether a packet's frame, and all that are shown after it, are what they would be if everything before had been decoded.
bool is_entry(const AVPacket &packet, const AVCodecParameters &coding);

// Whether a packet of H.264 with start codes has a picture that needs no other, and nothing of what a decoder must know before it.
bool needs_description(const AVPacket &packet);

// Whether a packet's frame is shown.
bool is_shown(const AVPacket &packet, const AVCodecParameters &coding);

// Whether a packet changes how those after it are to be understood, or is damaged.
bool is_out_of_line(const AVPacket &packet);

} // namespace ffmpeg
