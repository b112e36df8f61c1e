// A stream that somebody else receives, packet by packet.
#pragma once

#include <deque>
#include <string>

#include "Input.hpp"

namespace ffmpeg {

class PacketInput final : public Input {
  public:
    explicit PacketInput(std::string description) : description_(std::move(description)) {}
    ~PacketInput() override;

    int open(int64_t most_pixels) override;
    bool is_cut_short(AVStream *) const override { return false; }
    bool is_put() const override { return true; }
    bool is_waiting() const override { return packets_.empty(); }

    void put(std::string packet) override { packets_.push_back(std::move(packet)); }

  private:
    static int read_description(void *input, uint8_t *target, int count);
    static int read_packet(void *input, uint8_t *target, int count);
    static int ignore(void *, uint8_t *, int count) { return count; }

    // What has not been read of the description, and of the stream.
    std::string description_;
    std::deque<std::string> packets_;
    AVIOContext *described_ = nullptr, *received_ = nullptr;
};

} // namespace ffmpeg
