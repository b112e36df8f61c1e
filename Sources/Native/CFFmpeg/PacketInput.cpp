#include "PacketInput.hpp"

#include <algorithm>
#include <cstring>

namespace ffmpeg {
namespace {

using Reader = int (*)(void *, uint8_t *, int);

AVIOContext *context(bool is_written, void *input, Reader read, Reader write) {
    constexpr int buffered = 1 << 12;
    auto *const buffer = static_cast<uint8_t *>(ff().av_malloc(buffered));
    if (!buffer) return nullptr;
    AVIOContext *const made = ff().avio_alloc_context(buffer, buffered, is_written, input, read, write, nullptr);
    if (!made) ff().av_free(buffer);
    return made;
}

void free_context(AVIOContext *&context) {
    if (context) ff().av_free(context->buffer);
    ff().avio_context_free(&context);
}

} // namespace

PacketInput::~PacketInput() {
    // Reads by them.
    ff().avformat_close_input(&format_);
    free_context(described_);
    free_context(received_);
}

// The library reads the description, and asks for packets when it has understood it; it takes a packet as a whole from what it
// could write to as well.
int PacketInput::open(int64_t) {
    const AVInputFormat *const kind = ff().av_find_input_format("sdp");
    if (!kind) return AVERROR_DEMUXER_NOT_FOUND;
    described_ = context(false, this, read_description, nullptr);
    received_ = context(true, this, read_packet, ignore);
    if (!described_ || !received_ || !has_context()) return AVERROR(ENOMEM);
    format_->pb = described_;
    AVDictionary *options = nullptr;
    ff().av_dict_set(&options, "format_whitelist", "sdp", 0);
    ff().av_dict_set(&options, "protocol_whitelist", "", 0);
    ff().av_dict_set(&options, "sdp_flags", "custom_io", 0);
    // Packets come in their order.
    ff().av_dict_set(&options, "reorder_queue_size", "0", 0);
    // Frees the context where it fails.
    const int error = ff().avformat_open_input(&format_, "", kind, &options);
    ff().av_dict_free(&options);
    if (error < 0) return error;
    format_->pb = received_;
    return 0;
}

int PacketInput::read_description(void *opaque, uint8_t *target, int count) {
    std::string &left = static_cast<PacketInput *>(opaque)->description_;
    if (left.empty()) return AVERROR_EOF;
    const size_t size = std::min(left.size(), static_cast<size_t>(count));
    memcpy(target, left.data(), size);
    left.erase(0, size);
    return static_cast<int>(size);
}

int PacketInput::read_packet(void *opaque, uint8_t *target, int count) {
    std::deque<std::string> &packets = static_cast<PacketInput *>(opaque)->packets_;
    if (packets.empty()) return AVERROR(EAGAIN);
    const std::string packet = std::move(packets.front());
    packets.pop_front();
    // The library has room for the longest that there are.
    if (packet.size() > static_cast<size_t>(count)) return AVERROR(EAGAIN);
    memcpy(target, packet.data(), packet.size());
    return static_cast<int>(packet.size());
}

} // namespace ffmpeg
