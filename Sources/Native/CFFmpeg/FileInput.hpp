// A movie's file, which yields packets of its video.
#pragma once

#include "Input.hpp"

namespace ffmpeg {

class FileInput final : public Input {
  public:
    explicit FileInput(int descriptor) : descriptor_(descriptor) {}
    ~FileInput() override;

    int open(int64_t most_pixels) override;
    bool is_cut_short(AVStream *stream) const override;

  private:
    // Finds out what kind of file it is and whether movies are read from such. An error, or 0.
    int probe();

    static int read_bytes(void *input, uint8_t *target, int count);
    static int64_t seek(void *input, int64_t offset, int whence);
    int64_t size() const;

    int descriptor_;
    int64_t position_ = 0;
    AVIOContext *bytes_ = nullptr;
    const AVInputFormat *kind_ = nullptr;
};

} // namespace ffmpeg
