// A movie's file, which yields packets of its video.
#pragma once

#include "BoxOrder.hpp"
#include "Input.hpp"

namespace ffmpeg {

class FileInput final : public Input {
  public:
    explicit FileInput(int descriptor);
    ~FileInput() override;

    int open(int64_t most_pixels) override;
    bool is_repeatable() const override { return !is_stream_; }
    std::unique_ptr<Input> again() const override;
    bool is_cut_short(AVStream *stream) const override;

  private:
    // Finds out what kind of file it is and whether movies are read from such. An error, or 0.
    int probe();

    static int read_bytes(void *input, uint8_t *target, int count);
    ssize_t read_on(uint8_t *target, int count);
    static int64_t seek(void *input, int64_t offset, int whence);
    int64_t size() const;

    const int descriptor_;
    // Whether it is read in one go.
    bool is_stream_ = false;
    BoxOrder boxes_;
    // Whether it is one of those that have an index, of which pictures without end may stand in front.
    bool has_boxes_ = false;
    int64_t position_ = 0;
    AVIOContext *bytes_ = nullptr;
    const AVInputFormat *kind_ = nullptr;
};

} // namespace ffmpeg
