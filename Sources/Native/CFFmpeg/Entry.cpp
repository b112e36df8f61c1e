#include "Entry.hpp"

#include <cstring>

namespace ffmpeg {
namespace {

// How the units of H.264 and HEVC lie in packets: each after its length of so many bytes, or after a start code.
size_t length_size(const AVCodecParameters &coding) {
    const size_t place = coding.codec_id == AV_CODEC_ID_H264 ? 4 : 21;
    const bool has_lengths = coding.extradata && static_cast<size_t>(coding.extradata_size) > place && coding.extradata[0] == 1;
    return has_lengths ? (coding.extradata[place] & 3) + 1 : 0;
}

// Goes through the units of a packet, one first byte after the other.
class Units {
  public:
    Units(const AVPacket &packet, size_t length_size)
        : next_(packet.data), end_(packet.data + packet.size), length_size_(length_size) {}

    // The first byte of the next unit; nothing after the last.
    const uint8_t *next() { return length_size_ ? next_by_length() : next_by_start(); }

  private:
    const uint8_t *next_by_length() {
        if (static_cast<size_t>(end_ - next_) <= length_size_) return nullptr;
        size_t length = 0;
        for (size_t index = 0; index < length_size_; index++) length = length << 8 | *next_++;
        const uint8_t *const unit = next_;
        if (length == 0 || length > static_cast<size_t>(end_ - next_)) return nullptr;
        next_ += length;
        return unit;
    }

    const uint8_t *next_by_start() {
        for (; end_ - next_ > 3; next_++) {
            if (next_[0] || next_[1] || next_[2] != 1) continue;
            next_ += 3;
            return next_;
        }
        return nullptr;
    }

    const uint8_t *next_, *const end_;
    const size_t length_size_;
};

// Whether an H.264 message says that this picture and what is shown after it are exactly what they would be if all had been decoded
// (ITU-T H.264, D.2.8): a recovery point that needs no further frames. Its few bits have no room for bytes that are left out.
bool is_exact_recovery_point(const uint8_t *unit, const uint8_t *end) {
    constexpr int recovery_point = 6;
    const uint8_t *next = unit + 1;
    while (end - next > 2) {
        int type = 0, size = 0;
        while (next < end && *next == 255) type += *next++;
        if (next < end) type += *next++;
        while (next < end && *next == 255) size += *next++;
        if (next < end) size += *next++;
        if (size > end - next) return false;
        // The number of frames as one bit, which is 0, and that the match is exact.
        if (type == recovery_point) return size > 0 && (*next & 0xC0) == 0xC0;
        next += size;
    }
    return false;
}

// A picture after which nothing that is shown refers to one before it, as it says (ITU-T H.264, 7.4.1.2.4) or as a message says, with
// what is needed to read it where that is not kept apart.
bool is_h264_entry(const AVPacket &packet, const AVCodecParameters &coding) {
    const size_t length = length_size(coding);
    Units units(packet, length);
    bool is_described = length > 0, is_recovered = false;
    while (const uint8_t *unit = units.next()) {
        const int type = *unit & 0x1F;
        is_described = is_described || type == 7;
        if (type == 6) is_recovered = is_recovered || is_exact_recovery_point(unit, packet.data + packet.size);
        if (type >= 1 && type <= 5) return (type == 5 || is_recovered) && is_described;
    }
    return false;
}

// A random access point (ITU-T H.265, 7.4.2.2); of pictures that are decoded after it only such as are shown before it refer to
// earlier ones.
bool is_hevc_entry(const AVPacket &packet, const AVCodecParameters &coding) {
    const size_t length = length_size(coding);
    Units units(packet, length);
    bool is_described = length > 0;
    while (const uint8_t *unit = units.next()) {
        const int type = *unit >> 1 & 0x3F;
        is_described = is_described || type == 33;
        if (type < 32) return type >= 16 && type <= 21 && is_described;
    }
    return false;
}

} // namespace

bool can_be_entered(const AVCodecParameters &coding) {
    switch (coding.codec_id) {
    case AV_CODEC_ID_H264:
    case AV_CODEC_ID_HEVC:
    case AV_CODEC_ID_MPEG2VIDEO:
    case AV_CODEC_ID_MPEG4:
    case AV_CODEC_ID_VP8:
    case AV_CODEC_ID_VP9:
    case AV_CODEC_ID_AV1:
    case AV_CODEC_ID_FFV1:
    case AV_CODEC_ID_MJPEG:
    case AV_CODEC_ID_PRORES:
    case AV_CODEC_ID_DNXHD: return true;
    default: return false;
    }
}

bool is_entry(const AVPacket &packet, const AVCodecParameters &coding) {
    if (!(packet.flags & AV_PKT_FLAG_KEY)) return false;
    switch (coding.codec_id) {
    case AV_CODEC_ID_H264: return is_h264_entry(packet, coding);
    case AV_CODEC_ID_HEVC: return is_hevc_entry(packet, coding);
    case AV_CODEC_ID_MPEG2VIDEO: {
        // A sequence's header stands before it, with all that earlier ones may have changed.
        constexpr uint8_t header[] = {0, 0, 1, 0xB3};
        return packet.size > 4 && memcmp(packet.data, header, sizeof header) == 0;
    }
    default: return true;
    }
}

bool needs_description(const AVPacket &packet) {
    Units units(packet, 0);
    while (const uint8_t *unit = units.next()) {
        const int type = *unit & 0x1F;
        if (type == 7) return false;
        if (type >= 1 && type <= 5) return type == 5;
    }
    return false;
}

bool is_shown(const AVPacket &packet, const AVCodecParameters &coding) {
    if (packet.flags & AV_PKT_FLAG_DISCARD) return false;
    // RFC 6386, 9.1.
    return coding.codec_id != AV_CODEC_ID_VP8 || (packet.size > 0 && packet.data[0] & 0x10);
}

bool is_out_of_line(const AVPacket &packet) {
    if (packet.pts == AV_NOPTS_VALUE || packet.flags & AV_PKT_FLAG_CORRUPT) return true;
    for (int index = 0; index < packet.side_data_elems; index++) {
        const AVPacketSideDataType type = packet.side_data[index].type;
        if (type == AV_PKT_DATA_NEW_EXTRADATA || type == AV_PKT_DATA_PARAM_CHANGE) return true;
    }
    return false;
}

} // namespace ffmpeg
