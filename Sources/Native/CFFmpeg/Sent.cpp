#include "Sent.hpp"

#include <new>
#include <utility>

#include "Entry.hpp"
#include "Times.hpp"

namespace ffmpeg {

void Sent::add(const AVPacket &packet, const AVStream &stream) {
    const AVCodecParameters &coding = *stream.codecpar;
    if (coding.codec_id != AV_CODEC_ID_H264) return;
    if (parameters_.empty() && coding.extradata_size > 0) {
        parameters_.assign(reinterpret_cast<const char *>(coding.extradata), static_cast<size_t>(coding.extradata_size));
    }
    int64_t time = INT64_MIN;
    if (packet.pts != AV_NOPTS_VALUE) {
        if (start_ == AV_NOPTS_VALUE) start_ = packet.pts;
        time = nanoseconds(difference(packet.pts, start_), stream.time_base);
    }
    Packet kept(ff().av_packet_alloc());
    if (!kept || ff().av_packet_ref(kept.get(), &packet) < 0) throw std::bad_alloc();
    kept_.push_back({std::move(kept), time});
}

bool Sent::take(CFFmpegUnit &unit) {
    if (kept_.empty()) return false;
    last_ = std::move(kept_.front().packet);
    unit.time = kept_.front().time;
    kept_.pop_front();
    unit.stamp = last_->pts;
    unit.is_key = last_->flags & AV_PKT_FLAG_KEY;
    unit.bytes = last_->data;
    unit.size = static_cast<size_t>(last_->size);
    if (needs_description(*last_)) {
        described_ = parameters_;
        described_.append(reinterpret_cast<const char *>(last_->data), unit.size);
        unit.bytes = reinterpret_cast<const uint8_t *>(described_.data());
        unit.size = described_.size();
    }
    return true;
}

} // namespace ffmpeg
