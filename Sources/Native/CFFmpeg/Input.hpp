// What packets of video come from.
#pragma once

#include <memory>
#include <string>

#include "Library.hpp"

namespace ffmpeg {

class Input {
  public:
    Input() = default;
    virtual ~Input();
    Input(const Input &) = delete;
    Input &operator=(const Input &) = delete;

    // Opens it and looks for video. An error, AVERROR_DEMUXER_NOT_FOUND where this is nothing that movies are read from, or 0.
    //
    // @param most_pixels  Of a picture that is decoded to learn how the streams are coded.
    virtual int open(int64_t most_pixels) = 0;

    // Whether it can be read twice.
    virtual bool is_repeatable() const { return false; }
    // The same from its beginning once more; nothing where it cannot be read twice.
    virtual std::unique_ptr<Input> again() const { return nullptr; }

    // Whether samples of a stream lie beyond the end.
    virtual bool is_cut_short(AVStream *stream) const = 0;

    // Whether somebody else receives the packets, so that none is read before it has come.
    virtual bool is_put() const { return false; }
    // Takes a packet, where somebody else receives them.
    virtual void put(std::string) {}
    // Whether more packets may come, though none can be read now.
    virtual bool is_waiting() const { return false; }

    // The first video that is marked as the one to be shown, else the first of all; pictures that come with sound are none.
    AVStream *video() const;
    // Has all other streams left out.
    void keep_only(const AVStream *stream);

    // The next packet, of any stream that is not left out. An error, or 0.
    int read(AVPacket *packet) { return ff().av_read_frame(format_, packet); }

  protected:
    // Makes a context that opens nothing by itself; false without memory.
    bool has_context();

    AVFormatContext *format_ = nullptr;
};

} // namespace ffmpeg
