#include "Ahead.hpp"

#include <algorithm>
#include <utility>

#include "Entry.hpp"

namespace ffmpeg {

Ahead::Ahead(const AVCodecParameters &coding) : coding_(&coding), is_on_(can_be_entered(coding)) {}

void Ahead::push(Packet packet) {
    bytes_ += packet->size;
    Held held = {std::move(packet), false};
    if (is_on_) {
        const AVPacket &read = *held.packet;
        const int64_t time = read.pts;
        if (is_out_of_line(read)) {
            turn_off();
        } else {
            if (begin_ == AV_NOPTS_VALUE) begin_ = time;
            if (is_shown(read, *coding_)) {
                held.is_entry = (latest_ == AV_NOPTS_VALUE || time > latest_) && is_entry(read, *coding_);
                if (time >= begin_) {
                    // Two at one time cannot be told from each other.
                    if (!expected_.insert(time).second) turn_off();
                } else if (has_jumped_) {
                    late_frames_++;
                    if (has_begun_) turn_off();
                }
            }
            latest_ = latest_ == AV_NOPTS_VALUE ? time : std::max(latest_, time);
        }
    }
    packets_.push_back(std::move(held));
}

bool Ahead::jump(int64_t time, int64_t &number) {
    if (!is_on_ || proven_ < trial) return false;
    const auto last = std::find_if(packets_.rbegin(), packets_.rend(), [&](const Held &held) {
        return held.is_entry && held.packet->pts <= time;
    });
    if (last == packets_.rend()) return false;
    begin_ = last->packet->pts;
    while (packets_.front().packet->pts != begin_ || !packets_.front().is_entry) {
        bytes_ -= packets_.front().packet->size;
        packets_.pop_front();
    }
    // Once it has been passed by, decoding goes on from here.
    packets_.front().is_entry = false;
    const auto first = expected_.lower_bound(begin_);
    number += take_late_frames() + std::distance(expected_.begin(), first);
    expected_.erase(expected_.begin(), first);
    has_jumped_ = true;
    has_begun_ = false;
    return true;
}

Packet Ahead::pop() {
    if (packets_.empty()) return nullptr;
    Packet packet = std::move(packets_.front().packet);
    packets_.pop_front();
    bytes_ -= packet->size;
    given_ = packet->pts;
    return packet;
}

Ahead::Verdict Ahead::judge(const AVFrame &frame) {
    if (!is_on_) return IS_NEXT;
    if (frame.pts == AV_NOPTS_VALUE || frame.best_effort_timestamp != frame.pts) return IS_OUT_OF_LINE;
    if (frame.pts < begin_) {
        // They may lack what they refer to.
        if (has_jumped_) return has_begun_ ? IS_OUT_OF_LINE : IS_PASSED_OVER;
        return IS_NEXT;
    }
    if (frame.flags & AV_FRAME_FLAG_CORRUPT || frame.decode_error_flags) return IS_OUT_OF_LINE;
    if (expected_.empty() || *expected_.begin() != frame.pts) return IS_OUT_OF_LINE;
    expected_.erase(expected_.begin());
    has_begun_ = true;
    proven_ = std::min(proven_ + 1, trial);
    return IS_NEXT;
}

Ahead::Verdict Ahead::judge_failure() const {
    if (!is_on_) return IS_NEXT;
    return has_jumped_ && given_ < begin_ ? IS_PASSED_OVER : IS_OUT_OF_LINE;
}

int64_t Ahead::take_late_frames() { return std::exchange(late_frames_, 0); }

} // namespace ffmpeg
