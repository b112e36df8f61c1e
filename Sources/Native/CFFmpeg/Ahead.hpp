// Packets that were read and not decoded yet. Those that no wanted frame needs are passed over, as far as it is certain that frames,
// their times and their numbers are what they would be if all had been decoded.
#pragma once

#include <deque>
#include <memory>
#include <set>

#include "Library.hpp"

namespace ffmpeg {

struct PacketDeleter {
    void operator()(AVPacket *packet) const { ff().av_packet_free(&packet); }
};
using Packet = std::unique_ptr<AVPacket, PacketDeleter>;

class Ahead {
  public:
    // Of a video whose packets nothing is known of: none is passed over.
    Ahead() = default;
    explicit Ahead(const AVCodecParameters &coding);

    // Whether it may pass packets over, as far as is known by now.
    bool is_on() const { return is_on_; }
    // Whether some were.
    bool has_jumped() const { return has_jumped_; }
    // Passes over no more.
    void turn_off() { is_on_ = false; }

    bool is_empty() const { return packets_.empty(); }
    // Whether it holds as much as it should.
    bool is_full() const { return packets_.size() >= most_packets || bytes_ >= most_bytes; }
    // Whether a frame at or after a time, in the stream's units, has been read: what can be passed over before it is known then.
    bool has_reached(int64_t time) const { return latest_ != AV_NOPTS_VALUE && latest_ >= time; }

    // Takes the packet that follows; turned off where it is not like others.
    void push(Packet packet);
    // Passes over what no frame at `time` (in the stream's units) or later needs; whether that was anything. Decoding begins anew then.
    //
    // @param number  Of the next frame; grows by the frames that are passed over.
    bool jump(int64_t time, int64_t &number);
    // The next packet for the decoder; nothing if there is none.
    Packet pop();

    // What becomes of a frame that the decoder gives.
    enum Verdict { IS_NEXT, IS_PASSED_OVER, IS_OUT_OF_LINE };
    Verdict judge(const AVFrame &frame);
    // The same for a packet, the last one that it was given, of which it makes nothing.
    Verdict judge_failure() const;

    // Frames that came to be known only after they were passed over, since this was asked last.
    int64_t take_late_frames();

  private:
    static constexpr size_t most_packets = 4096, most_bytes = size_t(32) << 20;
    // Frames that were right by their times, before it is believed that all are.
    static constexpr int trial = 32;

    struct Held {
        Packet packet;
        // Whether decoding can begin here, and nothing before it is shown later.
        bool is_entry;
    };

    const AVCodecParameters *coding_ = nullptr;
    bool is_on_ = false, has_jumped_ = false;
    std::deque<Held> packets_;
    size_t bytes_ = 0;
    // When frames are shown that have been read and have not come out of the decoder.
    std::set<int64_t> expected_;
    // Of all that were read.
    int64_t latest_ = AV_NOPTS_VALUE;
    // When the frame is shown that decoding began with, and whether it has come.
    int64_t begin_ = AV_NOPTS_VALUE;
    bool has_begun_ = false;
    int proven_ = 0;
    int64_t late_frames_ = 0;
    // When the frame of the packet that was given last is shown.
    int64_t given_ = AV_NOPTS_VALUE;
};

} // namespace ffmpeg
