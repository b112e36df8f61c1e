// A movie's file, which yields packets of its video.
#pragma once

#include <memory>

#include "Library.hpp"

namespace ffmpeg {

class Input {
  public:
    explicit Input(int descriptor) : descriptor_(descriptor) {}
    ~Input();
    Input(const Input &) = delete;
    Input &operator=(const Input &) = delete;

    // Finds out what kind of file it is and whether movies are read from such; false if not, or an error in `error`.
    bool probe(int &error);

    // Opens what was probed and looks for video. An error, or 0.
    //
    // @param most_pixels  Of a picture that is decoded to learn how the streams are coded.
    int open(int64_t most_pixels);

    // The first video that is marked as the one to be shown, else the first of all; pictures that come with sound are none.
    AVStream *video() const;
    // Has the file's other streams left out.
    void keep_only(const AVStream *stream);

    // The next packet, of any stream that is not left out. An error, or 0.
    int read(AVPacket *packet) { return ff().av_read_frame(format_, packet); }

    // Whether samples of a stream lie beyond the file's end.
    bool is_cut_short(AVStream *stream) const;

  private:
    static int read_bytes(void *input, uint8_t *target, int count);
    static int64_t seek(void *input, int64_t offset, int whence);
    int64_t size() const;

    int descriptor_;
    int64_t position_ = 0;
    AVIOContext *bytes_ = nullptr;
    AVFormatContext *format_ = nullptr;
    const AVInputFormat *kind_ = nullptr;
};

} // namespace ffmpeg
